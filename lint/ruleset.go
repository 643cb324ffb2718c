package lint

import (
	"slices"
	"strings"
	"sync"

	"mdck/internal/nearest"
)

// A RuleSet has all rules of a program, those of any/ first. Do not change the rules.
type RuleSet []*Rule

// NewRuleSet returns the rules of any/ and the checkers.
func NewRuleSet(checkers ...*Checker) (all RuleSet) {
	add := func(table []Rule) {
		for i := range table {
			all = append(all, &table[i])
		}
	}
	add(anyTable())
	for _, c := range checkers {
		add(c.rules())
	}
	return all
}

var anyTable = sync.OnceValue(anyRules)

// ByID returns nil for an unknown id.
func (s RuleSet) ByID(id string) *Rule {
	if i := slices.IndexFunc(s, func(r *Rule) bool { return r.ID == id }); i >= 0 {
		return s[i]
	}
	return nil
}

// Find returns the rule with this id or name. Otherwise it returns nil, and all ids with this name
// or up to three similar ids.
func (s RuleSet) Find(name string) (*Rule, []string) {
	if r := s.ByID(name); r != nil {
		return r, nil
	}
	named := slices.DeleteFunc(slices.Clone(s), func(r *Rule) bool { return r.Name() != name })
	ofProtocols := slices.DeleteFunc(slices.Clone(named), func(r *Rule) bool { return r.Custom })
	switch {
	case len(ofProtocols) == 1:
		return ofProtocols[0], nil
	case len(named) == 1:
		return named[0], nil
	case len(named) > 1:
		return nil, named.ids()
	}
	return nil, s.nearIDs(name)
}

func (s RuleSet) ids() (all []string) {
	for _, r := range s {
		all = append(all, r.ID)
	}
	return all
}

func (s RuleSet) nearIDs(name string) []string {
	var known, ids []string
	for _, r := range s {
		known = append(known, r.ID, r.Name())
	}
	for _, near := range append(nearest.Of(name, known), name) {
		for _, r := range s {
			part := near == name && len(name) > 2 && strings.Contains(r.ID, name)
			if (r.ID == near || r.Name() == near || part) && !slices.Contains(ids, r.ID) {
				ids = append(ids, r.ID)
			}
		}
	}
	return ids[:min(3, len(ids))]
}

// Newer returns the ids of rules added after version.
func (s RuleSet) Newer(version string) map[string]bool { return newer(s, Versions(), version) }
