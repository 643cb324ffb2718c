package baseline

import (
	"slices"
	"strings"

	"mdck/lint"
)

// A Judge holds the findings of one run against a baseline. It is not safe for
// concurrent use.
type Judge struct {
	rules    lint.RuleSet // all that there are
	known    map[Key]int
	all      bool                       // everything that is found is known
	checked  map[string]map[string]bool // the rules that were off, by path
	found    map[Key]int
	silenced int
}

// NewJudge makes a Judge by whom is known what b knows or, if all is true, what is
// found.
func NewJudge(b Baseline, rules lint.RuleSet, all bool) *Judge {
	j := &Judge{rules: rules, known: make(map[Key]int, len(b.entries)), all: all, checked: map[string]map[string]bool{}, found: map[Key]int{}}
	for _, e := range b.entries {
		j.known[e.Key] = e.Count
	}
	return j
}

// A Checked is a checkpoint that was checked, and what was found.
type Checked struct {
	Files []string                   // paths, as diagnostics have them, of all files that were looked at
	Off   map[string]bool            // rules that were not asked, by id
	Found []lint.Diagnostic          // in the order of the file
	Path  func(string) (path string) // the path of a diagnostic as a [Key] has it
}

// Silenceable reports whether a baseline may hold findings of r. Of a file that
// cannot be read nothing else is known, so nothing may silence that.
func Silenceable(r *lint.Rule) bool { return !r.Unreadable() }

// Fresh gives the findings of c that are new, in their order. Of equal ones the
// last are. It notes nothing.
func (j *Judge) Fresh(c Checked) []lint.Diagnostic {
	var fresh []lint.Diagnostic
	seen := map[Key]int{}
	for i := range c.Found {
		d := &c.Found[i]
		if Silenceable(d.Rule) {
			if j.all {
				continue
			}
			k := c.key(d)
			if seen[k]++; seen[k] <= j.known[k] {
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

// Judge gives what [Judge.Fresh] gives, and notes what was checked and found.
func (j *Judge) Judge(c Checked) []lint.Diagnostic {
	fresh := j.Fresh(c)
	j.silenced += len(c.Found) - len(fresh)
	seen := map[Key]int{}
	for i := range c.Found {
		if d := &c.Found[i]; Silenceable(d.Rule) {
			seen[c.key(d)]++
		}
	}
	for k, n := range seen {
		j.found[k] = max(j.found[k], n) // a file beside two checkpoints is looked at twice
	}
	if !slices.ContainsFunc(c.Found, hides) {
		for _, name := range c.Files {
			j.checked[c.Path(name)] = c.Off
		}
	}
	return fresh
}

// Silenced is how many findings were judged and are known.
func (j *Judge) Silenced() int { return j.silenced }

// hides reports whether d keeps others from being found, so that what is not
// found beside it need not be mended.
func hides(d lint.Diagnostic) bool {
	switch d.Rule.ID {
	case "any/conflict-marker", "any/unclosed":
		return true
	}
	return d.Rule.Unreadable() || strings.HasSuffix(d.Rule.ID, "-schema") && d.Severity == lint.Error
}

// covers reports whether a finding with that key would have been found.
func (j *Judge) covers(k Key) bool {
	off, checked := j.checked[k.Path]
	return checked && !off[k.Rule]
}

// Ratchet gives b without what was looked for and not found, and without what is
// about files that are gone. Entries of rules that this release does not have are
// another's, and stay; so do those that the baseline of this Judge does not have,
// which another run has written meanwhile.
func (j *Judge) Ratchet(b Baseline, gone func(path string) bool) Baseline {
	var kept []Entry
	for _, e := range b.entries {
		switch {
		case j.known[e.Key] == 0:
		case j.covers(e.Key) && j.rules.ByID(e.Rule) != nil:
			e.Count = min(e.Count, j.found[e.Key])
		case gone(e.Path):
			e.Count = 0
		}
		if e.Count > 0 {
			kept = append(kept, e)
		}
	}
	return Baseline{kept}
}

// Update gives what was found, and of b what was not looked for and is not about
// files that are gone.
func (j *Judge) Update(b Baseline, gone func(path string) bool) Baseline {
	var entries []Entry
	for k, n := range j.found {
		entries = append(entries, Entry{k, n})
	}
	for _, e := range b.entries {
		if _, again := j.found[e.Key]; !again && !j.covers(e.Key) && !gone(e.Path) {
			entries = append(entries, e)
		}
	}
	return New(entries)
}
