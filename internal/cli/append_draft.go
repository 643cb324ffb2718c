package cli

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// An appendDraft is what an editor opens with for an append, and what becomes of it.
type appendDraft struct {
	*protocol.Draft
	schema  *schema.Schema
	request protocol.Append // without parts
}

// newAppendDraft returns a draft. A subsection whose bullets are shown is to have what
// becomes of them.
func newAppendDraft(d *protocol.Draft, s *schema.Schema, a protocol.Append) *appendDraft {
	draft := &appendDraft{d, s, a}
	if a.Only != nil && len(draft.bullets(a.Only)) > 0 {
		draft.request.Replace = true
	}
	draft.request.Value = d.Value
	return draft
}

// text returns the section with what is asked in comments, and what it has if that is
// replaced.
func (d *appendDraft) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s", d.schema.Heading(d.Title), d.comment())
	only, body := d.request.Only, d.request.Replace && d.Filled == nil && d.Body != ""
	for i := range d.request.Group.Subsections {
		if sub := &d.request.Group.Subsections[i]; sub == only || only == nil && !body {
			d.writeSubsection(&b, sub)
		}
	}
	if body {
		fmt.Fprintf(&b, "\n%s\n", d.Body)
	}
	return b.String()
}

// comment returns the comment below the heading.
func (d *appendDraft) comment() string {
	lines := d.Lines
	if d.Ask == nil {
		lines = append(lines, placeLines(d.schema, d.request.Group, d.request.Only)...)
	}
	var b strings.Builder
	writeComment(&b, append([]string{
		`A bullet is one line that begins with "- ", below the heading where it belongs.`,
		"Comments like this one are not written. Without anything below the headings, nothing is.",
	}, lines...))
	return b.String()
}

func (d *appendDraft) writeSubsection(b *strings.Builder, sub *schema.Subsection) {
	fmt.Fprintf(b, "\n%s\n", d.schema.Subheading(sub.Title))
	if d.Ask != nil {
		writeComment(b, d.Ask(sub))
	}
	for _, bullet := range d.bullets(sub) {
		fmt.Fprintf(b, "- %s\n", bullet)
	}
}

// bullets returns the bullets of sub that the draft begins with.
func (d *appendDraft) bullets(sub *schema.Subsection) []string {
	for _, f := range d.Filled {
		if f.Subsection == sub {
			return f.Bullets
		}
	}
	return nil
}

// read returns the request with what the user made of the draft.
func (d *appendDraft) read(text string) (protocol.Append, error) {
	a := d.request
	in := protocol.NewInput(d.schema, a.Group, a.Only)
	if err := in.Parse(strings.Replace(strings.ReplaceAll(text, "\r\n", "\n"), d.comment(), "", 1)); err != nil {
		return a, err
	}
	if len(in.Parts) == 0 {
		return a, errNoText
	}
	if in.Value != "" && schema.Fold(in.Value) != schema.Fold(d.Value) {
		return a, fmt.Errorf("the heading is %q, want %q", a.Group.TitleWith(in.Value), d.Title)
	}
	a.Parts = in.Parts
	if a.Only != nil && d.Filled != nil {
		a.Replace = !d.adds(in.Parts[0].Bullets)
	}
	return a, nil
}

// adds reports whether bullets are those that the draft began with and more behind them: then
// what exists need not be touched.
func (d *appendDraft) adds(bullets []string) bool {
	was := d.bullets(d.request.Only)
	return len(bullets) >= len(was) && slices.Equal(bullets[:len(was)], was)
}

// unchanged refuses to replace what is other by now than what the draft began with, and to
// add to a section that was to be new: the user has not seen it.
func (d *appendDraft) unchanged(read *protocol.Reader, w *writer, replace bool) error {
	if !replace && d.Body != "" {
		return nil
	}
	is, err := w.target.Row().Draft(read, d.request, w.measure())
	if err == nil && is.Body != d.Body { // whatever is wrong is said by the append
		return refusal{fmt.Errorf("nothing written: %q was changed while the editor was open", d.Title)}
	}
	return nil
}
