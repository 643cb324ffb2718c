package ccc

import (
	"strings"
	"time"

	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/spelling"
)

// Plain returns a prompt that is safe to print on a terminal.
func Plain(prompt string) string {
	return spelling.Escape(tidy(prompt), "\n\t") + "\n"
}

func entryText(text string) string {
	text = spelling.CleanLine(text)
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

// Source: engine.
const none = "(none)"

// isBlank reports whether text is a word for none, or a placeholder such as "[decision]:
// [rationale]".
func isBlank(text string) bool {
	_, text, _ = cutMark(spelling.OneLine(text))
	return prose.IsNothing(text)
}

func isNothing(key, line string) bool {
	return isBlank(line) || (key == blockersKey || key == flaggedKey) && spelling.Fold(line) == "no"
}

type Mark string

const (
	NoMark Mark = ""
	Tick   Mark = "✓"
	Emoji  Mark = "✅"
	Boxed  Mark = "[x]"
	Open   Mark = "[ ]"
)

// Done reports whether m marks a completed task.
func (m Mark) Done() bool { return m == Tick || m == Emoji || m == Boxed }

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

// identity returns a form of text for comparison: one line in lower case, without marks and emphasis.
func identity(text string) string {
	_, text, _ = cutMark(spelling.OneLine(text))
	text = spelling.OneLine(spelling.Bare(text))
	return strings.TrimRight(strings.ToLower(text), ". ")
}

// cutNumber cuts "Task 3: " off text. Without a number, it returns -1.
func cutNumber(text string) (number int, rest string) {
	const word = "task "
	if len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
		return -1, text
	}
	digits, rest, ok := strings.Cut(text[len(word):], ":")
	n, isNumber := spelling.Number(digits)
	if !ok || !isNumber {
		return -1, text
	}
	return n, strings.TrimSpace(rest)
}

type name struct {
	id     string // [identity] of the whole text
	bare   string // id without "Task 3:"
	number int    // -1 without a number
}

func nameOf(text string) name {
	id := identity(text)
	number, bare := cutNumber(id)
	return name{id: id, bare: bare, number: number}
}

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

// stampLayout is the layout of a learning's time, in UTC. Source: engine.
const stampLayout = "2006-01-02 15:04"

// ReadTime calls [spelling.ReadTime] with UTC as the default zone.
func ReadTime(text string) (time.Time, bool) { return spelling.ReadTime(text, time.UTC) }
