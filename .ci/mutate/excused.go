package main

import (
	"fmt"
	"slices"
)

// An excused mutant may survive.
type excused struct{ name, why string }

// excuses are the mutants that no test can tell from mdck, or that no promise is about.
func excuses() []excused {
	const (
		passes  = "a stop for what never ends: tests of fixes that converge take fewer than ten passes"
		holders = "the longest word in the switch of isPlaceholder has 16 bytes: the bound saves time only"
		short   = "with its prefix such a key is shorter than shortestKey, so it is not looked at"
	)
	return []excused{
		{"limit lint.keyForms 16 down", short},
		{"limit lint.keyForms 16 down #2", short},
		{"limit lint.maxPasses up", passes},
		{"limit lint.maxPasses down", passes},
		{"limit lint.longestPlaceholder up", holders},
		{"limit lint.longestPlaceholder down", holders},
	}
}

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
