package agents

import (
	"path"
	"slices"
	"strconv"
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
	n, err := strconv.ParseUint(s, 10, 31)
	return int(n), err == nil && len(s) <= 9
}
