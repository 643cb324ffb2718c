package loop

import (
	"strings"

	"mdck/mdcheckpoint/claim"
)

// A cover knows, line by line, whether a line is fenced code or a comment.
type cover struct {
	fence   string // that is open, such as "```"; "" if none is
	comment bool   // one is open
}

// hides takes the next line and reports whether it is none of the text. A fence
// may be indented by any width, since it may stand in an item of a list.
func (c *cover) hides(line string) bool {
	bare := strings.TrimLeft(line, " \t")
	switch {
	case c.fence != "":
		if closes(bare, c.fence) {
			c.fence = ""
		}
		return true
	case c.comment:
		c.comment = !strings.Contains(bare, "-->")
		return true
	case strings.HasPrefix(bare, "<!--"):
		c.comment = !strings.Contains(bare, "-->")
		return true
	}
	c.fence = fenceOf(bare)
	return c.fence != ""
}

// fenceOf is the fence that a line opens; "" if it opens none.
func fenceOf(bare string) string {
	for _, char := range [...]string{"`", "~"} {
		rest := strings.TrimLeft(bare, char)
		fence := bare[:len(bare)-len(rest)]
		if len(fence) >= 3 && (char == "~" || !strings.Contains(rest, "`")) {
			return fence
		}
	}
	return ""
}

// closes reports whether a line closes fence.
func closes(bare, fence string) bool {
	rest := strings.TrimLeft(bare, fence[:1])
	return len(bare)-len(rest) >= len(fence) && strings.Trim(rest, " \t") == ""
}

// emphasis are the characters that may stand around the name of a task.
const emphasis = "*_`"

// readTask reads a line as a task: an item of a list with a box, or a heading with
// a box and a number.
func readTask(line string) (Task, bool) {
	rest := strings.TrimLeft(line, " \t")
	t := Task{indent: len(line) - len(rest)}
	rest, heading := cutMarker(rest)
	mark, body, ok := boxOf(rest)
	if !ok || strings.TrimLeft(body, " \t") == body && body != "" {
		return Task{}, false
	}
	body, t.Commit = cutCommit(body)
	t.Mark, t.ID, t.Text = mark, numberOf(body), taskText(body)
	return t, !heading || t.ID != ""
}

// goesOn reports whether the sentence of a task in line before goes on in line next: before is as
// long as text is wrapped and ends no sentence, and next is indented text.
func goesOn(before, next string) bool {
	const narrow = 60 // bytes
	bare := strings.TrimLeft(next, " \t")
	marked, _ := cutMarker(bare)
	return len(before) >= narrow && !strings.ContainsAny(before[len(before)-1:], ".:;!?") &&
		bare != "" && bare != next && marked == "" && !strings.ContainsAny(bare[:1], ">|<[")
}

// boxOf returns the mark in the box that text begins with, and what is behind it.
func boxOf(text string) (mark Mark, behind string, ok bool) {
	const box = "[x]"
	if len(text) < len(box) || text[0] != '[' || text[2] != ']' {
		return 0, text, false
	}
	switch mark = Mark(text[1]); mark {
	case 'X':
		mark = Done
	case '/': // real files
		mark = Begun
	case Open, Begun, Done, Stopped:
	default:
		return 0, text, false
	}
	return mark, text[len(box):], true
}

// cutMarker takes off the marker of an item of a list, or of a heading, and the
// white space behind it. The rest is "" if there is no marker.
func cutMarker(line string) (rest string, heading bool) {
	marker, rest, ok := cutWord(line)
	switch {
	case !ok:
		return "", false
	case marker == "-", marker == "*", marker == "+":
		return rest, false
	case len(marker) <= 6 && strings.Trim(marker, "#") == "":
		return rest, true
	}
	digits := strings.TrimRight(marker, ".)")
	if len(digits) == len(marker)-1 && len(digits) <= 9 && strings.Trim(digits, "0123456789") == "" && digits != "" {
		return rest, false
	}
	return "", false
}

// cutCommit takes the comment with a commit off the end of a task.
func cutCommit(body string) (rest, commit string) {
	body = strings.TrimRight(body, " \t")
	inside, ok := strings.CutSuffix(body, "-->")
	at := strings.LastIndex(inside, "<!--")
	if !ok || at < 0 {
		return body, ""
	}
	hash := strings.TrimSpace(inside[at+len("<!--"):])
	if !claim.IsCommit(hash) {
		return body, ""
	}
	return strings.TrimRight(body[:at], " \t"), hash
}

// numberOf is the number of the task that body is: behind the word "Task", or
// where it cannot be one that the text begins with, as in "3 tests": with a point
// in it or a sign behind it.
func numberOf(body string) string {
	body = strings.TrimLeft(strings.TrimSpace(body), emphasis)
	id := taskID(body)
	if id == "" {
		return ""
	}
	rest, named := strings.CutPrefix(body, id)
	if !named { // the word stands before it
		return id
	}
	next := strings.TrimLeft(rest, emphasis)
	switch {
	case next == "", strings.HasPrefix(next, ":"), strings.HasPrefix(next, ")"), strings.HasPrefix(next, ". "), strings.HasPrefix(next, " - "), strings.HasPrefix(next, " — "), strings.HasPrefix(next, " – "):
		return id
	case strings.Contains(id, ".") && (next[0] == ' ' || next[0] == '\t' || strings.HasPrefix(next, ".")):
		return id
	}
	return ""
}

// taskText is what a task is about, on one line.
func taskText(body string) string {
	body, _ = cutCommit(body)
	if id := numberOf(body); id != "" {
		_, rest, _ := strings.Cut(body, id)
		body = strings.TrimLeft(rest, emphasis+" \t.:)-–—")
	}
	body = unmarked(body)
	if word, rest, _ := cutWord(body); strings.EqualFold(word, "task:") {
		return rest
	}
	return body
}

// unmarked is text without marks of emphasis, on one line.
func unmarked(text string) string {
	if strings.ContainsAny(text, "*_`") {
		text = strings.NewReplacer("**", "", "__", "", "`", "").Replace(text)
	}
	return strings.Join(strings.Fields(text), " ")
}
