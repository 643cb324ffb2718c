package ccc

import (
	"slices"
	"strings"
	"unicode"
)

// reasons are what people put between a decision and its reason, the protocol's first, in
// lower case.
var reasons = [...]string{
	": ", "：", "—", " – ", " -- ", " - ", "→", " because ", " since ", " so that ", " due to ", " owing to ", " to avoid ", " to keep ", " to prevent ", " in order to ", " given ", " for lack of ",
	" weil ", " damit ", " wegen ", " da ", " denn ", " parce que ", " car ", " afin de ", " porque ", " perché ", " omdat ", " ponieważ ", " потому что ", " чтобы ", "因为", "因為", "由于", "由於", "以便", "ため", "ので", "から", "때문",
}

// hasReason reports whether a line says why something was decided. A label and a time
// before it are no part of that.
func hasReason(line string) bool {
	text := withoutLabels(strings.ToLower(strings.ReplaceAll(line, "*", "")))
	for _, reason := range reasons {
		if _, why, ok := strings.Cut(text, reason); ok && !IsBlank(why) {
			return true
		}
	}
	return inBrackets(text) || hasDash(text)
}

// labels are what people put before a decision, in lower case.
var labels = [...]string{"decision", "decided", "decision made", "we decided", "choice", "resolved", "note", "adr"}

// withoutLabels is a line, in lower case, without a time and words for a decision at
// its beginning.
func withoutLabels(text string) string {
	for {
		bare := strings.TrimLeft(text, " _")
		if rest, ok := strings.CutPrefix(bare, "["); ok && strings.Contains(rest, "] ") {
			_, bare, _ = strings.Cut(rest, "] ")
		}
		for _, sep := range [...]string{": ", " — ", " – ", " - "} {
			if label, rest, ok := strings.Cut(bare, sep); ok && isLabel(strings.Trim(label, " _")) {
				bare = rest
				break
			}
		}
		if bare == text {
			return text
		}
		text = bare
	}
}

// isLabel reports whether text stands before a decision, and is none: a word for one,
// with or without its number, or a time.
func isLabel(text string) bool {
	word := strings.TrimRight(text, "0123456789 #.-")
	return slices.Contains(labels[:], word) || text != "" && strings.Trim(text, "0123456789-+:.tz/ ") == ""
}

// inBrackets reports whether brackets, not those of a link, hold words.
func inBrackets(text string) bool {
	for text != "" {
		before, rest, _ := strings.Cut(text, "(")
		inside, _, closed := strings.Cut(rest, ")")
		if closed && !strings.HasSuffix(before, "]") && strings.Contains(strings.TrimSpace(inside), " ") && !IsBlank(inside) {
			return true
		}
		text = rest
	}
	return false
}

// hasDash reports whether an en dash separates words; between digits it is a range.
func hasDash(text string) bool {
	before, after, ok := strings.Cut(text, "–")
	return ok && strings.TrimFunc(before, unicode.IsDigit) == before && strings.TrimSpace(after) != ""
}
