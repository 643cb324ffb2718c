package store_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/store"
)

var places = []string{
	".ohrfc/rfc-1/checkpoint.md", ".ohrfc/rfc-1/state.json", ".ccc-progress.md", ".ccc-state.json", "agent_checkpoints/secondary_a.json",
	"conductor/tracks/t/metadata.json", ".planning/phases/01-a/01-01-PLAN.md", ".planning/STATE.md",
}

func open(t *testing.T, name, text string) *store.Checkpoint {
	t.Helper()
	file := filepath.Join(t.TempDir(), filepath.FromSlash(name))
	must(t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(t, os.WriteFile(file, []byte(text), 0o644))
	must(t, os.Chtimes(file, time.Time{}, time.Now().Add(-time.Hour))) // because mdck waits after a recent change by another program
	c, err := store.Open(file, store.Options{})
	must(t, err)
	return c
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func replace(c *store.Checkpoint, after func(before string) string) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		before, exists, err := read.Text(c.Path)
		f := protocol.File{Name: c.Path, Before: before, After: after(before), Exists: exists}
		return &protocol.Change{Files: []protocol.File{f}}, err
	}
}

func disk(t *testing.T, c *store.Checkpoint) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, fs.WalkDir(os.DirFS(c.Root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		raw, err := fs.ReadFile(os.DirFS(c.Root), name)
		all[name] = info.ModTime().String() + " " + string(raw)
		return err
	}))
	return all
}

func text(t *testing.T, c *store.Checkpoint) string {
	t.Helper()
	raw, err := fs.ReadFile(c.Tree(), c.Path)
	must(t, err)
	return string(raw)
}

// TestSame checks that edits without effect write nothing.
func TestSame(t *testing.T) {
	failure := errors.New("no")
	for _, name := range places {
		for _, old := range []string{"", "{}\n", "# a\r\n\r\nb", "\ufeff{\"a\": 1}"} {
			c := open(t, name, old)
			before := disk(t, c)
			for what, edit := range map[string]protocol.Edit{
				"the same": replace(c, func(text string) string { return text }),
				"nothing":  func(*protocol.Reader) (*protocol.Change, error) { return &protocol.Change{}, nil },
				"an error": func(*protocol.Reader) (*protocol.Change, error) { return nil, failure },
			} {
				_, err := c.Change(edit)
				if want := what == "an error"; errors.Is(err, failure) != want || err != nil && !want || !maps.Equal(disk(t, c), before) {
					t.Errorf("%s: %s: %v, and the files are %q", name, what, err, disk(t, c))
				}
			}
			made, err := c.Preview(replace(c, func(text string) string { return text + "x" }))
			if err != nil || made.Files[len(made.Files)-1].After != old+"x" || !maps.Equal(disk(t, c), before) {
				t.Errorf("%s: the preview is %+v, %v", name, made, err)
			}
		}
	}
}

func TestBackup(t *testing.T) {
	for _, name := range places {
		c := open(t, name, "{\"n\": 0}\n")
		for n := range 3 {
			old, edit := text(t, c), replace(c, func(string) string { return fmt.Sprintf("{\"n\": %d}\n", n+1) })
			seen, err := c.Preview(edit)
			must(t, err)
			made, err := c.Change(edit)
			if err != nil || text(t, c) != made.Files[len(made.Files)-1].After || text(t, c) != seen.Files[len(seen.Files)-1].After {
				t.Fatalf("%s: %v, and the file is %q", name, err, text(t, c))
			}
			all, err := c.Backups(c.Path)
			must(t, err)
			if c.Protocol().Copies != "" {
				if kept := made.Files[0]; len(all) > 0 || !kept.Backup || kept.After != old {
					t.Errorf("%s: the copy is %+v, beside %v", name, kept, all)
				}
				continue
			}
			kept, err := c.Text(all[0])
			if err != nil || kept != old || len(all) != n+1 || all[0].Number != n+1 {
				t.Errorf("%s: the backups are %v, the newest %q, %v; want %q", name, all, kept, err, old)
			}
		}
	}
}

func TestLostRace(t *testing.T) {
	for _, name := range places {
		c := open(t, name, "{}\n")
		_, err := c.Change(replace(c, func(string) string {
			must(t, os.WriteFile(c.File(c.Path), []byte("{\"saved\": 1}\n"), 0o644))
			return "{\"edited\": 1}\n"
		}))
		all, _ := c.Backups(c.Path)
		if !errors.Is(err, store.ErrChanged) || store.Written(err) || text(t, c) != "{\"saved\": 1}\n" || len(all) > 0 {
			t.Errorf("%s: %v, the file is %q, the backups %v", name, err, text(t, c), all)
		}
	}
}

func TestTogether(t *testing.T) {
	const n = 8
	c := open(t, ".ccc-progress.md", "")
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			if _, err := c.Change(replace(c, func(text string) string { return text + "x" })); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := text(t, c); got != strings.Repeat("x", n) {
		t.Errorf("the file is %q", got)
	}
}

func TestElsewhere(t *testing.T) {
	c := open(t, ".ohrfc/rfc-1/checkpoint.md", "# a\n")
	for _, name := range []string{"README.md", ".git/config", ".ohrfc/rfc-1/.mdck/txn", "../x/checkpoint.md", ".ohrfc/rfc-2/checkpoint.md"} {
		_, err := c.Change(func(*protocol.Reader) (*protocol.Change, error) {
			return &protocol.Change{Files: []protocol.File{{Name: name, After: "x"}}}, nil
		})
		if _, statErr := os.Lstat(c.File(name)); err == nil || statErr == nil {
			t.Errorf("%s was written: %v", name, err)
		}
	}
	other := filepath.Join(t.TempDir(), "other.md")
	must(t, os.WriteFile(other, []byte("mine"), 0o644))
	must(t, os.Remove(c.File(c.Main)))
	must(t, os.Symlink(other, c.File(c.Main)))
	_, err := c.Change(replace(c, func(string) string { return "x" }))
	if raw, readErr := os.ReadFile(other); err == nil || readErr != nil || string(raw) != "mine" {
		t.Errorf("the target of a link is %q, %v", raw, err)
	}
	must(t, os.Remove(c.File(c.Main)))
	must(t, os.WriteFile(c.File(c.Main), []byte("# a\n"), 0o644))
	if _, err := store.Open("store_test.go", store.Options{}); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file of another kind: %v", err)
	}
	if _, err := store.Open("README.md", store.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Error("README.md is a checkpoint")
	}
	if read := c.Read(); len(read.Files) != 1 || read.Files[c.Main].Text != "# a\n" {
		t.Errorf("read is %+v", read)
	}
}
