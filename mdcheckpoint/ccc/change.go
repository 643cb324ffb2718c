package ccc

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

type block = mdcheckpoint.Block

// A Change is what the progress file should become.
type Change struct {
	Text  string        // of the whole file
	After *Progress     // the same, read
	Edits []source.Edit // of the original text; nil for a change of several steps, see [Progress.Write]
	Did   []string      // what was done, for people: "completed \"parse the header\""
	Notes []string      // what the user should know, a sentence each
}

// Changed reports whether anything was done.
func (c *Change) Changed() bool { return len(c.Did) > 0 }

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
	return &Change{Text: text, After: after, Edits: edits, Did: []string{pl.did}, Notes: pl.notes}, nil
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
	return p.intact(after)
}

func (p *Progress) verifyEntries(pl *plan, after *Progress, key string) error {
	want, got := p.wanted(pl, key), after.lines(key)
	for i, line := range want {
		if i >= len(got) || got[i] != line {
			return protocol.BadRequest("put what is code between backticks", "the entry %q would not be read as one entry", line)
		}
	}
	if len(got) > len(want) {
		return protocol.BadRequest("", "%q would be read as an entry besides", got[len(want)])
	}
	return nil
}

// lines are the entries of a section as they are compared: with what is nested.
func (p *Progress) lines(key string) []string {
	entries := p.Entries(key)
	lines := make([]string, len(entries))
	for i := range entries {
		lines[i] = entries[i].whole()
	}
	return lines
}

func (e *Entry) whole() string { return OneLine(e.Line + e.nested) }

// wanted are the lines of the section with that key when pl is done.
func (p *Progress) wanted(pl *plan, key string) []string {
	var front, back []string
	changed := map[source.Span]step{}
	for _, s := range pl.steps {
		switch {
		case s.key != key:
		case s.entry != nil:
			changed[s.entry.Span] = s
		case s.front:
			front = append(front, OneLine(s.line+s.nested))
		default:
			back = append(back, OneLine(s.line+s.nested))
		}
	}
	entries := p.Entries(key)
	kept := make([]string, 0, len(entries)+len(front)+len(back))
	for i := range entries {
		e := &entries[i]
		s, is := changed[e.Span]
		switch {
		case !is:
			kept = append(kept, e.whole())
		case s.line != "":
			kept = append(kept, OneLine(s.line+s.nested))
		}
	}
	return append(slices.Insert(kept, 0, front...), back...)
}

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

// intact reports the first heading or other block of p that after does not have
// in its place. What the plan writes is compared elsewhere.
func (p *Progress) intact(after *Progress) error {
	made := map[string]bool{}
	for i := range formatP().Groups {
		key := formatP().Groups[i].Key
		made[key] = p.group(key) == nil && after.group(key) != nil
	}
	was, is := p.outline(nil), after.outline(made)
	for i, line := range was {
		if i >= len(is) || is[i] != line {
			return protocol.BadRequest("", "%q would be lost or read as something else", firstLine(line))
		}
	}
	if len(is) > len(was) {
		return protocol.BadRequest("", "%q would be read outside of its section", firstLine(is[len(was)]))
	}
	return nil
}

// outline are the headings and blocks of p, one after another, but for entries,
// header lines, the prompt, what says that there is nothing, thematic breaks, and
// the headings of the sections in without.
func (p *Progress) outline(without map[string]bool) []string {
	var skip []source.Span
	for _, g := range p.Match.Groups {
		if without[g.Group.Key] {
			skip = append(skip, g.Section.Heading)
		}
	}
	lists := [...][]Entry{p.blank, p.Completed, p.Current, p.Remaining, p.Decisions, p.Learnings, p.Blockers}
	for _, list := range lists {
		skip = slices.Grow(skip, len(list))
		for i := range list {
			skip = append(skip, list[i].Span)
		}
	}
	for _, b := range p.Prompt.blocks {
		skip = append(skip, b.Span)
	}
	slices.SortFunc(skip, compareSpans)
	skipped := func(s source.Span) bool {
		_, is := slices.BinarySearchFunc(skip, s, compareSpans)
		return is
	}
	var lines []string
	for _, b := range p.Document.Blocks {
		if b.Kind != mdcheckpoint.Break && !skipped(b.Span) {
			lines = append(lines, p.blockLines(b, skipped)...)
		}
	}
	return lines
}

func compareSpans(a, b source.Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// blockLines are what of a block is compared: of a list the items that are no
// entries, of text the lines that are no header lines.
func (p *Progress) blockLines(b *block, skipped func(source.Span) bool) []string {
	if b.Kind == mdcheckpoint.List {
		var lines []string
		for _, item := range b.Items {
			if !skipped(item.Span) {
				lines = append(lines, p.withoutHeader(item.Span)...)
			}
		}
		return lines
	}
	return p.withoutHeader(b.Span)
}

func (p *Progress) withoutHeader(span source.Span) []string {
	if p.Issue.Span.Len() > 0 && span.Covers(p.Issue.Span) && p.issueInSection() {
		return nil
	}
	first := sort.Search(len(p.Header), func(i int) bool { return p.Header[i].Span.Start >= span.Start })
	var text strings.Builder
	at := span.Start
	for _, l := range p.Header[first:] {
		if !span.Covers(l.Span) {
			break
		}
		text.WriteString(strings.Trim(p.Text()[at:l.Span.Start], " \t\r\n"))
		at = l.Span.End
	}
	if at == span.Start {
		return []string{p.slice(span)}
	}
	text.WriteString(strings.Trim(p.Text()[at:span.End], " \t\r\n"))
	if bare := text.String(); strings.Trim(bare, "-*+ \t\\\r\n") != "" {
		return []string{bare}
	}
	return nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return OneLine(line)
}
