package gitrepo

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestRunsNothingElsewhere(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are scripts of a shell")
	}
	for name, lay := range map[string]func(w work) (dir string){
		"worktree": func(w work) string {
			w.git("worktree", "add", "--quiet", "linked")
			return w.path("linked")
		},
		"submodule": func(w work) string {
			w.write("sub/.git", "gitdir: ../.git\n")
			w.write("sub/a.md", "changed\n")
			return w.path("sub")
		},
		"bare": func(w work) string {
			w.git("clone", "--quiet", "--bare", ".", "bare.git")
			settings, err := os.ReadFile(w.path(".git/evil"))
			if err != nil {
				w.t.Fatal(err)
			}
			w.write("bare.git/config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"+string(settings))
			w.write("bare.git/a.md", "changed\n")
			return w.path("bare.git")
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWork(t)
			w.t = t
			mark := filepath.Join(t.TempDir(), "mark")
			for _, name := range []string{"program", "hooks/post-index-change", "hooks/reference-transaction"} {
				w.write(name, "#!/bin/sh\necho \"$0 $*\" >> '"+mark+"'\n")
				if err := os.Chmod(w.path(name), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			w.write("a.md", "text\n")
			w.write(".gitattributes", "* diff=evil\n")
			w.git("add", "--all")
			w.git("commit", "--quiet", "--message", "one")
			evil := strings.NewReplacer("PROGRAM", w.path("program"), "HOOKS", w.path("hooks")).Replace(included)
			w.write(".git/evil", evil)
			dir := lay(w)
			w.git("config", "include.path", "evil")
			os.Remove(mark) // maybe from the setup
			t.Chdir(dir)
			if r, err := Open(t.Context(), dir); err == nil {
				defer r.Close()
				_, _ = r.Modified() // for their side effects
				_, _ = r.Changed()
				_, _ = r.Staged()
				_, _ = r.History("a.md", 10)
				_, _ = r.Differs("a.md")
			} else if name != "bare" {
				t.Error(err)
			}
			if ran, err := os.ReadFile(mark); err == nil {
				t.Errorf("these ran:\n%s", ran)
			}
		})
	}
}
