package tree

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
)

func texts(t *testing.T, fsys fs.FS) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(fsys, name)
		found[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func mapFS(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	return m
}

func within(name string, files map[string]string) bool {
	for other := range files {
		if strings.HasPrefix(name, other+"/") {
			return true
		}
	}
	return false
}

func above(name string, files map[string]string) bool {
	for other := range files {
		if strings.HasPrefix(other, name+"/") {
			return true
		}
	}
	return false
}

var overlays = map[string]struct{ base, files map[string]string }{
	"nothing":            {nil, nil},
	"no texts":           {map[string]string{"a": "1", "d/b": "2"}, nil},
	"no base":            {nil, map[string]string{"a": "1", "d/e/b": ""}},
	"replaces":           {map[string]string{"a": "1", "d/b": "2"}, map[string]string{"d/b": "new"}},
	"adds":               {map[string]string{"d/b": "2"}, map[string]string{"d/a": "1", "d/c/x": "3", "e/f": "4"}},
	"names like another": {map[string]string{"ab/c": "1", "a b/c": "2"}, map[string]string{"a": "3", "ab/d": "4"}},
}

func TestOverlay(t *testing.T) {
	for name, c := range overlays {
		t.Run(name, func(t *testing.T) { checkOverlay(t, c.base, c.files) })
	}
}

func checkOverlay(t *testing.T, base, files map[string]string) {
	t.Helper()
	want := maps.Clone(base)
	if want == nil {
		want = map[string]string{}
	}
	maps.Copy(want, files)
	o := Overlay(mapFS(base), files)
	if got := texts(t, o); !maps.Equal(got, want) {
		t.Errorf("overlay holds %q, want %q", got, want)
	}
	names := slices.Sorted(maps.Keys(want))
	if err := fstest.TestFS(o, names...); err != nil {
		t.Error(err)
	}
	asked := slices.Concat(slices.Sorted(maps.Keys(base)), slices.Sorted(maps.Keys(files)))
	for _, name := range asked {
		if _, ok := want[name]; !ok && !above(name, want) {
			missing(t, o, name)
		}
		missing(t, o, path.Join(name, "missing"))
	}
}

func missing(t *testing.T, fsys fs.FS, name string) {
	t.Helper()
	_, open := fsys.Open(name)
	_, stat := fs.Stat(fsys, name)
	_, read := fs.ReadFile(fsys, name)
	_, list := fs.ReadDir(fsys, name)
	for _, err := range []error{open, stat, read, list} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q gives %v, want %v", name, err, fs.ErrNotExist)
		}
	}
}

func FuzzOverlay(f *testing.F) {
	for _, c := range overlays {
		f.Add(strings.Join(slices.Sorted(maps.Keys(c.base)), "\n"), strings.Join(slices.Sorted(maps.Keys(c.files)), "\n"))
	}
	f.Fuzz(func(t *testing.T, base, files string) {
		lower, upper := possible(base), possible(files)
		maps.DeleteFunc(upper, func(name, _ string) bool { return within(name, lower) || above(name, lower) })
		checkOverlay(t, lower, upper)
	})
}

func possible(list string) map[string]string {
	files := map[string]string{}
	for name := range strings.Lines(list) {
		name = strings.TrimSuffix(name, "\n")
		if len(files) < 8 && len(name) < 100 && fs.ValidPath(name) && name != "." && !strings.ContainsAny(name, `\[]*?^`) && !within(name, files) && !above(name, files) {
			files[name] = "text of " + name
		}
	}
	return files
}

func TestOverlayLeavesOutBadNames(t *testing.T) {
	o := Overlay(Dir(t.TempDir()), map[string]string{".": "x", "": "x", "/a": "x", "../a": "x", "a/../b": "x", "good": "y"})
	if got := texts(t, o); !maps.Equal(got, map[string]string{"good": "y"}) {
		t.Errorf("overlay holds %q", got)
	}
	for _, name := range []string{"/a", "../a", ""} {
		if _, err := fs.ReadFile(o, name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("reading %q gives %v", name, err)
		}
	}
}

func TestOverlayKeepsItsTexts(t *testing.T) {
	files := map[string]string{"a": "first"}
	o := Overlay(fstest.MapFS{}, files)
	files["a"], files["b"] = "later", "later"
	if got := texts(t, o); !maps.Equal(got, map[string]string{"a": "first"}) {
		t.Errorf("overlay holds %q after its map was changed", got)
	}
}

func TestKindsInOverlay(t *testing.T) {
	o := Overlay(mapFS(map[string]string{"d/a": "1"}), map[string]string{"d/b": "2"})
	if _, err := fs.ReadFile(o, "d"); !errors.Is(err, ErrIsDir) {
		t.Errorf("reading a directory gives %v", err)
	}
	if _, err := fs.ReadDir(o, "d/b"); !errors.Is(err, ErrNotDir) {
		t.Errorf("listing a file gives %v", err)
	}
}

func TestOverlayIsSafeForConcurrentUse(t *testing.T) {
	o := Overlay(mapFS(map[string]string{"d/a": "1"}), map[string]string{"d/b": "2"})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got, err := fs.ReadFile(o, "d/b"); err != nil || string(got) != "2" {
				t.Errorf("read %q, %v", got, err)
			}
			if list, err := fs.ReadDir(o, "d"); err != nil || len(list) != 2 {
				t.Errorf("listed %v, %v", list, err)
			}
		})
	}
	wg.Wait()
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestDir(t *testing.T) {
	files := map[string]string{"a.md": "1", ".hidden/d/b.md": "2\r\n", "empty": ""}
	dir := write(t, files)
	if err := fstest.TestFS(Dir(dir), slices.Sorted(maps.Keys(files))...); err != nil {
		t.Error(err)
	}
	if got := texts(t, Dir(dir)); !maps.Equal(got, files) {
		t.Errorf("tree holds %q", got)
	}
	missing(t, Dir(dir), "none")
}

func TestDirDoesNotEscape(t *testing.T) {
	outer := write(t, map[string]string{"secret": "s", "in/a": "1"})
	fsys := Dir(filepath.Join(outer, "in"))
	for _, name := range []string{"../secret", "a/../../secret", filepath.ToSlash(filepath.Join(outer, "secret")), "/secret"} {
		if _, err := fs.ReadFile(fsys, name); err == nil {
			t.Errorf("reading %q succeeded", name)
		}
		if _, err := fs.Stat(fsys, name); err == nil {
			t.Errorf("stat of %q succeeded", name)
		}
	}
}

func TestDirFollowsLinks(t *testing.T) {
	dir := write(t, map[string]string{"out/a": "1", "in/b": "2"})
	if err := os.Symlink(filepath.Join(dir, "out"), filepath.Join(dir, "in", "link")); err != nil {
		t.Logf("no symbolic links here: %v", err)
		return
	}
	fsys := Overlay(Dir(filepath.Join(dir, "in")), map[string]string{"link/c": "3"})
	for name, want := range map[string]string{"link/a": "1", "b": "2", "link/c": "3"} {
		if got, err := fs.ReadFile(fsys, name); err != nil || string(got) != want {
			t.Errorf("%q holds %q, %v", name, got, err)
		}
	}
	if err := fstest.TestFS(fsys, "b", "link"); err != nil {
		t.Error(err)
	}
	if to, err := fs.ReadLink(fsys, "link"); err != nil || to != filepath.Join(dir, "out") {
		t.Errorf("link leads to %q, %v", to, err)
	}
	if _, err := fs.ReadLink(Overlay(fsys, map[string]string{"link": "text"}), "link"); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a text that replaces the link gives %v", err)
	}
	whole := Overlay(Dir(dir), map[string]string{"in/link/c": "3", "in/new/d": "4"})
	if err := fstest.TestFS(whole, "in/b", "in/link", "in/new/d", "out/a"); err != nil {
		t.Error(err)
	}
}

func TestReadingKeepsOneResult(t *testing.T) {
	files := Read(t.TempDir())
	var calls atomic.Int32
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			key := strconv.Itoa(i % 2)
			read := func() any { calls.Add(1); return key }
			if got := files.Keep(key, read); got != key {
				t.Errorf("Keep of %q: %v", key, got)
			}
		})
	}
	all.Wait()
	if n := calls.Load(); n != 2 {
		t.Errorf("2 keys were read %d times", n)
	}
}

func TestDirIsOfThisMoment(t *testing.T) {
	dir := write(t, map[string]string{"a": "1"})
	t.Chdir(dir)
	for _, name := range []string{".", ""} {
		fsys := Dir(name)
		t.Chdir(t.TempDir())
		if _, err := fs.ReadFile(fsys, "a"); err != nil {
			t.Errorf("Dir(%q) moved with the current directory: %v", name, err)
		}
		t.Chdir(dir)
	}
}
