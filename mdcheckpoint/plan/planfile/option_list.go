package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/spelling"
)

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

// readList returns the items of a list, which have one form, and the text beside them. Lines
// that are indented, bullets below other items, and lines right below an item belong to that
// item. Remarks below names that have no mark are not items: "Postgres", "- fast", "SQLite",
// "- small".
func readList(text string) (all []Option, beside string) {
	var others []string
	var texts [][]string // of each item
	form, prose, blank, heads := noItem, false, true, 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		o, its := cutItem(line)
		bare := strings.TrimLeft(line, "-*+ \t")
		isInside := its == bulletItem || !blank || strings.TrimLeft(line, " \t") != line
		switch {
		case its != noItem && (form == noItem || its == form):
			if prose {
				heads++
			}
			form, prose, all, texts = its, false, append(all, o), append(texts, []string{o.Text})
		case form != noItem && bare != "" && isInside:
			texts[len(texts)-1] = append(texts[len(texts)-1], bare)
			prose = prose || its == noItem && line[0] != ' ' && line[0] != '\t'
		case form == noItem || bare != "":
			others, prose = append(others, line), bare != ""
		}
		blank = bare == ""
	}
	for i := range all {
		all[i].Text = spelling.OneLine(strings.Join(texts[i], " "))
	}
	unnamed := func(o Option) bool { return o.ID == "" }
	if form == bulletItem && heads > 1 && slices.ContainsFunc(all, unnamed) {
		return nil, ""
	}
	return all, strings.TrimSpace(strings.Join(others, "\n"))
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
