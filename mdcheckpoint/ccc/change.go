package ccc

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Change is what the progress file should become.
type Change struct {
	Text  string    // of the whole file
	After *Progress // the same, read
	Did   []string  // what was done, for people: "completed \"parse the header\""
	Notes []string  // what the user should know, a sentence each
	// Composed says that the continuation prompt of After is one that mdck composed.
	Composed bool
}

// Changed reports whether anything was done.
func (c *Change) Changed() bool { return len(c.Did) > 0 }

// Add adds next, a change of the result of c.
func (c *Change) Add(next *Change) {
	c.Text, c.After = next.Text, next.After
	c.Did, c.Notes = append(c.Did, next.Did...), append(c.Notes, next.Notes...)
	c.Composed = c.Composed || next.Composed
}

// change makes the change that pl plans, and reads the result to see that it
// holds what was asked for and all that was there.
func (p *Progress) change(pl plan, err error) (*Change, error) {
	if err != nil {
		return nil, err
	}
	if pl.empty() {
		return &Change{Text: p.Text(), After: p, Notes: pl.notes}, nil
	}
	if err := p.Document.CheckClosed(); err != nil {
		return nil, err
	}
	edits := p.edits(&pl)
	text, err := source.Apply(p.Text(), edits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Document.File.Name, err)
	}
	after, err := ParseProgress(p.Document.File.Name, text)
	if err != nil {
		return nil, err
	}
	if err := p.verify(&pl, after); err != nil {
		return nil, err
	}
	return &Change{Text: text, After: after, Did: []string{pl.did}, Notes: pl.notes}, nil
}

// verify reports where after does not hold what pl asks for, or no longer what p
// holds: an entry may be Markdown that reads as something else.
func (p *Progress) verify(pl *plan, after *Progress) error {
	if len(after.Document.Unclosed) > 0 {
		line := firstLine(after.slice(after.Document.Unclosed[0].Span))
		return protocol.BadRequest("put what is code between backticks", "the text %q opens what nothing closes", OneLine(line))
	}
	for i := range formatP().Groups {
		if err := p.verifyEntries(pl, after, formatP().Groups[i].Key); err != nil {
			return err
		}
	}
	if err := p.verifyHeader(pl, after); err != nil {
		return err
	}
	want := p.Prompt.Text
	if pl.prompt != "" {
		want = pl.prompt
	}
	if after.Prompt.Text != want {
		return protocol.BadRequest("put what is code between backticks, and leave out comments and lines of dashes", "the continuation prompt %q would be read as %q", firstLine(want), firstLine(after.Prompt.Text))
	}
	return p.intact(pl, after)
}

// verifyEntries compares the entries of a section, in whatever order, with those that pl leaves.
func (p *Progress) verifyEntries(pl *plan, after *Progress, key string) error {
	var added []string
	gone := map[source.Span]bool{}
	for _, s := range pl.steps {
		if s.key == key && s.entry != nil {
			gone[s.entry.Span] = true
		}
		if s.key == key && s.line != "" {
			added = append(added, OneLine(s.line+s.nested))
		}
	}
	want, got := slices.Concat(added, p.lines(key, gone)), after.lines(key, nil)
	slices.Sort(want)
	slices.Sort(got)
	if slices.Equal(want, got) {
		return nil
	}
	for _, line := range added {
		if !slices.Contains(got, line) {
			return protocol.BadRequest("put what is code between backticks", "the entry %q would not be read as one entry", line)
		}
	}
	return protocol.BadRequest("", "the entries of section %q would not be read as they are", p.Match.Schema.Groups[Rank(key)].Title)
}

// lines are the entries of a section as they are compared, with what is nested, but for those that
// are gone.
func (p *Progress) lines(key string, gone map[source.Span]bool) []string {
	var lines []string
	for _, e := range p.Entries(key) {
		if !gone[e.Span] {
			lines = append(lines, e.whole())
		}
	}
	return lines
}

func (e *Entry) whole() string { return OneLine(e.Line + e.nested) }

func (p *Progress) verifyHeader(pl *plan, after *Progress) error {
	for _, name := range HeaderLines {
		want, set := pl.header[name]
		if !set {
			want = p.lineText(name)
		}
		if got := after.lineText(name); got != want {
			return protocol.BadRequest("", "the line %q would be read as %q, not as %q", name, got, want)
		}
	}
	return nil
}

// lineText is the value of a header line, that of the issue from wherever it
// stands.
func (p *Progress) lineText(name string) string {
	if name == IssueLine {
		return p.Issue.Text
	}
	return p.headerValue(name).Text
}

// intact reports what of p, outside of the sections that pl changes, after does not have in
// its place.
func (p *Progress) intact(pl *plan, after *Progress) error {
	if len(pl.header) > 0 {
		return nil // the lines of the header are compared one by one
	}
	var changed []*schema.GroupMatch
	for _, m := range []*schema.Match{p.Match, after.Match} {
		for _, g := range m.Groups {
			isOf := func(s step) bool { return s.key == g.Group.Key }
			if slices.ContainsFunc(pl.steps, isOf) || g.Group.Key == PromptKey && pl.prompt != "" {
				changed = append(changed, g)
			}
		}
	}
	if err := schema.Intact(p.Match, after.Match, changed...); err != nil {
		return &protocol.RequestError{Reason: err.Error()}
	}
	return nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return OneLine(line)
}
