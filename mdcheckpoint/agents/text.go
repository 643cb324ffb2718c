package agents

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// readText makes a file of text, or a [*source.Error] at the first byte that is not
// UTF-8.
func readText(name, text string) (*source.File, error) {
	f := source.NewFile(name, text)
	if at := source.InvalidUTF8(text); at >= 0 {
		return nil, f.Errorf(at, "%w", source.ErrNotUTF8)
	}
	return f, nil
}

// eachLine yields the lines of f without their endings and without a byte order mark.
func eachLine(f *source.File) iter.Seq[source.Span] {
	return func(yield func(source.Span) bool) {
		at := len(f.Text) - len(strings.TrimPrefix(f.Text, "\ufeff"))
		for line := range strings.Lines(f.Text[at:]) {
			bare := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			if !yield(source.Span{Start: at, End: at + len(bare)}) {
				return
			}
			at += len(line)
		}
	}
}

// lineEnd returns the line ending of f; a carriage return alone ends no line here.
func lineEnd(f *source.File) string {
	if strings.Contains(f.Text, "\n") {
		return f.EOL()
	}
	return "\n"
}

// edited makes the change of a text file.
func edited(f *source.File, edits []source.Edit, did ...string) *Change {
	text, err := source.Apply(f.Text, edits)
	return &Change{Text: text, Did: did, Err: err}
}

// appendBlock makes the edit that puts text at the end of f, behind a blank line.
func appendBlock(f *source.File, text string) source.Edit {
	eol, bare := lineEnd(f), strings.ReplaceAll(f.Text, "\r", "")
	switch {
	case strings.TrimPrefix(bare, "\ufeff") == "" || strings.HasSuffix(bare, "\n\n"):
		text += eol
	case strings.HasSuffix(bare, "\n"):
		text = eol + text + eol
	default:
		text = eol + eol + text + eol
	}
	return source.Insert(len(f.Text), text)
}

// clean makes text fit for a file: valid UTF-8, line feeds for line endings, no
// other control characters than these and tabs.
func clean(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\ufffd"))
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || r == '\ufeff') {
			return -1
		}
		return r
	}, text)
}

// oneLine is [spelling.OneLine] of text without what no line should hold.
func oneLine(text string) string {
	if spelling.IsOneLine(text) {
		return text
	}
	return spelling.OneLine(clean(text))
}

// fileName returns the name of a file that is given on the command line.
func fileName(name string) string { return strings.TrimSpace(clean(name)) }

// identity is what two spellings of one entry have in common.
func identity(text string) string { return strings.ToLower(oneLine(text)) }

// distinct returns texts, tidied, without blank ones and those that are the same as an
// earlier one. It is nil only if texts are.
func distinct(texts []string, tidy, same func(string) string) []string {
	if texts == nil {
		return nil
	}
	all, seen := []string{}, map[string]bool{}
	for _, t := range texts {
		if t = tidy(t); !isBlank(t) && !seen[same(t)] {
			seen[same(t)] = true
			all = append(all, t)
		}
	}
	return all
}

// shorten cuts what would make a message too long.
func shorten(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}

// blanks are what a text has for nothing, folded. Source: seen.
var blanks = [...]string{"", "none", "(none)", "n/a", "na", "-", "nothing", "null"}

func isBlank(text string) bool { return slices.Contains(blanks[:], identity(text)) }

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// atoi reads a whole number of at most nine digits that is not negative.
func atoi(s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 31)
	return int(n), err == nil && len(s) <= 9
}
