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

const behindNumber = Emphasis + " \t.:)-–—"

var expressions = sync.OnceValue(func() (e struct{ marker, number, named, label, phase, deferred, fence *regexp.Regexp }) {
	const number, ends = `(\d+(?:\.\d+)*)`, `(?:$|:|\)|\. | - | — | – )`
	const mark = "^[*_`]*"
	e.marker = regexp.MustCompile(`^([ \t]*)(?:[-*+]|\d{1,9}[.)]|(#{1,6}))[ \t]+(.*)$`)
	// number matches "Task 3" and "3: parse", but not "3 tests"
	e.number = regexp.MustCompile(mark + `(?i:(?:task)[ \t]+` + number + `|` + number + "[*_`]*" + ends + "|(\\d+(?:\\.\\d+)+)[*_`]*[ \t.])")
	e.named = regexp.MustCompile(mark + `(?i:task[ \t]+)?` + number)
	e.label = regexp.MustCompile(mark + `(?i:task[ \t]+)?([A-Za-z]{1,8}[-_]?\d+(?:\.\d+)*)` + ends)
	e.phase = regexp.MustCompile(mark + `(?i:phase)[ \t]+` + number + "(?:[*_` \t,;:/>–—-][*_` \t,;:./>–—-]*(?i:task[ \t]+)?" + number + ")?")
	e.deferred = regexp.MustCompile(`(?i)[-–—(][ ⏳_*]*(?:deferred|blocked)(?:$|[).,:;_*]| [(—–-]| to | until | on | by )`)
	e.fence = regexp.MustCompile("^(?:(`{3,})[^`]*|(~{3,}).*)$")
	return e
})

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
	Level  int  // of a heading; 0 for a list item
	Mark   Mark // in the box; 0 without a box
	Text   string
	box    int // offset of the box in the line
}

// ReadLine parses a line without its line ending.
func ReadLine(line string) (l Line, ok bool) {
	m := expressions().marker.FindStringSubmatch(line)
	if m == nil {
		return l, false
	}
	l.Indent, l.Level = len(m[1]), len(m[2])
	l.Mark, l.Text = CutBox(m[3])
	l.box = len(line) - len(m[3])
	for i := 0; l.Level > 0 && l.Mark == 0 && i < len(m[3]); i++ { // "### Task 1.1: parse [x]"
		if mark, behind := CutBox(m[3][i:]); mark != 0 {
			l.Mark, l.Text = mark, m[3][:i]+behind
			l.box += i
		}
	}
	return l, true
}

// CutBox returns the mark in the box before text, or 0, and the text after the box.
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

func cutNumber(body string) (id, text string) {
	id, text = match(expressions().number, body)
	if id != "" {
		text = strings.TrimLeft(text, behindNumber)
	}
	return id, text
}

// plain returns text on one line, without a comment, emphasis marks and the word "Task:".
func plain(text string) string {
	before, comment, _ := strings.Cut(text, "<!--")
	if _, behind, ok := strings.Cut(comment, "-->"); ok && strings.Count(before, "`")%2 == 0 { // not in code
		text = before + behind
	}
	if strings.ContainsAny(text, Emphasis) {
		text = strings.NewReplacer("**", "", "__", "", "`", "").Replace(text)
	}
	if word, rest, ok := strings.Cut(strings.TrimSpace(text), " "); ok && strings.EqualFold(word, "task:") {
		text = rest
	}
	return spelling.OneLine(text)
}

func textOf(name string) string {
	name, _, _ = cutCommit(name)
	_, name = cutNumber(name)
	return plain(name)
}

// IDOf returns the number of a task: "2.3" for "Task 2.3: parse", or "".
func IDOf(name string) string {
	id, _ := match(expressions().named, strings.TrimSpace(name))
	return id
}

// Key returns a key that all names of a task share, such as "2.3" for "Task 02.3: parse".
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

// labelOf returns the label before a task's text: "T1" for "T1: parse", or "".
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
	fence   string // such as "```", or ""
	comment bool
}

// hides reports whether line is in fenced code or a comment. Pass all lines, in order.
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
