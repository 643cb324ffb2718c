package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A program is the test program of a package.
type program struct {
	path, dir, file string
	run             string // pattern of the tests that run; "" for all
	took            time.Duration
	reaches         map[int][]string         // by number of a mutant, the directories of processes that met it
	tests           map[int][]string         // the same for tests; not all, and none of a mutant that other processes met
	cost            map[string]time.Duration // of tests
	red             []string                 // tests that fail without any mutant, such as those that measure time
}

// build makes the test programs of all packages that have tests.
func (t *tree) build(o options) ([]*program, error) {
	all, err := t.list("./...")
	if err != nil {
		return nil, err
	}
	var programs []*program
	for _, l := range all {
		path := strings.TrimPrefix(l.ImportPath, module)
		if len(l.TestGoFiles)+len(l.XTestGoFiles) == 0 || !o.tests.MatchString(path) || slices.Contains(untried(), path) {
			continue
		}
		p := &program{path: path, dir: l.Dir, file: filepath.Join(t.work, strings.ReplaceAll(path, "/", "_")+".test")}
		if path == scripts {
			p.run = o.run
		}
		if _, err := t.command("test", "-c", "-vet=off", "-trimpath", "-o", p.file, l.ImportPath); err != nil {
			return nil, err
		}
		programs = append(programs, p)
	}
	return programs, nil
}

// baseline runs a program as it is, and notes what is red and which mutants it reaches.
func (t *tree) baseline(p *program, mutants []mutant) error {
	_ = os.Remove(t.reached())
	if err := os.WriteFile(t.current(), []byte("-1"), 0o666); err != nil {
		return err
	}
	defer os.Remove(t.current())
	began := time.Now()
	out, err := t.start(p, "", 10*time.Minute, "-test.v", "-test.run", p.run)
	p.took = time.Since(began)
	if err != nil {
		for _, m := range regexp.MustCompile(`(?m)^--- FAIL: (\S+)`).FindAllStringSubmatch(out, -1) {
			p.red = append(p.red, m[1])
		}
		if len(p.red) == 0 {
			return fmt.Errorf("tests of %s, with no mutant switched on: %w\n%s", p.path, err, out)
		}
		fmt.Fprintf(os.Stderr, "left out, red without a mutant: %s of %s\n", strings.Join(p.red, ", "), p.path)
	}
	met, _ := os.ReadFile(t.reached())
	p.read(string(met), out)
	return nil
}

// read notes what the processes told, the number of a mutant, a test and a directory on
// each line, and how long each test took.
func (p *program) read(told, out string) {
	p.reaches, p.tests, p.cost = map[int][]string{}, map[int][]string{}, map[string]time.Duration{}
	for _, m := range regexp.MustCompile(`(?m)^--- PASS: (\S+) \((\S+)\)`).FindAllStringSubmatch(out, -1) {
		p.cost[m[1]], _ = time.ParseDuration(m[2])
	}
	for line := range strings.Lines(told) {
		number, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		test, dir, _ := strings.Cut(rest, " ")
		id, err := strconv.Atoi(number)
		if err != nil {
			continue
		}
		if !slices.Contains(p.reaches[id], dir) {
			p.reaches[id] = append(p.reaches[id], dir)
		}
		if test != "-" && !slices.Contains(p.tests[id], test) {
			p.tests[id] = append(p.tests[id], test)
		}
	}
}

// catch gives the test that fails with a mutant, or "". Quick ones that are known to meet
// it run first; only if they let it pass does the whole program run.
func (t *tree) catch(p *program, id, times int) string {
	if tests := p.quick(id); len(tests) > 0 {
		if by := t.run(p, strconv.Itoa(id), times, "-test.run", "^("+strings.Join(tests, "|")+")$"); by != "" {
			return by
		}
	}
	return t.run(p, strconv.Itoa(id), times)
}

// quick are tests that meet a mutant and together take a tenth of the time of the program,
// or the quickest of them alone.
func (p *program) quick(id int) []string {
	tests := slices.Clone(p.tests[id])
	slices.SortFunc(tests, func(a, b string) int { return cmp.Or(cmp.Compare(p.cost[a], p.cost[b]), cmp.Compare(a, b)) })
	var sum time.Duration
	for i, test := range tests {
		if sum += p.cost[test]; i > 0 && sum > p.took/10 {
			return tests[:i]
		}
	}
	return tests
}

// run gives the test that fails with a mutant, or "". Times is by how much the program
// may be slower than any busy machine makes it.
func (t *tree) run(p *program, id string, times int, args ...string) string {
	limit := time.Duration(times) * (2*p.took + 10*time.Second)
	out, err := t.start(p, id, limit, append(args, "-test.failfast")...)
	if err == nil {
		return ""
	}
	by := culprit(out)
	if by == "" { // such as a program that is not there any more: no test has caught anything
		if stopping.Load() {
			select {} // the process is about to end
		}
		fmt.Fprintf(os.Stderr, "mutate: %s, number %s: no test failed, and yet: %v\n%s", p.path, id, err, out)
		os.Exit(2)
	}
	return p.path + " " + by
}

// timeIsUp stands for a test where a program did not end.
const timeIsUp = "(time is up)"

// culprit is the innermost test that the output of a program says has failed; "" for none.
func culprit(out string) string {
	switch failed := regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`).FindAllStringSubmatch(out, -1); {
	case len(failed) > 0:
		return failed[len(failed)-1][1]
	case strings.Contains(out, "panic: test timed out"):
		return timeIsUp
	case strings.Contains(out, "panic:") || strings.Contains(out, "fatal error:"):
		return "(panic)"
	}
	return ""
}

// start runs a program in its directory, with as much memory and time as it may take:
// a mutant may well go round for ever.
func (t *tree) start(p *program, id string, limit time.Duration, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), limit+10*time.Second)
	defer stop()
	temp, err := os.MkdirTemp(t.work, "run-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	args = append([]string{"-c", `ulimit -v 8000000; exec nice "$@"`, "sh", p.file, "-test.timeout", limit.String(), "-test.count=1"}, args...)
	if len(p.red) > 0 {
		args = append(args, "-test.skip", "^("+strings.Join(p.red, "|")+")$")
	}
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "TMPDIR="+temp, "MDCK_MUTANT="+id)
	cmd.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	return out.String(), err
}
