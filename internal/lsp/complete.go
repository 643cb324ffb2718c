package lsp

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A proposal is what may stand in place of what was typed.
type proposal struct {
	text, detail string
	kind         int
}

// A cursor is a place in a line, and the text without that line.
type cursor struct {
	line   source.Span // without its ending
	typed  string      // from the start of the line to the place
	rest   string      // behind it
	above  string      // the text before the line
	below  string      // and behind it
	before *view       // the text as it was before the line was begun
}

// complete proposes headings that are missing, keys and values of Meta, and types of
// tasks and keys of the front matter of plans.
func (s *Server) complete(p *completionParams) (any, error) {
	d := s.open(p.TextDocument.URI)
	if d == nil || d.target == nil || d.raw != "" || len(d.text) > source.MaxSize {
		return []completion{}, nil
	}
	text := d.judged()
	file := source.NewFile(d.target.Path, text)
	m := d.mapper(file, s.encoding)
	offset := m.offset(p.Position)
	start, end := m.line(file.Line(offset))
	c := cursor{line: source.Span{Start: start, End: end}, typed: text[start:offset], rest: text[offset:end], above: text[:start], below: text[end:]}
	c.before = d.read(text[:start] + text[end:])
	if trigger := p.Context.TriggerCharacter; trigger != "" && !strings.HasSuffix(c.typed, trigger) {
		return []completion{}, nil
	}
	from, proposals := c.proposals(d.target)
	over := source.Span{Start: start + from, End: offset + wordEnd(c.rest)}
	if strings.HasPrefix(c.typed, "#") { // a title runs on to the end
		over.End = end
	}
	return items(m, over, proposals), nil
}

// proposals are what may be meant, in place of what was typed from a place in it on.
func (c *cursor) proposals(t *workspace.Target) (from int, all []proposal) {
	switch {
	case t.Protocol == workspace.Plan && t.Path == t.Main:
		return c.planned()
	case c.before.match == nil || c.before.hidden(c.line.Start) || !c.holds(t):
		return 0, nil
	case strings.HasPrefix(c.typed, "#"):
		return 0, c.headings(t)
	case c.before.rfc != nil && c.inMeta():
		return c.meta()
	}
	return 0, nil
}

// hidden reports whether an offset lies in code, a comment or the like, which runs on
// behind it.
func (v *view) hidden(offset int) bool {
	hidden := false
	mdcheckpoint.Walk(v.document().Blocks, func(b *mdcheckpoint.Block) bool {
		verbatim := b.Kind == mdcheckpoint.Comment || b.Kind == mdcheckpoint.HTML || b.Kind == mdcheckpoint.Code && b.Fence != nil
		hidden = hidden || verbatim && b.Span.Start < offset && (offset < b.Span.End || !b.Closed)
		return true
	})
	return hidden || v.document().FrontMatter.Contains(offset)
}

// holds reports whether a heading in place of the line would be one: that it is none in
// code, in HTML, which runs on to a line that is empty, and in front matter that nothing
// ends, no list of kinds of blocks tells as well.
func (c *cursor) holds(t *workspace.Target) bool {
	if c.fronted() {
		return false
	}
	doc, err := mdcheckpoint.Parse(t.Path, c.above+"# made-up\n"+strings.TrimPrefix(strings.TrimPrefix(c.below, "\r"), "\n"))
	return err == nil && slices.ContainsFunc(doc.Sections, func(s *mdcheckpoint.Section) bool { return s.Heading.Start == c.line.Start })
}

// fronted reports whether the line may be one of front matter that is still to be ended:
// the text begins with its mark, and no empty line lies between.
func (c *cursor) fronted() bool {
	above := strings.ReplaceAll(strings.TrimPrefix(c.above, bom), "\r\n", "\n")
	return strings.HasPrefix(above, "---\n") && c.before.document().FrontMatter.Len() == 0 && !strings.Contains(above, "\n\n")
}

// headings are those that are missing where the cursor is, and have at least as many
// marks as were typed.
func (c *cursor) headings(t *workspace.Target) []proposal {
	marks := len(c.typed) - len(strings.TrimLeft(c.typed, "#"))
	level := c.before.match.Schema.GroupLevel()
	var all []proposal
	add := func(level int, title, detail string) {
		if marks <= level {
			all = append(all, proposal{strings.Repeat("#", level) + " " + title, detail, completionHeading})
		}
	}
	if g := c.group(); g != nil {
		for i := range g.Group.Subsections {
			if sub := &g.Group.Subsections[i]; g.Subsection(sub.Title) == nil {
				detail := "in " + g.Title()
				if sub.Max > 0 {
					detail += ", bullets: " + sub.Range()
				}
				add(level+1, sub.Title, detail)
			}
		}
	}
	for _, title := range c.groups() {
		add(level, title, "")
	}
	if title := c.before.match.Schema.Title; c.before.match.Title == nil && title != "" {
		add(level-1, strings.ReplaceAll(title, "{ID}", t.ID()), "")
	}
	return all
}

// group is the group that the cursor stands in; nil if it is in none.
func (c *cursor) group() *schema.GroupMatch {
	var last *schema.GroupMatch
	for _, g := range c.before.match.Groups {
		if g.Section.Own.Start < c.line.Start {
			last = g
		}
	}
	for _, s := range c.before.match.Extra {
		if last != nil && s.Own.Start < c.line.Start && s.Own.Start > last.Section.Own.Start {
			return nil
		}
	}
	return last
}

// inOrder are the groups of the format, those first that belong between the groups around
// the cursor.
func (c *cursor) inOrder() []*schema.Group {
	match := c.before.match
	low, high := 0, len(match.Schema.Groups)
	for _, g := range match.Groups {
		if rank := match.Schema.Rank(g.Group.Key); g.Section.Own.Start < c.line.Start {
			low = rank
		} else {
			high = min(high, rank)
		}
	}
	var fit, rest []*schema.Group
	for i := range match.Schema.Groups {
		if g := &match.Schema.Groups[i]; low <= i && i <= high {
			fit = append(fit, g)
		} else {
			rest = append(rest, g)
		}
	}
	return append(fit, rest...)
}

// groups are the titles of those that are not there, and of those that repeat the next,
// in the order of the format.
func (c *cursor) groups() []string {
	var all []string
	match := c.before.match
	for _, g := range c.inOrder() {
		switch {
		case g.Dated():
			all = append(all, strings.Replace(g.Title, "{DATE}", time.Now().UTC().Format(time.DateOnly), 1))
		case g.Repeats() && !g.Numbered(): // the name is the user's
			all = append(all, g.Title[:strings.IndexByte(g.Title, '{')])
		case g.Repeats():
			newest := 0
			for _, there := range match.All(g.Key) {
				newest = max(newest, there.N)
			}
			all = append(all, g.TitleFor(newest+1))
		case len(match.All(g.Key)) == 0:
			all = append(all, g.Title)
		}
	}
	return all
}

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
		for _, name := range plan.Types() {
			all = append(all, proposal{name, "type of a task", completionValue})
		}
		return at + len(`type="`), all
	}
	if p := c.before.plan; p == nil || !p.Front.Is || !p.Front.Closed || c.line.Start < p.Front.Body.Start || c.line.Start > p.Front.Body.End || strings.ContainsAny(c.typed, ": \t") {
		return 0, nil
	}
	for _, f := range plan.FrontFields.Fields {
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
	p, err := plan.Parse("", c.above+c.typed[:at]+quote+made+quote+rest+c.below)
	return err == nil && slices.ContainsFunc(p.Tasks, func(t *plan.Task) bool {
		return t.Type == made && t.Tag.Contains(len(c.above)+at)
	})
}

// items are proposals in their order, in place of the part of a text.
func items(m *mapper, over source.Span, proposals []proposal) []completion {
	all := []completion{}
	for i, p := range proposals {
		all = append(all, completion{
			Label: strings.TrimSpace(p.text), Kind: p.kind, Detail: p.detail, SortText: fmt.Sprintf("%03d", i), FilterText: p.text,
			TextEdit: textEdit{Range: m.span(over), NewText: p.text},
		})
	}
	return all
}

// wordEnd is where the word ends that text begins with.
func wordEnd(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		return len(text)
	}
	return end
}
