package ccc

import (
	"slices"
	"strings"
)

// blanks are what stands in a section that has no entries, folded and without
// parentheses. Source: engine ("(none yet)", "(none)"); the rest is what people
// write, also in other languages.
var blanks = [...]string{
	"", "none", "n/a", "nothing", "-", "–", "—", "tbd", "todo", "nil", "nada", "not blocked", "nothing blocking", "nothing blocks", "not blocked by anything",
	"keine", "keiner", "keines", "nichts", "aucun", "aucune", "rien", "ninguno", "ninguna", "nenhum", "nessuno", "geen", "нет", "无", "無", "暂无", "没有", "沒有", "なし", "特になし", "없음",
}

// fillers are what people add to a word for nothing: "no active blockers", "none at
// this time".
const fillers = " yet so far currently current right now for at this the time moment known open active " +
	"remaining left identified made recorded completed to report blocker blockers blocking decision decisions task tasks learnings "

// saysNone reports whether text, folded, is a word for nothing and what people add
// to it, or one of these and a remark behind punctuation.
func saysNone(text string) bool {
	if rest, ok := strings.CutPrefix(text, "none"); ok && remarks(rest) {
		return true
	}
	for _, there := range [...]string{"there are ", "there is ", "there's ", "we have "} {
		text = strings.TrimPrefix(text, there)
	}
	if i := strings.IndexAny(text, ".,;:("); i > 0 && isNone(text[:i]) && strings.Contains(text[:i], " ") {
		return true
	}
	return isNone(text)
}

// remarks reports whether text begins with punctuation, behind emphasis: a hyphen is
// some only before a space, else it is within a word.
func remarks(text string) bool {
	text = strings.TrimLeft(text, " *_`")
	return strings.IndexAny(text, ".,;:(–—") == 0 || strings.HasPrefix(text, "- ")
}

// isNone reports whether text, folded, is a word for nothing and what people add to it.
func isNone(text string) bool {
	words := strings.Fields(text)
	if n := len(words); n > 2 && words[0] == "not" && words[1] == "blocked" {
		words = slices.Concat([]string{"none"}, words[2:])
	}
	for i, word := range words {
		switch {
		case i == 0 && word != "none" && word != "no" && word != "nothing":
			return false
		case i > 0 && !hasWord(fillers, word):
			return false
		}
	}
	return true
}

// IsBlank reports whether text says that there is nothing, or is a placeholder
// of the protocol's template such as "[decision]: [rationale]".
func IsBlank(text string) bool {
	_, text, _ = cutMark(OneLine(text))
	folded := foldNone(text)
	return slices.Contains(blanks[:], folded) || folded != "no" && saysNone(folded) || isTemplate(strings.TrimSuffix(text, "."))
}

// foldNone is text in lower case without pictures, and without what people put
// around a word for nothing.
func foldNone(text string) string {
	if strings.ContainsFunc(text, isSign) {
		text = strings.Map(func(r rune) rune {
			if isSign(r) || r == '\ufe0f' {
				return -1
			}
			return r
		}, text)
	}
	return strings.Trim(strings.ToLower(text), "*_`.!。() ")
}

// isNothing reports whether a line says that the section with that key has no
// entries. A bare "no" is an answer only to what blocks.
func isNothing(key, line string) bool {
	return IsBlank(line) || (key == BlockersKey || key == FlaggedKey) && foldNone(line) == "no"
}
