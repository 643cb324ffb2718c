package cli

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
	"mdck/templates"
)

// An appendDraft is what an editor opens with for an Append, and what is made of it.
type appendDraft struct {
	prompt   *ohrfc.Prompt
	request  ohrfc.Append       // without bullets
	only     *schema.Subsection // the one that is written; nil for the whole section
	encoding string
}

// name is the base name of the draft's file.
func (d *appendDraft) name() string {
	return schema.Slug(strings.TrimSuffix(d.prompt.Title(), " Exit")) + ".md"
}

// text is the section with what is asked in comments, and the bullets that it
// holds if they are to be replaced.
func (d *appendDraft) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", d.prompt.Title())
	lines := []string{
		`A bullet is one line that begins with "- ", below the heading where it belongs.`,
		"Comments like this one are not written. Without a bullet, nothing is.",
	}
	writeComment(&b, append(lines, budgetLines(d.prompt, d.encoding)...))
	for i := range d.prompt.Group.Subsections {
		if sub := &d.prompt.Group.Subsections[i]; d.only == nil || d.only == sub {
			d.writeSubsection(&b, sub)
		}
	}
	return b.String()
}

func (d *appendDraft) writeSubsection(b *strings.Builder, sub *schema.Subsection) {
	fmt.Fprintf(b, "\n### %s\n", sub.Title)
	lines := append([]string{bulletRange(sub)}, templates.Questions(d.prompt.Group.Key, sub.Slug())...)
	if len(sub.Labels) > 0 {
		lines = append(lines, tensionLines(d.prompt)...)
	}
	writeComment(b, lines)
	for _, bullet := range d.existingBullets(sub) {
		fmt.Fprintf(b, "- %s\n", bullet)
	}
}

// existingBullets returns the bullets of sub that the draft begins with.
func (d *appendDraft) existingBullets(sub *schema.Subsection) []string {
	for _, f := range d.prompt.There {
		if f.Subsection == sub {
			return f.Bullets
		}
	}
	return nil
}

// apply reads what the user made of the draft and writes it.
func (d *appendDraft) apply(text string, write func(ohrfc.Append) error) error {
	in, err := ohrfc.ParseInput(d.prompt.Group, d.only, text)
	if err != nil {
		return withRequestHint(err)
	}
	if len(in.Fillings) == 0 {
		return errNoBullets
	}
	if in.Round != 0 && in.Round != d.prompt.Round {
		return fmt.Errorf("the heading is that of round %d, want round %d", in.Round, d.prompt.Round)
	}
	d.request.Fillings = in.Fillings
	if d.only != nil {
		d.request.Replace = !d.adds(in)
	}
	return write(d.request)
}

// adds reports whether in is what the draft began with and more behind it: then
// what is there need not be touched.
func (d *appendDraft) adds(in *ohrfc.Input) bool {
	was, is := d.existingBullets(d.only), in.Fillings[0].Bullets
	return len(is) >= len(was) && slices.Equal(is[:len(was)], was)
}

// unchanged refuses to replace bullets that are others by now than those that the
// draft began with: the user has not seen them.
func (d *appendDraft) unchanged(then *ohrfc.Workspace) func(*ohrfc.Workspace) error {
	was := d.body(then)
	return func(now *ohrfc.Workspace) error {
		if d.request.Replace && d.body(now) != was {
			return refusal{fmt.Errorf("nothing written: %q was changed while the editor was open", d.prompt.Title())}
		}
		return nil
	}
}

// body is the text of the section in room; "" if it is not there.
func (d *appendDraft) body(room *ohrfc.Workspace) string {
	if room.Checkpoint == nil {
		return ""
	}
	there := room.Checkpoint.Match.Group(d.prompt.Group.Key, d.prompt.Round)
	if there == nil {
		return ""
	}
	return room.Checkpoint.Document.File.Slice(there.Body())
}
