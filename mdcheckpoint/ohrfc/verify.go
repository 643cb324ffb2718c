package ohrfc

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// verify reads the text that apply made and reports where it does not hold what
// was asked for, or no longer holds what was there: an unclosed comment swallows
// what follows it, and a bullet may be Markdown that reads as something else.
func (a *Append) verify(before *Checkpoint, text string, n int) error {
	if err := before.closed(); err != nil {
		return err
	}
	after, err := ParseCheckpoint(before.Document.File.Name, text)
	if err != nil {
		return err
	}
	if len(after.Document.Unclosed) > 0 {
		line, _, _ := strings.Cut(after.Document.File.Slice(after.Document.Unclosed[0].Span), "\n")
		return &RequestError{Reason: fmt.Sprintf("the bullet %q opens what nothing closes", OneLine(line)), Hint: "put what is code between backticks"}
	}
	there := after.Match.Group(a.Group.Key, n)
	if there == nil {
		return fmt.Errorf("%s: %q would not be read as a section there", before.Document.File.Name, a.Group.TitleFor(n))
	}
	for i := range a.Group.Subsections {
		if err := a.verifyBullets(before, after, there, &a.Group.Subsections[i]); err != nil {
			return err
		}
	}
	return intact(before, after, before.Match.Group(a.Group.Key, n), there)
}

// closed reports what nothing closes: no section could be written behind it.
func (c *Checkpoint) closed() error {
	if len(c.Document.Unclosed) == 0 {
		return nil
	}
	start := c.Document.Unclosed[0].Span.Start
	return c.Document.File.Errorf(start, "nothing closes what begins here, and it swallows the rest of the file")
}

func (a *Append) verifyBullets(before, after *Checkpoint, there *schema.GroupMatch, sub *schema.Subsection) error {
	want, got := a.wanted(before, there.N, sub), after.Bullets(there.Subsection(sub.Title))
	if slices.Equal(want, got) {
		return nil
	}
	for i, b := range want {
		if i >= len(got) || got[i] != b {
			return &RequestError{Reason: fmt.Sprintf("the bullet %q would not be read as one bullet", b), Hint: "put what is code between backticks"}
		}
	}
	return &RequestError{Reason: fmt.Sprintf("%q would be read with the bullet %q besides", sub.Title, got[len(want)])}
}

// wanted are the bullets, as they read, that sub is to have in the end.
func (a *Append) wanted(before *Checkpoint, n int, sub *schema.Subsection) []string {
	var want []string
	given := a.bullets(sub)
	if old := before.Match.Group(a.Group.Key, n); old != nil && a.Add && (!a.Replace || len(given) == 0) {
		want = before.Bullets(old.Subsection(sub.Title))
	}
	for _, b := range missing(given, want) {
		want = append(want, OneLine(b))
	}
	return want
}

// intact reports the first heading, bullet or other block of before that after
// does not have in the same place. Thematic breaks and the changed groups, of
// before or after, are not looked at.
func intact(before, after *Checkpoint, changed ...*schema.GroupMatch) error {
	was, is := before.outline(changed), after.outline(changed)
	for i, block := range was {
		if i >= len(is) || is[i] != block {
			line, _, _ := strings.Cut(block, "\n")
			return fmt.Errorf("%s: %q would be lost or read as something else", before.Document.File.Name, strings.TrimSpace(line))
		}
	}
	if len(is) > len(was) {
		return fmt.Errorf("%s: %q would be read outside of its section", before.Document.File.Name, is[len(was)])
	}
	return nil
}

// outline are the texts of all blocks that intact compares.
func (c *Checkpoint) outline(changed []*schema.GroupMatch) []string {
	skipped := make(map[*schema.GroupMatch]bool, len(changed))
	for _, g := range changed {
		skipped[g] = true
	}
	var skip []source.Span // in the order of the file, as the blocks are
	for _, g := range c.Match.Groups {
		if skipped[g] {
			skip = append(skip, source.Span{Start: c.RemoveGroup(g).Span.Start, End: g.Section.Span.End})
		}
	}
	var texts []string
	for _, b := range c.Document.Blocks {
		for len(skip) > 0 && skip[0].End < b.Span.End {
			skip = skip[1:]
		}
		// The comments before a group lie in the one above, too.
		inside := slices.ContainsFunc(skip[:min(2, len(skip))], func(s source.Span) bool { return s.Covers(b.Span) })
		if inside || isBreak(b) {
			continue
		}
		texts = append(texts, c.Document.File.Slice(b.Span))
		for _, item := range b.Items {
			texts = append(texts, c.Bullet(item))
		}
	}
	return texts
}
