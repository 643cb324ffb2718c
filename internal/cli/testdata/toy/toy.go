// Package toy is a test protocol. It shows that a new protocol needs only a package and a row in
// the table. Its checkpoints are files called NAME.toy.md with a goal and toys.
package toy

import (
	"io/fs"
	"path"
	"strings"

	"mdck/bootstrap"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// Protocol is the row of the toy protocol.
var Protocol = protocol.Protocol{
	Name:     "toy",
	Checker:  &lint.Checker{Name: "toy", Read: read, Rules: rules},
	Words:    protocol.Words{Noun: "a toy (toy)", Searched: "*.toy.md", Help: "to list the commands: mdck help", Create: "a toy is made by hand"},
	Place:    place,
	Outline:  outline,
	Status:   status,
	Restart:  restart,
	Glance:   func(fs.FS, protocol.Target) protocol.Progress { return protocol.Progress{Facts: "phase play"} },
	Append:   appendTo,
	Sections: func(*protocol.Reader, string) *schema.Schema { return &format },
}

const ending = ".toy.md"

var place = protocol.Place{
	Globs: []string{"**/*" + ending}, Markdown: true,
	Detect: func(_ protocol.Disk, file string) (protocol.Target, bool) {
		dir, base := path.Split(file)
		if !strings.HasSuffix(base, ending) {
			return protocol.Target{}, false
		}
		return protocol.Target{Protocol: "toy", Root: protocol.Root(path.Clean(dir)), Main: base, Path: base}, true
	},
	ID:   func(t protocol.Target) string { return strings.TrimSuffix(t.Main, ending) },
	Owns: func(_ protocol.Disk, _ string, _ fs.FS, name string) bool { return strings.HasSuffix(name, ending) },
}

var format = schema.Schema{Title: "Toy", Groups: []schema.Group{
	{Key: "goal", Title: "Goal", Listed: true},
	{Key: "toys", Title: "Toys", Subsections: []schema.Subsection{{Title: "Red"}, {Title: "Blue"}}},
}}

func read(in lint.Input) *lint.Checkpoint {
	c := lint.NewCheckpoint()
	if c.Document = source.Load(in.Tree, in.Main, c.Files, c.Faults, mdcheckpoint.Parse); c.Document != nil {
		c.Match = format.Match(c.Document)
		c.Model = c.Match
	}
	return c
}

func rules() []lint.Rule {
	return []lint.Rule{{
		ID: "toy/shout", Severity: lint.Error, Fixable: true,
		Summary: "A bullet ends with an exclamation mark.",
		Why:     "A checkpoint that shouts is not read.",
		Archive: "Somebody is glad.\n-- bad/a.toy.md --\n- it works!\n-- bad.want --\na.toy.md:1:11: error: \"it works!\" shouts [toy/shout]\n-- good/a.toy.md --\n- it works\n-- fixed/a.toy.md --\n- it works\n",
		Check:   lint.For(shouts),
	}}
}

func shouts(_ *lint.Unit, m *schema.Match) []lint.Finding {
	var found []lint.Finding
	for _, g := range m.Groups {
		for _, item := range g.Items() {
			if text := m.Document.File.Slice(item.Text); strings.HasSuffix(text, "!") {
				span := source.Span{Start: item.Text.End - 1, End: item.Text.End}
				fix := &lint.Fix{Edits: []lint.FileEdit{{Edit: source.Edit{Span: span}}}}
				found = append(found, lint.Finding{Span: span, Message: `"` + text + `" shouts`, Fix: fix})
			}
		}
	}
	return found
}

func outline(c *lint.Checkpoint, limits schema.Limits, count func(string) int) *schema.Outline {
	items := func(s *mdcheckpoint.Section) []schema.Item {
		var all []schema.Item
		for _, item := range schema.Items(s) {
			all = append(all, schema.Item{Text: c.Document.File.Slice(item.Text), Span: item.Span})
		}
		return all
	}
	return c.Match.Outline(schema.View{Limits: limits, Count: count, Items: items})
}

func status(c *lint.Checkpoint, _ protocol.StatusInput) []protocol.Status {
	s := protocol.Status{Phase: "play"}
	if c.Match == nil {
		return []protocol.Status{s}
	}
	if g := c.Match.Group("goal", 0); g != nil {
		s.Next = strings.Join(c.Match.Bullets(g.Items()), ", ")
	}
	return []protocol.Status{s}
}

func restart(in bootstrap.Input) *bootstrap.Sequence {
	s := in.NewSequence("toy")
	s.Add(bootstrap.Step{Title: "play", Kind: bootstrap.Work, Points: []string{"open the box"}})
	return s
}

func appendTo(a protocol.Append) protocol.Edit {
	return func(r *protocol.Reader) (*protocol.Change, error) {
		text, exists, err := r.Text(r.Main)
		if err != nil {
			return nil, err
		}
		f := protocol.File{Name: r.Main, Before: text, Exists: exists}
		if f.After, err = write(text, a); err != nil {
			return nil, protocol.AsRequest(err)
		}
		if f.After == f.Before {
			return &protocol.Change{None: "the toys are there"}, nil
		}
		change := &protocol.Change{Did: "played"}
		change.AddFile(f)
		return change, nil
	}
}

func write(text string, a protocol.Append) (string, error) {
	d, err := mdcheckpoint.Parse("", text)
	if err != nil {
		return "", err
	}
	e := &schema.Editor{Match: format.Match(d), Blank: true, Tight: true}
	w, err := a.Choose(e, "")
	if err != nil {
		return "", err
	}
	after, err := e.Write(w)
	if err != nil {
		return "", err
	}
	return after.Document.File.Text, nil
}
