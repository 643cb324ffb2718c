// Package tracks reads tracks.md, the list of a project's tracks with their progress, in the forms that
// people and the skills of the protocol write.
package tracks

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"mdck/mdcheckpoint/loop/tasks"
)

// An Entry is a heading, list item or table row of tracks.md, with the lines that continue it.
type Entry struct {
	Number int        // line number, 1-based
	Title  string     // text without marker and box
	Mark   tasks.Mark // mark in the box; 0 if there is no box
	Link   string     // path below tracks/ that the entry links to, or ""

	level int // level of a heading; 0 for other entries
	lines []string
	row   []string
	head  []string
	above *Entry
}

// A List is a parsed tracks.md.
type List struct {
	Entries []*Entry // in file order
	First   *Entry   // the first open or begun entry with a link, or nil
	text    string
	ids     map[string]*Entry
}

// repair removes NUL bytes, which PowerShell adds if it appends UTF-16. It turns a literal \n before a
// heading, item or row, which shells write, into a line break.
func repair(text string) string {
	return strings.NewReplacer("\x00", "", `\n\n`, "\n\n", `\n#`, "\n#", `\n- `, "\n- ", `\n* `, "\n* ", `\n|`, "\n|").Replace(text)
}

// last caches the last list, because each track of a project parses the same tracks.md.
var last atomic.Pointer[List]

// Parse parses the text of tracks.md.
func Parse(text string) *List {
	if list := last.Load(); list != nil && list.text == text {
		return list
	}
	list := &List{text: text, ids: map[string]*Entry{}}
	var above *Entry
	var table []string
	number := 0
	for raw := range strings.Lines(repair(text)) {
		number++
		e := readEntry(strings.TrimRight(raw, " \t\r\n"))
		e.Number = number
		if e.row == nil {
			table = nil
		} else if table == nil {
			table = e.row
		}
		e.above, e.head = above, table
		if e.level > 0 {
			e.nest()
			above = e
		}
		list.add(e)
	}
	for _, e := range list.Entries {
		list.index(e)
		if s := e.Stage(); list.First == nil && e.Link != "" && (s == Open || s == Underway) {
			list.First = e
		}
	}
	last.Store(list)
	return list
}

func (e *Entry) nest() {
	for e.above != nil && e.above.level >= e.level {
		e.above = e.above.above
	}
}

func (l *List) add(e *Entry) {
	if n := len(l.Entries); n > 0 && e.continues() {
		l.Entries[n-1].lines = append(l.Entries[n-1].lines, e.lines[0])
	} else {
		l.Entries = append(l.Entries, e)
	}
}

func (e *Entry) continues() bool {
	if e.level > 0 || e.row != nil || e.Mark != 0 {
		return false
	}
	line := e.lines[0]
	return e.Title == "" || strings.TrimLeft(line, " \t") != line || isAttribute(e.Title) || e.above != nil && e.above.Mark != 0
}

// attributes are labels of lines that describe the entry above. Source: real files.
const attributes = "|status|state|goal|plan|link|spec|type|priority|created|updated|progress|depends on|dependencies|domain|notes|scope|outcome|summary|description|path|id|track id|"

func isAttribute(title string) bool {
	label, _, ok := strings.Cut(title, ":")
	return ok && strings.Contains(attributes, "|"+strings.ToLower(trim(label))+"|")
}

func trim(text string) string { return strings.Trim(text, tasks.Emphasis+" \t") }

// readEntry parses a line as the start of an entry. Other lines get no title and no row.
func readEntry(raw string) *Entry {
	e := &Entry{lines: []string{raw}}
	if bare := strings.TrimLeft(raw, " \t"); strings.HasPrefix(bare, "|") {
		for cell := range strings.SplitSeq(strings.Trim(bare, "|"), "|") {
			e.row = append(e.row, trim(cell))
		}
		return e
	}
	line, _ := tasks.ReadLine(raw)
	e.level, e.Mark, e.Title = line.Level, line.Mark, trim(line.Text)
	const label = "track:"
	if len(e.Title) > len(label) && strings.EqualFold(e.Title[:len(label)], label) {
		e.Title = trim(e.Title[len(label):])
	}
	return e
}

func (l *List) index(e *Entry) {
	for _, cell := range append(e.row, e.Title) {
		l.note(idOf(cell), e)
	}
	for i, line := range e.lines {
		lower, marks := strings.ToLower(line), ""
		if strings.Contains(lower, "depend") {
			continue
		}
		if i == 0 || strings.Contains(lower, "id:") {
			marks = "`["
		}
		if strings.Contains(line, "tracks") || strings.Contains(line, "archive") {
			marks += "/"
			e.Link = cmp.Or(e.Link, linkIn(line))
		}
		for at, r := range line {
			if strings.ContainsRune(marks, r) {
				l.note(idOf(line[at+1:]), e)
			}
		}
	}
}

// linkIn returns the folder after the first "tracks/" in a line, or "".
func linkIn(line string) string {
	_, behind, _ := strings.Cut(line, "tracks/")
	link := behind[:strings.IndexAny(behind+")", ")]|`\"#*<{ \t")]
	if path.Ext(link) == ".md" {
		link, _ = path.Split(link)
	}
	return strings.TrimRight(link, "/")
}

func (l *List) note(id string, e *Entry) {
	if _, ok := l.ids[id]; !ok {
		l.ids[id] = e
	}
}

func idOf(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.", r)
	})
	if end >= 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, "_-.")
}

// Find returns the first entry for the track with the id, or nil.
func (l *List) Find(id string) *Entry {
	if id = idOf(id); id == "" {
		return nil
	}
	return l.ids[id]
}

// Stage returns the stage of the entry, or else of the nearest enclosing heading that has one.
func (e *Entry) Stage() Stage {
	for ; e != nil; e = e.above {
		if s := e.own(); s != Unknown {
			return s
		}
	}
	return Unknown
}

func (e *Entry) own() Stage {
	box := ofMark(e.Mark)
	switch {
	case e.row != nil:
		return e.ofRow()
	case box != Unknown && box != Open:
		return box
	}
	return cmp.Or(StatusIn(e.lines), e.remark(), box, OfWord(e.Title)) // the title may be "Completed Tracks"
}

// remark returns the stage at the start of a remark in the title, as in "**Menu** (active — since
// March)" and "menu: done".
func (e *Entry) remark() Stage {
	for _, mark := range [...]string{"(", ": ", " - ", " — "} {
		_, behind, _ := strings.Cut(e.Title, mark)
		word, _, _ := strings.Cut(behind+")", ")")
		word, _, _ = strings.Cut(word, " — ")
		word, _, _ = strings.Cut(word, " by ")
		if s := OfWord(word); s != Unknown {
			return s
		}
	}
	return Unknown
}

func (e *Entry) ofRow() Stage {
	column := slices.IndexFunc(e.head, func(name string) bool { return strings.EqualFold(name, "status") || strings.EqualFold(name, "state") })
	for i, cell := range e.row {
		mark, _ := tasks.CutBox(cell)
		if s := cmp.Or(ofMark(mark), stageOf(cell, column < 0)); s != Unknown && (column < 0 || i == column) {
			return s
		}
	}
	return Unknown
}
