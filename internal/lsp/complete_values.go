package lsp

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan/planfile"
)

// inMeta reports whether the line lies in the Meta section.
func (c *cursor) inMeta() bool {
	g := c.group()
	return g != nil && g.Group.Key == ohrfc.MetaKey && c.line.Start <= g.Section.Own.End
}

// meta are keys that are missing, behind the marker of a bullet, or values of the key
// that stands there.
func (c *cursor) meta() (from int, all []proposal) {
	marker := len(c.typed) - len(strings.TrimLeft(c.typed, " \t-*+"))
	if !strings.ContainsAny(c.typed[:marker], "-*+") {
		return 0, nil
	}
	key, value, hasValue := strings.Cut(c.typed[marker:], ":")
	if hasValue {
		from = len(c.typed) - len(strings.TrimLeft(value, " \t"))
		return from, c.values(strings.ToLower(strings.TrimSpace(key)), value == "")
	}
	for _, k := range ohrfc.MetaKeys {
		if c.before.rfc.Meta.Field(k) == nil {
			all = append(all, proposal{k + ": ", "", completionProperty})
		}
	}
	return marker, all
}

// values are those of a key of Meta, with a space before them where there is none.
func (c *cursor) values(key string, bare bool) []proposal {
	var words []string
	switch key {
	case ohrfc.StrictnessKey:
		for _, f := range ohrfc.StateFields.Fields {
			if f.Name == key {
				words = f.Values
			}
		}
		words = slices.Clone(words)
		for i := range words {
			words[i] = ohrfc.TitleCase(words[i])
		}
	case ohrfc.LastPhaseKey:
		words = []string{ohrfc.PhaseDiscover, ohrfc.PhaseDesign}
		for n := max(1, c.before.rfc.NewestRound()); n <= c.before.rfc.NewestRound()+1; n++ {
			words = append(words, ohrfc.Phase{Name: "gate_b_round", Round: n}.String())
		}
		words = append(words, ohrfc.PhaseReview)
	}
	space := ""
	if bare {
		space = " "
	}
	var all []proposal
	for _, w := range words {
		all = append(all, proposal{space + w, key, completionValue})
	}
	return all
}

// planned are types of tasks, in the attribute of a task, and missing keys of the front
// matter.
func (c *cursor) planned() (from int, all []proposal) {
	if at := strings.LastIndex(c.typed, "type="); at >= 0 && c.inTask(at+len("type=")) {
		for _, name := range planfile.Types() {
			all = append(all, proposal{name, "type of a task", completionValue})
		}
		return at + len(`type="`), all
	}
	if p := c.before.plan; p == nil || !p.Front.Is || !p.Front.Closed || c.line.Start < p.Front.Body.Start || c.line.Start > p.Front.Body.End || strings.ContainsAny(c.typed, ": \t") {
		return 0, nil
	}
	for _, f := range planfile.FrontFields.Fields {
		if c.before.plan.Front.Root.Get(f.Name) == nil {
			all = append(all, proposal{f.Name + ": ", f.Doc, completionProperty})
		}
	}
	return 0, all
}

// inTask reports whether a value that begins with a quote at a place in what was typed is
// the type of a task: with it closed behind the cursor, the text has such a task there,
// and not in code or a comment.
func (c *cursor) inTask(at int) bool {
	if at >= len(c.typed) || c.typed[at] != '"' && c.typed[at] != '\'' || strings.IndexByte(c.typed[at+1:], c.typed[at]) >= 0 {
		return false
	}
	quote, rest := c.typed[at:at+1], c.rest
	if strings.Contains(rest, quote) {
		rest = rest[strings.Index(rest, quote)+1:]
	}
	if !strings.Contains(rest, ">") {
		rest = ">" + rest
	}
	const made = "made-up"
	p, err := planfile.Parse("", c.above+c.typed[:at]+quote+made+quote+rest+c.below)
	return err == nil && slices.ContainsFunc(p.Tasks, func(t *planfile.Task) bool {
		return t.Type == made && t.Tag.Contains(len(c.above)+at)
	})
}
