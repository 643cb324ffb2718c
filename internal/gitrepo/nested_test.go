package gitrepo

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mdck/internal/tree"
)

func TestNestedAsGit(t *testing.T) {
	w := newWork(t)
	for name, kind := range map[string]struct {
		want bool
		make func(dot string) error
	}{
		"nothing":  {false, func(string) error { return nil }},
		"empty":    {false, func(dot string) error { return os.Mkdir(dot, 0o755) }},
		"other":    {false, func(dot string) error { return os.MkdirAll(filepath.Join(dot, "x"), 0o755) }},
		"dangling": {false, func(dot string) error { return os.Symlink("nowhere", dot) }},
		"init":     {true, func(dot string) error { return initAt(w, filepath.Dir(dot)) }},
		"linked":   {true, func(dot string) error { return os.Symlink(w.path("init/.git"), dot) }},
		"file":     {true, func(dot string) error { return os.WriteFile(dot, []byte("gitdir: ../init/.git\n"), 0o644) }},
		"gone":     {true, func(dot string) error { return os.WriteFile(dot, []byte("gitdir: /no/such/place\n"), 0o644) }},
		"garbage":  {true, func(dot string) error { return os.WriteFile(dot, []byte("hello\n"), 0o644) }},
		"no bytes": {true, func(dot string) error { return os.WriteFile(dot, nil, 0o644) }},
	} {
		if runtime.GOOS == "windows" && (name == "dangling" || name == "linked") {
			continue
		}
		if name != "init" {
			_ = initAt(w, w.path("init"))
		}
		w.write(name+"/f", "1")
		if err := kind.make(w.path(name + "/.git")); err != nil {
			t.Fatal(err)
		}
		out, err := w.open().git.output("ls-files", "--others")
		if err != nil {
			t.Fatal(err)
		}
		_, err = git{ctx: t.Context(), exe: "git", dir: w.path(name), env: environ(os.Environ()), patience: answerTime}.output("rev-parse")
		asGit := !strings.Contains(out, name+"/f\n") || err != nil
		if got := tree.IsRepository(w.path(name)); got != kind.want || got != asGit {
			t.Errorf("%s: IsRepository is %v, want %v; git: %v, %v", name, got, kind.want, asGit, err)
		}
		if w.open().Nested(name+"/a/b") != kind.want || w.open().Nested(name) {
			t.Errorf("%s: Nested differs", name)
		}
	}
}

func initAt(w work, dir string) error {
	err := os.MkdirAll(dir, 0o755)
	work{w.t, dir}.git("init", "--quiet")
	return err
}
