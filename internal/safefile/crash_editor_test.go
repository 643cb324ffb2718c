package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mdck/internal/safefile/faults"
	"mdck/internal/testtmp"
)

const editors = "saved by an editor\n"

func TestEditorSaves(t *testing.T) {
	t.Parallel() // it mostly waits
	all := scenarios()
	for i, sc := range []scenario{all[0], all[1], all[4], all[7]} {
		for first := range 2 {
			if first != i%2 && !testtmp.Long() {
				continue
			}
			for n, hit := 1+first, true; hit; n += 2 {
				name, way := edited(sc), []string{"write", "rename", "again"}[(n+i)%3]
				t.Run(fmt.Sprintf("%s, %s, %s at call %d", sc.name, name, way, n), func(t *testing.T) {
					s := sc.onDisk(t)
					calls := 0
					file := filepath.Join(s.Dir, filepath.FromSlash(name))
					s.FS = faults.FS{FS: unflushed{}, Calls: &calls, At: n, Fault: func(call string) error {
						if err := faults.Saves(way, file, editors); !errors.Is(err, fs.ErrNotExist) {
							return err
						}
						hit = false // the directory does not exist yet
						return nil
					}}
					_, err := s.Update(sc.change)
					saved := hit
					hit = calls >= n
					s.FS = unflushed{}
					if saved && hit {
						editorKept(t, s, name, err)
						sc.refusedKept(t, s, err)
					}
					_, err = s.Update(sc.change)
					must(t, err)
					noTemporary(t, s.Dir)
					if saved && hit {
						editorKept(t, s, name, nil)
					}
				})
			}
		}
	}
}

func edited(sc scenario) string {
	if len(sc.gone) > 0 {
		return sc.gone[0]
	}
	return sc.files[len(sc.files)-1].Name
}

func editorKept(t *testing.T, s Store, name string, err error) {
	t.Helper()
	raw, _ := os.ReadFile(filepath.Join(s.Dir, filepath.FromSlash(name)))
	if string(raw) == editors {
		return
	}
	if errors.Is(err, ErrChanged) {
		t.Fatalf("after the error %v, %q contains %q", err, name, raw)
	}
	all, err2 := s.Backups(name)
	must(t, err2)
	for _, b := range all {
		if text, err := s.Text(b.Path); err == nil && text == editors {
			return
		}
	}
	t.Fatalf("after the error %v %q contains %q, and no backup contains the text of the editor", err, name, raw)
}

func (sc scenario) refusedKept(t *testing.T, s Store, err error) {
	t.Helper()
	if !errors.Is(err, ErrChanged) {
		return
	}
	for _, f := range sc.files {
		refused, err2 := s.Refused(f.Name)
		must(t, err2)
		holds := func(b Backup) bool { return b.sum == hash(f.New) }
		backups, err2 := s.Backups(f.Name)
		must(t, err2)
		want := 1
		if f.New == sc.before["state.json"] {
			want = 0
		}
		if len(refused) != want || want == 1 && !holds(refused[0]) || slices.ContainsFunc(backups, holds) || want == 1 && !strings.Contains(err.Error(), refused[0].Path) {
			t.Fatalf("after the error %v refused of %q are %v, backups %v", err, f.Name, refused, backups)
		}
	}
}

// sly changes a file just before another file takes its place.
type sly struct {
	unflushed
	file string
	way  string
	left *int // remaining changes
}

func (s sly) save(to string) error {
	if filepath.Clean(to) != s.file || *s.left == 0 {
		return nil
	}
	*s.left--
	return faults.Saves(s.way, s.file, fmt.Sprintf("%s%d\n", editors, *s.left))
}

func (s sly) Swap(one, other string) error {
	return errors.Join(s.save(other), s.unflushed.Swap(one, other))
}

func (s sly) Link(from, to string) error {
	if err := s.save(to); err != nil {
		return err
	}
	return s.unflushed.Link(from, to)
}

func (s sly) Claim(from, to string) error {
	if err := s.save(to); err != nil {
		return err
	}
	return s.unflushed.Claim(from, to)
}

func (s sly) Rename(from, to string) error {
	if err := errors.Join(s.save(from), s.save(to)); err != nil {
		return err
	}
	return s.unflushed.Rename(from, to)
}

func TestEditorSavesAtTheSwap(t *testing.T) {
	t.Parallel() // it mostly waits
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("names cannot be swapped here")
	}
	for _, c := range []struct {
		name string
		file string
		want Change
	}{
		{"alone", "a", Change{Files: []File{{"a", "A"}}}},
		{"of two, the first", "a", Change{Files: []File{{"a", "A"}, {"b", "B"}}}},
		{"new", "n", Change{Files: []File{{"n", "N"}}}},
		{"gone", "a", Change{Gone: []string{"a"}}},
	} {
		for _, way := range []string{"write", "rename", "again"} {
			for times := 1; times <= 3; times++ {
				t.Run(fmt.Sprintf("%s, %s, %d times", c.name, way, times), func(t *testing.T) {
					s := dirWith(t, map[string]string{"a": "a", "b": "b"})
					left := times
					root, err := filepath.EvalSymlinks(s.Dir)
					must(t, err)
					s.FS = sly{file: filepath.Join(root, c.file), way: way, left: &left}
					_, err = s.Update(func(Old) (Change, error) { return c.want, nil })
					s.checkAborted(t, c.file, err)
					if last := fmt.Sprintf("%s%d\n", editors, left); times <= 2 && s.read(t, c.file) != last {
						t.Errorf("%q contains %q, and %q was saved last", c.file, s.read(t, c.file), last)
					}
					s.FS = nil
					if _, err := s.Update(func(Old) (Change, error) { return c.want, nil }); err != nil {
						t.Errorf("then %v", err)
					}
					noTemporary(t, s.Dir)
				})
			}
		}
	}
}

func (s Store) checkAborted(t *testing.T, name string, err error) {
	t.Helper()
	raw, _ := os.ReadFile(filepath.Join(s.Dir, name))
	if !errors.Is(err, ErrChanged) && len(raw) > 0 || !strings.HasPrefix(string(raw), editors) {
		t.Fatalf("error %v, %q contains %q", err, name, raw)
	}
	s.wantText(t, "b", "b")
	if _, err := os.Lstat(filepath.Join(s.Dir, home, journalName)); err == nil {
		t.Error("the journal is left")
	}
}

// dying is like sly, but the process ends after the swap.
type dying struct {
	sly
	dead *bool
}

func (d dying) Swap(one, other string) error {
	err := d.sly.Swap(one, other)
	*d.dead = true
	return err
}

func (d dying) Lstat(name string) (fs.FileInfo, error) {
	if *d.dead {
		return nil, errDead
	}
	return d.sly.Lstat(name)
}

func (d dying) Link(from, to string) error {
	if *d.dead {
		return errDead
	}
	return d.sly.Link(from, to)
}

func (d dying) Claim(from, to string) error {
	if *d.dead {
		return errDead
	}
	return d.sly.Claim(from, to)
}

type noSwapBack struct{ dying }

func (d noSwapBack) Swap(one, other string) error {
	if *d.dead {
		return errDead
	}
	return d.dying.Swap(one, other)
}

func TestEditorSavesAtTheSwapAndCrash(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("names cannot be swapped here")
	}
	s := dirWith(t, map[string]string{"a": "a", "b": "b"})
	root, err := filepath.EvalSymlinks(s.Dir)
	must(t, err)
	left, dead := 1, false
	s.FS = noSwapBack{dying{sly{file: filepath.Join(root, "a"), way: "rename", left: &left}, &dead}}
	if _, err = s.set("a", "A"); !errors.Is(err, errDead) || !dead {
		t.Fatalf("error %v", err)
	}
	s.FS = nil
	r, err := s.set("a", "again")
	must(t, err)
	if len(r.Rescued) != 1 {
		t.Fatalf("result is %+v, want one text rescued", r)
	}
	text, err := s.Text(r.Rescued[0])
	if err != nil || text != editors+"0\n" {
		t.Errorf("rescued is %q, %v", text, err)
	}
	noTemporary(t, s.Dir)
}
