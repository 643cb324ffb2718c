package spelling

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

// words are the values of the protocols that say where something stands, and our own for
// what is not known. Source: the tables of fields of the packages of the protocols.
var words = [...]string{
	"unknown", "none", "true", "false", "missing", "a person", "ccc", // ours
	"init", "discover", "design", "gate_a", "gate_b", "review", "finalize", "baseline_change", "light", "standard", "full", "pass", "fail", // ohrfc
	"spec", "intake", "decomposition", "decompose", "execution", "replan", "verification", "closure", "quick", "tdd", "pair", "checkpoint", "swarm", "spike", // ccc
	"in_progress", "waiting", "blocked", "complete", "primary", "agent-primary", "yes", "no", // agents
	"brainstorm", "plan", "evaluate_plan", "execute", "parallel_execute", "evaluate_execution", "fix", "business_sync", "not_started", "passed", "failed", "partial_fail", "skipped", "escalated", "active", "resolved", // loop
	"dispatch", "continue", "partial", "move", "board", "conclude", "nothing", "escalate", "feature", "bugfix", "bug", "refactor", "chore", // loop
	"new", "in_review", "completed", "pending", "open", "done", // loop
	"paused", "executing", "planning", "ready to plan", "discussing", "verifying", "ready to execute", "human-verify", "human-action", "decision", // plan
	"exists", "does not exist", "changed", "unchanged", "has changes", "has none", // claims
}

// counting are the words that stand between numbers: "3 of 5", "none left of 2", "Task 1.2".
var counting = [...]string{"of", "none", "left", "done", "and", "more", "unknown", "Task"}

// Value is a value from a file on a line of ours: as it is if it is a known word of a
// protocol, a number, a time, a hash or an id with a digit in it, or a count of those;
// else [Quoted] in at most limit bytes.
func Value(text string, limit int) string {
	if len(text) <= limit && (isWord(text) || isCount(text)) {
		return text
	}
	return Quoted(text, limit)
}

// Path is a path or an id on a line of ours: as it is if it has nothing but letters and
// digits of ASCII and what paths usually have; else [Quoted] in at most limit bytes.
func Path(text string, limit int) string {
	if isPath(text) && len(text) <= limit {
		return text
	}
	return Quoted(text, limit)
}

// Quoted is text in one line between quotation marks which it cannot end, cut to limit
// bytes before it is escaped, where what cannot be seen is named as %q names it, with
// the tags of agents broken ([BreakTags]): callers count the bytes. %q alone takes marks and letters without a look for seen.
func Quoted(text string, limit int) string {
	return source.Spelled(strconv.Quote(BreakTags(Cut(text, limit))), "")
}

// List is texts as %q spells them, with commas between them.
func List(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return strings.Join(quoted, ", ")
}

// Cut is text in at most limit bytes, and a mark where it is cut: not within a character.
func Cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	whole := limit
	for whole > max(limit-utf8.UTFMax, 0) && !utf8.RuneStart(text[whole]) {
		whole--
	}
	return text[:whole] + "…"
}

func isWord(text string) bool {
	letter, secondary := strings.CutPrefix(strings.ToLower(text), "secondary-")
	return secondary && len(letter) == 1 && isID(letter+"0") || slices.ContainsFunc(words[:], func(w string) bool { return strings.EqualFold(w, text) })
}

// isCount reports whether text has nothing but ids and words between them.
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

// longestID is how many bytes an id or a time has at most; a hash of SHA-256 has as many.
const longestID = 64

// isID reports whether text is one word with a digit, as ids, times and hashes are.
func isID(text string) bool {
	return len(text) <= longestID && strings.ContainsAny(text, "0123456789") && isPath(text) && !strings.ContainsAny(text, "/@~")
}

// isPath reports whether text is one word as paths and ids are, and no flag.
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
