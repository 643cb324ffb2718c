// Package prose recognizes what people write in the notes of a session: words for none,
// placeholders, issue ids, reasons, and the parts of a continuation prompt.
//
// It judges by the wording, so it can err in both directions. Therefore its results lead only to
// warnings, or to claims that the tree confirms.
package prose

import (
	"regexp"
	"strings"
	"sync"
)

// Examined is the maximum number of bytes of a prompt that are examined. A longer text is not
// useful as a prompt.
const Examined = 64 << 10

// MaxNamed is the maximum number of files, or of commits, that are read from a prompt.
const MaxNamed = 200

// A Named is a name in a prompt, with its offsets.
type Named struct {
	Text       string
	Start, End int
}

// A pattern is a regular expression that ignores case.
type pattern string

// compiled caches the compiled patterns as *regexp.Regexp.
var compiled sync.Map

// regexp returns the compiled pattern.
func (p pattern) regexp() *regexp.Regexp {
	r, ok := compiled.Load(p)
	if !ok {
		r, _ = compiled.LoadOrStore(p, regexp.MustCompile("(?i)"+string(p)))
	}
	return r.(*regexp.Regexp)
}

func examined(text string) string { return text[:min(len(text), Examined)] }

// hasWord reports whether word is in words, a list with a space before and after each word.
func hasWord(words, word string) bool { return strings.Contains(words, " "+word+" ") }
