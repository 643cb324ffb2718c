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

//go:embed ohrfc/append.txt
var appendGrammar string

// Reorient are the questions that a restarted session answers for itself before
// it goes on, one a line.
func Reorient() []string { return strings.Split(strings.TrimSpace(reorient), "\n") }

// AppendGrammar says what mdck append takes as input.
func AppendGrammar() string { return appendGrammar }
