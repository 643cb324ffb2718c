package planfile

import (
	"strings"
	"unicode"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

// refused is why a text of d cannot be written: it would move the cursor of who prints
// the plan, or end a task, or hide the rest of the plan, for what reads plans by tags
// alone. Code is no help there: not everything knows of it.
func (d *Draft) refused() error {
	var texts []string
	for _, c := range children { // in one order
		texts = append(texts, d.Texts[c.tag])
	}
	for i := range d.Options {
		o := &d.Options[i]
		texts = append(texts, o.ID, o.Name, o.Pros, o.Cons)
	}
	for _, text := range texts {
		if err := refusedText(text); err != nil {
			return err
		}
	}
	return nil
}

func refusedText(text string) error {
	for _, r := range text {
		if unicode.IsControl(r) && !strings.ContainsRune("\t\n\r", r) {
			return protocol.BadRequest("", "the control character %U in %q, want text", r, short(text))
		}
	}
	lower := strings.ToLower(text)
	for _, tag := range [...]string{"<task", "</task"} { // of tasks as well
		for at := 0; ; {
			i := strings.Index(lower[at:], tag)
			if i < 0 {
				break
			}
			at += i + len(tag)
			if rest := strings.TrimPrefix(lower[at:], "s"); rest == "" || strings.IndexByte(" \t\r\n/>", rest[0]) >= 0 {
				return protocol.BadRequest("name it without the brackets", "a tag %q in the text %q, want none of a task", tag, short(spelling.OneLine(text)))
			}
		}
	}
	if i := strings.LastIndex(text, "<!--"); i >= 0 && !strings.Contains(text[i:], "-->") {
		return protocol.BadRequest("close it with -->", "a comment that nothing closes in the text %q", short(spelling.OneLine(text)))
	}
	return nil
}

// unit is by how much children are indented in the tasks of p: in the one that is nearest
// before the after-th, or else behind it. Two spaces where none tells.
func (p *Plan) unit(after int) string {
	for i := range p.Tasks {
		k := after - 1 - i
		if k < 0 {
			k = i
		}
		if unit, ok := p.unitOf(p.Tasks[k]); ok {
			return unit
		}
	}
	return "  "
}

// unitOf is by how much the first child of t that begins a line is indented more than t.
func (p *Plan) unitOf(t *Task) (unit string, ok bool) {
	outer := p.indentAt(t.Span.Start)
	for i := range t.Children {
		start := t.Children[i].Span.Start
		if line := p.File.LinesOf(t.Children[i].Tag).Start; line > t.Span.Start && strings.Trim(p.Text()[line:start], " \t") == "" {
			return strings.CutPrefix(p.indentAt(start), outer)
		}
	}
	return "", false
}
