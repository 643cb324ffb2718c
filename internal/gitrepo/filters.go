package gitrepo

import (
	"slices"
	"strconv"
	"strings"
)

// unfiltered is g without the filters that the repository's own configuration names: they
// are programs of whoever wrote it. Those of the user and of the system are the user's.
// What a filter would have made of a file is then not known, so one that was touched counts
// as changed. Names go through the environment, as one with = would end early on a command
// line. Source: gitattributes(5), filter, and git(1), GIT_CONFIG_COUNT.
func (g git) unfiltered() (git, error) {
	names, err := g.ownFilters()
	if err != nil || len(names) == 0 {
		return g, err
	}
	n, _ := strconv.Atoi(g.lookup("GIT_CONFIG_COUNT")) // those of the user stay
	set := func(key, value string) {
		g = g.withVariable("GIT_CONFIG_KEY_"+strconv.Itoa(n), key).withVariable("GIT_CONFIG_VALUE_"+strconv.Itoa(n), value)
		n++
	}
	for _, name := range names {
		for _, key := range [...]string{".clean", ".smudge", ".process"} {
			set(name+key, "")
		}
		set(name+".required", "false")
	}
	return g.withVariable("GIT_CONFIG_COUNT", strconv.Itoa(n)), nil
}

// ownFilters are the filters that the configuration of the repository or of the work tree
// names, as "filter.NAME", sorted.
func (g git) ownFilters() ([]string, error) {
	out, err := g.list("config", "--show-scope", "-z", "--name-only", "--get-regexp", `^filter\.`)
	if status(err) == 1 {
		return nil, nil // there is none
	}
	var names []string
	for i := 0; i+1 < len(out); i += 2 { // the scope, and the key
		if end := strings.LastIndexByte(out[i+1], '.'); (out[i] == "local" || out[i] == "worktree") && end > len("filter.") {
			names = append(names, out[i+1][:end])
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}
