package tasks

import (
	"cmp"
	"regexp"
	"strings"
	"sync"

	"mdck/internal/spelling"
)

// Emphasis lists the characters that may surround a name.
const Emphasis = "*_`"

// behindNumber lists the characters that may separate the number of a task from its text.
const behindNumber = Emphasis + " \t.:)-–—"

var expressions = sync.OnceValue(func() (e struct{ marker, number, named, label, phase, commit, deferred, fence *regexp.Regexp }) {
	const number, ends = `(\d+(?:\.\d+)*)`, `(?:$|:|\)|\. | - | — | – )`
	const mark = "^[*_`]*"
	e.marker = regexp.MustCompile(`^([ \t]*)(?:[-*+]|\d{1,9}[.)]|(#{1,6}))[ \t]+(.*)$`)
	// a number after the word Task, or one that cannot be part of a sentence; "3 tests" has no
	// number
	e.number = regexp.MustCompile(mark + `(?i:(?:task)[ \t]+` + number + `|` + number + "[*_`]*" + ends + "|(\\d+(?:\\.\\d+)+)[*_`]*[ \t.])")
	e.named = regexp.MustCompile(mark + `(?i:task[ \t]+)?` + number)
	e.label = regexp.MustCompile(mark + `(?i:task[ \t]+)?([A-Za-z]{1,8}[-_]?\d+(?:\.\d+)*)` + ends)
	e.phase = regexp.MustCompile(mark + `(?i:phase)[ \t]+` + number + "(?:[*_` \t,;:/>–—-][*_` \t,;:./>–—-]*(?i:task[ \t]+)?" + number + ")?")
	e.commit = regexp.MustCompile(`[ \t]*<!--[ \t]*([0-9a-fA-F]{7,64})[ \t]*-->[ \t]*$`)
	e.deferred = regexp.MustCompile(`(?i)[-–—(][ ⏳_*]*deferred(?:$|[).,:;_*]| [(—–-]| to | until )`)
	e.fence = regexp.MustCompile("^(?:(`{3,})[^`]*|(~{3,}).*)$")
	return e
})

// match returns the first group of expr that matched, and the text after that group. If expr does
// not match, it returns "" and text.
func match(expr *regexp.Regexp, text string) (group, behind string) {
	at := expr.FindStringSubmatchIndex(text)
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 {
			return text[at[i]:at[i+1]], text[at[i+1]:]
		}
	}
	return "", text
}

// A Line is a Markdown list item or heading.
type Line struct {
	Indent int  // indentation in bytes
	Level  int  // level of a heading; 0 for a list item
	Mark   Mark // mark in the box; 0 without a box
	Text   string
}

// ReadLine parses a line without its line ending.
func ReadLine(line string) (l Line, ok bool) {
	m := expressions().marker.FindStringSubmatch(line)
	if m == nil {
		return l, false
	}
	l.Indent, l.Level = len(m[1]), len(m[2])
	l.Mark, l.Text = CutBox(m[3])
	return l, true
}

// CutBox returns the mark in the box at the start of text, and the text after the box. It returns 0
// and text if there is no box.
func CutBox(text string) (mark Mark, behind string) {
	const box = "[x]"
	if len(text) < len(box) || text[0] != '[' || text[2] != ']' {
		return 0, text
	}
	behind = strings.TrimLeft(text[len(box):], " \t")
	switch mark = Mark(text[1]); {
	case len(behind) == len(text)-len(box) && behind != "":
		return 0, text
	case mark == 'X':
		return Done, behind
	case mark == '/':
		return Begun, behind
	case mark == Open, mark == Begun, mark == Done, mark == Stopped:
		return mark, behind
	}
	return 0, text
}

// cutNumber splits the text of a task into its number and the rest. The number may be "".
func cutNumber(body string) (id, text string) {
	id, text = match(expressions().number, body)
	if id == "" {
		return "", body
	}
	return id, strings.TrimLeft(text, behindNumber)
}

// cutCommit removes the comment with the commit from the end of a task. It returns the rest and the
// commit.
func cutCommit(body string) (rest, commit string) {
	if strings.Contains(body, "<!--") {
		commit, _ = match(expressions().commit, body)
	}
	if commit == "" {
		return strings.TrimRight(body, " \t"), ""
	}
	return expressions().commit.ReplaceAllString(body, ""), commit
}

// plain returns text on one line, without emphasis marks and the word "Task:".
func plain(text string) string {
	if strings.ContainsAny(text, Emphasis) {
		text = strings.NewReplacer("**", "", "__", "", "`", "").Replace(text)
	}
	if word, rest, ok := strings.Cut(strings.TrimSpace(text), " "); ok && strings.EqualFold(word, "task:") {
		text = rest
	}
	return spelling.OneLine(text)
}

func textOf(name string) string {
	name, _ = cutCommit(name)
	_, name = cutNumber(name)
	return plain(name)
}

// IDOf returns the number at the start of a task name: "2.3" for "2.3" and for "Task 2.3: parse".
// It returns "" if there is none.
func IDOf(name string) string {
	id, _ := match(expressions().named, strings.TrimSpace(name))
	return id
}

// Key returns a key that all names of the same task share, such as "2.3" for "Task 02.3: parse". If
// the name contains a phase, so does the key. Without a number, the key is the label, such as "T1",
// or else the text.
func Key(name string) string {
	name = strings.TrimSpace(name)
	if m := expressions().phase.FindStringSubmatch(name); m != nil && m[2] != "" {
		return phaseKey(m[1], m[2])
	}
	if id := IDOf(name); id != "" {
		return bareID(id)
	}
	return cmp.Or(labelOf(name), textOf(name))
}

func phaseKey(phase, id string) string { return bareID(phase) + "/" + bareID(id) }

// labelOf returns the label at the start of a task's text: letters and a number. For example, it
// returns "T1" for "T1: parse" and "API-3" for "API-3 - parse". It returns "" if there is none.
func labelOf(text string) string {
	label, _ := match(expressions().label, text)
	return label
}

func bareID(id string) string {
	parts := strings.Split(id, ".")
	for i := range parts {
		parts[i] = cmp.Or(strings.TrimLeft(parts[i], "0"), "0")
	}
	return strings.Join(parts, ".")
}

type cover struct {
	fence   string // the open fence, such as "```", or ""
	comment bool
}

// hides reports whether the next line of the file is in fenced code or in a comment. An indented
// fence counts, because it can be in a list item.
func (c *cover) hides(line string) bool {
	bare := strings.TrimLeft(line, " \t")
	switch {
	case c.fence != "":
		if strings.HasPrefix(bare, c.fence) && strings.Trim(bare, c.fence[:1]+" \t") == "" {
			c.fence = ""
		}
		return true
	case c.comment, strings.HasPrefix(bare, "<!--"):
		c.comment = !strings.Contains(bare, "-->")
		return true
	}
	if strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~") {
		c.fence, _ = match(expressions().fence, bare)
	}
	return c.fence != ""
}
