// Measure runs mdck, its floors and its peers in turns and prints their cost as
// tables in Markdown.
//
// Each run is a process of its own, started by starter. Its exit status is checked, so that an
// early failure is not measured as a fast run.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	var b bench
	flag.StringVar(&b.places.bin, "bin", "", "folder of what was built")
	flag.StringVar(&b.places.npm, "npm", "", "folder of the npm packages")
	flag.StringVar(&b.places.conf, "conf", "", "folder of the peers' configurations")
	flag.StringVar(&b.places.corpus, "corpus", "", "folder of the corpus")
	flag.StringVar(&b.places.tmp, "tmp", "", "folder for caches")
	flag.StringVar(&b.only, "only", "", "measure only this group: one, tree, project, mdck or large")
	flag.Float64Var(&b.factor, "factor", 1, "measure this many times as often")
	flag.BoolVar(&b.alone, "no-peers", false, "measure mdck and its floors alone")
	facts := flag.String("facts", "", "file with more lines for the table of facts")
	document := flag.String("write", "", "put the tables between the markers of this document")
	flag.BoolVar(&b.check, "check", false, "fail if a goal is missed")
	rate := flag.Float64("rate", 0, "MB of text that are counted in a second")
	limits := flag.String("limits", "", "compare what does not depend on the machine with the figures in this file, and do nothing else")
	flag.Parse()
	b.given = map[string]float64{rateOfTokens: *rate}
	err := error(nil)
	if *limits != "" {
		err = b.withinLimits(*limits)
	} else {
		err = b.run(*facts, *document)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

type bench struct {
	places places
	only   string
	factor float64
	alone  bool
	check  bool
	given  map[string]float64 // quantities that are not in a row
	errs   []error
}

func (b *bench) run(facts, document string) error {
	var out strings.Builder
	if facts != "" {
		text, err := os.ReadFile(facts)
		if err != nil {
			return err
		}
		out.Write(text)
	}
	var tables strings.Builder
	measured := map[string][]row{}
	for _, g := range groups {
		if b.only == "" || b.only == g.key {
			measured[g.key] = b.measure(g)
			writeTable(&tables, g, measured[g.key])
		}
	}
	if b.only == "" || b.only == "one" {
		ms, err := b.keystroke()
		b.given[keystroke] = ms
		b.errs = append(b.errs, err)
	}
	b.writeGoals(&out, measured)
	out.WriteString(tables.String())
	fmt.Print(out.String())
	if document != "" {
		b.errs = append(b.errs, insert(document, out.String()))
	}
	return errors.Join(b.errs...)
}

const warmups = 3

type row struct {
	command
	argv    []string
	samples []sample
	missing string // why the command could not be measured
}

func (b *bench) measure(g group) []row {
	var rows []row
	for _, c := range g.commands {
		if r := b.prepare(c); !b.alone || r.missing == "" {
			rows = append(rows, r)
		}
	}
	runs := max(1, int(float64(g.runs)*b.factor+0.5))
	for round := range runs + warmups {
		for i := range rows {
			r := &rows[(i+round)%len(rows)] // start with another row each round, so that predecessors vary
			if r.missing == "" && !(r.slow && round >= warmups && (round-warmups)%5 != 0) {
				b.sample(r, round >= warmups)
			}
		}
		fmt.Fprintf(os.Stderr, "\r%s: %d of %d", g.key, max(0, round-warmups+1), runs)
	}
	fmt.Fprintln(os.Stderr)
	return rows
}

func (b *bench) prepare(c command) row {
	r := row{command: c}
	for _, word := range c.argv {
		peer := strings.HasPrefix(word, "{npm}")
		word = b.places.fill(word)
		if strings.Contains(word, "*") {
			found, _ := filepath.Glob(filepath.Join(b.places.corpus, c.dir, word))
			for _, f := range found {
				rel, _ := filepath.Rel(filepath.Join(b.places.corpus, c.dir), f)
				r.argv = append(r.argv, rel)
			}
			continue
		}
		if peer && (b.alone || !isFile(word)) || len(r.argv) == 0 && !isCommand(word) {
			r.missing = "not available"
		}
		r.argv = append(r.argv, word)
	}
	if path, err := exec.LookPath(r.argv[0]); err == nil {
		r.argv[0] = path
	}
	return r
}

func isCommand(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func (b *bench) sample(r *row, keep bool) {
	s, err := start(filepath.Join(b.places.bin, "starter"), filepath.Join(b.places.corpus, r.dir), b.places.fill(r.input), r.argv)
	if err == nil && s.status != r.status {
		err = fmt.Errorf("%s ended with status %d, expected %d", r.name, s.status, r.status)
	}
	if err != nil {
		r.missing = "failed: " + err.Error()
		b.errs = append(b.errs, err)
		return
	}
	if keep {
		r.samples = append(r.samples, s)
	}
}

type sample struct {
	wall, cpu time.Duration
	memory    int64 // maximum resident set in kB
	faults    int64 // number of memory pages touched for the first time
	status    int
}

func start(starter, dir, input string, argv []string) (sample, error) {
	cmd := exec.Command(starter, argv...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	if input != "" {
		cmd.Env = append(os.Environ(), "STARTER_INPUT="+input)
	}
	out, err := cmd.Output()
	if err != nil {
		return sample{}, fmt.Errorf("%s: %w", argv[0], err)
	}
	var wall, user, system, memory, faults int64
	var status int
	if _, err := fmt.Sscan(string(out), &wall, &user, &system, &memory, &faults, &status); err != nil {
		return sample{}, fmt.Errorf("what starter printed, %q: %w", out, err)
	}
	return sample{time.Duration(wall), time.Duration(user + system), memory, faults, status}, nil
}

func median[T cmp.Ordered](samples []sample, of func(sample) T) T {
	all := sorted(samples, of)
	return all[len(all)/2]
}

func sorted[T cmp.Ordered](samples []sample, of func(sample) T) []T {
	all := make([]T, len(samples))
	for i, s := range samples {
		all[i] = of(s)
	}
	slices.Sort(all)
	return all
}
