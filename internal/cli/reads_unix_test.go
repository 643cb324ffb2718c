//go:build unix

package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"mdck/internal/cli/app"
	"mdck/internal/testtmp"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/source"
)

// endless is too large to read: 1 TiB, in a sparse file.
const endless = 1 << 40

// readBy lists files and commands that read them; the first must name the file.
var readBy = []struct{ file, commands string }{
	{".ohrfc/rfc-1/checkpoint.md", "lint; status; verify rfc-1; show rfc-1; history rfc-1; diff rfc-1; stamp rfc-1; prompt gate-b rfc-1; append rfc-1 --section gate-b/active -b x; bootstrap rfc-1; restore rfc-1; fmt .ohrfc/rfc-1/checkpoint.md; tokens .ohrfc/rfc-1/checkpoint.md; hook claude SessionStart"},
	{".ohrfc/rfc-1/state.json", "lint; status; verify rfc-1; ohrfc advance gate-b-pass rfc-1; bootstrap rfc-1; init ohrfc rfc-1; hook claude SessionStart"},
	{".ohrfc/rfc-1/evidence.json", "lint; status; verify rfc-1; stamp rfc-1; bootstrap rfc-1"},
	{".ohrfc/rfc-1/.reviews/summary.json", "lint; status; verify rfc-1; ohrfc advance gate-b-pass rfc-1; bootstrap rfc-1 --pack"},
	{".ohrfc/rfc-1/rfc.md", "verify rfc-1; lint; status; stamp rfc-1; bootstrap rfc-1; hook claude SessionStart"},
	{".ccc-progress.md", "lint; status; verify; ccc done; ccc save; ccc continue; bootstrap .ccc-progress.md; hook claude Stop --save"},
	{".ccc-state.json", "lint; verify; ccc scope a.go; bootstrap .ccc-progress.md"},
	{"epics/E-7/agent_checkpoints/secondary_a.json", "lint; status; agents list --epic epics/E-7; agents beat Secondary-A --epic epics/E-7; agents resume Secondary-A --epic epics/E-7; agents handoff Secondary-A --epic epics/E-7"},
	{"epics/E-7/agent_comms/primary_to_secondary_a.md", "agents inbox Secondary-A --epic epics/E-7; lint; agents resume Secondary-A --epic epics/E-7; bootstrap epics/E-7/agent_checkpoints/secondary_a.json"},
	{"epics/E-7/EPIC_README.md", "agents escalate Secondary-A --epic epics/E-7; agents list --epic epics/E-7; lint"},
	{"epics/E-7/feature_02/STATUS", "agents beat Secondary-A --epic epics/E-7; agents list --epic epics/E-7"},
	{"conductor/tracks/login/metadata.json", "lint; status; loop resume --track login; loop pass EXECUTE --track login; loop migrate --track login"},
	{"conductor/tracks/login/plan.md", "loop sync --track login; lint; loop resume --track login"},
	{".planning/phases/02-dashboard/02-01-PLAN.md", "lint; status; plan gates; plan order; plan answer 02-01:2 approved; plan render 02-01:2; plan type 02-01"},
	{".planning/STATE.md", "lint; status; plan sync; bootstrap .planning/STATE.md"},
	{".planning/ROADMAP.md", "bootstrap .planning/STATE.md; plan sync"},
	{".mdck/answers.json", "plan gates; plan answer 02-01:2 approved; plan order"},
	{".autopilot/state/thresholds.json", "lint; plan threshold check --cost 27; plan reset; status"},
	{".autopilot/state/acknowledgments.json", "lint; plan ack cost; status"},
	{".autopilot/config.yaml", "plan threshold check --cost 27; status"},
	{"HANDOFF.md", "append HANDOFF.md --section Next -b x; lint; status; prune HANDOFF.md; bootstrap HANDOFF.md"},
	{".mdck.yaml", "status; lint; config show; hook claude SessionStart"},
	{"known.json", "lint --baseline known.json; lint --baseline known.json --update-baseline"},
	{"input.md", "append rfc-1 --section gate-b --input input.md; tokens input.md"},
	{"skills/rfc/references/phase_design.md", "bootstrap rfc-1 --skill-dir skills/rfc; status"},
	{".claude/settings.json", "hook install claude; hook uninstall claude; hook doctor claude"},
	{".codex/hooks.json", "hook install codex; hook uninstall codex"},
	{".gemini/settings.json", "hook install gemini; hook uninstall gemini"},
	{".ohrfc/rfc-1/.mdck/ledger.jsonl", "history rfc-1; lint; stamp rfc-1"},
	{".ohrfc/rfc-1/.mdck/txn", "status; lint; stamp rfc-1"},
}

// TestReads checks that no command waits for a pipe or reads 1 TiB.
func TestReads(t *testing.T) {
	files := hostileProject(t)
	for _, kind := range []struct {
		name string
		make func(file string) error
		says string
	}{
		{"pipe", func(file string) error { return syscall.Mkfifo(file, 0o644) }, `regular file|special file|not a file|(?i)cannot be read`},
		{"1 TiB", func(file string) error {
			return errors.Join(os.WriteFile(file, nil, 0o644), os.Truncate(file, endless))
		}, `1099511627776 bytes|1048577 or more bytes|a line has more than 4194304 bytes`},
	} {
		for n, c := range readBy {
			t.Run(kind.name+" "+strings.ReplaceAll(c.file, "/", " "), func(t *testing.T) {
				for i, line := range strings.Split(c.commands, "; ") {
					if i > 0 && (i+n)%2 > 0 && !testtmp.Long() {
						continue
					}
					dir := t.TempDir()
					writeInside(t, dir, files, 0, "plain")
					put(t, dir, c.file, "")
					put(t, dir, ".git/HEAD", "") // ends the search for files
					at := filepath.Join(dir, filepath.FromSlash(c.file))
					if err := errors.Join(os.Remove(at), kind.make(at)); err != nil {
						t.Fatal(err)
					}
					t.Chdir(dir)
					t.Setenv("HOME", dir)
					got := runHostile(strings.Fields(line), `{"cwd":"`+dir+`"}`)
					output := got.out + got.err
					if got.fault != "" || got.status > app.Failure || got.memory > raceFactor*100<<20 {
						t.Errorf("%s: status %d, %d MB, %s\n%.300s", line, got.status, got.memory>>20, got.fault, output)
					}
					if i == 0 && (!strings.Contains(output, path.Base(c.file)) || !regexp.MustCompile(kind.says).MatchString(output)) {
						t.Errorf("%s: status %d, and the output does not name the file: %.600q", line, got.status, output)
					}
				}
			})
		}
	}
}

// TestReadsOfGit checks that mdck does not start a git that would wait.
func TestReadsOfGit(t *testing.T) {
	repo := t.TempDir()
	writeInside(t, repo, hostileProject(t), 0, "plain")
	t.Chdir(repo)
	committed(t)
	for n, file := range []string{".git/HEAD", ".git/config", ".git/index", ".git/packed-refs", ".git/commondir", ".git/refs/heads/main", ".git/info/exclude", ".gitignore"} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(repo)); err != nil {
			t.Fatal(err)
		}
		t.Chdir(dir)
		_ = os.Remove(file)
		if err := syscall.Mkfifo(file, 0o644); err != nil {
			t.Fatal(err)
		}
		for i, line := range []string{
			"lint --staged", "history rfc-1", "ohrfc diff rfc-1", "ccc scope a.go", "ccc save", "ccc continue", "lint", "status", "verify", "bootstrap .ccc-progress.md", "bootstrap .planning/STATE.md",
			"plan summary 02-01", "hook claude SessionStart", "hook claude Stop --save",
		} {
			if i > 0 && (i+n)%3 > 0 && !testtmp.Long() {
				continue
			}
			got := runHostile(strings.Fields(line), `{"cwd":"`+dir+`"}`)
			if got.fault != "" || got.status > app.Failure {
				t.Errorf("a pipe as %s: %s: status %d, %s", file, line, got.status, got.fault)
			}
			if line == "lint --staged" && (got.status != app.Failure || !strings.Contains(got.err, path.Base(file)) || !strings.Contains(got.err, "is not a file")) {
				t.Errorf("a pipe as %s: status %d, %q", file, got.status, got.err)
			}
		}
	}
}

func committed(t *testing.T) {
	t.Helper()
	runGit(t, "init", "-q", "-b", "main")
	runGit(t, "add", ".")
	runGit(t, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")
}

func runGit(t *testing.T, args ...string) (out string) {
	t.Helper()
	raw, err := exec.Command("git", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, raw)
	}
	return strings.TrimSpace(string(raw))
}

// TestReadsOfIndex checks that lint --staged reports a file without reading it.
func TestReadsOfIndex(t *testing.T) {
	const size = tree.MaxRead + 1
	object, dir := "", t.TempDir()
	writeInside(t, dir, hostileProject(t), 0, "plain")
	t.Chdir(dir)
	committed(t)
	for i, name := range []string{"checkpoint.md", "state.json", "evidence.json", "rfc.md", ".reviews/summary.json"} {
		large := ".ohrfc/rfc-1/" + name
		if err := os.Truncate(large, size); err != nil {
			t.Fatal(err)
		}
		if i == 0 { // git takes half a second, so other files get this object
			runGit(t, "-c", "core.compression=0", "add", large)
			object = runGit(t, "rev-parse", ":"+large)
		} else {
			runGit(t, "update-index", "--cacheinfo", "100644,"+object+","+large)
		}
		got := runHostile([]string{"lint", "--staged", ".ohrfc/rfc-1"}, "")
		if output := got.out + got.err; got.status == app.OK || got.memory > raceFactor*20<<20 || !strings.Contains(output, "/"+name) || !strings.Contains(output, fmt.Sprintf("%d bytes); expected at most", size)) && !strings.Contains(output, "/"+name+":1:1: error: the file has more than 1048576 bytes") {
			t.Errorf("%s: status %d, %d MB, %.600q", name, got.status, got.memory>>20, output)
		}
		runGit(t, "reset", "-q", "--hard")
	}
}

func TestReadsOfInput(t *testing.T) {
	files := hostileProject(t)
	for line, most := range map[string]int{
		"lint --stdin-filename .ohrfc/rfc-1/checkpoint.md": source.MaxSize, "lint --fix --stdin-filename .ohrfc/rfc-1/checkpoint.md": source.MaxSize,
		"fmt --stdin-filename .ohrfc/rfc-1/checkpoint.md": source.MaxSize, "fmt --as ccc -": source.MaxSize, "lint --as ohrfc -": source.MaxSize,
		"append rfc-1 --section gate-b": source.MaxSize, "append rfc-1 --section gate-b --input -": source.MaxSize, "append HANDOFF.md --section Next": source.MaxSize,
		"ccc write": source.MaxSize, "plan answer 02-01:2 --input -": source.MaxSize,
		"ohrfc diff - .ohrfc/rfc-1/checkpoint.md": source.MaxSize, "tokens -": 64 << 20, "hook claude SessionStart": 16 << 20, "hook claude Stop --save": 16 << 20,
	} {
		dir := t.TempDir()
		writeInside(t, dir, files, 0, "plain")
		put(t, dir, ".git/HEAD", "") // ends the search for files
		t.Chdir(dir)
		_ = os.Remove(".mdck/answers.json") // otherwise plan answer ends early
		in, talk, out := &endlessInput{}, &printed{}, &printed{}
		status := Main(strings.Fields(line), app.Streams{In: in, Out: out, Err: talk})
		output := talk.b.String() + out.b.String()
		n, least := int(in.n.Load()), most
		if strings.HasPrefix(line, "hook") {
			least = 1 << 20 // on a slow machine, a hook stops waiting before its limit
		}
		if n > most+64<<10 || n < least || status > app.Failure || !strings.HasPrefix(line, "hook") && !strings.Contains(output, fmt.Sprint(most)) {
			t.Errorf("%s: status %d, read %d bytes, %.300q", line, status, n, output)
		}
	}
}

type endlessInput struct{ n atomic.Int64 } // atomic, because a hook that stops waiting leaves its reader running

func (e *endlessInput) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	e.n.Add(int64(len(p)))
	return len(p), nil
}
