package ccc

import (
	"cmp"
	"fmt"
	"slices"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Change is an edited progress file.
type Change struct {
	Text  string
	After *Progress // Text, parsed
	Did   []string  // what changed, such as: completed "parse the header"
	Notes []string  // other sentences for the user
	// Composed means that mdck composed the continuation prompt of After.
	Composed bool
}

func (c *Change) Changed() bool { return len(c.Did) > 0 }

// Add appends next, which must be a change of c.After.
func (c *Change) Add(next *Change) {
	c.Text, c.After = next.Text, next.After
	c.Did, c.Notes = append(c.Did, next.Did...), append(c.Notes, next.Notes...)
	c.Composed = c.Composed || next.Composed
}

// change returns the planned change, after a check that nothing else is lost.
func (d *draft) change(err error) (*Change, error) {
	if err != nil {
		return nil, err
	}
	if d.empty() {
		return &Change{Text: d.Text(), After: d.Progress, Notes: d.notes}, nil
	}
	if err := d.Document.CheckClosed(); err != nil {
		return nil, err
	}
	d.boxOpen()
	name := d.Document.File.Name
	text, err := source.Apply(d.Text(), d.write())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	after, err := ParseProgress(name, text)
	if err != nil {
		return nil, err
	}
	return &Change{Text: text, After: after, Did: []string{d.did}, Notes: d.notes}, d.verify(after)
}

// verify returns an error if the new file lacks a requested text or lost an old one.
func (d *draft) verify(after *Progress) error {
	if open := after.Document.Unclosed; len(open) > 0 {
		line := spelling.FirstLine(after.slice(open[0].Span))
		return protocol.BadRequest("put code between backticks", "the text %q opens a block and does not close it", line)
	}
	for i := range formatP().Groups {
		if err := d.verifyEntries(after, &formatP().Groups[i]); err != nil {
			return err
		}
	}
	for _, name := range headerLines {
		want, set := d.header[name]
		if !set {
			want = d.lineText(name)
		}
		if got := after.lineText(name); got != want {
			return protocol.BadRequest("", "the line %q would be parsed as %q; expected %q", name, got, want)
		}
	}
	if want := cmp.Or(d.prompt, d.Prompt.Text); after.Prompt.Text != want {
		return protocol.BadRequest("put code between backticks, and omit comments and lines of dashes", "the continuation prompt %q would be parsed as %q", spelling.FirstLine(want), spelling.FirstLine(after.Prompt.Text))
	}
	return d.intact(after)
}

func (d *draft) verifyEntries(after *Progress, g *schema.Group) error {
	var added []string
	gone := map[source.Span]bool{}
	for _, s := range d.steps {
		if s.key == g.Key && s.entry != nil {
			gone[s.entry.Span] = true
		}
		if s.key == g.Key && s.line != "" {
			added = append(added, spelling.OneLine(s.line+s.nested))
		}
	}
	want, got := slices.Concat(added, d.lines(g.Key, gone)), after.lines(g.Key, nil)
	slices.Sort(want)
	slices.Sort(got)
	if slices.Equal(want, got) {
		return nil
	}
	for _, line := range added {
		if !slices.Contains(got, line) {
			return protocol.BadRequest("put code between backticks", "the entry %q would not be parsed as one entry", line)
		}
	}
	return protocol.BadRequest("", "the entries of section %q would be parsed differently", g.Title)
}

func (p *Progress) lines(key string, gone map[source.Span]bool) (lines []string) {
	for _, e := range p.Entries(key) {
		if !gone[e.Span] {
			lines = append(lines, spelling.OneLine(e.Line+e.Nested))
		}
	}
	return lines
}

func (p *Progress) lineText(name string) string {
	if name == issueLine {
		return p.Issue.Text
	}
	return p.headerValue(name).Text
}

func (d *draft) intact(after *Progress) error {
	if len(d.header) > 0 {
		return nil // verify compares the header lines one by one
	}
	var changed []string
	for _, s := range d.steps {
		changed = append(changed, s.key)
	}
	if d.prompt != "" {
		changed = append(changed, promptKey)
	}
	if err := schema.CheckOthersIntact(d.Match, after.Match, changed); err != nil {
		return protocol.BadRequest("", "%v", err)
	}
	return nil
}
