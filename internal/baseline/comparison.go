package baseline

import (
	"slices"
	"strings"

	"mdck/lint"
)

// A Comparison compares one run with a baseline. It is not safe for concurrent use.
type Comparison struct {
	rules    lint.RuleSet
	known    map[Key]int
	all      bool                       // all findings count as known
	checked  map[string]map[string]bool // checked path -> ids of the rules that were off
	found    map[Key]int
	silenced int
}

// NewComparison returns a Comparison with b. With all, every finding is known.
func NewComparison(b Baseline, rules lint.RuleSet, all bool) *Comparison {
	run := &Comparison{rules: rules, known: make(map[Key]int, len(b.entries)), all: all,
		checked: map[string]map[string]bool{}, found: map[Key]int{}}
	for _, e := range b.entries {
		run.known[e.Key] = e.Count
	}
	return run
}

// A Checked is a checkpoint that was checked, with its findings.
type Checked struct {
	Files []string                   // files that were read, as diagnostics name them
	Off   map[string]bool            // ids of the rules that were off
	Found []lint.Diagnostic          // in the order of the file
	Path  func(string) (path string) // converts the path of a diagnostic to that of a [Key]
}

// Fresh returns the new findings of c in their order.
func (run *Comparison) Fresh(c Checked) (fresh []lint.Diagnostic) {
	seen := map[Key]int{}
	for i := range c.Found {
		d := &c.Found[i]
		if !d.Rule.Unreadable() { // an unreadable file has no other findings, so it is always reported
			if run.all {
				continue
			}
			k := c.key(d)
			if seen[k]++; seen[k] <= run.known[k] {
				continue
			}
		}
		fresh = append(fresh, *d)
	}
	return fresh
}

func (c *Checked) key(d *lint.Diagnostic) Key {
	return Key{Path: c.Path(d.Path), Rule: d.Rule.ID, Fingerprint: lint.Fingerprint(d)}
}

// Compare returns [Comparison.Fresh] of c and records the findings.
func (run *Comparison) Compare(c Checked) []lint.Diagnostic {
	fresh := run.Fresh(c)
	run.silenced += len(c.Found) - len(fresh)
	seen := map[Key]int{}
	for i := range c.Found {
		if d := &c.Found[i]; !d.Rule.Unreadable() {
			seen[c.key(d)]++
		}
	}
	for k, n := range seen {
		run.found[k] = max(run.found[k], n) // two checkpoints may share the file
	}
	if !slices.ContainsFunc(c.Found, hides) {
		for _, name := range c.Files {
			run.checked[c.Path(name)] = c.Off
		}
	}
	return fresh
}

// Silenced returns how many of the compared findings are known.
func (run *Comparison) Silenced() int { return run.silenced }

// hides reports whether d can prevent other findings, as a syntax error does.
func hides(d lint.Diagnostic) bool {
	switch d.Rule.ID {
	case "any/conflict-marker", "any/unclosed":
		return true
	}
	return d.Rule.Unreadable() || strings.HasSuffix(d.Rule.ID, "schema") &&
		d.Severity == lint.Error
}

func (run *Comparison) covers(k Key) bool {
	off, checked := run.checked[k.Path]
	return checked && !off[k.Rule]
}

// Ratchet returns b without fixed findings and deleted files. Entries that other runs added stay.
func (run *Comparison) Ratchet(b Baseline, gone func(path string) bool) Baseline {
	var kept []Entry
	for _, e := range b.entries {
		switch {
		case run.known[e.Key] == 0:
		case run.covers(e.Key) && run.rules.ByID(e.Rule) != nil:
			e.Count = min(e.Count, run.found[e.Key])
		case gone(e.Path):
			e.Count = 0
		}
		if e.Count > 0 {
			kept = append(kept, e)
		}
	}
	return Baseline{kept}
}

// Update returns a baseline with the findings of the run, and those of b that it did not check.
func (run *Comparison) Update(b Baseline, gone func(path string) bool) Baseline {
	var entries []Entry
	for k, n := range run.found {
		entries = append(entries, Entry{k, n})
	}
	for _, e := range b.entries {
		if _, again := run.found[e.Key]; !again && !run.covers(e.Key) && !gone(e.Path) {
			entries = append(entries, e)
		}
	}
	return New(entries)
}
