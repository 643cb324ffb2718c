package ohrfc

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/schema"
)

// verify reports where after, which apply made, does not hold what was asked for, or no longer holds what was there: an unclosed comment swallows
// what follows it, and a bullet may be Markdown that reads as something else.
func (a *Append) verify(before, after *Checkpoint, n int) error {
	if err := before.Document.CheckClosed(); err != nil {
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
	for _, b := range schema.NewBullets(given, want) {
		want = append(want, OneLine(b))
	}
	return want
}

// intact is [schema.Intact].
func intact(before, after *Checkpoint, changed ...*schema.GroupMatch) error {
	return schema.Intact(before.Match, after.Match, changed...)
}
