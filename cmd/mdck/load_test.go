package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var processes = flag.Int("processes", 8, "how many processes write at once in TestLoad and TestLoadMixed")

type load struct {
	kill
	line  string // %d is the number of the process
	file  string
	holds string // text of each process in the file
}

var generous = change{".mdck.yaml", "", "budgets: {ohrfc: {lines: 5000, group-lines: 5000, tokens: 500000}}\nseverities: {ohrfc/bullet-count: off}\n"}

var loads = [...]load{
	{kill{from: "demo", edit: []change{generous}}, "append --section gate-b/active -b 'New: %d.'", room + "checkpoint.md", "- New: %d.\n"},
	{kill{edit: handoff}, "append HANDOFF.md --section status -b 'new %d.'", "HANDOFF.md", "- new %d.\n"},
	{kill{before: tasks}, "ccc next 'new %d.'", ".ccc-progress.md", "- new %d.\n"},
	{kill{before: tasks}, "ccc learn 'new %d.'", ".ccc-progress.md", "new %d.\n"},
	{kill{before: beat}, "agents beat Secondary-A --wait 5m --done 'new %d.'", "agent_checkpoints/secondary_a.json", `"new %d."`},
	{kill{from: "loop_concurrent"}, "loop block --wait 5m 'new %d.'", "conductor/tracks/t/metadata.json", `"new %d."`},
	{kill{from: "plan_concurrent"}, "plan add human-verify 01-02 --what-built 'new %d.' --how-to-verify c", ".planning/phases/01-a/01-02-PLAN.md", "<what-built>new %d.</what-built>"},
	{kill{from: "plan_concurrent"}, "plan answer 01-01:1 'new %d.'", ".mdck/answers.json", `"new %d."`},
}

func TestLoad(t *testing.T) {
	t.Parallel()
	for _, l := range loads {
		t.Run(l.line, func(t *testing.T) {
			dir := l.ready(t)
			start := versionIn(dir, l.file)
			was := ledgerOf(t, dir, l.file)
			var lines []string
			for i := range *processes {
				lines = append(lines, fmt.Sprintf(l.line, i))
			}
			atOnce(t, dir, lines)
			text := textOf(t, filepath.Join(dir, filepath.FromSlash(l.file)))
			for i := range *processes {
				if n := strings.Count(text, fmt.Sprintf(l.holds, i)); n != 1 {
					t.Errorf("%q left its text %d times in\n%s", lines[i], n, text)
				}
			}
			if got := versionIn(dir, l.file); got != 0 && got != start+*processes {
				t.Errorf("checkpoint_version is %d, want %d", got, start+*processes)
			}
			if strings.HasPrefix(l.file, ".mdck/") {
				return // the ledger has only users' files
			}
			chained(t, ledgerOf(t, dir, l.file)[len(was):], *processes)
		})
	}
}

func (l *load) ready(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	l.make(t, dir)
	for _, line := range l.before {
		run(t, dir, line)
	}
	return dir
}

func TestLoadMixed(t *testing.T) {
	t.Parallel()
	l := &load{kill: kill{from: "demo", edit: []change{generous}}, file: room + "checkpoint.md"}
	dir := l.ready(t)
	file := filepath.Join(dir, filepath.FromSlash(l.file))
	start, before := versionIn(dir, l.file), textOf(t, file)
	commands := []string{
		"append --section gate-b/active -b 'New: %d.'", "stamp", "fmt --write", "restore", "lint --fix", "status", "bootstrap", "append --section gate-b/active -b 'New: %d.'",
	}
	var lines []string
	appended := 0
	for i := range *processes {
		line := commands[i%len(commands)]
		if strings.Contains(line, "%d") {
			line, appended = fmt.Sprintf(line, i), appended+1
		}
		lines = append(lines, line)
	}
	read, stop := context.WithCancel(t.Context())
	seen := map[string]bool{before: true}
	var reader sync.WaitGroup
	reader.Go(func() {
		for read.Err() == nil {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Error(err)
				return
			}
			seen[string(raw)] = true
			time.Sleep(time.Millisecond)
		}
	})
	atOnce(t, dir, lines)
	stop()
	reader.Wait()
	text := textOf(t, file)
	if n := strings.Count(text, "- New: "); n != appended+strings.Count(before, "- New: ") {
		t.Errorf("%d bullets, want %d more in\n%s", n, appended, text)
	}
	entries := ledgerOf(t, dir, l.file)
	chained(t, entries, versionIn(dir, l.file)-start)
	known := map[string]bool{entries[0].Before: true}
	for _, e := range entries {
		known[e.After] = true
	}
	for text := range seen {
		if !known[hash(text)] {
			t.Errorf("a text was seen that nobody wrote:\n%s", text)
		}
	}
	t.Logf("%d processes, %d writes, %d texts seen", len(lines), len(entries), len(seen))
}

func atOnce(t *testing.T, dir string, lines []string) {
	t.Helper()
	var all sync.WaitGroup
	for _, line := range lines {
		all.Go(func() {
			if out, err := mdckLine(dir, line, "").CombinedOutput(); err != nil && !refused(err, line) {
				t.Errorf("%q: %v\n%s", line, err, out)
			} else if bytes.Contains(out, []byte("interrupted")) {
				t.Errorf("%q: %s", line, out)
			}
		})
	}
	all.Wait()
}

// refused reports whether a command only failed because of findings.
func refused(err error, line string) bool {
	exit, ok := err.(*exec.ExitError)
	return ok && exit.ExitCode() == 1 && (strings.HasPrefix(line, "status") || strings.HasPrefix(line, "lint") || strings.HasPrefix(line, "bootstrap"))
}

func run(t *testing.T, dir, line string) {
	t.Helper()
	if out, err := mdckLine(dir, line, "").CombinedOutput(); err != nil {
		t.Fatalf("%q: %v\n%s", line, err, out)
	}
}

func versionIn(dir, file string) (n int) {
	raw, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
	_, rest, _ := strings.Cut(string(raw), "checkpoint_version: ")
	_, _ = fmt.Sscan(rest, &n)
	return n
}

type entry struct{ Path, Before, After string }

func ledgerOf(t *testing.T, dir, file string) (all []entry) {
	t.Helper()
	for d := filepath.Join(dir, filepath.FromSlash(file)); len(d) > len(dir); {
		d = filepath.Dir(d)
		raw, err := os.ReadFile(filepath.Join(d, ".mdck", "ledger.jsonl"))
		if err != nil {
			continue
		}
		rel, err := filepath.Rel(d, filepath.Join(dir, filepath.FromSlash(file)))
		must(t, err)
		for line := range bytes.Lines(raw) {
			var e entry
			must(t, json.Unmarshal(line, &e))
			if e.Path == filepath.ToSlash(rel) {
				all = append(all, e)
			}
		}
		return all
	}
	return nil
}

func chained(t *testing.T, all []entry, n int) {
	t.Helper()
	if len(all) != n {
		t.Errorf("the ledger has %d entries, want %d", len(all), n)
	}
	for i := 1; i < len(all); i++ {
		if all[i].Before != all[i-1].After {
			t.Errorf("entry %d begins with another text than the one before left", i)
		}
	}
}
