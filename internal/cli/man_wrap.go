package cli

import (
	"strings"
	"unicode/utf8"
)

// manWidth is how many columns an example has on a terminal of 80, beside the indents
// of the section and of itself, and one at the end.
const manWidth = 80 - 7 - 4 - 1

// wrapExample breaks a line of an example that is too wide: a row of two columns within
// the second, below which it goes on, and a command line between words, as a shell
// takes it. What is neither stays as it is.
func wrapExample(line string) []string {
	switch {
	case utf8.RuneCountInString(line) <= manWidth:
		return []string{line}
	case gap(line) > 0:
		return wrapRow(line, gap(line))
	case line[0] >= 'a' && line[0] <= 'z':
		return wrapCommand(line)
	}
	return []string{line}
}

// gap is where the second column of a row begins; 0 if it is no row.
func gap(line string) int {
	first, rest, found := strings.Cut(strings.TrimLeft(line, " "), "  ")
	if !found || first == "" || strings.ContainsAny(first, `"'`) {
		return 0
	}
	return len(line) - len(strings.TrimLeft(rest, " "))
}

func wrapRow(line string, column int) []string {
	return wrapWords(line[:column], strings.Fields(line[column:]), strings.Repeat(" ", column), "")
}

// wrapCommand breaks between words that no quotes hold together.
func wrapCommand(line string) []string {
	var words []string
	quote, word := rune(0), ""
	for _, r := range line {
		switch {
		case r == ' ' && quote == 0:
			words, word = append(words, word), ""
			continue
		case quote == 0 && (r == '"' || r == '\''):
			quote = r
		case r == quote:
			quote = 0
		}
		word += string(r)
	}
	return wrapWords("", append(words, word), "    ", ` \`)
}

// wrapWords sets words behind begin, on lines that end in end but for the last, and
// begin with indent but for the first.
func wrapWords(begin string, words []string, indent, end string) []string {
	var lines []string
	line, empty := begin, true
	for _, word := range words {
		if !empty && utf8.RuneCountInString(line+" "+word+end) > manWidth {
			lines = append(lines, line+end)
			line, empty = indent, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	return append(lines, line)
}
