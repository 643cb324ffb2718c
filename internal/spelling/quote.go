package spelling

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// words lists the status values of the protocols, and words that mdck itself uses for unknown
// values. Source: the field tables of the protocol packages.
var words = [...]string{
	"unknown", "none", "true", "false", "missing", "a person", "ccc", // mdck
	"init", "discover", "design", "gate_a", "gate_b", "review", "finalize", "baseline_change", "light", "standard", "full", "pass", "fail", // ohrfc
	"spec", "intake", "decomposition", "decompose", "execution", "replan", "verification", "closure", "quick", "tdd", "pair", "checkpoint", "swarm", "spike", // ccc
	"in_progress", "waiting", "blocked", "complete", "primary", "agent-primary", "yes", "no", // agents
	"brainstorm", "plan", "evaluate_plan", "execute", "parallel_execute", "evaluate_execution", "fix", "business_sync", "not_started", "passed", "failed", "partial_fail", "skipped", "escalated", "active", "resolved", // loop
	"dispatch", "continue", "partial", "move", "board", "conclude", "nothing", "escalate", "feature", "bugfix", "bug", "refactor", "chore", // loop
	"new", "in_review", "completed", "pending", "open", "done", // loop
	"paused", "executing", "planning", "ready to plan", "discussing", "verifying", "ready to execute", "human-verify", "human-action", "decision", // plan
	"exists", "does not exist", "changed", "unchanged", "has changes", "has none", // claims
}

// counting lists the words that can stand between numbers, as in "3 of 5", "none left of 2" and
// "Task 1.2".
var counting = [...]string{"of", "none", "left", "done", "and", "more", "unknown", "Task"}

// Value formats a value from a file for a line that mdck prints. It returns text unchanged if text
// is a known word of a protocol, a number, a time, a hash, an id with a digit, or a count such as
// "3 of 5". Otherwise it returns [Quoted](text, limit), with the limit in bytes.
func Value(text string, limit int) string {
	if len(text) <= limit && (isWord(text) || isCount(text)) {
		return text
	}
	return Quoted(text, limit)
}

// Path formats a path or an id for a line that mdck prints. It returns text unchanged if text has
// only ASCII letters and digits and the usual characters of paths. Otherwise it returns
// [Quoted](text, limit), with the limit in bytes.
func Path(text string, limit int) string {
	if isPath(text) && len(text) <= limit {
		return text
	}
	return Quoted(text, limit)
}

// Quoted returns text as one line in quotation marks. The text cannot end the quotation. Quoted
// cuts text to limit bytes before escaping, because callers have byte budgets. It escapes invisible
// characters as %q does, and also invisible marks and letters, which %q does not escape. It also
// breaks the tags that agents obey ([BreakTags]).
func Quoted(text string, limit int) string {
	return Escape(strconv.Quote(BreakTags(Cut(text, limit))), "")
}

// List formats texts as a comma-separated list, each quoted with %q.
func List(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return strings.Join(quoted, ", ")
}

// Cut returns at most limit bytes of text, followed by "…" if text was cut. It never cuts within a
// character.
//
//go:noinline
func Cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	whole := max(limit, 0)
	for whole > max(limit-utf8.UTFMax, 0) && !utf8.RuneStart(text[whole]) {
		whole--
	}
	return text[:whole] + "…"
}

// Fence returns a row of backquotes that can begin and end a code block with text. It is at least
// as long as marks, and longer than each row of backquotes in text.
func Fence(marks, text string) string {
	longest, run := len(marks)-1, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

func isWord(text string) bool {
	letter, secondary := strings.CutPrefix(strings.ToLower(text), "secondary-")
	return secondary && len(letter) == 1 && isID(letter+"0") || slices.ContainsFunc(words[:], func(w string) bool { return strings.EqualFold(w, text) })
}

// isCount reports whether text consists of ids and counting words, with at least one id.
func isCount(text string) bool {
	some := false
	for word := range strings.SplitSeq(text, " ") {
		word = strings.TrimSuffix(word, ",")
		id := isID(word)
		if some = some || id; !id && !slices.Contains(counting[:], word) {
			return false
		}
	}
	return some
}

// longestID is the maximum length of an id or a time in bytes: the length of a SHA-256 hash in hex.
const longestID = 64

func isID(text string) bool {
	return len(text) <= longestID && strings.ContainsAny(text, "0123456789") && isPath(text) && !strings.ContainsAny(text, "/@~")
}

// isPath reports whether text has only the characters of paths and ids, and is not a flag.
func isPath(text string) bool {
	for i := range len(text) {
		c := text[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && (strings.IndexByte("-_./:+@~", c) < 0 || i == 0 && c == '-' && len(text) > 1 && text[1] > '9') {
			return false
		}
	}
	return text != ""
}

// maxQuoted is the maximum length of a text from a file in a line of output, in bytes.
const maxQuoted = 200

// QuoteValue returns value unchanged if it is a known value or an id. Otherwise it returns value in
// quotation marks.
//
//go:noinline
func QuoteValue(value string) string { return Value(value, maxQuoted) }

// QuotePath returns a path or an id. It quotes the text unless it is a plain word.
//
//go:noinline
func QuotePath(name string) string { return Path(name, maxQuoted) }

// QuoteText returns a text in quotation marks.
func QuoteText(text string) string { return Quoted(text, maxQuoted) }
