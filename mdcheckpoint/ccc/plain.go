package ccc

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unfinished are words, in lower case, of a task that is not done or will never be.
// They also stand in the names of tasks that are: what holds one is only not marked
// without being asked about. Of unfinishedPairs both words stand side by side.
const unfinished = " wip todo tbd fixme ongoing underway started partial partially half halfway almost nearly mostly unfinished incomplete not never " +
	"still until pending waiting awaiting paused stuck blocked blocker failed failing fails failure broken cannot can't couldn't didn't " +
	"doesn't isn't wasn't won't unable cancelled canceled aborted abandoned dropped skipped deferred postponed rejected reverted left " +
	"remaining remains needs "

var unfinishedPairs = [...][2]string{{"to", "do"}, {"in", "progress"}, {"under", "way"}, {"on", "hold"}, {"rolled", "back"}}

// isPlain reports whether an entry is the text of a task and nothing else: it begins
// with a letter, and has no box, no sign and no word that says how the task stands.
// That it stands among the completed ones is then all that there is to go by.
func (e *Entry) isPlain() bool {
	text := e.Line
	switch {
	case !beginsPlain(text), strings.ContainsFunc(text, isSign), hasBox(e.nested):
		return false
	case strings.Contains(text, "~~"), strings.HasSuffix(text, "?"), strings.HasSuffix(text, "..."), strings.HasSuffix(text, "…"):
		return false
	case strings.Contains(strings.ReplaceAll(text, "100%", ""), "%"):
		return false
	}
	return !saysUnfinished(text)
}

// beginsPlain reports whether text begins with a letter or digit, behind emphasis or
// in a link.
func beginsPlain(text string) bool {
	bare := strings.TrimLeft(text, "*_`")
	if rest, ok := strings.CutPrefix(bare, "["); ok && strings.Contains(rest, "](") {
		bare = strings.TrimLeft(rest, "*_`")
		label, _, _ := strings.Cut(bare, "](")
		if utf8.RuneCountInString(label) < 2 {
			return false // a box, whatever stands behind it
		}
	}
	first, _ := utf8.DecodeRuneInString(bare)
	return unicode.IsLetter(first) || unicode.IsDigit(first)
}

// isSign reports whether r is a picture, as people put them for how something stands.
func isSign(r rune) bool { return r >= 0x2190 && unicode.Is(unicode.So, r) }

// hasBox reports whether a box that is not ticked stands in what is nested.
func hasBox(nested string) bool {
	return strings.Contains(nested, "[ ]") || strings.ContainsFunc(nested, isSign)
}

// saysUnfinished reports whether text has one of those words.
func saysUnfinished(text string) bool {
	parts := func(r rune) bool { return r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	before := ""
	for word := range strings.FieldsFuncSeq(strings.ToLower(strings.ReplaceAll(text, "’", "'")), parts) {
		if hasWord(unfinished, word) || slices.Contains(unfinishedPairs[:], [2]string{before, word}) {
			return true
		}
		before = word
	}
	return false
}
