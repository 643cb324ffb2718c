package planfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mdck/internal/nearest"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

// A Draft is a checkpoint task that is to be written.
type Draft struct {
	Type    string            // with or without the prefix
	After   *int              // number of the task that it is put behind; 0 is in front of all, nil behind all
	Texts   map[string]string // of several lines, by the names of the children
	Options []Option
}

// A written is a draft as it will stand in the file.
type written struct {
	kind  string
	parts []part
}

// A part is a child: its name and text, or options.
type part struct {
	name, text string
	options    []Option
}

// Check is a [*protocol.RequestError] for what no plan could have, so that nobody waits for a lock to
// be told.
func (d *Draft) Check() error {
	_, err := d.write()
	return err
}

// write checks d and gives it its children.
func (d *Draft) write() (*written, error) {
	w := &written{kind: Prefix + strings.TrimPrefix(d.Type, Prefix)}
	if !slices.Contains(Checkpoints(), w.kind) {
		return nil, protocol.BadRequest("", "unknown type %q, want one of %s%s", short(d.Type), strings.Join(bareTypes(), ", "), nearest.Hint(strings.TrimPrefix(d.Type, Prefix), bareTypes()))
	}
	if err := d.misplaced(w.kind); err != nil {
		return nil, err
	}
	resume := map[string]string{HumanVerify: `Type "approved" or describe the problem`, HumanAction: `Type "done" when it is done`, Decision: selectText(d.Options)}[w.kind]
	for _, c := range childrenOf(w.kind) {
		switch text := clean(d.Texts[c.tag]); {
		case c.tag == OptionsTag:
			w.parts = append(w.parts, part{name: OptionsTag, options: d.Options})
		case c.tag == ResumeTag:
			w.parts = append(w.parts, part{name: ResumeTag, text: cmp.Or(text, resume)})
		case text != "":
			w.parts = append(w.parts, part{name: c.tag, text: text})
		}
	}
	if err := d.refused(); err != nil {
		return w, err
	}
	return w, w.check(d)
}

// misplaced is the error of what a task of a kind does not have, and of a place that no plan
// has.
func (d *Draft) misplaced(kind string) error {
	for _, c := range children {
		isGiven := d.Texts[c.tag] != "" || c.tag == OptionsTag && len(d.Options) > 0
		if isGiven && c.of != kind && c.of != "" {
			return protocol.BadRequest("", "<%s> is no part of %s", c.tag, strings.TrimPrefix(kind, Prefix))
		}
	}
	if d.After != nil && *d.After < 0 {
		return protocol.BadRequest("", "a place behind task %d, want 0 or more", *d.After)
	}
	return nil
}

func selectText(options []Option) string {
	var ids []string
	for i := range options {
		ids = append(ids, clean(options[i].ID))
	}
	return "Select: " + strings.Join(ids, ", ")
}

// giveOption is a hint.
const giveOption = "--option ID=NAME gives one, --pros ID=TEXT and --cons ID=TEXT what speaks for and against it"

// check reports what a task of the type cannot do without.
func (w *written) check(d *Draft) error {
	for _, c := range childrenOf(w.kind) {
		if c.required && clean(d.Texts[c.tag]) == "" {
			return protocol.BadRequest("--"+c.tag+" gives it; mdck plan add --help lists what each type is made of", "a task of type %q needs <%s>", w.kind, c.tag)
		}
	}
	if w.kind != Decision {
		return nil
	}
	if len(d.Options) < 2 {
		return protocol.BadRequest(giveOption, "a decision needs two options or more, found %d", len(d.Options))
	}
	for i, o := range d.Options {
		id := clean(o.ID)
		switch {
		case id == "" || id != o.ID || strings.ContainsAny(id, "\"'<>&` \t\n"):
			return protocol.BadRequest(giveOption, "the id %q of option %d, want letters, digits and hyphens", short(o.ID), i+1)
		case clean(o.Name) == "":
			return protocol.BadRequest(giveOption, "option %q has no name", id)
		case (clean(o.Pros) == "") != (clean(o.Cons) == ""):
			return protocol.BadRequest(giveOption, "option %q has only one of pros and cons", id)
		case slices.ContainsFunc(d.Options[:i], func(other Option) bool { return strings.EqualFold(other.ID, id) }):
			return protocol.BadRequest(giveOption, "a second option %q", id)
		}
	}
	return nil
}

// clean makes text fit for a file: valid UTF-8, line feeds for line endings, no
// other control characters, no white space around it or at the end of a line.
func clean(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\ufffd"))
	text = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || r == '\ufeff') {
			return -1
		}
		return r
	}, text)
	return dedent("\n" + text)
}

// text is the task, indented, and what stands in it by one unit more.
func (w *written) text(indent, unit string) string {
	var b strings.Builder
	gate := ""
	if w.kind != HumanAction {
		gate = ` gate="` + gates[0] + `"`
	}
	fmt.Fprintf(&b, "%s<task type=%q%s>\n", indent, w.kind, gate)
	for _, p := range w.parts {
		p.write(&b, indent+unit, unit)
	}
	b.WriteString(indent + "</task>")
	return b.String()
}

func (p *part) write(b *strings.Builder, indent, unit string) {
	switch {
	case p.name == OptionsTag:
		fmt.Fprintf(b, "%s<%s>\n", indent, OptionsTag)
		for i := range p.options {
			p.options[i].write(b, indent+unit, unit)
		}
		fmt.Fprintf(b, "%s</%s>\n", indent, OptionsTag)
	case strings.Contains(p.text, "\n"):
		fmt.Fprintf(b, "%s<%s>\n", indent, p.name)
		for line := range strings.SplitSeq(p.text, "\n") {
			if line != "" {
				line = indent + unit + line
			}
			b.WriteString(line + "\n")
		}
		fmt.Fprintf(b, "%s</%s>\n", indent, p.name)
	default:
		fmt.Fprintf(b, "%s<%s>%s</%s>\n", indent, p.name, p.text, p.name)
	}
}

func (o *Option) write(b *strings.Builder, indent, unit string) {
	name := spelling.OneLine(clean(o.Name))
	if clean(o.Pros) == "" {
		fmt.Fprintf(b, "%s<%s id=%q>%s</%s>\n", indent, OptionTag, o.ID, name, OptionTag)
		return
	}
	fmt.Fprintf(b, "%s<%s id=%q>\n", indent, OptionTag, o.ID)
	for _, p := range []part{{name: NameTag, text: name}, {name: ProsTag, text: clean(o.Pros)}, {name: ConsTag, text: clean(o.Cons)}} {
		p.write(b, indent+unit, unit)
	}
	fmt.Fprintf(b, "%s</%s>\n", indent, OptionTag)
}

// same reports whether t is what is to be written: the same type and children.
func (w *written) same(t *Task) bool {
	if t.Type != w.kind || len(t.Children) != len(w.parts) || !t.Closed {
		return false
	}
	for i, p := range w.parts {
		c := &t.Children[i]
		if c.Name != p.name || p.name != OptionsTag && c.Text != p.text {
			return false
		}
		if p.name == OptionsTag && !slices.EqualFunc(t.Options, p.options, sameOption) {
			return false
		}
	}
	return true
}

func sameOption(a, b Option) bool {
	one := func(s string) string { return spelling.OneLine(clean(s)) }
	if a.ID != b.ID || a.Pros != one(b.Pros) || a.Cons != one(b.Cons) {
		return false
	}
	return a.Name == one(b.Name) || a.Plain && a.Text == one(b.Name)
}
