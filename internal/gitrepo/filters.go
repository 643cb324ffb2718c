package gitrepo

import (
	"slices"
	"strconv"
	"strings"
)

// unfiltered returns g without the repository's own filters, which a stranger may have chosen. It
// sets variables, not options, because the name of a filter can contain "=".
func (g git) unfiltered() (git, error) {
	names, err := g.ownFilters()
	if err != nil || len(names) == 0 {
		return g, err
	}
	n, _ := strconv.Atoi(g.lookup("GIT_CONFIG_COUNT")) // keep the user's own
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

func (g git) ownFilters() ([]string, error) {
	out, err := g.list("config", "--show-scope", "-z", "--name-only", "--get-regexp", `^filter\.`)
	if status(err) == 1 {
		return nil, nil
	}
	var names []string
	for i := 0; i+1 < len(out); i += 2 { // each entry is a scope and a key
		if end := strings.LastIndexByte(out[i+1], '.'); (out[i] == "local" || out[i] == "worktree") && end > len("filter.") {
			names = append(names, out[i+1][:end])
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}
