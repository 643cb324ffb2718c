// Package templates holds the texts that mdck writes or asks: questions,
// grammars and what is to be done next. The wording is ours; headings, names and
// numbers are those of the protocols.
package templates

import (
	_ "embed"
	"strings"
)

//go:embed ohrfc/reorient.txt
var reorient string

//go:embed ohrfc/questions.txt
var questions string

// Questions are what a session is asked for a subsection, one a line; nil for a
// subsection that there is none for. Both names are those of a command line:
// the key of the group and the slug of the title.
func Questions(group, subsection string) []string {
	for block := range strings.SplitSeq(strings.TrimSpace(questions), "\n\n") {
		if name, asked, _ := strings.Cut(block, "\n"); name == group+"/"+subsection {
			return strings.Split(asked, "\n")
		}
	}
	return nil
}

// Reorient are the questions that a restarted session answers for itself before
// it continues, one a line.
func Reorient() []string { return strings.Split(strings.TrimSpace(reorient), "\n") }
