package cli

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// A formatDraft is what an editor opens with for a section of a format.
type formatDraft struct {
	*custom.Draft
	own     *custom.Format
	request custom.Append      // without parts
	only    *schema.Subsection // the one that is written; nil for the whole section
}

// editFormat lets the user write a section of a file of a format in an editor. What can be
// refused without a text is refused before it opens; no lock is held while it is open.
func (c *appendCommand) editFormat(e *editor, w *writer, own *custom.Format, request custom.Append, only *schema.Subsection) error {
	if err := w.ready(); err != nil {
		return err
	}
	begun, err := readFormatFile(&w.target, own, nil).Draft(request, only)
	if err != nil {
		return w.explain(err)
	}
	d := &formatDraft{Draft: begun, own: own, request: request, only: only}
	return c.open(e, &editorTask{
		name: schema.Slug(d.Title) + ".md", begun: d.text(), words: c.formatArguments,
		use: func(text string) error { return c.applyFormatDraft(w, d, text) },
	})
}

// text is the section with what is asked in a comment, and what it holds if that is to be
// replaced.
func (d *formatDraft) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s", d.own.Schema.Heading(d.Title), d.comment())
	if d.only != nil {
		fmt.Fprintf(&b, "\n%s\n", d.own.Schema.Subheading(d.only.Title))
	}
	switch {
	case d.request.Replace && d.Text != "":
		fmt.Fprintf(&b, "\n%s\n", d.Text)
	case d.only == nil:
		for i := range d.request.Group.Subsections {
			fmt.Fprintf(&b, "\n%s\n", d.own.Schema.Subheading(d.request.Group.Subsections[i].Title))
		}
	}
	return b.String()
}

// comment says what is asked.
func (d *formatDraft) comment() string {
	var b strings.Builder
	lines := []string{
		`A bullet is one line that begins with "- ", below the heading where it belongs.`,
		"This comment is not written. Without anything below the headings, nothing is.",
	}
	writeComment(&b, append(lines, placeLines(d.request.Group, d.only)...))
	return b.String()
}

// applyFormatDraft reads what the user made of d and writes it.
func (c *appendCommand) applyFormatDraft(w *writer, d *formatDraft, text string) error {
	in := custom.NewInput(d.own, d.request.Group, d.only)
	if err := in.Parse(strings.Replace(strings.ReplaceAll(text, "\r\n", "\n"), d.comment(), "", 1)); err != nil {
		return withRequestHint(err)
	}
	if len(in.Parts) == 0 {
		return errNoText
	}
	if in.Value != "" && schema.Fold(in.Value) != schema.Fold(d.Value) {
		return fmt.Errorf("the heading is that of %q, want that of %q", in.Value, d.Title)
	}
	request := d.request
	request.Parts, request.Value = in.Parts, d.Value
	return w.write(func(read *protocol.Reader) (*protocol.Change, error) {
		if err := d.unchanged(readFormatFile(&w.target, d.own, nil)); err != nil {
			return nil, err
		}
		return w.target.Row().Append(asked(request, d.only))(read)
	})
}

// unchanged refuses to replace what is other by now than what the draft began with, and to add
// to a section that was to be new: the user has not seen it.
func (d *formatDraft) unchanged(now *custom.Reading) error {
	request := d.request
	request.Value = d.Value
	is, err := now.Draft(request, d.only)
	if err != nil {
		return err
	}
	if (d.request.Replace || d.Text == "") && is.Text != d.Text {
		return refusal{fmt.Errorf("nothing written: %q was changed while the editor was open", d.Title)}
	}
	return nil
}

// formatArguments returns the arguments of the command that goes on with a text.
func (c *appendCommand) formatArguments() []string {
	words := []string{"append"}
	if c.Target != "" {
		words = append(words, c.Target)
	}
	if c.As != "" {
		words = append(words, "--as", c.As)
	}
	words = append(words, "--section", c.Section)
	if c.Replace {
		words = append(words, "--replace")
	}
	if c.Force {
		words = append(words, "--force")
	}
	return words
}

// placeLines says what each place of a section takes, or of only, if that is not nil.
func placeLines(group *schema.Group, only *schema.Subsection) []string {
	var lines []string
	if only == nil && (group.Min > 0 || group.Max > 0 || len(group.Subsections) == 0) {
		lines = append(lines, fmt.Sprintf("%-26s %s", group.Key, expectedText(group.Min, group.Max, group.Range())))
	}
	for i := range group.Subsections {
		if s := &group.Subsections[i]; only == nil || only == s {
			lines = append(lines, fmt.Sprintf("%-26s %s", s.Slug(), expectedText(s.Min, s.Max, s.Range())))
		}
	}
	return lines
}
