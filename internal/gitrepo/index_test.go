package gitrepo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"mdck/internal/tree"
)

func (w work) shown(prefix, names string) map[string]string {
	w.t.Helper()
	files := map[string]string{}
	for _, name := range records(names) {
		files[name] = w.git("show", prefix+name)
	}
	return files
}

func TestIndexAgreesWithGitShow(t *testing.T) {
	w := newWork(t)
	w.commit(unusual())
	w.write("plain.md", "staged\n")
	w.write("more/new.md", "new\n")
	w.git("add", "--all")
	w.git("rm", "--quiet", "--cached", "crlf.md")
	w.write("a/c", "not staged")
	w.write("untracked", "not there")
	want := w.shown(":", w.git("ls-files", "-z"))
	if len(want) != len(unusual()) {
		t.Fatalf("git lists %d files", len(want))
	}
	same(t, contents(t, w.index()), want)
}

func TestRevAgreesWithGitShow(t *testing.T) {
	w := newWork(t)
	w.commit(unusual())
	w.commit(map[string]string{"plain.md": "second\n", "more/x": "y"})
	w.write("plain.md", "third")
	w.git("add", "--all")
	r := w.open()
	for _, rev := range []string{"HEAD", "HEAD~1", "main", "main^{tree}^{commit}", strings.TrimSpace(w.git("rev-parse", "HEAD"))} {
		fsys, err := r.Rev(rev)
		if strings.Contains(rev, "tree") {
			if !errors.Is(err, ErrNoCommit) {
				t.Errorf("%q gives %v", rev, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		same(t, contents(t, fsys), w.shown(rev+":", w.git("ls-tree", "-r", "-z", "--name-only", rev)))
	}
}

func TestRevThatDoesNotExist(t *testing.T) {
	w := newWork(t)
	r := w.open()
	check := func(revs ...string) {
		t.Helper()
		for _, rev := range revs {
			if _, err := r.Rev(rev); !errors.Is(err, ErrNoCommit) {
				t.Errorf("%q gives %v, want %v", rev, err, ErrNoCommit)
			}
		}
	}
	check("HEAD", "", "main", "--help", "two words", "new\nline", "HEAD:", "0123456")
	w.commit(map[string]string{"a": "1"})
	r = w.open()
	check("HEAD\nHEAD", "HEAD:a", "none", "-h", "HEAD~5")
	must[fs.FS](t)(r.Rev("HEAD"))
}

func TestTreesAreFileSystems(t *testing.T) {
	w := newWork(t)
	files := unusual()
	for _, name := range []string{"[x]y{1}", "*"} { // patterns for fs.Sub
		delete(files, name)
	}
	files[".gitignore"] = "ignored\n"
	w.commit(files)
	w.write("ignored/deep/a.md", "1")
	w.write("with space/ignored", "2")
	if runtime.GOOS != "windows" {
		link(t, "plain.md", w.path("link"))
		link(t, "../with space", w.path("a/dirlink"))
		w.git("add", "link", "a/dirlink")
		files["link"], files["a/dirlink"] = "", ""
		w.git("commit", "--quiet", "--message", "links")
	}
	want := slices.Sorted(maps.Keys(files))
	r := w.open()
	if err := fstest.TestFS(must[fs.FS](t)(r.Rev("HEAD")), want...); err != nil {
		t.Errorf("HEAD: %v", err)
	}
	want = append(want, "ignored/deep/a.md", "with space/ignored")
	if err := fstest.TestFS(must[fs.FS](t)(r.Index()), want...); err != nil {
		t.Errorf("index: %v", err)
	}
	if err := fstest.TestFS(must[fs.FS](t)(r.Index("none"))); err != nil {
		t.Errorf("empty: %v", err)
	}
}

func TestPartialStaging(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a.md": "1\n2\n3\n"})
	w.write("a.md", "1 staged\n2\n3\n")
	w.git("add", "a.md")
	w.write("a.md", "1 staged\n2\n3 not staged\n")
	same(t, contents(t, w.index()), map[string]string{"a.md": "1 staged\n2\n3\n"})
	same(t, contents(t, must[fs.FS](t)(w.open().Rev("HEAD"))), map[string]string{"a.md": "1\n2\n3\n"})
}

func TestContentsAreAsStored(t *testing.T) {
	w := newWork(t)
	w.git("config", "core.autocrlf", "true")
	w.git("config", "core.safecrlf", "false")
	w.write(".gitattributes", "raw -text\nsmudged filter=f working-tree-encoding=UTF-16LE\n")
	w.git("config", "filter.f.smudge", "tr a-z A-Z")
	w.write("text", "a\r\nb\r\n")
	w.write("raw", "a\r\nb\r\n")
	w.write("smudged", "a\x00")
	w.git("add", "--all")
	got := contents(t, w.index())
	delete(got, ".gitattributes")
	same(t, got, map[string]string{"text": "a\nb\n", "raw": "a\r\nb\r\n", "smudged": "a"})
}

func TestDirs(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{
		"a/x": "1", "a/y/z": "2", "ab/x": "3", "b": "4", ".gitignore": "ign/\n", "a/*": "5",
	})
	w.write("ign/x/deep", "6")
	w.write("a/ign/x", "7")
	r := w.open()
	for _, c := range []struct{ dirs, index, head string }{
		{"", ".gitignore a/* a/ign/x a/x a/y/z ab/x b ign/x/deep", ".gitignore a/* a/x a/y/z ab/x b"},
		{".", ".gitignore a/* a/ign/x a/x a/y/z ab/x b ign/x/deep", ".gitignore a/* a/x a/y/z ab/x b"},
		{"a", "a/* a/ign/x a/x a/y/z", "a/* a/x a/y/z"},
		{"a/y b", "a/y/z b", "a/y/z b"},
		{"a a/y", "a/* a/ign/x a/x a/y/z", "a/* a/x a/y/z"},
		{"a/*", "a/*", "a/*"},
		{"ign/x", "ign/x/deep", ""},
		{"ign/x/deep a/ign", "a/ign/x ign/x/deep", ""},
		{"none", "", ""},
	} {
		dirs := strings.Fields(c.dirs)
		index := contents(t, must[fs.FS](t)(r.Index(dirs...)))
		sameList(t, slices.Sorted(maps.Keys(index)), strings.Fields(c.index)...)
		head := contents(t, must[fs.FS](t)(r.Rev("HEAD", dirs...)))
		sameList(t, slices.Sorted(maps.Keys(head)), strings.Fields(c.head)...)
	}
	for _, bad := range []string{"", "/a", "../a", "a/", "a/../b"} {
		if _, err := r.Index(bad); err == nil {
			t.Errorf("index below %q gives no error", bad)
		}
		if _, err := r.Rev("HEAD", bad); err == nil {
			t.Errorf("HEAD below %q gives no error", bad)
		}
	}
}

func TestMissing(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a/b": "1", ".gitignore": "ign/\n"})
	w.write("ign/f", "2")
	w.write("untracked/f", "3")
	r := w.open()
	for what, fsys := range map[string]fs.FS{"index": must[fs.FS](t)(r.Index()), "HEAD": must[fs.FS](t)(r.Rev("HEAD"))} {
		for _, name := range []string{"x", "a/x", "a/b/c", "a/b/c/d", "untracked", "untracked/f", "ign/x", "ign/f/x", "x/y", ".git", ".git/HEAD", "A/b"} {
			_, openErr := fsys.Open(name)
			_, statErr := fs.Stat(fsys, name)
			_, readErr := fs.ReadFile(fsys, name)
			_, listErr := fs.ReadDir(fsys, name)
			for _, err := range []error{openErr, statErr, readErr, listErr} {
				if !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("%s: %q gives %v, want %v", what, name, err, fs.ErrNotExist)
				}
			}
		}
		if _, err := fs.ReadFile(fsys, "a"); !errors.Is(err, tree.ErrIsDir) {
			t.Errorf("%s: reading a directory gives %v", what, err)
		}
		if _, err := fs.ReadDir(fsys, "a/b"); !errors.Is(err, tree.ErrNotDir) {
			t.Errorf("%s: listing a file gives %v", what, err)
		}
		if _, err := fsys.Open("../a"); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%s: a name with dots gives %v", what, err)
		}
	}
}

func TestIgnoredFilesAreThoseOfTheWorkTree(t *testing.T) {
	w := newWork(t)
	w.write(".gitignore", "ign/\n*.log\n!keep.log\n/deep/only/\n")
	w.write("ign/forced", "stored")
	w.git("add", ".gitignore")
	w.git("add", "--force", "ign/forced")
	w.write("ign/forced", "changed")
	w.write("ign/more", "1")
	w.write("mixed/a.log", "2")
	w.write("mixed/keep.log", "not there")
	w.write("mixed/b.txt", "not there")
	w.write("deep/only/x/f", "3")
	w.write("all/s/x.log", "4")
	nested := work{t, w.path("deep/only/nested")}
	w.write("deep/only/nested/f", "not there")
	nested.git("init", "--quiet")
	if listed := must[[]string](t)(w.open().ignoredBelow(nil)); slices.Contains(listed, "deep/only/x/f") {
		t.Errorf("git lists the files of a directory that it ignores: %q", listed)
	}
	fsys := w.index()
	ignored := map[string]string{"ign/more": "1", "mixed/a.log": "2", "deep/only/x/f": "3", "all/s/x.log": "4"}
	want := maps.Clone(ignored)
	want["ign/forced"], want[".gitignore"] = "stored", "ign/\n*.log\n!keep.log\n/deep/only/\n"
	same(t, contents(t, fsys), want)
	for _, name := range []string{"deep/only/nested", "deep/only/nested/f", "deep/only/nested/.git/HEAD"} {
		if _, err := fs.Stat(fsys, name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q of a nested repository gives %v", name, err)
		}
	}
	w.write("ign/more", "live")
	if text := must[[]byte](t)(fs.ReadFile(fsys, "ign/more")); string(text) != "live" {
		t.Errorf("ignored file contains %q", text)
	}
	if err := os.Remove(w.path("ign/more")); err != nil {
		t.Fatal(err)
	}
	if _, err := fs.ReadFile(fsys, "ign/more"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a removed file gives %v", err)
	}
}

func TestStagedHidesIgnored(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{".gitignore": "dir\nfile/\n", "x": "1"})
	w.write("dir/a", "staged")
	w.write("file", "staged")
	w.git("add", "--force", "dir/a", "file")
	for _, name := range []string{"dir", "file"} {
		if err := os.RemoveAll(w.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	w.write("dir", "on disk")
	w.write("file/b", "on disk")
	want := map[string]string{".gitignore": "dir\nfile/\n", "x": "1", "dir/a": "staged", "file": "staged"}
	same(t, contents(t, w.index()), want)
}

func TestLinks(t *testing.T) {
	w := newWork(t)
	w.write("dir/f", "1")
	w.write(".gitignore", "ign/\n")
	w.write("ign/real", "2")
	for name, target := range map[string]string{
		"file": "dir/f", "dirlink": "dir", "dir/up": "../file", "chain": "dirlink/up", "ign/link": "../dir/f", "to-ign": "ign/real",
		"gone": "none", "loop": "loop", "out": "../outside", "abs": w.path("dir/f"), "root-abs": "/dir/f", "root": ".", "through": "dir/f/x", "ign/out": "../../x",
	} {
		link(t, target, w.path(name))
	}
	w.git("add", "--all")
	fsys := w.index()
	want := map[string]string{
		"dir/f": "1", "file": "1", "dir/up": "1", "chain": "1", "ign/link": "1", "to-ign": "2", "ign/real": "2", ".gitignore": "ign/\n",
	}
	same(t, contents(t, fsys), want)
	for name, want := range map[string]string{"dirlink/f": "1", "dirlink/up": "1", "root/root/dirlink/f": "1", "root/ign/link": "1"} {
		if text := must[[]byte](t)(fs.ReadFile(fsys, name)); string(text) != want {
			t.Errorf("%q contains %q, want %q", name, text, want)
		}
	}
	for _, name := range []string{"gone", "loop", "loop/x", "out", "abs", "root-abs", "through", "file/x", "ign/out"} {
		if _, err := fs.Stat(fsys, name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q gives %v", name, err)
		}
	}
	if info := must[fs.FileInfo](t)(fs.Stat(fsys, "dirlink")); !info.IsDir() || info.Name() != "dirlink" {
		t.Errorf("link to a directory is %v", fs.FormatFileInfo(info))
	}
}

func TestIndexAgreesWithTheDisk(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no symbolic links there")
	}
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWork(t)
			w.random(rand.New(rand.NewPCG(seed, 0)))
			w.git("add", "--all")
			fsys := w.index()
			disk := contents(t, onlyLocalLinks(t, w.dir))
			same(t, contents(t, fsys), disk)
			listed := append(records(w.git("ls-files", "-z")), records(w.git("ls-files", "-oiz", "--exclude-standard"))...)
			for name := range contents(t, fsys) {
				if !slices.Contains(listed, name) {
					t.Errorf("%q is not listed by git", name)
				}
			}
		})
	}
}

// random writes files whose paths have only five names, so that they often collide.
func (w work) random(r *rand.Rand) {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	name := func() string { return pick("a", "b", "b.log", "c-d", "ign") }
	for range 30 {
		p := name()
		for range r.IntN(4) {
			p = path.Join(p, name())
		}
		if os.MkdirAll(path.Dir(w.path(p)), 0o755) != nil {
			continue // below a file
		}
		if r.IntN(3) == 0 {
			os.Symlink(pick(name(), "../"+name(), name()+"/"+name(), "../../"+name()), w.path(p))
		} else {
			os.WriteFile(w.path(p), []byte(p), 0o644)
		}
	}
	w.write(".gitignore", pick("ign\n", "ign/\n", "*.log\n", "a/*\n!a/b\n", "*\n", "/b/a\n*.log\n"))
	w.write("a.sub/.gitignore", pick("!ign\n", "ign\n", "*\n"))
}

func onlyLocalLinks(t *testing.T, dir string) fs.FS {
	root := must[*os.Root](t)(os.OpenRoot(dir))
	t.Cleanup(func() { root.Close() })
	copied := fstest.MapFS{}
	err := fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".git":
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		if text, err := root.ReadFile(name); err == nil {
			copied[name] = &fstest.MapFile{Data: text}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return copied
}

func TestConflictsAndIntentions(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "base\n", "b": "1"})
	w.git("checkout", "--quiet", "-b", "other")
	w.commit(map[string]string{"a": "theirs\n"})
	w.git("checkout", "--quiet", "main")
	w.commit(map[string]string{"a": "ours\n"})
	merge := work{t, w.dir}
	if out, err := merge.open().git.output("merge", "other"); err == nil {
		t.Fatalf("no conflict: %s", out)
	}
	w.write("later", "text")
	w.git("add", "--intent-to-add", "later")
	r := w.open()
	same(t, contents(t, must[fs.FS](t)(r.Index())), map[string]string{"b": "1", "later": ""})
	sameList(t, must[[]string](t)(r.Staged()))
}

func TestSubmodules(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1"})
	sub := work{t, w.path("lib/sub")}
	if err := os.MkdirAll(sub.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	sub.git("init", "--quiet")
	sub.commit(map[string]string{"f": "2", ".gitignore": "g\n"})
	w.git("-c", "advice.addEmbeddedRepo=false", "add", "lib/sub")
	r := w.open()
	same(t, contents(t, must[fs.FS](t)(r.Index())), map[string]string{"a": "1"})
	sameList(t, must[[]string](t)(r.Staged()))
	index := must[fs.FS](t)(r.Index())
	if got := must[[]byte](t)(fs.ReadFile(index, "lib/sub/f")); string(got) != "2" {
		t.Errorf("a file of a submodule that is named has %q", got)
	}
	if listed := must[[]fs.DirEntry](t)(fs.ReadDir(index, "lib/sub")); len(listed) > 0 {
		t.Errorf("a submodule is listed: %q", listed)
	}
	w.git("commit", "--quiet", "-m", "sub")
	if _, err := fs.Stat(must[fs.FS](t)(r.Rev("HEAD")), "lib"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory of a submodule in a commit gives %v", err)
	}
	in := sub.open()
	if in.Root() != sub.dir {
		t.Errorf("root is %q, want %q", in.Root(), sub.dir)
	}
	same(t, contents(t, must[fs.FS](t)(in.Index())), map[string]string{"f": "2", ".gitignore": "g\n"})
}

func TestOneProcessForAllFiles(t *testing.T) {
	w := newWork(t)
	w.commit(unusual())
	r := w.open()
	index, head := must[fs.FS](t)(r.Index()), must[fs.FS](t)(r.Rev("HEAD"))
	first := r.objects.batch
	want := w.shown(":", w.git("ls-files", "-z"))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { same(t, contents(t, index), want) })
		wg.Go(func() { same(t, contents(t, head), want) })
	}
	wg.Wait()
	if r.objects.batch != first {
		t.Error("another process was started")
	}
}

func TestMissingObject(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1", "b": "2"})
	id := strings.TrimSpace(w.git("rev-parse", ":a"))
	if err := os.Remove(w.path(".git/objects/" + id[:2] + "/" + id[2:])); err != nil {
		t.Fatal(err)
	}
	fsys := w.index()
	_, err := fs.ReadFile(fsys, "a")
	if err == nil || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), id) {
		t.Errorf("a file without its object gives %v", err)
	}
	if info := must[fs.FileInfo](t)(fs.Stat(fsys, "a")); info.Size() != 0 {
		t.Errorf("size is %d", info.Size())
	}
	if text := must[[]byte](t)(fs.ReadFile(fsys, "b")); string(text) != "2" {
		t.Errorf("the next file contains %q", text)
	}
}

func TestProcessThatDies(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1"})
	r := w.open()
	fsys := must[fs.FS](t)(r.Index())
	must[[]byte](t)(fs.ReadFile(fsys, "a"))
	if err := r.objects.batch.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	r.objects.batch.cmd.Process.Wait()
	if _, err := fs.ReadFile(fsys, "a"); err == nil || !strings.HasPrefix(err.Error(), "read a: git cat-file: ") {
		t.Errorf("reading from a dead process gives %v", err)
	}
	if text := must[[]byte](t)(fs.ReadFile(fsys, "a")); string(text) != "1" {
		t.Errorf("the next process gives %q", text)
	}
}

func TestNamesThatAreNotUTF8(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1"})
	id := strings.TrimSpace(w.git("rev-parse", ":a"))
	w.git("update-index", "--add", "--cacheinfo", "100644,"+id+",bad\xff")
	r := w.open()
	same(t, contents(t, must[fs.FS](t)(r.Index())), map[string]string{"a": "1"})
	sameList(t, must[[]string](t)(r.Staged()), "bad\xff")
}

func TestModes(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1", "b": "22"})
	w.git("update-index", "--chmod=+x", "b")
	fsys := w.index()
	for name, want := range map[string]string{
		"a": "-rw-r--r-- 1 0001-01-01 00:00:00 a", "b": "-rwxr-xr-x 2 0001-01-01 00:00:00 b", ".": "drwxr-xr-x 0 0001-01-01 00:00:00 ./",
	} {
		if got := fs.FormatFileInfo(must[fs.FileInfo](t)(fs.Stat(fsys, name))); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

// stored returns the contents of a blob, which its id contains.
func stored(id string, _ int64) ([]byte, int64, error) {
	return []byte(id[1:]), int64(len(id) - 1), nil
}

// FuzzSnapshot reads a file per line, as NAME or NAME>TARGET.
func FuzzSnapshot(f *testing.F) {
	f.Add("a\nb/c\nb-c\nb/d/e")
	f.Add("a/b\nl>a\na/m>../l/b\nn>m\no>o")
	f.Add("a>b\nb>a/x\nc>.\nd>..")
	f.Add("x/y>../x\nx/z\nw>x/y/y/y/z")
	f.Fuzz(func(t *testing.T, list string) {
		s, files := &storedTree{"", stored, map[string]entry{}, map[string][]string{".": {}}}, fstest.MapFS{}
		for line := range strings.Lines(list) {
			name, target, isLink := strings.Cut(strings.TrimSuffix(line, "\n"), ">")
			if len(s.files) > 8 || len(name) > 100 || !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, `\[]*?^`) || s.taken(name) {
				continue
			}
			e := entry{0o644, "=" + name}
			if isLink {
				e.mode, e.id = fs.ModeSymlink|0o777, "="+target
			} else {
				files[name] = &fstest.MapFile{Data: []byte(name), Mode: 0o644}
			}
			s.add(name, e)
		}
		if err := fstest.TestFS(s, slices.Sorted(maps.Keys(files))...); err != nil && len(s.files) == len(files) {
			t.Fatal(err)
		} else if err != nil && !strings.HasPrefix(err.Error(), "TestFS found errors:\nexpected empty") {
			t.Fatal(err)
		}
		got := contents(t, s)
		for name := range files {
			if got[name] != name {
				t.Errorf("%q contains %q", name, got[name])
			}
		}
		if len(files) == len(s.files) {
			same(t, got, contents(t, files))
		}
	})
}

// TestObjectThatNobodyReads checks that Close ends git.
func TestObjectThatNobodyReads(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"big": strings.Repeat("0123456789abcde\n", 1<<18), "b": "2"})
	r := w.open()
	must[[]byte](t)(fs.ReadFile(must[fs.FS](t)(r.Index()), "b"))
	cmd := r.objects.batch.cmd
	must[int](t)(io.WriteString(r.objects.batch.in, w.git("rev-parse", ":big")))
	r.Close()
	if cmd.ProcessState == nil {
		t.Error("the process has not ended")
	}
}

func TestParseHeader(t *testing.T) {
	for line, want := range map[string]string{
		"abc blob 12":         "{abc 12 []} <nil>",
		"a b c missing":       "{ 0 []} no such object",
		"abcd ambiguous":      "{ 0 []} ambiguous",
		"abc blob -1":         `{ 0 []} expected an id, a type and a size, found "abc blob -1"`,
		"abc submodule":       `{ 0 []} expected an id, a type and a size, found "abc submodule"`,
		"":                    `{ 0 []} expected an id, a type and a size, found ""`,
		"abc blob 1 missing?": `{ 0 []} expected an id, a type and a size, found "abc blob 1 missing?"`,
	} {
		h, err := parseHeader(line)
		if got := fmt.Sprint(h, err); got != want {
			t.Errorf("%q gives %s, want %s", line, got, want)
		}
	}
}
