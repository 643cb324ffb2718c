// Package templates has the questions that mdck prints, and the skeletons of files that it creates.
// Headings, names and numbers are from the protocols. All other wording is mdck's own.
package templates

import (
	_ "embed"
	"strings"
)

//go:embed ohrfc/reorient.txt
var reorient string

//go:embed ohrfc/questions.txt
var questions string

// Questions returns the questions about a subsection, or nil. group is a key; subsection is a slug.
func Questions(group, subsection string) []string {
	for block := range strings.SplitSeq(strings.TrimSpace(questions), "\n\n") {
		if name, asked, _ := strings.Cut(block, "\n"); name == group+"/"+subsection {
			return strings.Split(asked, "\n")
		}
	}
	return nil
}

// Reorient returns the questions that a restarted session answers for itself.
func Reorient() []string { return strings.Split(strings.TrimSpace(reorient), "\n") }
