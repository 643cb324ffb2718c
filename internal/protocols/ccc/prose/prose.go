// Package prose reads what people write in the notes of a session: words for nothing,
// placeholders, ids of issues, reasons, and the parts of a continuation prompt.
//
// It goes by how the notes are worded, so it can be wrong either way: what depends on it is a
// warning, or is claimed only if the tree confirms it.
package prose

import (
	"regexp"
	"strings"
	"sync"
)

// Examined is how many bytes of a prompt are looked at: more is not a prompt to start from.
const Examined = 64 << 10

// MaxNamed is how many files, or commits, a prompt is taken to name at most.
const MaxNamed = 200

// A Named is a text that a prompt has at an offset.
type Named struct {
	Text       string
	Start, End int
}

// A pattern is a regular expression, without regard to case.
type pattern string

// compiled are the patterns that were used, as *regexp.Regexp.
var compiled sync.Map

// regexp compiles the pattern when it is first used.
func (p pattern) regexp() *regexp.Regexp {
	r, ok := compiled.Load(p)
	if !ok {
		r, _ = compiled.LoadOrStore(p, regexp.MustCompile("(?i)"+string(p)))
	}
	return r.(*regexp.Regexp)
}

func examined(text string) string { return text[:min(len(text), Examined)] }

// hasWord reports whether a word is one of words, each of which has a space around it.
func hasWord(words, word string) bool { return strings.Contains(words, " "+word+" ") }
