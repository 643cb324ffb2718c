package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// An Option is one of those that a decision offers.
type Option struct {
	ID   string `json:"id"`   // "" if it has none
	Name string `json:"name"` // of the element <name>, or the text before a dash or colon
	Pros string `json:"pros"`
	Cons string `json:"cons"`
	Text string `json:"text"` // all of it, on one line

	Plain  bool        `json:"-"` // without elements inside
	Span   source.Span `json:"-"`
	Tag    source.Span `json:"-"`
	marked bool        // its tag says that it is recommended
}

// readOptions reads what the children of t offer.
func (t *Task) readOptions(s *scanned) {
	var text strings.Builder
	for i := range t.Children {
		c := &t.Children[i]
		switch c.Name {
		case OptionTag:
			t.Options = append(t.Options, s.option(c))
		case OptionsTag:
			at := c.Inner.Start
			for _, o := range s.children(c.Inner) {
				if o.Name != OptionTag {
					continue
				}
				text.WriteString(s.text[at:o.Span.Start])
				at = o.Span.End
				t.Options = append(t.Options, s.option(&o))
			}
			text.WriteString(s.text[at:c.Inner.End])
		}
	}
	t.OptionsText = dedent(text.String())
}

// option reads an option of either form.
func (s *scanned) option(c *Child) Option {
	o := Option{Span: c.Span, Tag: c.Tag, Text: spelling.OneLine(c.Text)}
	for _, name := range []string{"id", "value", "name"} {
		if a := attr(c.Attrs, name); a != nil && o.ID == "" {
			o.ID = strings.TrimSpace(a.Value)
		}
	}
	if a := attr(c.Attrs, "recommended"); a != nil {
		o.marked = !slices.Contains([]string{"", "0", "no", "false"}, strings.ToLower(strings.TrimSpace(a.Value)))
	}
	for _, part := range s.children(c.Inner) {
		to := map[string]*string{NameTag: &o.Name, ProsTag: &o.Pros, ConsTag: &o.Cons}[part.Name]
		if to != nil && *to == "" {
			*to = spelling.OneLine(part.Text)
		}
	}
	if o.Plain = o.Name == "" && o.Pros == "" && o.Cons == ""; o.Plain {
		o.Name = plainName(o.Text)
	}
	return o
}

// plainName is what stands before the first dash or colon of an option's text.
func plainName(text string) string {
	end := len(text)
	for _, mark := range []string{" - ", " – ", " — ", ": "} {
		if i := strings.Index(text, mark); i > 0 && i < end {
			end = i
		}
	}
	return strings.TrimSpace(text[:end])
}

// choices returns the options of t, and the text beside them. Where no element is an option,
// the items of a list are, if they can be told apart.
func (t *Task) choices() ([]Option, string) {
	if len(t.Options) > 0 {
		return t.Options, t.OptionsText
	}
	if listed, beside := readList(t.OptionsText); len(listed) > 1 && areUnlike(listed) {
		return listed, beside
	}
	return nil, t.OptionsText
}

// An itemForm is how an item of a list begins.
type itemForm uint8

const (
	noItem     itemForm = iota
	bulletItem          // - or *
	markedItem          // 1. or a) or Option A:
)

// readList returns the items of a list, which have one form, and the text before them. What
// follows an item in another form belongs to it. Items without ids that have text between them
// are remarks on it: "Postgres", "- fast", "SQLite", "- small".
func readList(text string) (all []Option, beside string) {
	texts := [][]string{nil} // what is beside, and then the text of each item
	form, unnamed, prose, parted := noItem, false, false, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, space)
		o, its := cutItem(line)
		if its != noItem && (form == noItem || its == form) {
			parted = parted || prose && form != noItem
			unnamed = unnamed || o.ID == ""
			form, all, texts = its, append(all, o), append(texts, nil)
			line = o.Text
		} else if form != noItem {
			line = strings.TrimLeft(line, "-*+ \t")
		}
		prose = its == noItem && line != "" && line[0] != ' '
		last := len(texts) - 1
		texts[last] = append(texts[last], line)
	}
	if unnamed && parted {
		return nil, ""
	}
	for i := range all {
		all[i].Text = spelling.OneLine(strings.Join(texts[i+1], " "))
	}
	return all, strings.TrimSpace(strings.Join(texts[0], "\n"))
}

// areUnlike reports whether options each have another key.
func areUnlike(options []Option) bool {
	seen := map[string]bool{"": true}
	for _, key := range keys(options) {
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

// cutItem reads a line as the begin of an item: "- clerk: its screens are good", "- Clerk",
// "2. Clerk", "b) Clerk", "Option A: Clerk", "### Option A: Clerk".
func cutItem(line string) (Option, itemForm) {
	text := strings.TrimLeft(strings.ReplaceAll(line, "**", ""), "#")
	if len(text) > 2 && strings.IndexByte("-*+", text[0]) >= 0 && text[1] == ' ' {
		return bulletOption(spelling.OneLine(text[2:])), bulletItem
	}
	if id, rest, ok := cutMark(text); ok {
		return markedOption(id, rest), markedItem
	}
	return Option{}, noItem
}

// bulletOption is an item that may begin with its id: a mark, a word before a dash or
// colon; without either it has a name alone.
func bulletOption(text string) Option {
	if id, rest, ok := cutMark(text); ok {
		return markedOption(id, rest)
	}
	name := plainName(text)
	id, rest := strings.Trim(name, "*`\"'"), strings.TrimLeft(text[len(name):], " -–—:")
	if name == text || id == "" || rest == "" || strings.ContainsAny(id, " \t<>\"'`*") {
		return Option{Name: listName(text), Text: text, Plain: true}
	}
	return markedOption(id, rest)
}

func markedOption(id, rest string) Option {
	rest = spelling.OneLine(rest)
	return Option{ID: id, Name: listName(rest), Text: rest, Plain: true}
}

// listName is what stands before the first dash, colon or parenthesis of an item,
// without emphasis.
func listName(text string) string {
	name := plainName(text)
	if i := strings.Index(name, " ("); i > 0 {
		name = name[:i]
	}
	return strings.Trim(name, "*`\"' ")
}

// cutMark parts the mark of an item from its text: 1. of "1. Clerk", a of "(a) Clerk",
// A of "Option A: Clerk".
func cutMark(text string) (id, rest string, ok bool) {
	text = strings.TrimLeft(text, " ")
	marked := cutOption(text)
	mark, rest, _ := strings.Cut(marked, " ")
	rest = strings.TrimSpace(rest)
	ends := ".)"
	if marked != text { // the mark of "Option A" may end in another sign, or in a dash
		ends = ".):"
		if after := strings.TrimLeft(rest, "-–— "); len(after) < len(rest) {
			mark, rest = mark+".", after
		}
	}
	mark = strings.TrimLeft(mark, "(")
	id = strings.TrimRight(mark, ends)
	return id, rest, rest != "" && len(id) < len(mark) && (isNumber(id) || len(id) == 1 && isLetter(id[0]))
}

// cutOption cuts the word off that people put before the mark of an option.
func cutOption(text string) string {
	const word = "option"
	if n := len(word); len(text) > n+1 && strings.EqualFold(text[:n], word) && (text[n] == ' ' || text[n] == '-') {
		return text[n+1:]
	}
	return text
}
