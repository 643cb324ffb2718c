package ccc

import (
	"strings"
	"unicode/utf8"
)

// named is a text that a prompt has at an offset.
type named struct {
	text       string
	start, end int
}

// branchIn is the branch that a line "Branch: x" names, and nothing beside it.
func branchIn(prompt string) (named, bool) {
	const label = "branch:"
	at := 0
	for line := range strings.SplitAfterSeq(prompt, "\n") {
		bare := strings.TrimLeft(line, "-*_ \t")
		if len(bare) > len(label) && strings.EqualFold(bare[:len(label)], label) {
			rest := strings.TrimLeft(bare[len(label):], "*_ \t`")
			name := strings.TrimRight(rest, "*_ \t`.\n")
			start := at + len(line) - len(rest)
			return named{name, start, start + len(name)}, name != "" && !strings.ContainsAny(name, " \t`,;([<")
		}
		at += len(line)
	}
	return named{}, false
}

// commitsIn are the hashes, of 7 to 40 hex digits, that stand behind the word commit,
// at most [MaxNamed].
func commitsIn(prompt string) []named {
	const word, least, most = "commit", 7, 40
	lower := strings.ToLower(prompt)
	if len(lower) != len(prompt) {
		return nil
	}
	var found []named
	for at := 0; len(found) < MaxNamed; {
		i := strings.Index(lower[at:], word)
		if i < 0 {
			break
		}
		before := at + i
		at = before + len(word)
		bare := strings.TrimLeft(lower[at:], ":*_` \t")
		n := len(bare) - len(strings.TrimLeft(bare, "0123456789abcdef"))
		inWord := before > 0 && isWord(lower[before-1]) || len(bare) == len(lower[at:]) || n < len(bare) && isWord(bare[n])
		if n < least || n > most || inWord || strings.Trim(bare[:n], "abcdef") == "" {
			continue // of letters alone it may be a word, such as "defaced"
		}
		start := len(prompt) - len(bare)
		found = append(found, named{prompt[start : start+n], start, start + n})
	}
	return found
}

func isWord(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '_' || c == '-' || c >= utf8.RuneSelf
}
