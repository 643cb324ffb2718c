package spelling

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// words lists the status values of the protocols, and mdck's words for unknown values. Source: the
// field tables of the protocol packages.
const words = "|" +
	"unknown|none|true|false|missing|a person|ccc|" + // mdck
	"init|discover|design|gate_a|gate_b|review|finalize|baseline_change|light|standard|full|pass|fail|" + // ohrfc
	"spec|intake|decomposition|decompose|execution|replan|verification|closure|quick|tdd|pair|checkpoint|swarm|spike|" + // ccc
	"in_progress|waiting|blocked|complete|primary|agent-primary|yes|no|" + // agents
	"brainstorm|plan|evaluate_plan|execute|parallel_execute|evaluate_execution|fix|business_sync|not_started|passed|failed|partial_fail|skipped|escalated|active|resolved|" + // loop
	"dispatch|continue|partial|move|board|conclude|nothing|escalate|feature|bugfix|bug|refactor|chore|" + // loop
	"new|in_review|completed|pending|open|done|" + // loop
	"paused|executing|planning|ready to plan|discussing|verifying|ready to execute|human-verify|human-action|decision|" + // plan
	"exists|does not exist|changed|unchanged|some|" // claims

// counting lists words beside numbers, as in "3 of 5", "none left of 2" and "Task 1.2".
var counting = [...]string{"of", "none", "left", "done", "and", "more", "unknown", "Task"}

// Value formats a value from a file. It returns a known word, number, time, hash or count of at most
// limit bytes unchanged, and other text as [Quoted].
func Value(text string, limit int) string {
	if len(text) <= limit && (isWord(text) || isCount(text)) {
		return text
	}
	return Quoted(text, limit)
}

// Path formats a path or an id. It returns at most limit bytes of usual characters unchanged, and
// other text as [Quoted].
func Path(text string, limit int) string {
	if isPath(text) && len(text) <= limit {
		return text
	}
	return Quoted(text, limit)
}

// Quoted cuts text to limit bytes, breaks tags ([BreakTags]), and returns the result as one line in
// quotation marks.
func Quoted(text string, limit int) string {
	return Escape(strconv.Quote(BreakTags(Cut(text, limit))), "")
}

// List formats texts with %q, separated by commas.
func List(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return strings.Join(quoted, ", ")
}

// FirstOf returns at most limit texts, followed by "and 3 more" if some are left.
func FirstOf(texts []string, limit int) []string {
	n := min(len(texts), max(limit, 0))
	if n == len(texts) {
		return texts
	}
	return append(texts[:n:n], andMore(len(texts)-n))
}

// JoinFirst joins at most limit texts, as in "a, b and 3 more".
func JoinFirst(texts []string, limit int) string {
	n := min(len(texts), max(limit, 0))
	joined := strings.Join(texts[:n], ", ")
	if n < len(texts) {
		joined += " " + andMore(len(texts)-n)
	}
	return joined
}

func andMore(n int) string { return "and " + strconv.Itoa(n) + " more" }

// Cut returns at most limit bytes of text, followed by "…" if text was cut. It does not split
// characters.
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

// Shorten is [Cut] with a limit in characters.
//
//go:noinline
func Shorten(text string, limit int) string {
	n := 0
	for i := range text {
		if n++; n > limit {
			return text[:i] + "…"
		}
	}
	return text
}

// Fence returns enough backquotes for a code block around text, and at least as many as marks has.
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
	return secondary && len(letter) == 1 && isID(letter+"0") || !strings.Contains(text, "|") && strings.Contains(words, "|"+strings.ToLower(text)+"|")
}

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

// longestID is the length of a SHA-256 hash in hex.
const longestID = 64

func isID(text string) bool {
	return len(text) <= longestID && strings.ContainsAny(text, "0123456789") && isPath(text) && !strings.ContainsAny(text, "/@~")
}

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

// maxQuoted is the limit of QuoteValue, QuotePath and QuoteText, in bytes.
const maxQuoted = 200

//go:noinline
func QuoteValue(value string) string { return Value(value, maxQuoted) }

//go:noinline
func QuotePath(name string) string { return Path(name, maxQuoted) }

// QuoteText returns a text in quotation marks.
func QuoteText(text string) string { return Quoted(text, maxQuoted) }
