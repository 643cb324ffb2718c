package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const morning = "2026-11-21T08:00:00Z"

// A job is a command that writes, with the commands before it.
type job struct {
	name   string
	before []string
	file   string // an editor saves this file meanwhile
	run    string
	look   string // command that finishes an interrupted write
	from   string // script with more files, or ""
	have   []change
}

const rfc = ".ohrfc/rfc-20261104-offline-sync"

func jobs() []job {
	return append([]job{
		{name: "append", file: rfc + "/checkpoint.md", run: "append,--section,discover/scan-insights,-b,one more", look: "lint," + rfc},
		{name: "stamp", file: rfc + "/state.json", run: "stamp", look: "lint," + rfc},
		{name: "prune", file: rfc + "/checkpoint.md", run: "prune", look: "lint," + rfc},
		{name: "fmt", file: rfc + "/checkpoint.md", run: "fmt,--write," + rfc + "/checkpoint.md", look: "lint," + rfc},
		{name: "lint --fix", file: rfc + "/checkpoint.md", run: "lint,--fix", look: "lint," + rfc},
		{name: "advance", file: rfc + "/state.json", run: "ohrfc,advance,design-done,--force", look: "lint," + rfc},
		{name: "restore", before: []string{"append,--section,discover/scan-insights,-b,first"}, file: rfc + "/checkpoint.md", run: "restore," + rfc + "/checkpoint.md,--backup,1", look: "lint," + rfc},
		{name: "init", file: ".ohrfc/new/state.json", run: "init,ohrfc,new", look: "lint,.ohrfc/new"},
		{name: "init preset", file: ".mdck.yaml", run: "init,claude-md", look: "status"},
		{name: "ccc next", before: []string{"ccc,next,task 0"}, file: ".ccc-progress.md", run: "ccc,next,task 1", look: "lint,.ccc-progress.md"},
		{name: "agents beat", before: []string{"agents,create,Secondary-A,--epic,.,--feature,f,--session,s1"}, file: "agent_checkpoints/secondary_a.json", run: "agents,beat,Secondary-A,--step,two", look: "agents,list"},
		{name: "agents abort", before: []string{"agents,create,Secondary-A,--epic,.,--feature,f,--session,s1"}, file: "agent_checkpoints/secondary_a.json", run: "agents,abort,Secondary-A,--force", look: "agents,list"},
		{name: "plan add", file: ".planning/phases/01-a/01-01-PLAN.md", run: "plan,add,human-verify,01-01,--what-built,part,--how-to-verify,look", look: "plan,gates"},
		{name: "plan threshold", file: ".autopilot/thresholds.json", run: "plan,threshold,check,--cost,99", look: "plan,gates"},
		{name: "hook install", file: ".claude/settings.json", run: "hook,install,claude", look: "status"},
	}, more()...)
}

// step returns n if every n-th call is tested.
func step() int {
	if os.Getenv("MDCK_FAULTS") == "all" {
		return 1
	}
	return 40
}

func timed(command string) bool {
	first, _, _ := strings.Cut(command, ",")
	return !slices.Contains([]string{"hook", "show", "status"}, first) && command != "plan,gates" && !strings.HasPrefix(command, "lint,.") && command != "agents,list"
}

type program struct{ path string }

func (p program) run(t *testing.T, dir, fault, command string) (status int, talk string) {
	t.Helper()
	args := strings.Split(command, ",")
	if timed(command) {
		args = append(args, "--now", morning)
	}
	cmd := exec.Command(p.path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "MDCK_FAULT="+fault)
	out, err := cmd.CombinedOutput()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if err != nil && !ok {
		t.Fatal(err)
	}
	if ok {
		return exit.ExitCode(), string(out)
	}
	return 0, string(out)
}

func faultyMdck(t *testing.T) program {
	t.Helper()
	p, err := buildFaulty()
	must(t, err)
	return p
}

var buildFaulty = sync.OnceValues(func() (program, error) {
	plain, err := exec.LookPath("mdck")
	if err != nil {
		return program{}, err
	}
	path := filepath.Join(filepath.Dir(plain), "faulty.exe") // removed after all tests
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-tags", "faults", "-o", path, ".")
	if out, err := build.CombinedOutput(); err != nil {
		return program{}, fmt.Errorf("%w\n%s", err, out)
	}
	return program{path}, nil
})

func (j *job) begin(t *testing.T, p program) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository, "testdata", "demo"))); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		".git/HEAD":                           "ref: refs/heads/main\n",
		".planning/phases/01-a/01-01-PLAN.md": "---\nphase: 1\nplan: 01\nwave: 1\ndepends_on: []\nautonomous: true\n---\n\n<tasks>\n</tasks>\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if j.from != "" {
		for _, f := range scriptFiles(t, j.from) {
			put(t, dir, f.Name, string(f.Data))
		}
	}
	for _, c := range j.have {
		c.make(t, dir)
	}
	if j.name == "fmt" || j.name == "lint --fix" {
		file := filepath.Join(dir, rfc, "checkpoint.md")
		text := strings.Replace(textOf(t, file), "# Meta", "# Meta  ", 1)
		text = strings.Replace(text, "last_phase:", "Last_Phase:", 1)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if j.name == "prune" {
		file := filepath.Join(dir, rfc, "checkpoint.md")
		text := textOf(t, file)
		_, last, _ := strings.Cut(text, "## Gate-B Round 2 Exit")
		if err := os.WriteFile(file, []byte(text+"\n## Gate-B Round 3 Exit"+last), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range j.before {
		if status, talk := p.run(t, dir, "", command); status == 2 {
			t.Errorf("%s: status %d\n%s", command, status, talk)
		}
	}
	return dir
}

// files returns the texts of the user, and the names of files that an unfinished write left.
func files(t *testing.T, dir string) (texts map[string]string, left []string) {
	t.Helper()
	texts = map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		name := filepath.ToSlash(rel)
		ours := strings.Contains(name, ".mdck/") && name != ".mdck/answers.json"
		switch {
		case err != nil || e.IsDir() || isLock(name):
		case strings.HasSuffix(name, ".tmp") || strings.HasSuffix(name, ".out") || strings.HasSuffix(name, ".mdck/txn"):
			left = append(left, name)
		case !ours:
			texts[name] = textOf(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts, left
}

func TestEachFault(t *testing.T) {
	t.Parallel()
	p := faultyMdck(t)
	for i, j := range jobs() {
		before, after := j.outcome(t, p)
		if after == nil {
			continue
		}
		for n := 1 + i%min(step(), 13); ; n += step() {
			kind := []string{"kill", "fail"}[(n/step()+i)%2]
			if !j.tryAt(t, p, kind, n, before, after) {
				break
			}
			if step() == 1 {
				j.tryAt(t, p, map[string]string{"kill": "fail", "fail": "kill"}[kind], n, before, after)
			}
		}
	}
}

func (j *job) outcome(t *testing.T, p program) (before, after map[string]string) {
	t.Helper()
	dir := j.begin(t, p)
	before, _ = files(t, dir)
	if status, talk := p.run(t, dir, "", j.run); status == 2 {
		t.Errorf("%s: %s", j.name, talk)
		return before, nil
	}
	after, _ = files(t, dir)
	if maps.Equal(before, after) {
		t.Errorf("%s changes nothing", j.name)
		return before, nil
	}
	return before, after
}

func (j *job) tryAt(t *testing.T, p program, kind string, n int, before, after map[string]string) (reached bool) {
	t.Helper()
	dir, report := j.begin(t, p), filepath.Join(t.TempDir(), "call")
	status, talk := p.run(t, dir, fmt.Sprintf("%s|%d|%s|", kind, n, report), j.run)
	call, err := os.ReadFile(report)
	if err != nil {
		return false
	}
	what := fmt.Sprintf("%s: %s at call %d, %s (status %d)\n%s", j.name, kind, n, call, status, talk)
	now, left := files(t, dir)
	for name := range union(before, after) {
		if now[name] != before[name] && now[name] != after[name] {
			t.Errorf("%s%s is neither old nor new:\n%s", what, name, now[name])
		}
	}
	kept := strings.Contains(talk, "mdck: hint: no file was changed; ")
	if kind == "fail" && status == 2 && !kept && !strings.Contains(talk, "mdck: hint: no file is half written; ") {
		t.Errorf("%sthere is no message about the files on disk", what)
	}
	if kept && !maps.Equal(now, before) {
		t.Errorf("%sa file is not as it was", what)
	}
	if kind == "fail" && !maps.Equal(now, before) && !maps.Equal(now, after) {
		t.Errorf("%ssome files are old and some new", what)
	}
	_, said := p.run(t, dir, "", j.look)
	then, _ := files(t, dir)
	if !maps.Equal(then, before) && !maps.Equal(then, after) {
		t.Errorf("%sthen some files are old and some new\n%s", what, said)
	}
	if !maps.Equal(now, then) && !strings.Contains(said, "mdck finished an interrupted write") {
		t.Errorf("%sa write was finished, and not a word of it: %s", what, said)
	}
	status, said = p.run(t, dir, "", j.run)
	if maps.Equal(then, before) {
		if status == 2 {
			t.Errorf("%sthe next run has status %d\n%s", what, status, said)
		}
		// The next run reports no .out file with an unchanged text.
		left = slices.DeleteFunc(left, func(name string) bool { return strings.HasSuffix(name, ".out") })
		if len(left) > 0 && !strings.Contains(said, "interrupted") {
			t.Errorf("%s%q was left, and not a word of it: %s", what, left, said)
		}
		last, _ := files(t, dir)
		if strings.HasPrefix(j.name, "init") { // also creates checkpoint.md
			maps.DeleteFunc(last, func(name, _ string) bool { _, ok := after[name]; return !ok })
		}
		if !maps.Equal(last, after) {
			t.Errorf("%sthe next run does not do what is left\n%s", what, said)
		}
	}
	if _, left := files(t, dir); len(left) > 0 {
		t.Errorf("%s%q is left after the next run\n%s", what, left, said)
	}
	return true
}

func union(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

func TestEditorSavesMeanwhile(t *testing.T) {
	t.Parallel()
	p := faultyMdck(t)
	const saved = "saved by an editor\n"
	for i, j := range jobs() {
		for n := 1 + i; ; n += 3 * step() {
			way := []string{"write", "rename", "again"}[(n+i)%3]
			dir, report := j.begin(t, p), filepath.Join(t.TempDir(), "call")
			file := filepath.Join(dir, filepath.FromSlash(j.file))
			if _, err := os.Stat(filepath.Dir(file)); err != nil {
				break
			}
			status, talk := p.run(t, dir, fmt.Sprintf("%s|%d|%s|%s", way, n, report, file), j.run)
			if _, err := os.Stat(report); err != nil {
				break
			}
			what := fmt.Sprintf("%s: %s at call %d (status %d)\n%s", j.name, way, n, status, talk)
			raw, _ := os.ReadFile(file)
			if !strings.Contains(everything(t, dir), saved) {
				t.Errorf("%sthe saved text is lost, the file contains\n%s", what, raw)
			}
			if strings.Contains(talk, "by another program meanwhile") && (status != 1 || string(raw) != saved) {
				t.Errorf("%sthe file contains\n%s", what, raw)
			}
		}
	}
}

func everything(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			b.WriteString(textOf(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
