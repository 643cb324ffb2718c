//go:build integration

package integration

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type scratch struct {
	t   *testing.T
	dir string
}

// source clones this repository and commits its changes, because pre-commit installs only commits.
func source(t *testing.T) (dir, commit string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "source")
	run := func(args ...string) string {
		out, talk, status := program(t, repository(t), "", "git", args...)
		if status != 0 {
			t.Fatalf("git %q: %s", args, talk)
		}
		return strings.TrimSpace(out)
	}
	run("clone", "-q", "--no-hardlinks", repository(t), dir)
	for _, name := range strings.Split(run("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"), "\x00") {
		if text, err := os.ReadFile(filepath.Join(repository(t), name)); name != "" && err == nil {
			write(t, filepath.Join(dir, name), string(text))
		}
	}
	run("-C", dir, "add", "-A")
	run("-C", dir, "commit", "-q", "--allow-empty", "-m", "as it is")
	return dir, run("-C", dir, "rev-parse", "HEAD")
}

// isolated hides the configuration of the machine, and keeps Go off the network.
func isolated(t *testing.T) {
	t.Helper()
	for _, name := range []string{"GOMODCACHE", "GOCACHE"} { // pre-commit sets GOPATH, and so their defaults
		out, _, _ := program(t, ".", "", "go", "env", name)
		t.Setenv(name, strings.TrimSpace(out))
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("PRE_COMMIT_HOME", filepath.Join(home, "pre-commit"))
	t.Setenv("GOPROXY", "off")
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	write(t, filepath.Join(home, ".gitconfig"), "[user]\n\tname = T\n\temail = t@example.org\n[safe]\n\tdirectory = *\n")
}

func repo(t *testing.T, source, commit, hook, more string) *scratch {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a repository")
	s := &scratch{t: t, dir: dir}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository(t), "testdata", "demo"))); err != nil {
		t.Fatal(err)
	}
	atGate(t, dir)
	s.git("init", "-q")
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "first")
	write(t, filepath.Join(dir, ".pre-commit-config.yaml"),
		fmt.Sprintf("repos:\n- repo: %s\n  rev: %s\n  hooks:\n  - id: %s\n%s", source, commit, hook, more))
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "hook")
	return s
}

func (s *scratch) git(args ...string) string {
	s.t.Helper()
	out, talk, status := program(s.t, s.dir, "", "git", args...)
	if status != 0 {
		s.t.Fatalf("git %q: status %d: %s%s", args, status, out, talk)
	}
	return out
}

func (s *scratch) read(name string) string { return read(s.t, filepath.Join(s.dir, name)) }

func (s *scratch) change(name, old, text string) {
	s.t.Helper()
	s.edit(name, old, text)
	s.git("add", "-f", name)
}

func (s *scratch) edit(name, old, text string) {
	s.t.Helper()
	before := s.read(name)
	if !strings.Contains(before, old) {
		s.t.Fatalf("%q is not in %s", old, name)
	}
	write(s.t, filepath.Join(s.dir, name), strings.Replace(before, old, text, 1))
}

func (s *scratch) run(want int, texts ...string) { s.t.Helper(); s.runWith(nil, want, texts...) }

// runWith runs pre-commit. The output must have texts, but not a text after "!".
func (s *scratch) runWith(args []string, want int, texts ...string) {
	s.t.Helper()
	out, talk, status := program(s.t, s.dir, "", "pre-commit", append([]string{"run", "--color=never"}, args...)...)
	if status != want {
		s.t.Fatalf("pre-commit run: status %d, want %d:\n%s%s", status, want, out, talk)
	}
	for _, text := range texts {
		absent := strings.HasPrefix(text, "!")
		if strings.Contains(out, strings.TrimPrefix(text, "!")) == absent {
			s.t.Fatalf("pre-commit run: want %q in\n%s", text, out)
		}
	}
}

const (
	good = "# Checkpoint: rfc-20261104-offline-sync"
	bad  = "# Chuckpoint: rfc-20261104-offline-sync"

	titleFinding = checkpoint + ":1:1: error: title is "
)

func beside(name string) string {
	return filepath.ToSlash(filepath.Join(filepath.Dir(checkpoint), name))
}

func TestPreCommit(t *testing.T) {
	isolated(t)
	dir, commit := source(t)
	for hook, tests := range map[string]map[string]func(t *testing.T, s *scratch){
		"mdck": {
			"nothing to check": func(t *testing.T, s *scratch) { s.run(0, "no files to check") },
			"good":             checkGood,
			"bad":              checkBad,
			"staged":           checkStaged,
			"beside":           checkBeside,
			"not widened":      checkNarrow,
			"other files":      checkUnknown,
			"folders":          checkFolders,
			"a session":        checkSession,
			"every file":       checkAllFiles,
			"a commit":         checkCommit,
			"names like flags": checkFlagNames,
		},
		"mdck-all":    {"every checkpoint": checkEvery, "none": checkNone},
		"mdck-fix":    {"mends": checkFix, "what it cannot mend": checkFixLeaves},
		"mdck-system": {"bad": checkBad, "good": checkGood},
	} {
		for name, test := range tests {
			t.Run(hook+"/"+name, func(t *testing.T) { test(t, repo(t, dir, commit, hook, "")) })
		}
	}
	t.Run("args", func(t *testing.T) {
		s := repo(t, dir, commit, "mdck", "    args: [--fail-on, warning, --]\n")
		s.change(beside("rfc.md"), "## Problem", "## The problem")
		s.run(1, checkpoint+":7:26: warning: artifact_state has rfc.md(")
	})
	t.Run("staged", func(t *testing.T) {
		s := repo(t, dir, commit, "mdck", "    args: [--staged, --]\n")
		s.change(checkpoint, "Flexible on", "Firm about")
		s.run(1, "[ohrfc/version-not-bumped]")
	})
	t.Run("one program", func(t *testing.T) {
		found, err := filepath.Glob(filepath.Join(os.Getenv("PRE_COMMIT_HOME"), "repo*", "golangenv-*", "bin", "*"))
		if err != nil || len(found) != 1 || !strings.HasPrefix(filepath.Base(found[0]), "mdck") {
			t.Errorf("installed are %q, want mdck alone", found)
		}
	})
}
