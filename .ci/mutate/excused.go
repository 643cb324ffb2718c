package main

import (
	"fmt"
	"slices"
)

// An excused mutant may survive.
type excused struct{ name, why string }

// excuses are the mutants that no test can tell from mdck, or that no promise is about.
func excuses() []excused { return nil }

// excuse notes the excuses, each of which has to be for a mutant.
func excuse(mutants []mutant) error {
	for _, e := range excuses() {
		i := slices.IndexFunc(mutants, func(m mutant) bool { return m.name == e.name })
		if i < 0 {
			return fmt.Errorf("there is an excuse for %q, and no such mutant", e.name)
		}
		mutants[i].excuse = e.why
	}
	return nil
}
