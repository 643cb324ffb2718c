// Package templates contains the texts that mdck writes or prints: questions, grammars and next
// actions. The wording is mdck's own; headings, names and numbers are from the protocols.
package templates

import (
	_ "embed"
	"strings"
)

//go:embed ohrfc/reorient.txt
var reorient string

//go:embed ohrfc/questions.txt
var questions string

// Questions returns the questions that a session answers in a subsection, or nil. The arguments are
// names as on a command line: the key of the group, and the slug of the subsection's title.
func Questions(group, subsection string) []string {
	for block := range strings.SplitSeq(strings.TrimSpace(questions), "\n\n") {
		if name, asked, _ := strings.Cut(block, "\n"); name == group+"/"+subsection {
			return strings.Split(asked, "\n")
		}
	}
	return nil
}

// Reorient returns the questions that a restarted session answers for itself before it continues.
func Reorient() []string { return strings.Split(strings.TrimSpace(reorient), "\n") }
