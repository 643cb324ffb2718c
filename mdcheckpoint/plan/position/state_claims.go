package position

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/source"
)

// Claims are what the state says of itself and of the tree, whose plans lie in the
// folder phases beside it.
func (s *State) Claims(out Outside) []claim.Claim {
	c := &claimer{out: out}
	dir := path.Join(path.Dir(s.File.Name), "phases")
	if percent, ok := s.Progress.Computed(); ok {
		c.add(ClaimPercent, "percent by its counts", s.Progress.Percent.Text, s.Progress.Percent.Span, func(fs.FS) (string, error) { return strconv.Itoa(percent), nil })
	}
	count := func(key, name, field string, of func(tally) int) {
		v := s.Front.Get("progress", field)
		c.add(key, name, str(s.File, v), spanOf(v), counted(dir, "", of))
	}
	total := s.Progress.TotalPhases
	c.add(ClaimPhases, "phases", str(s.File, s.Front.Get("progress", "total_phases")), spanOf(s.Front.Get("progress", "total_phases")), atLeast(total, counted(dir, "", func(t tally) int { return t.phases })))
	count(ClaimPlans, "plans", "total_plans", func(t tally) int { return t.plans })
	count(ClaimDone, "plans that are done", "completed_plans", func(t tally) int { return t.done })
	if s.Plan.Of > 0 && s.Phase.N != "" {
		c.add(ClaimPlans, "plans of phase "+s.Phase.N, strconv.Itoa(s.Plan.Of), s.Plan.Span, counted(dir, s.Phase.N, func(t tally) int { return t.plans }))
	}
	if name := strings.Trim(s.Resume.Text, "`[] "); name != "" && !isBlank(name) && !strings.Contains(name, " ") {
		c.file(name, s.Resume.Span)
	}
	return c.all
}

func spanOf(v *jsondoc.Value) source.Span {
	if v == nil {
		return source.Span{}
	}
	return v.Span
}

// atLeast is a count of phases that may not all have a folder yet: of fewer than the
// total nothing can be said. Source: GSD, which makes a folder once a phase is planned.
func atLeast(total int, actual func(fs.FS) (string, error)) func(fs.FS) (string, error) {
	return func(tree fs.FS) (string, error) {
		text, err := actual(tree)
		if n, ok := atoi(text); err == nil && ok && n < total {
			return "", fmt.Errorf("%d of them have a folder so far", n)
		}
		return text, err
	}
}

// A tally is what a folder of phases holds.
type tally struct{ phases, donePhases, plans, done int }

// counted counts plans below dir, of one phase or of all.
func counted(dir, phase string, of func(tally) int) func(fs.FS) (string, error) {
	return func(tree fs.FS) (string, error) {
		t, err := tallied(tree, dir, phase)
		return strconv.Itoa(of(t)), err
	}
}

// tallied is what dir holds of one phase or of all. Done is a plan with the file that
// tells so beside it, and a phase all of whose plans are.
func tallied(tree fs.FS, dir, phase string) (t tally, err error) {
	entries, err := fs.ReadDir(tree, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return t, fmt.Errorf("there is no folder %q", dir)
	} else if err != nil {
		return t, err
	}
	for _, e := range entries {
		if !e.IsDir() || phase != "" && plan.Number(e.Name()) != phase {
			continue
		}
		t.phases++
		plans, done := t.plans, t.done
		if err := t.folder(tree, path.Join(dir, e.Name())); err != nil {
			return t, err
		}
		if t.plans > plans && t.plans-plans == t.done-done {
			t.donePhases++
		}
	}
	if phase != "" && t.phases == 0 {
		return t, fmt.Errorf("no folder of phase %s in %q", phase, dir)
	}
	return t, nil
}

func (t *tally) folder(tree fs.FS, dir string) error {
	entries, err := fs.ReadDir(tree, dir)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, e := range entries {
		there[e.Name()] = true
	}
	for _, e := range entries {
		if summary := plan.SummaryName(e.Name()); summary != "" && !e.IsDir() {
			t.plans++
			if there[summary] {
				t.done++
			}
		}
	}
	return nil
}
