package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// scene is what CommitFiles must not change.
type scene struct {
	staged, status, stash, other string
	files                        map[string]string
}

func (w work) scene(committed ...string) scene {
	w.t.Helper()
	except := []string{"--", "."}
	for _, name := range committed {
		except = append(except, ":(top,exclude,literal)"+name)
	}
	with := func(args ...string) string { return w.git(append(args, except...)...) }
	s := scene{
		staged: with("ls-files", "-v", "--stage", "-z"),
		status: with("status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignored", "--no-renames"), // has the objects of HEAD and the index
		stash:  w.git("stash", "list"), other: w.git("for-each-ref", "--format=%(refname)"),
		files: map[string]string{},
	}
	err := filepath.WalkDir(w.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.Name() == ".git" {
				return fs.SkipDir
			}
			return err
		}
		info, err := d.Info()
		text, _ := os.ReadFile(name)
		s.files[name] = fmt.Sprint(info.Mode(), " ", string(text))
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (w work) unchanged(before scene, committed ...string) {
	w.t.Helper()
	now := w.scene(committed...)
	for _, p := range []struct{ what, was, is string }{
		{"ls-files", before.staged, now.staged}, {"status", before.status, now.status},
		{"stash list", before.stash, now.stash}, {"refs", before.other, now.other},
	} {
		if p.was != p.is {
			w.t.Errorf("%s was\n%q\nand is\n%q", p.what, p.was, p.is)
		}
	}
	same(w.t, now.files, before.files)
	locks, err := filepath.Glob(filepath.Join(strings.TrimSpace(w.git("rev-parse", "--absolute-git-dir")), "*.lock"))
	if err != nil || len(locks) > 0 {
		w.t.Errorf("locks are left: %q %v", locks, err)
	}
}

func (w work) head() string { return strings.TrimSpace(w.git("rev-parse", "HEAD")) }

func (w work) snapshot(files []string, want ...string) Commit {
	w.t.Helper()
	before, parent := w.scene(want...), w.head()
	commit, err := w.open().CommitFiles(w.t.Context(), files, "checkpoint: CIA-1 task 1/2\n\n# kept\n")
	if err != nil {
		w.t.Fatal(err)
	}
	w.unchanged(before, want...)
	sameList(w.t, commit.Files, want...)
	hash, message, _ := strings.Cut(w.git("log", "-1", "--format=%H %P%n%B"), "\n")
	if hash != commit.Hash+" "+parent || commit.Note != "" {
		w.t.Errorf("got %+v on %s, want %s", commit, parent, hash)
	}
	if message != "checkpoint: CIA-1 task 1/2\n\n# kept\n\n" {
		w.t.Errorf("message is %q", message)
	}
	status := []string{"--literal-pathspecs", "status", "--porcelain", "--no-renames", "--"}
	if got := w.git(append(status, want...)...); got != "" {
		w.t.Errorf("after the commit the status is\n%s", got)
	}
	return commit
}

type refused struct {
	*CommitError
	Left []Left
}

func (w work) refused(reason Reason, files ...string) refused {
	w.t.Helper()
	return w.refusedIn(w.t.Context(), reason, files...)
}

func (w work) refusedIn(ctx context.Context, reason Reason, files ...string) refused {
	w.t.Helper()
	before, log := w.scene(), w.git("log", "--all", "--format=%H")
	commit, err := w.open().CommitFiles(ctx, files, "x")
	e, ok := errors.AsType[*CommitError](err)
	if !ok {
		w.t.Fatalf("got %+v and %v, want %q", commit, err, reason)
	}
	if e.Reason != reason || strings.ContainsAny(e.Error(), "\n\r\x1b") {
		w.t.Errorf("got %q, want %q", e, reason)
	}
	w.unchanged(before)
	if after := w.git("log", "--all", "--format=%H"); after != log {
		w.t.Errorf("commits were %q and are %q", log, after)
	}
	return refused{e, commit.Left}
}

// messy returns a work tree with a file in each state.
func messy(t *testing.T) work {
	t.Helper()
	return messyTree.copy(t)
}

var messyTree = pattern{name: "messy", make: func(t *testing.T) work {
	w := newWork(t)
	first := map[string]string{".gitignore": "j\n"}
	for _, name := range []string{"a", "b", "c", "d", "e", "i", "l", "n", "dir/x", "dir/y"} {
		first[name] = "first " + name + "\n"
	}
	w.commit(first)
	for _, name := range []string{"a", "b", "c", "dir/x", "dir/y"} {
		w.write(name, "second "+name+"\n")
	}
	w.write("f", "new\n")
	w.git("add", "b", "c", "f", "dir/y")
	w.write("c", "third c\n")
	w.git("rm", "--quiet", "e")
	w.git("rm", "--quiet", "--cached", "i")
	w.git("mv", "l", "m")
	for _, name := range []string{"g", "h", "j", "dir/new"} {
		w.write(name, "untracked "+name+"\n")
	}
	w.git("add", "--intent-to-add", "g")
	if err := os.Remove(w.path("d")); err != nil {
		t.Fatal(err)
	}
	return w
}}

func TestSnapshotLeavesTheRest(t *testing.T) {
	committed := map[string]bool{"a": true, "b": true, "d": true, "e": true, "f": true, "g": true, "l": true, "m": true, "dir/x": true, "dir/y": true}
	left := map[string]Why{"c": LeftPartlyStaged, "i": LeftPartlyStaged, "h": LeftUntracked, "j": LeftUntracked, "none": LeftMissing}
	for name := range committed {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := messy(t).snapshot([]string{name}, name); len(got.Left) > 0 {
				t.Errorf("left %v, want none", got.Left)
			}
		})
	}
	for name, why := range left {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := messy(t)
			e := w.refused(OutOfScope, name)
			if !slices.Equal(e.Left, []Left{{name, why}}) || !e.Skipped() {
				t.Errorf("got %+v, want %q", e, why)
			}
			if got := w.snapshot([]string{name, "a"}, "a"); !slices.Equal(got.Left, []Left{{name, why}}) {
				t.Errorf("got %v, want %q", got.Left, why)
			}
		})
	}
	t.Run("all", func(t *testing.T) {
		names := slices.Concat(slices.Collect(maps.Keys(committed)), slices.Collect(maps.Keys(left)), []string{"n", "a"})
		got := messy(t).snapshot(names, slices.Sorted(maps.Keys(committed))...)
		if len(got.Left) != len(left) {
			t.Errorf("left %v", got.Left)
		}
	})
	t.Run("directory", func(t *testing.T) {
		got := messy(t).snapshot([]string{"dir"}, "dir/x", "dir/y")
		if !slices.Equal(got.Left, []Left{{"dir/new", LeftUntracked}}) {
			t.Errorf("left %v", got.Left)
		}
	})
	t.Run("unchanged", func(t *testing.T) {
		if e := messy(t).refused(Unchanged, "n"); len(e.Left) > 0 {
			t.Errorf("left %v", e.Left)
		}
	})
	t.Run("nothing", func(t *testing.T) { messy(t).refused(Unchanged) })
}

func TestPartlyStaged(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1\n", "b": "1\n"})
	w.write("a", "precious\n")
	w.git("add", "a")
	w.write("a", "1\n")
	w.write("b", "2\n")
	w.snapshot([]string{"a", "b"}, "b")
	if got := w.git("show", ":a"); got != "precious\n" {
		t.Errorf("the index has %q", got)
	}
}

func TestSnapshotOfOddNames(t *testing.T) {
	files := unusual()
	if runtime.GOOS == "linux" {
		files["not utf-8 \xff"] = "x\n"
	}
	w := newWork(t)
	w.commit(files)
	for name := range files {
		w.write(name, "changed\n")
	}
	w.git("add", "plain.md")
	names := slices.Sorted(maps.Keys(files)) // "*" comes before its matches
	for some := range slices.Chunk(names, 3) {
		w.snapshot(some, some...)
	}
	for name := range files {
		if err := os.Remove(w.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	w.snapshot(names, names...)
}

func TestManyFiles(t *testing.T) {
	w := newWork(t)
	files := map[string]string{}
	for i := range atOnce + 1 {
		files[fmt.Sprintf("%s/%d", strings.Repeat("long", 10), i)] = "1\n"
	}
	w.commit(files)
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		w.write(name, "2\n")
	}
	w.snapshot(names, names...)
	w.refused(Unchanged, names...)
}

func TestSnapshotOfTypes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes and links")
	}
	w := newWork(t)
	w.commit(map[string]string{"mode": "1", "link": "2", "dir": "3", "file/in": "4"})
	steps := errors.Join(
		os.Chmod(w.path("mode"), 0o755),
		os.Remove(w.path("link")), os.Symlink("mode", w.path("link")),
		os.Remove(w.path("dir")), os.Mkdir(w.path("dir"), 0o755),
		os.RemoveAll(w.path("file")), os.WriteFile(w.path("file"), []byte("5"), 0o644),
	)
	if steps != nil {
		t.Fatal(steps)
	}
	w.write("dir/below", "6")
	got := w.snapshot([]string{"mode", "link", "dir", "file/in"}, "file/in", "link", "mode")
	if !slices.Equal(got.Left, []Left{{"dir", LeftDirectory}, {"dir/below", LeftUntracked}}) {
		t.Errorf("left %v", got.Left)
	}
}

func TestSnapshotOfWrongNames(t *testing.T) {
	w := messy(t)
	before := w.scene()
	for _, name := range []string{"", ".", "..", "../x", "/etc/passwd", "a/", "./a", "dir//x", "dir/../a", "a\x00b"} {
		if c, err := w.open().CommitFiles(t.Context(), []string{"a", name}, "x"); err == nil || !strings.HasPrefix(err.Error(), "expected slash paths") {
			t.Errorf("%q: got %+v, %v", name, c, err)
		}
	}
	for _, message := range []string{"", " \n", "a\x00"} {
		if c, err := w.open().CommitFiles(t.Context(), []string{"a"}, message); err == nil || !strings.HasPrefix(err.Error(), "expected a commit message") {
			t.Errorf("%q: got %+v, %v", message, c, err)
		}
	}
	w.unchanged(before)
	if e := w.refused(OutOfScope, "*", ":(top)a", "[ab]"); len(e.Left) != 3 {
		t.Errorf("left %v", e.Left)
	}
}

func TestLongMessage(t *testing.T) {
	w := messy(t)
	message := strings.Repeat("a line of it\n", 30000)
	must[Commit](t)(w.open().CommitFiles(t.Context(), []string{"a"}, message))
	if got := w.git("log", "-1", "--format=%B"); got != message+"\n" {
		t.Errorf("message has %d bytes, want %d", len(got), len(message))
	}
}
