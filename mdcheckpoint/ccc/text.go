package ccc

import (
	"strconv"
	"strings"
	"time"

	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// OneLine is [spelling.OneLine].
func OneLine(text string) string { return spelling.OneLine(text) }

// clean makes text fit for a file: valid UTF-8, line feeds for line endings, no
// other control characters than these and tabs. What a user gives is asked first
// whether it is [protocol.CheckText].
func clean(text string) string {
	text = spelling.LineFeeds(strings.ToValidUTF8(text, "\ufffd"))
	return strings.Map(func(r rune) rune {
		if protocol.IsControl(r) {
			return -1
		}
		return r
	}, text)
}

// Plain is a prompt for a terminal: its lines, with one line feed at the end, and
// names for characters that could move the cursor or change the order of what is
// shown.
func Plain(prompt string) string {
	return source.Spelled(tidy(prompt), "\n\t") + "\n"
}

// entryText returns a user's text for an entry as one line, without list marker and done marks, which are added later.
func entryText(text string) string {
	text = OneLine(clean(text))
	for {
		bare := text
		for _, marker := range []string{"- ", "* ", "+ "} {
			bare = strings.TrimPrefix(bare, marker)
		}
		_, bare, _ = cutMark(bare)
		if bare = strings.TrimSpace(bare); bare == text {
			return text
		}
		text = bare
	}
}

// none is what is written where nothing is left. Source: engine.
const none = "(none)"

// isBlank reports whether text says that there is nothing, or is a placeholder of the
// protocol's template such as "[decision]: [rationale]".
func isBlank(text string) bool {
	_, text, _ = cutMark(OneLine(text))
	return prose.IsNothing(text)
}

// isNothing reports whether a line says that the section with that key has no entries. A bare "no" counts only for blockers.
func isNothing(key, line string) bool {
	return isBlank(line) || (key == blockersKey || key == flaggedKey) && prose.Fold(line) == "no"
}

// A Mark is how an entry says that its task is done.
type Mark string

const (
	NoMark Mark = ""
	Tick   Mark = "✓"
	Emoji  Mark = "✅"
	Boxed  Mark = "[x]"
	Open   Mark = "[ ]" // a box that is not ticked
)

// Done reports whether m says that the task is done.
func (m Mark) Done() bool { return m == Tick || m == Emoji || m == Boxed }

// cutMark cuts the mark off text, which is one line: at its start, or at its end, where no box is allowed.
func cutMark(text string) (mark Mark, rest string, leading bool) {
	for _, m := range []Mark{Tick, Emoji, Boxed, Open, "[X]"} {
		rest, ok := strings.CutPrefix(text, string(m))
		if !ok || rest != "" && rest[0] != ' ' && m != Tick && m != Emoji {
			continue
		}
		return Mark(strings.ToLower(string(m))), strings.TrimSpace(strings.TrimPrefix(rest, "\ufe0f")), true
	}
	bare := strings.TrimSuffix(text, "\ufe0f")
	for _, m := range []Mark{Tick, Emoji} {
		if rest, ok := strings.CutSuffix(bare, string(m)); ok {
			return m, strings.TrimSpace(rest), false
		}
	}
	return NoMark, text, false
}

// identity is what two spellings of one entry have in common: folded white space
// and case, no marks, no emphasis, no closing period.
func identity(text string) string {
	_, text, _ = cutMark(OneLine(text))
	text = OneLine(spelling.Bare(text))
	return strings.TrimRight(strings.ToLower(text), ". ")
}

// cutNumber takes "Task 3: " off the beginning of text; number is -1 if it does
// not begin so.
func cutNumber(text string) (number int, rest string) {
	const word = "task "
	if len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
		return -1, text
	}
	digits, rest, ok := strings.Cut(text[len(word):], ":")
	n, isNumber := atoi(digits)
	if !ok || !isNumber {
		return -1, text
	}
	return n, strings.TrimSpace(rest)
}

// A name is what texts are compared by.
type name struct {
	id     string // identity of the text
	bare   string // the same without "Task 3:"
	number int    // of that; -1 without
}

func nameOf(text string) name {
	id := identity(text)
	number, bare := cutNumber(id)
	return name{id: id, bare: bare, number: number}
}

// same reports whether n and m name one task. A number "Task 3:" counts only
// where both have one.
func (n *name) same(m *name) bool {
	if (n.number < 0) != (m.number < 0) {
		return n.bare == m.bare
	}
	return n.id == m.id
}

func same(a, b string) bool {
	n, m := nameOf(a), nameOf(b)
	return n.same(&m)
}

// atoi reads a whole number of at most nine digits that is not negative.
func atoi(s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 31)
	return int(n), err == nil && len(s) <= 9
}

// stampLayout is how learnings are stamped, in UTC. Source: engine.
const stampLayout = "2006-01-02 15:04"

// ReadTime is [spelling.ReadTime] of a time that is UTC where it has no zone.
func ReadTime(text string) (time.Time, bool) { return spelling.ReadTime(text, time.UTC) }
