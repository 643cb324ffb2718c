// Package prose recognizes what people write in the notes of a session: words such as "none",
// placeholders, issue ids, reasons, and the parts of a continuation prompt.
//
// The package guesses from the wording, so it can be wrong. Its results lead only to warnings, or
// to claims that mdck then compares with the tree.
package prose

import (
	"regexp"
	"strings"
	"sync"
)

// Examined is how many bytes of a prompt the package examines.
const Examined = 64 << 10

// MaxNamed is the maximum number of files or commits from one prompt.
const MaxNamed = 200

// A Named is a name in a prompt, with its byte offsets.
type Named struct {
	Text       string
	Start, End int
}

type pattern string

var compiled sync.Map

func (p pattern) regexp() *regexp.Regexp {
	r, ok := compiled.Load(p)
	if !ok {
		r, _ = compiled.LoadOrStore(p, regexp.MustCompile("(?i)"+string(p)))
	}
	return r.(*regexp.Regexp)
}

func examined(text string) string { return text[:min(len(text), Examined)] }

func hasWord(words, word string) bool { return strings.Contains(words, " "+word+" ") }
