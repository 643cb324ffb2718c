package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mdck/internal/testtmp"
)

// TestLinkedFolder checks that no write leaves the repository without --follow-links.
func TestLinkedFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links")
	}
	var seen []string
	for _, k := range killed {
		if seen = append(seen, k.command()); slices.Contains(seen[:len(seen)-1], k.command()) && k.command() != "append" {
			continue
		}
		t.Run(k.name(), func(t *testing.T) {
			t.Parallel()
			made := k.prepared(t)
			settings := strings.HasPrefix(k.run, "hook ")
			if !settings || k.in != "" {
				newLinked(made, "outside").refuses(k.run)
			}
			if !settings {
				newLinked(made, "outside").writes(k.run + " --follow-links")
				newLinked(made, "repo/.git/p").refuses(k.run + " --follow-links")
			}
			if settings || testtmp.Long() { // --follow-links includes it
				newLinked(made, "repo/.git/p").refuses(k.run)
			}
		})
	}
}

type linked struct {
	*victim
	link string
}

func newLinked(made *victim, copyPath string) *linked {
	t, top := made.T, made.TempDir()
	t.Helper()
	put(t, top, "repo/.git/HEAD", "ref: refs/heads/main\n")
	v := &victim{T: t, kill: made.kill, dir: filepath.Join(top, filepath.FromSlash(copyPath))}
	must(t, os.CopyFS(v.dir, os.DirFS(made.dir)))
	if v.command() == "hook" { // the copy must not be a repository
		must(t, os.RemoveAll(filepath.Join(v.dir, ".git")))
	}
	v.before = v.snapshot()
	l := &linked{v, filepath.Join(top, "repo", "p")}
	must(t, os.Symlink(v.dir, l.link))
	return l
}

func (l *linked) run(line string) (status int, said string) {
	l.Helper()
	cmd := mdckLine(l.link, line, l.in)
	cmd.Env = append(cmd.Env, "PWD="+l.link)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		l.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

func (l *linked) refuses(line string) {
	l.Helper()
	status, said := l.run(line)
	if want := 2; status != want && l.in == "" || l.command() != "hook" && !strings.Contains(said, "lead") {
		l.Errorf("%s has status %d, want %d:\n%s", line, status, want, said)
	}
	if now := l.snapshot(); !l.before.same(now) {
		l.Errorf("%s changed %s\n%s", line, l.before.differs(now), said)
	}
	if _, err := os.Stat(filepath.Join(l.dir, ".mdck")); !errors.Is(err, os.ErrNotExist) && !l.before.keeps(".mdck/") {
		l.Errorf("%s made .mdck", line)
	}
}

func (l *linked) writes(line string) {
	l.Helper()
	if status, said := l.run(line); status != l.status {
		l.Errorf("%s has status %d, want %d:\n%s", line, status, l.status, said)
	}
	if l.before.same(l.snapshot()) {
		l.Errorf("%s wrote nothing", line)
	}
}

func (s snapshot) same(o snapshot) bool { return len(s) == len(o) && s.differs(o) == "" }

func (s snapshot) keeps(prefix string) bool {
	for name := range s {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
