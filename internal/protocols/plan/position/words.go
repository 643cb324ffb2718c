package position

import (
	"slices"
	"strings"

	"mdck/internal/spelling"
)

// isOne reports whether text is one of words, such as "a|b|c".
func isOne(text, words string) bool {
	return slices.Contains(strings.Split(words, "|"), text)
}

// hasAny reports whether text contains one of words, even inside another word.
func hasAny(text, words string) bool {
	for word := range strings.SplitSeq(words, "|") {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

func beginsWith(text, words string) bool {
	for word := range strings.SplitSeq(words, "|") {
		if strings.HasPrefix(text, word) {
			return true
		}
	}
	return false
}

func hasAnyWord(text, words string) bool {
	for word := range strings.SplitSeq(words, "|") {
		if spelling.HasWord(text, word, "_") {
			return true
		}
	}
	return false
}

type meaning struct{ is, words string }

func meaningOf(rows []meaning, text string) string {
	for _, row := range rows {
		if hasAny(text, row.words) {
			return row.is
		}
	}
	return ""
}

// statuses maps words in a status to its meaning. The first match wins. Source: GSD.
var statuses = []meaning{
	{"paused", "paused|stopped"},
	{"executing", "executing|in progress"},
	{"planning", "ready to plan|planning"},
	{"discussing", "discuss"},
	{"verifying", "verif"},
	{"completed", "complete|done"},
	{"executing", "ready to execute"},
}

// bodyStatuses maps the meaning of a status to its wording in the body. Source: GSD, state.
var bodyStatuses = []meaning{
	{"Paused", "paused"},
	{"In progress", "executing"},
	{"Ready to plan", "planning"},
	{"Ready to discuss", "discussing"},
	{"Verifying", "verifying"},
	{"Phase complete", "completed"},
}

var checks = []meaning{
	{checkGaps, "not_|not |not-|incomplete|unverified"},
	{checkPerson, "human|partial|testing|pending|manual"},
	{checkGaps, "gap|fail|diagnosed|issues"},
	{checkPassed, "pass|complete|verified|resolved|approved|done"},
}

func isSolved(v Value) bool {
	text := strings.ToLower(v.Text)
	const words = "resolved|cleared|non-blocking|not blocking|no longer|deferred|low priority|fixed in"
	return strings.HasPrefix(text, "~~") || hasAny(text, "✅|[x]") || hasAnyWord(text, words)
}

// isMarkedDone reports whether text says that there is no work left.
func isMarkedDone(text string) bool {
	const words = "complete*|done|shipped|passed|finished|verified|archived|abandoned"
	lower := strings.ToLower(text)
	return (hasAny(lower, "✅|✓") || hasAnyWord(lower, words)) && !isMarkedOpen(text)
}

func isMarkedOpen(text string) bool {
	const words = "not started|in progress|in_progress|pending|planned|todo|to do|blocked|partial*|incomplete|not complete*|executing|" +
		"active|started|deferred|tbd|next|planning complete|context complete|" +
		"ready to plan|ready to discuss|ready to execute|ready to implement|ready to build|ready to start|ready to begin|ready to verify|ready to test"
	lower := strings.ToLower(text)
	return hasAny(lower, "⬜|🚧|🟡|🔒|○|◐") || hasAnyWord(lower, words)
}

// isOver reports whether title says that its milestone is over. Source: GSD.
func isOver(title string) bool {
	title = strings.ToLower(title)
	switch {
	case isStarted(title), hasAny(title, "(planned|(next|(upcoming|📋"):
		return false
	case hasAny(title, "✅|🗄|shipped|archived|[x]"):
		return true
	}
	return hasAnyWord(afterName(title), "closed|abandoned|failed|complete*|done|finished")
}

func isStarted(title string) bool {
	title = strings.ReplaceAll(strings.ToLower(title), "not started", "")
	isWord := func(word string) bool { return isOne(word, "active|started|wip") }
	return hasAny(title, "in progress|🚧|🔄|(current") || slices.ContainsFunc(wordsOf(title), isWord)
}

func isHeadingDone(title string) bool {
	return hasAny(title, "✅|✓|[x]") || isMarkedDone(afterName(strings.ReplaceAll(title, ": ", " ")))
}

func afterName(title string) string {
	rest := ""
	for _, part := range strings.Split(title, "(")[1:] {
		inner, _, _ := strings.Cut(part, ")")
		rest += " " + inner
	}
	for dash := range strings.SplitSeq(" — | – | - | -- |: ", "|") {
		if i := strings.LastIndex(title, dash); i >= 0 {
			rest += " " + title[i:]
		}
	}
	return rest
}

func wordsOf(text string) []string {
	isBetween := func(r rune) bool { return (r < 'a' || r > 'z') && r != '\'' }
	return strings.FieldsFunc(strings.ToLower(text), isBetween)
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789.") == ""
}

func firstWord(text string) string {
	text = strings.TrimPrefix(strings.TrimLeft(text, "*_` "), "Phase ")
	word, _, _ := strings.Cut(text, " ")
	return strings.TrimRight(word, "*_`:.,")
}

func versionIn(title string) string {
	title = strings.ToLower(title)
	before := byte(' ')
	for i := range len(title) {
		version := versionAt(title[i:])
		isWithin := before >= 'a' && before <= 'z' || before == '.'
		if version != "" && !isWithin {
			return version
		}
		before = title[i]
	}
	return ""
}

func versionAt(text string) string {
	bare, ok := strings.CutPrefix(text, "v")
	if !ok || bare == "" || bare[0] < '0' || bare[0] > '9' {
		return ""
	}
	rest := strings.TrimLeft(bare, "0123456789.")
	version := strings.TrimRight(text[:len(text)-len(rest)], ".")
	for before := range strings.SplitSeq("-alpha|-beta|-rc", "|") {
		if strings.HasPrefix(rest, before) {
			return version + before
		}
	}
	return version
}

func isLaterVersion(a, b string) bool {
	number := func(version string) string {
		bare, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), "-")
		return bare
	}
	return b == "" || comparePhases(number(a), number(b)) > 0
}
