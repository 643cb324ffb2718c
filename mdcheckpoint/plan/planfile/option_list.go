package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// choices are the options of t, and the text that stands beside them.
func (t *Task) choices() ([]Option, string) {
	if len(t.Options) > 0 {
		return t.Options, t.OptionsText
	}
	if listed, before := listOptions(t.OptionsText); len(listed) > 1 {
		return listed, before
	}
	return nil, t.OptionsText
}

// listOptions are the items of a list or the rows of a table, and the text beside them;
// none if text is anything else, or if two cannot be told from each other. Items are all
// of one form; lines that are indented, and bullets below numbers, letters and titles,
// belong to the item above.
func listOptions(text string) (all []Option, beside string) {
	if rows, beside := tableOptions(text); rows != nil {
		return unlike(rows), beside
	}
	l := readList(text, true)
	if l.form == titleItem && len(l.all) < 2 { // the title of the list below it
		l = readList(text, false)
	}
	if l.isHeaded() {
		return nil, ""
	}
	for i := range l.all {
		l.all[i].Text = spelling.OneLine(strings.Join(l.more[i], " "))
	}
	return unlike(l.all), strings.TrimSpace(strings.Join(l.beside, "\n"))
}

// An itemList is a list as it is read, line by line.
type itemList struct {
	form   itemForm
	all    []Option
	more   [][]string // lines of each item
	beside []string   // lines of none
	heads  int        // items that stand right below such a line
	line   lineKind   // the line before
}

// A lineKind is what a line is to a list.
type lineKind uint8

const (
	blankLine lineKind = iota
	itemLine           // of an item
	proseLine          // of none
)

// readList reads text as a list; with titles a line that is one may be an item.
func readList(text string, titles bool) *itemList {
	l := &itemList{}
	for line := range strings.Lines(text) {
		l.add(strings.TrimRight(line, "\r\n"), titles)
	}
	return l
}

// add adds a line. One that is neither indented nor an item goes on with the item above it
// if that is a title or stands right above it; what comes after a blank line is about all
// of them.
func (l *itemList) add(line string, titles bool) {
	o, its := cutItem(line)
	if its == titleItem && !titles {
		its = noItem
	}
	bare := strings.TrimLeft(line, " \t")
	inside := bare != line || its == bulletItem || l.form == titleItem || l.line == itemLine
	switch {
	case bare == "":
		if l.line = blankLine; len(l.all) == 0 {
			l.beside = append(l.beside, line)
		}
	case its != noItem && (l.form == noItem || its == l.form):
		if l.line == proseLine {
			l.heads++
		}
		l.form, l.all, l.more, l.line = its, append(l.all, o), append(l.more, []string{o.Text}), itemLine
	case l.form != noItem && inside:
		last := &l.more[len(l.more)-1]
		*last = append(*last, strings.TrimLeft(bare, "-*+ \t"))
		if l.line = itemLine; bare == line && its == noItem && l.form == bulletItem {
			l.line = proseLine
		}
	default:
		l.beside, l.line = append(l.beside, line), proseLine
	}
}

// isHeaded reports whether what looks like items are remarks below names that have no
// mark: "Postgres", "- fast", "SQLite", "- small". Items that have ids are none.
func (l *itemList) isHeaded() bool {
	return l.form == bulletItem && l.heads > 1 && slices.ContainsFunc(l.all, func(o Option) bool { return o.ID == "" })
}

// unlike is options that each have another key; nil if two have one.
func unlike(options []Option) []Option {
	seen := map[string]bool{}
	for _, key := range keys(options) {
		if key == "" || seen[key] {
			return nil
		}
		seen[key] = true
	}
	return options
}

// An itemForm is how an item of a list begins.
type itemForm uint8

const (
	noItem     itemForm = iota
	bulletItem          // - or *
	markedItem          // 1. or a) or Option A:
	titleItem           // a line that is a heading, or begins in bold
)

// cutItem reads a line as the begin of an item: "- clerk: its screens are good",
// "- Clerk", "2. Clerk", "b) Clerk", "**a. Clerk** - good", "Option A: Clerk".
func cutItem(line string) (Option, itemForm) {
	if len(line) > 2 && strings.IndexByte("-*+", line[0]) >= 0 && line[1] == ' ' {
		return bulletOption(spelling.OneLine(line[2:])), bulletItem
	}
	if id, rest, ok := cutMark(line); ok {
		return markedOption(id, rest), markedItem
	}
	title, bold := strings.CutPrefix(line, "**")
	if heading := strings.TrimLeft(line, "#"); len(heading) < len(line) && strings.HasPrefix(heading, " ") {
		title = heading
	} else if !bold || !strings.Contains(title, "**") {
		return Option{}, noItem
	}
	if bold {
		title = strings.Replace(title, "**", "", 1)
	}
	return bulletOption(spelling.OneLine(title)), titleItem
}

// bulletOption is an item that may begin with its id: a mark, a word before a dash or
// colon; without either it has a name alone.
func bulletOption(text string) Option {
	if inner, bold := strings.CutPrefix(text, "**"); bold {
		if id, rest, ok := cutMark(inner); ok {
			return markedOption(id, strings.Replace(rest, "**", "", 1))
		}
	}
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
func cutMark(line string) (id, rest string, ok bool) {
	word := optionWord.cut(line)
	mark, rest, ok := strings.Cut(word, " ")
	if rest = strings.TrimSpace(rest); !ok || rest == "" {
		return "", "", false
	}
	ends := ".)"
	if len(word) < len(line) { // of Option A the end may be another, and stand apart
		ends = ".):"
		if after := strings.TrimLeft(rest, "-–— "); len(after) < len(rest) && after != "" {
			mark, rest = mark+".", after
		}
	}
	id = strings.TrimLeft(strings.TrimRight(mark, ends), "(")
	return id, rest, len(id) < len(strings.TrimLeft(mark, "(")) && (isNumber(id) || len(id) == 1 && isLetter(id[0]) || isRoman(id))
}

// isRoman reports whether text is a small number in Roman figures, in one case.
func isRoman(text string) bool {
	const most = len("viii")
	lower := strings.ToLower(text)
	return text != "" && len(text) <= most && strings.Trim(lower, "ivx") == "" && (text == lower || text == strings.ToUpper(text))
}

// A leadWord is a word that says what follows it, and is no part of it.
type leadWord string

// optionWord is what people put before the mark of an option.
const optionWord leadWord = "option"

// cut is text without the word, in any case, and the space or dash behind it.
func (w leadWord) cut(text string) string {
	if n := len(w); len(text) > n+1 && strings.EqualFold(text[:n], string(w)) && (text[n] == ' ' || text[n] == '-') {
		return text[n+1:]
	}
	return text
}
