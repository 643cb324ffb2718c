package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// scripts is the package whose tests run the whole command, in processes of their own.
const scripts = "cmd/mdck"

// untried are packages whose tests tell nothing here: they look at the sources, which
// differ, or at nothing of ours.
func untried() []string { return []string{"internal/archtest", "internal/integration"} }

// A fate is what became of a mutant: by is the test that caught it, "" if none did.
type fate struct {
	mutant
	by      string
	reached bool
}

// try builds the test programs and runs each for the mutants that it reaches.
func (t *tree) try(mutants []mutant, o options) error {
	began := time.Now()
	programs, err := t.build(o)
	if err != nil {
		return err
	}
	for _, p := range programs {
		if err := t.baseline(p, mutants); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "%d mutants, %d test programs, ready after %s\n", len(mutants), len(programs), time.Since(began).Round(time.Second))
	fates := make([]fate, len(mutants))
	var group sync.WaitGroup
	next := make(chan int)
	for range o.workers {
		group.Go(func() {
			for i := range next {
				fates[i] = t.inPackages(mutants[i], programs, 1)
				if f := fates[i]; !f.late() && (f.by != "" || len(inScripts(f.id, programs)) == 0) {
					f.print()
				}
			}
		})
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	group.Wait()
	for i := range fates {
		if fates[i].late() { // on a busy machine that is no kill: alone, and with patience
			fates[i] = t.inPackages(mutants[i], programs, patient)
			if fates[i].by != "" || len(inScripts(fates[i].id, programs)) == 0 {
				fates[i].print()
			}
		}
		if dirs := inScripts(fates[i].id, programs); fates[i].by == "" && len(dirs) > 0 {
			t.inScripts(&fates[i], programs, dirs)
			fates[i].print()
		}
	}
	return count(fates)
}

// patient is how many times as long a program may take that took too long before.
const patient = 4

// late reports whether all that is known of a mutant is that a program took too long.
func (f fate) late() bool { return strings.HasSuffix(f.by, timeIsUp) }

func (f fate) print() {
	switch {
	case f.by != "":
		fmt.Printf("killed    %s\t%s\n", f.name, f.by)
	case f.excuse != "":
		fmt.Printf("excused   %s\t%s\n", f.name, f.excuse)
	case !f.reached:
		fmt.Printf("SURVIVED  %s\tno test reaches it\n", f.name)
	default:
		fmt.Printf("SURVIVED  %s\n", f.name)
	}
}

// count prints how many of each kind met which fate.
func count(fates []fate) error {
	total, killed, excused, slow := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for _, f := range fates {
		kind, _, _ := strings.Cut(f.name, " ")
		total[kind]++
		switch {
		case f.by != "":
			killed[kind]++
			if f.late() {
				slow[kind]++ // such as one that goes round for ever
			}
		case f.excuse != "":
			excused[kind]++
		}
	}
	survived := 0
	for _, kind := range []string{"rule", "limit", "step", "classic"} {
		if n := total[kind]; n > 0 {
			left := n - killed[kind] - excused[kind]
			survived += left
			fmt.Printf("%s: %d mutants, %d killed (%d by time), %d excused, %d survived\n", kind, n, killed[kind], slow[kind], excused[kind], left)
		}
	}
	if survived > 0 {
		return errSurvived
	}
	return nil
}

// inPackages runs the tests that share a process with the mutant: those of its package,
// then others, the quick ones first.
func (t *tree) inPackages(m mutant, programs []*program, times int) fate {
	f := fate{mutant: m}
	for _, p := range order(m, programs) {
		if _, ok := p.reaches[m.id]; !ok {
			continue
		}
		f.reached = true
		if p.path == scripts {
			continue
		}
		if f.by = t.catch(p, m.id, times); f.by != "" {
			return f
		}
	}
	return f
}

// order puts the program of the mutant's own package first and slow ones last.
func order(m mutant, programs []*program) []*program {
	ordered := slices.Clone(programs)
	slices.SortStableFunc(ordered, func(a, b *program) int {
		if own := boolean(b.path == m.pack) - boolean(a.path == m.pack); own != 0 {
			return own
		}
		return cmp.Compare(a.took, b.took)
	})
	return ordered
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// inScripts are the directories of the scripts that reach a mutant.
func inScripts(id int, programs []*program) []string {
	i := slices.IndexFunc(programs, func(p *program) bool { return p.path == scripts })
	if i < 0 {
		return nil
	}
	return programs[i].reaches[id]
}

// inScripts runs the scripts that reach the mutant, whose directories are given. Their
// processes do not get our environment, so it is one mutant at a time, named in a file.
func (t *tree) inScripts(f *fate, programs []*program, dirs []string) {
	if err := os.WriteFile(t.current(), []byte(strconv.Itoa(f.id)), 0o666); err != nil {
		return
	}
	defer os.Remove(t.current())
	i := slices.IndexFunc(programs, func(p *program) bool { return p.path == scripts })
	f.by = t.run(programs[i], "", patient, "-test.run", programs[i].which(dirs))
}

// which is the pattern of the tests that ran in these directories: a script is told by
// its own, and anything else is a test beside them.
func (p *program) which(dirs []string) string {
	var names []string
	others := false
	for _, dir := range dirs {
		if name, ok := script(dir); ok {
			names = append(names, name)
		} else {
			others = true
		}
	}
	if others {
		return cmp.Or(p.run, ".") // which of them it was is not known
	}
	slices.Sort(names)
	return "^TestScripts$/^(" + strings.Join(slices.Compact(names), "|") + ")$"
}

// script is the name of the script whose directory holds dir.
func script(dir string) (string, bool) {
	for _, element := range strings.Split(filepath.ToSlash(dir), "/") {
		if name, ok := strings.CutPrefix(element, "script-"); ok {
			return name, true
		}
	}
	return "", false
}
