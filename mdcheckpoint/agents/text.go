package agents

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mdck/mdcheckpoint/spelling"
)

// clean makes text fit for a file: valid UTF-8, line feeds for line endings, no
// other control characters than these and tabs.
func clean(text string) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, isUnfit) {
		return text
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\ufffd"))
	return strings.Map(func(r rune) rune {
		if isUnfit(r) {
			return -1
		}
		return r
	}, text)
}

func isUnfit(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || r == '\ufeff')
}

// oneLine is [spelling.OneLine] of text without what no line should hold.
func oneLine(text string) string {
	if spelling.IsOneLine(text) {
		return text
	}
	return spelling.OneLine(clean(text))
}

// identity is what two spellings of one entry have in common.
func identity(text string) string { return strings.ToLower(oneLine(text)) }

// lines are texts on one line each, without blank ones and without repetitions.
// They are nil only if texts are.
func lines(texts []string) []string {
	if texts == nil {
		return nil
	}
	return distinct(texts, oneLine, identity)
}

// names are names of files, likewise.
func names(files []string) []string {
	if files == nil {
		return nil
	}
	return distinct(files, func(name string) string { return strings.TrimSpace(clean(name)) }, path.Clean)
}

// distinct are texts, tidied, without blank ones and those that are the same as an
// earlier one.
func distinct(texts []string, tidy, same func(string) string) []string {
	all, seen := []string{}, map[string]bool{}
	for _, t := range texts {
		if t = tidy(t); !isBlank(t) && !seen[same(t)] {
			seen[same(t)] = true
			all = append(all, t)
		}
	}
	return all
}

// blanks are what stands in a text for nothing, folded. Source: seen.
var blanks = [...]string{"", "none", "(none)", "n/a", "na", "-", "nothing", "null"}

func isBlank(text string) bool { return slices.Contains(blanks[:], identity(text)) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// atoi reads a whole number of at most nine digits that is not negative.
func atoi(s string) (int, bool) {
	if !isDigits(s) || len(s) > 9 {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// count is a number and what it is of: "1 file", "2 files".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// orElse is text, or another if that is empty.
func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
