package agents

import (
	"regexp"
	"strings"
	"sync"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

var forms = sync.OnceValue(func() (f struct{ name, timed, status, head, heading, body, subject *regexp.Regexp }) {
	// a name that the validator accepts, or an archive
	f.name = regexp.MustCompile(`^(?:(primary|secondary_[a-z]+)|(.+_crashed_\d+)|(.+_aborted_\d+))$`)
	// a folded id that ends in a time
	f.timed = regexp.MustCompile(`^(.+?)_\d(?:[tz]?_?\d){7,}[tz]?$`)
	// such as "STAGE: S2.P1"
	f.status = regexp.MustCompile(`(?m)^\x{FEFF}?([A-Z0-9_]+)[:：] ?[ \t]*?((?:\S.*?)?)\s*?$`)
	// a line that ends the previous message
	f.head = regexp.MustCompile(`(?m)^\x{FEFF}?(##? .*?|## Message.*?)\r?$`)
	// such as "## Message 3 (2026-01-15 15:00) ⏳ UNREAD"
	f.heading = regexp.MustCompile(`^## Message(?:[ \t#]*(\d+)|\b)[^(]*(?:\(([^)]*)\))?`)
	f.body = regexp.MustCompile(`(?s)^.*\S[^\r\n]*`) // without blank lines at the end
	f.subject = regexp.MustCompile(`(?m)^\*\*Subject:\*\*(.*\S.*)$`)
	return f
})

func readText(name, text string) (*source.File, error) {
	f := source.NewFile(name, text)
	return f, f.Check(len(text))
}

// lineEnd returns the line ending of f. A lone carriage return does not count.
func lineEnd(f *source.File) string {
	if strings.Contains(f.Text, "\n") {
		return f.EOL()
	}
	return "\n"
}

func edited(f *source.File, edits []source.Edit, did ...string) *Change {
	text, err := source.Apply(f.Text, edits)
	if text == f.Text {
		did = nil
	}
	return &Change{
		Text: text,
		Did:  did,
		Err:  err,
	}
}

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

func fileName(name string) string { return strings.TrimSpace(spelling.Clean(name)) }

// identity returns text on one line in lower case, to compare entries.
func identity(text string) string { return strings.ToLower(spelling.CleanLine(text)) }

// distinct applies tidy to texts and removes blank and repeated ones. The result is nil only if
// texts is nil.
func distinct(texts []string, tidy, same func(string) string) []string {
	if texts == nil {
		return nil
	}
	all, seen := []string{}, map[string]bool{}
	for _, t := range texts {
		if t = tidy(t); !spelling.IsNone(t) && !seen[same(t)] {
			seen[same(t)] = true
			all = append(all, t)
		}
	}
	return all
}

//go:noinline
func shorten(text string) string { return spelling.Shorten(text, 40) }
