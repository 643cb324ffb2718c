package agents

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

// forms are those of names and lines, made when one is first used.
var forms = sync.OnceValue(func() (f struct{ name, timed, status, head, heading, body, subject *regexp.Regexp }) {
	// a checkpoint that the validator takes, or an archive
	f.name = regexp.MustCompile(`^(?:(primary|secondary_[a-z]+)|(.+_crashed_\d+)|(.+_aborted_\d+))$`)
	// a folded id with a time at its end: parts of digits, T and Z, of eight digits or more together
	f.timed = regexp.MustCompile(`^(.+?)_\d(?:[tz]?_?\d){7,}[tz]?$`)
	// "STAGE: S2.P1": capitals, digits and underscores begin the line, and the colon may be a wide one
	f.status = regexp.MustCompile(`(?m)^\x{FEFF}?([A-Z0-9_]+)[:：] ?[ \t]*?((?:\S.*?)?)\s*?$`)
	// a line that ends the message before
	f.head = regexp.MustCompile(`(?m)^\x{FEFF}?(##? .*?|## Message.*?)\r?$`)
	// "## Message 3 (2026-01-15 15:00) ⏳ UNREAD", and not "## Messages"
	f.heading = regexp.MustCompile(`^## Message(?:[ \t#]*(\d+)|\b)[^(]*(?:\(([^)]*)\))?`)
	f.body = regexp.MustCompile(`(?s)^.*\S[^\r\n]*`) // without blank lines at its end
	f.subject = regexp.MustCompile(`(?m)^\*\*Subject:\*\*(.*\S.*)$`)
	return f
})

// readText makes a file of text, and a [*source.Error] at the first byte that is not UTF-8.
func readText(name, text string) (*source.File, error) {
	f := source.NewFile(name, text)
	return f, f.Check(len(text))
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
	return &Change{
		Text: text,
		Did:  did,
		Err:  err,
	}
}

// appendBlock makes the edit that puts text at the end of f, after a blank line.
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
	text = spelling.LineFeeds(strings.ToValidUTF8(text, "\ufffd"))
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

// identity returns what different spellings of one entry have in common.
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

// atoi reads a whole number of at most nine digits that is not negative.
func atoi(s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 31)
	return int(n), err == nil && len(s) <= 9
}
