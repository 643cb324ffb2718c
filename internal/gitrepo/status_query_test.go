package gitrepo

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"mdck/internal/tree"
)

func TestStaged(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"same": "0", "mod": "1", "del": "2", "old name": "a long text that is found again\n", "unstaged": "3", "type": "4", "mode": "5"})
	w.write("mod", "changed")
	w.write("ü \"added\"", "new")
	w.git("rm", "--quiet", "del")
	w.git("mv", "old name", "new name")
	w.git("add", "--all")
	w.git("update-index", "--chmod=+x", "mode")
	id := strings.TrimSpace(w.git("rev-parse", ":same"))
	w.git("update-index", "--cacheinfo", "120000,"+id+",type")
	w.write("unstaged", "changed")
	w.write("untracked", "x")
	for _, key := range []string{"diff.renames", "diff.noprefix", "diff.mnemonicPrefix"} {
		w.git("config", key, "true")
	}
	sameList(t, must[[]string](t)(w.open().Staged()), "del", "mod", "mode", "new name", "old name", "type", "ü \"added\"")
}

func TestStagedAgreesWithGitDiff(t *testing.T) {
	w := newWork(t)
	w.commit(nil)
	for name, text := range unusual() {
		w.write(name, text)
	}
	w.git("add", "--all")
	want := records(w.git("diff", "--cached", "--name-only", "-z"))
	slices.Sort(want)
	sameList(t, must[[]string](t)(w.open().Staged()), want...)
	sameList(t, want, slices.Sorted(maps.Keys(unusual()))...)
	w.git("commit", "--quiet", "--message", "x")
	sameList(t, must[[]string](t)(w.open().Staged()))
}

func TestBeforeTheFirstCommit(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		t.Run(format, func(t *testing.T) {
			w := newWork(t)
			if err := os.RemoveAll(w.path(".git")); err != nil {
				t.Fatal(err)
			}
			w.git("init", "--quiet", "--object-format="+format)
			r := w.open()
			sameList(t, must[[]string](t)(r.Staged()))
			same(t, contents(t, must[fs.FS](t)(r.Index())), nil)
			w.write("a/b", "1")
			w.write("c", "2")
			w.git("add", "a/b", "c")
			w.write("d", "3")
			w.git("add", "--intent-to-add", "d")
			sameList(t, must[[]string](t)(r.Staged()), "a/b", "c")
			same(t, contents(t, must[fs.FS](t)(r.Index())), map[string]string{"a/b": "1", "c": "2", "d": ""})
		})
	}
}

func TestIgnored(t *testing.T) {
	w := newWork(t)
	w.write(".gitignore", "ign/\n*.log\n!keep.log\n:*\n")
	w.write("ign/tracked", "1")
	w.git("add", ".gitignore")
	w.git("add", "--force", "ign/tracked")
	r := w.open()
	asked := []string{"ign/a", "ign/tracked", "x.log", "sub/y é.log", "keep.log", "plain", "-x.log", ".gitignore"}
	want := []string{"-x.log", "ign/a", "sub/y é.log", "x.log"}
	if runtime.GOOS != "windows" {
		asked, want = append(asked, ":(top)x", "new\nline.log"), append(want, ":(top)x", "new\nline.log")
	}
	slices.Sort(want)
	got := must[map[string]bool](t)(r.Ignored(asked...))
	sameList(t, slices.Sorted(maps.Keys(got)), want...)
	if got := must[map[string]bool](t)(r.Ignored("plain", "keep.log")); len(got) != 0 {
		t.Errorf("got %v, want none", got)
	}
	if got := must[map[string]bool](t)(r.Ignored()); len(got) != 0 {
		t.Errorf("got %v for no paths", got)
	}
	_, err := r.Ignored("../outside")
	if err == nil || !strings.Contains(err.Error(), "outside repository") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a path outside gives %v", err)
	}
}

func TestTracked(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a/b": "1", "a/*": "2", "-v": "3"})
	w.write("untracked", "x")
	r := w.open()
	for name, want := range map[string]bool{"a/b": true, "a/*": true, "-v": true, "a": false, "untracked": false, "*": false, "none": false} {
		if got := must[bool](t)(r.Tracked(name)); got != want {
			t.Errorf("%q is tracked: %v, want %v", name, got, want)
		}
	}
}

func TestCommitExists(t *testing.T) {
	w := newWork(t)
	r := w.open()
	if must[bool](t)(r.CommitExists("abcdef")) {
		t.Error("a commit exists in an empty repository")
	}
	w.commit(map[string]string{"a": "1"})
	w.git("branch", "beef")
	id := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	blob := strings.TrimSpace(w.git("rev-parse", ":a"))
	for rev, want := range map[string]bool{
		id: true, id[:7]: true, strings.ToUpper(id[:12]): true, id[:3]: false, id + "0": false, "": false,
		"HEAD": false, "main": false, "beef": false, blob: false, strings.Repeat("0", 40): false, "abcd\n" + id: false, "abcd^{}": false,
	} {
		if got := must[bool](t)(r.CommitExists(rev)); got != want {
			t.Errorf("%q exists: %v, want %v", rev, got, want)
		}
	}
}

// TestExpect checks that Expect changes no answer, in any order and concurrently.
func TestExpect(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1"})
	id := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	r := w.open()
	const n = 3 * maxExpected
	name := func(i int) string {
		if i%3 == 0 {
			return id[:7+i%30]
		}
		return fmt.Sprintf("%07x", i)
	}
	var all sync.WaitGroup
	for _, from := range []int{0, n, 0} { // two ask the same
		all.Go(func() {
			for i := from; i < from+n; i++ {
				r.Expect(name(i))
			}
			for i := from + n - 1; i >= from; i-- {
				if got, err := r.CommitExists(name(i)); err != nil || got != (i%3 == 0) {
					t.Errorf("%s exists: %v, %v", name(i), got, err)
				}
			}
		})
	}
	all.Wait()
	r.Expect("abcdef") // nobody asks
	r.Rest()
	r.Expect(id)
	r.Close()
	if _, err := r.CommitExists(id); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// TestExpectFails checks that an error of git answers one question, and that the others are asked
// again.
func TestExpectFails(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1"})
	id := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	r := w.open()
	expect := func() {
		for _, name := range []string{"abcdef", id, id[:8]} {
			r.Expect(name)
		}
		r.objects.batch.pipe.Close()
	}
	expect()
	if !must[bool](t)(r.CommitExists(id)) || !must[bool](t)(r.CommitExists(id[:8])) || len(r.objects.expected) > 0 {
		t.Error("after an error about another name, the commit is not known")
	}
	expect()
	if !must[bool](t)(r.CommitExists(id[:9])) {
		t.Error("after an error about another name, a commit that was not announced is not known")
	}
	expect()
	if _, err := r.CommitExists("abcdef"); err == nil {
		t.Error("there is an answer without git")
	}
	if !must[bool](t)(r.CommitExists(id)) {
		t.Error("the next process does not know the commit")
	}
}

func TestLinkedWorkTree(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"sub/a": "1", ".gitignore": "ign\n"})
	linked := work{t, filepath.Join(tree.RealPath(t.TempDir()), "linked")}
	w.git("worktree", "add", "--quiet", "-b", "topic", linked.dir)
	linked.write("sub/a", "staged")
	linked.git("add", "--all")
	linked.write("ign", "2")
	r := open(t, linked.path("sub"))
	if r.Root() != linked.dir {
		t.Errorf("root is %q, want %q", r.Root(), linked.dir)
	}
	same(t, contents(t, must[fs.FS](t)(r.Index())), map[string]string{"sub/a": "staged", ".gitignore": "ign\n", "ign": "2"})
	sameList(t, must[[]string](t)(r.Staged()), "sub/a")
	sameList(t, []string{must[string](t)(r.Branch())}, "topic")
	same(t, contents(t, w.index()), map[string]string{"sub/a": "1", ".gitignore": "ign\n"})
}

func TestAlternativeIndex(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"sub/a": "1"})
	w.write("sub/a", "in the index")
	w.git("add", "--all")
	other := filepath.Join(t.TempDir(), "other index")
	t.Setenv("GIT_INDEX_FILE", other)
	w.git("read-tree", "HEAD")
	w.write("b", "in the other")
	w.git("add", "b")
	check := func(what, dir string) {
		t.Helper()
		r := open(t, dir)
		t.Log(what)
		same(t, contents(t, must[fs.FS](t)(r.Index())), map[string]string{"sub/a": "1", "b": "in the other"})
		sameList(t, must[[]string](t)(r.Staged()), "b")
		if !must[bool](t)(r.Tracked("b")) {
			t.Error("b is not tracked")
		}
	}
	t.Chdir(w.path("sub"))
	check("from below", "..")
	check("in place", ".")
	t.Chdir(t.TempDir()) // the variable has no meaning here
	sameList(t, must[[]string](t)(open(t, w.path("sub")).Staged()), "sub/a")
}

// TestInAHook runs itself as a hook, for which git sets variables.
func TestInAHook(t *testing.T) {
	if os.Getenv("MDCK_TEST_HOOK") != "" {
		inHook(t)
		return
	}
	w := newWork(t)
	w.commit(map[string]string{"sub/a": "1", "sub/b": "2", "nested/.gitignore": "*\n"})
	linked := work{t, filepath.Join(tree.RealPath(t.TempDir()), "linked")}
	w.git("worktree", "add", "--quiet", "-b", "topic", linked.dir)
	exe := must[string](t)(os.Executable())
	w.write(".git/hooks/pre-commit", "#!/bin/sh\nexec '"+filepath.ToSlash(exe)+"' -test.run '^TestInAHook$' -test.v\n")
	if err := os.Chmod(w.path(".git/hooks/pre-commit"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MDCK_TEST_HOOK", "1")
	for _, in := range []work{w, linked} {
		if err := os.MkdirAll(in.path("nested"), 0o755); err != nil {
			t.Fatal(err)
		}
		work{t, in.path("nested")}.git("init", "--quiet")
		in.write("nested/own", "nested")
		work{t, in.path("nested")}.git("add", "--force", "own")
		in.write("nested/own", "not staged")
		for _, c := range []struct{ args, want string }{
			{"-a", "all"}, {"sub/a", "one"}, {"", "none"},
		} {
			in.write("sub/a", c.want+" a")
			in.write("sub/b", c.want+" b")
			in.git("add", "sub/b")
			t.Setenv("MDCK_TEST_HOOK", c.want)
			in.git(append([]string{"commit", "--quiet", "--message", "x"}, strings.Fields(c.args)...)...)
			in.git("commit", "--quiet", "--all", "--no-verify", "--allow-empty", "--message", "rest")
		}
	}
}

func inHook(t *testing.T) {
	want := map[string][]string{"all": {"sub/a", "sub/b"}, "one": {"sub/a"}, "none": {"sub/b"}}[os.Getenv("MDCK_TEST_HOOK")]
	root := must[string](t)(os.Getwd())
	check := func(dir string) {
		t.Helper()
		r := open(t, dir)
		if r.Root() != tree.RealPath(root) {
			t.Errorf("root is %q, want %q", r.Root(), root)
		}
		sameList(t, must[[]string](t)(r.Staged()), want...)
		fsys := must[fs.FS](t)(r.Index())
		for _, name := range want {
			text := must[[]byte](t)(fs.ReadFile(fsys, name))
			if string(text) != os.Getenv("MDCK_TEST_HOOK")+" "+name[4:] {
				t.Errorf("%q contains %q", name, text)
			}
		}
	}
	check(".")
	check("sub")
	check(filepath.Join(root, "sub"))
	nested := must[*Repo](t)(Open(t.Context(), "nested"))
	defer nested.Close()
	same(t, contents(t, must[fs.FS](t)(nested.Index("own"))), map[string]string{"own": "nested"})
}

func TestExplicitRepository(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"sub/a": "1"})
	apart := filepath.Join(t.TempDir(), "deep", "apart.git")
	if err := os.Mkdir(filepath.Dir(apart), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(w.path(".git"), apart); err != nil {
		t.Fatal(err)
	}
	other := newWork(t)
	other.commit(map[string]string{"b": "2"})
	t.Chdir(filepath.Dir(apart))
	t.Setenv("GIT_DIR", "apart.git")
	t.Setenv("GIT_WORK_TREE", must[string](t)(filepath.Rel(tree.RealPath(filepath.Dir(apart)), w.dir)))
	for _, dir := range []string{w.dir, w.path("sub")} {
		r := open(t, dir)
		if r.Root() != w.dir {
			t.Errorf("root is %q, want %q", r.Root(), w.dir)
		}
		same(t, contents(t, must[fs.FS](t)(r.Index())), map[string]string{"sub/a": "1"})
	}
	same(t, contents(t, must[fs.FS](t)(open(t, other.dir).Index())), map[string]string{"b": "2"})
}
