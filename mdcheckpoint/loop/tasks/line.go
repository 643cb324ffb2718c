package tasks

import (
	"cmp"
	"regexp"
	"strings"
	"sync"

	"mdck/internal/spelling"
)

// Emphasis are the characters that may stand around a name.
const Emphasis = "*_`"

// behindNumber is what may stand between a number and the text of its task.
const behindNumber = Emphasis + " \t.:)-–—"

// expressions are what the lines of a plan and the names of its tasks look like.
var expressions = sync.OnceValue(func() (e struct{ marker, number, named, label, phase, commit, fence *regexp.Regexp }) {
	const number, ends = `(\d+(?:\.\d+)*)`, `(?:$|:|\)|\. | - | — | – )`
	const mark = "^[*_`]*"
	e.marker = regexp.MustCompile(`^([ \t]*)(?:[-*+]|\d{1,9}[.)]|(#{1,6}))[ \t]+(.*)$`)
	// after the word Task, or where it cannot be a number that a text begins with, as in "3 tests"
	e.number = regexp.MustCompile(mark + `(?i:(?:task)[ \t]+` + number + `|` + number + "[*_`]*" + ends + "|(\\d+(?:\\.\\d+)+)[*_`]*[ \t.])")
	e.named = regexp.MustCompile(mark + `(?i:task[ \t]+)?` + number)
	e.label = regexp.MustCompile(mark + `(?i:task[ \t]+)?([A-Za-z]{1,8}[-_]?\d+(?:\.\d+)*)` + ends)
	e.phase = regexp.MustCompile(mark + `(?i:phase)[ \t]+` + number + "(?:[*_` \t,;:/>–—-][*_` \t,;:./>–—-]*(?i:task[ \t]+)?" + number + ")?")
	e.commit = regexp.MustCompile(`[ \t]*<!--[ \t]*([0-9a-fA-F]{7,64})[ \t]*-->[ \t]*$`)
	e.fence = regexp.MustCompile("^(?:(`{3,})[^`]*|(~{3,}).*)$")
	return e
})

// match returns the groups that expr finds in text; nil if it finds nothing. Of alternatives
// the one that exists counts.
func match(expr *regexp.Regexp, text string) (group, behind string) {
	at := expr.FindStringSubmatchIndex(text)
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 {
			return text[at[i]:at[i+1]], text[at[i+1]:]
		}
	}
	return "", text
}

// A Line is a line of Markdown that is an item of a list or a heading.
type Line struct {
	Indent int    // bytes
	Level  int    // of a heading; 0 for an item
	Mark   Mark   // in its box; 0 without one
	Text   string // without the marker and the box
}

// ReadLine reads a line without its end.
func ReadLine(line string) (l Line, ok bool) {
	m := expressions().marker.FindStringSubmatch(line)
	if m == nil {
		return l, false
	}
	l.Indent, l.Level = len(m[1]), len(m[2])
	l.Mark, l.Text = CutBox(m[3])
	return l, true
}

// CutBox returns the mark in the box that text begins with, and what is behind it; 0 without a box.
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
	case mark == '/': // real files
		return Begun, behind
	case mark == Open, mark == Begun, mark == Done, mark == Stopped:
		return mark, behind
	}
	return 0, text
}

// cutNumber returns the number of the task that body is, and its text; "" without a number.
func cutNumber(body string) (id, text string) {
	id, text = match(expressions().number, body)
	if id == "" {
		return "", body
	}
	return id, strings.TrimLeft(text, behindNumber)
}

// cutCommit takes the comment with a commit off the end of a task.
func cutCommit(body string) (rest, commit string) {
	commit, _ = match(expressions().commit, body)
	if commit == "" {
		return strings.TrimRight(body, " \t"), ""
	}
	return expressions().commit.ReplaceAllString(body, ""), commit
}

// plain is a text without marks of emphasis and the word "Task:", on one line.
func plain(text string) string {
	if strings.ContainsAny(text, Emphasis) {
		text = strings.NewReplacer("**", "", "__", "", "`", "").Replace(text)
	}
	if word, rest, ok := strings.Cut(strings.TrimSpace(text), " "); ok && strings.EqualFold(word, "task:") {
		text = rest
	}
	return spelling.OneLine(text)
}

// textOf is what a name of a task says besides its number.
func textOf(name string) string {
	name, _ = cutCommit(name)
	_, name = cutNumber(name)
	return plain(name)
}

// IDOf is the number that the name of a task begins with: "2.3" of "2.3" and of
// "Task 2.3: parse". It is "" if there is none.
func IDOf(name string) string {
	id, _ := match(expressions().named, strings.TrimSpace(name))
	return id
}

// Key is the same for all names of one task: its number without zeros before its parts, with
// that of its phase if the name has it, else its label, else its text.
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

// labelOf is the label that the text of a task begins with, of letters and a number: "T1" of
// "T1: parse" and "API-3" of "API-3 - parse". It is "" if there is none.
func labelOf(text string) string {
	label, _ := match(expressions().label, text)
	return label
}

// bareID is a number without zeros before its parts, which make no difference.
func bareID(id string) string {
	parts := strings.Split(id, ".")
	for i := range parts {
		parts[i] = cmp.Or(strings.TrimLeft(parts[i], "0"), "0")
	}
	return strings.Join(parts, ".")
}

// A cover knows, line by line, whether a line is fenced code or a comment.
type cover struct {
	fence   string // that is open, such as "```"; "" if none is
	comment bool   // one is open
}

// hides takes the next line and reports whether it is none of the text. A fence may be indented
// by any width, since it may stand in an item of a list.
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
	c.fence, _ = match(expressions().fence, bare)
	return c.fence != ""
}
