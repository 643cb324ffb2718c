package lint

import (
	"slices"
	"strings"
	"sync"

	"mdck/internal/nearest"
)

// A RuleSet is all rules that a program knows, those of any/ first, in the order of
// the documentation. The rules must not be changed.
type RuleSet []*Rule

// NewRuleSet returns the rules of any/ and of the checkers.
func NewRuleSet(checkers ...*Checker) RuleSet {
	var all RuleSet
	add := func(table []Rule) {
		for i := range table {
			all = append(all, &table[i])
		}
	}
	add(anyTable())
	for _, c := range checkers {
		add(c.Rules())
	}
	return all
}

// anyTable is made once, when it is first used.
var anyTable = sync.OnceValue(anyRules)

// ByID returns the rule with that id; nil if there is none.
func (s RuleSet) ByID(id string) *Rule {
	if i := slices.IndexFunc(s, func(r *Rule) bool { return r.ID == id }); i >= 0 {
		return s[i]
	}
	return nil
}

// Find returns the rule that name means: its id, or its name if only one protocol has
// a rule of that name. Custom rules are considered last. If there is no such rule, it
// returns nil and the nearest ids.
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

func (s RuleSet) ids() []string {
	var all []string
	for _, r := range s {
		all = append(all, r.ID)
	}
	return all
}

// nearIDs returns at most three ids that name may have been meant for.
func (s RuleSet) nearIDs(name string) []string {
	var known []string
	byName := map[string]RuleSet{} // by what a user may write for them
	for _, r := range s {
		for _, k := range []string{r.ID, r.Name()} {
			if len(byName[k]) == 0 {
				known = append(known, k)
			}
			byName[k] = append(byName[k], r)
		}
	}
	var near RuleSet
	for _, k := range nearest.Of(name, known) {
		near = append(near, byName[k]...)
	}
	for _, r := range s {
		if len(name) > 2 && strings.Contains(r.ID, name) {
			near = append(near, r)
		}
	}
	var distinct []string
	for _, r := range near {
		twin := func(other *Rule) bool { return other != r && other.Name() == r.Name() }
		if !(r.Custom && slices.ContainsFunc(near, twin)) && !slices.Contains(distinct, r.ID) {
			distinct = append(distinct, r.ID)
		}
	}
	return distinct[:min(3, len(distinct))]
}

// Newer returns the ids of the rules that came after version, one of [Versions]. It is
// nil if there are none.
func (s RuleSet) Newer(version string) map[string]bool { return newer(s, Versions(), version) }
