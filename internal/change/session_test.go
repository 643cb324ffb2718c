package change

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
)

var now = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

const (
	progress = ".ccc-progress.md"
	state    = ".ccc-state.json"
	sample   = "# Session Progress\n\n## Current Task\n- a\n\n## Remaining Tasks\n- b\n"
	after    = "# Session Progress\n\n## Current Task\n- a\n\n## Remaining Tasks\n- b\n- c\n"
)

func project(t testing.TB, files map[string]string) *workspace.Target {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, []byte(text), 0o644))
	}
	target := workspace.Finder{Table: protocols.Default()}.Target(protocol.Target{Protocol: ccc.Name, Root: dir, Main: progress, State: state, Path: progress})
	return &target
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type sessionWrite struct {
	edit ccc.Edit
	Writer
}

func (w *sessionWrite) update() (*Made, error) { return w.Update(w.edit.Apply) }
func (w *sessionWrite) crash(at int) (finished bool, err error) {
	return crash(&w.Writer, at, w.edit.Apply)
}
func (w *sessionWrite) preview() (*Made, error) { return w.Preview(w.edit.Apply) }

func nexts(tasks []string) (in ccc.Input) {
	for _, task := range tasks {
		in = append(in, ccc.Request{Verb: "next", Text: task})
	}
	return in
}

func queue(t *workspace.Target, tasks ...string) *sessionWrite {
	store := t.Store()
	store.FS = quick()
	return &sessionWrite{
		ccc.Edit{Main: t.Main, State: t.State, Build: func(s *ccc.Session) (*ccc.Change, error) { return s.Progress.Write(nexts(tasks), now) }},
		Writer{Store: store, Options: Options{Command: "ccc next", Clock: func() time.Time { return now }}},
	}
}

func read(t testing.TB, target *workspace.Target, name string) string {
	t.Helper()
	raw, err := os.ReadFile(target.File(name))
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	must(t, err)
	return string(raw)
}

func ledger(t testing.TB, target *workspace.Target) []safefile.Entry {
	t.Helper()
	all, err := safefile.Store{Dir: target.Dir()}.Ledger()
	must(t, err)
	return all
}

func TestUpdate(t *testing.T) {
	target := project(t, map[string]string{progress: sample})
	planned, err := queue(target, "c").preview()
	must(t, err)
	if _, err := os.Stat(target.File(".mdck")); !errors.Is(err, fs.ErrNotExist) || read(t, target, progress) != sample {
		t.Fatalf("a preview wrote something: %v", err)
	}
	made, err := queue(target, "c").update()
	must(t, err)
	for _, m := range []*Made{planned, made} {
		if !m.Changed() || !m.Files[0].Exists || m.Recovered || m.Files[0].Before != sample || m.Files[0].After != after {
			t.Errorf("made %+v", m)
		}
	}
	if read(t, target, progress) != after {
		t.Errorf("the file has %q", read(t, target, progress))
	}
	lines := ledger(t, target)
	if len(lines) != 1 || lines[0].Path != progress || lines[0].Command != "ccc next" || !lines[0].Time.Equal(time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)) || lines[0].Before == "" || lines[0].Content == "" {
		t.Errorf("the ledger has %+v", lines)
	}
	store := safefile.Store{Dir: target.Dir()}
	backups, err := store.Backups(progress)
	must(t, err)
	if text, err := store.Text(backups[0].Path); len(backups) != 1 || err != nil || text != sample {
		t.Errorf("the backup has %q, %v", text, err)
	}
}

func TestNothingChanges(t *testing.T) {
	target := project(t, map[string]string{progress: sample})
	old := now.Add(-time.Hour)
	must(t, os.Chtimes(target.File(progress), old, old))
	made, err := queue(target, "b").update()
	must(t, err)
	info, err := os.Stat(target.File(progress))
	must(t, err)
	if made.Changed() || !info.ModTime().Equal(old) || len(ledger(t, target)) > 0 || made.None == "" {
		t.Errorf("made %+v, changed at %v, ledger %v", made.Change, info.ModTime(), ledger(t, target))
	}
}

func TestCreate(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		shape ccc.Shape
		want  []string
	}{
		"no state":       {nil, "", []string{"# Session Progress\n\n**Issue:** CIA-7\n**Session:** 2026-11-21T08:00:00Z\n**Execution Mode:** none\n", "## Remaining Tasks\n- c\n"}},
		"shape E":        {nil, ccc.ShapeE, []string{"## Linear Issue\nCIA-7\n", "## Remaining Tasks\n- c\n", "## Learnings\n(none yet)\n"}},
		"a state":        {map[string]string{state: `{"linearIssue":"CIA-9","executionMode":"tdd"}`}, "", []string{"**Issue:** CIA-9\n", "**Execution Mode:** exec:tdd\n"}},
		"corrupt state":  {map[string]string{state: `{"linearIssue":`}, "", []string{"**Issue:** CIA-7\n"}},
		"empty state":    {map[string]string{state: ``}, "", []string{"**Issue:** CIA-7\n"}},
		"binary state":   {map[string]string{state: "\xff\x00"}, "", []string{"**Issue:** CIA-7\n"}},
		"odd values":     {map[string]string{state: `{"linearIssue":"the login page","executionMode":"fast"}`}, "", []string{"**Issue:** CIA-7\n", "**Execution Mode:** (none)\n"}},
		"odd mode":       {map[string]string{state: `{"linearIssue":"CIA-9","executionMode":"fast"}`}, "", []string{"**Issue:** CIA-9\n", "**Execution Mode:** (none)\n"}},
		"state is a dir": {map[string]string{state + "/x": ""}, "", []string{"**Issue:** CIA-7\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			target := project(t, c.files)
			w := queue(target, "c")
			w.edit.Shape, w.edit.Branch = c.shape, "feature/cia-7-x"
			made, err := w.update()
			must(t, err)
			text := read(t, target, progress)
			for _, part := range c.want {
				if !strings.Contains(text, part) {
					t.Errorf("%q is not in\n%s", part, text)
				}
			}
			if made.Files[0].Exists || !made.Changed() || made.Files[0].Before != "" || made.Files[0].After != text {
				t.Errorf("made %+v", made)
			}
			if lines := ledger(t, target); len(lines) != 1 || lines[0].Before != "" {
				t.Errorf("the ledger has %+v", lines)
			}
			if again, err := w.update(); err != nil || again.Changed() || read(t, target, progress) != text {
				t.Errorf("the second time: %+v, %v", again, err)
			}
		})
	}
}

func TestFresh(t *testing.T) {
	exists := func(err error) bool {
		request, ok := errors.AsType[*protocol.RequestError](err)
		return ok && strings.HasPrefix(request.Reason, "already exists")
	}
	for _, text := range []string{sample, "", "\xff"} {
		target := project(t, map[string]string{progress: text})
		w := queue(target, "c")
		w.edit.Fresh = true
		if _, err := w.update(); !exists(err) || read(t, target, progress) != text {
			t.Errorf("of %q: %v, %q", text, err, read(t, target, progress))
		}
		if _, err := w.preview(); !exists(err) {
			t.Errorf("preview of %q: %v", text, err)
		}
	}
}

func TestSessionRefused(t *testing.T) {
	own := errors.New("no")
	refuse := func(*ccc.Session) (*ccc.Change, error) { return nil, own }
	for name, c := range map[string]struct {
		files map[string]string
		build func(*ccc.Session) (*ccc.Change, error)
		want  string
	}{
		"build":         {map[string]string{progress: sample}, refuse, "no"},
		"build of none": {nil, refuse, "no"},
		"not UTF-8":     {map[string]string{progress: "a\xff"}, nil, "not valid UTF-8"},
		"a directory":   {map[string]string{progress + "/x": ""}, nil, "is a directory"},
		"too large":     {map[string]string{progress: strings.Repeat("- a\n", 1<<19)}, nil, ".ccc-progress.md"},
	} {
		t.Run(name, func(t *testing.T) {
			target := project(t, c.files)
			w := queue(target, "c")
			if c.build != nil {
				w.edit.Build = c.build
			}
			_, err := w.update()
			if err == nil || !strings.Contains(err.Error(), c.want) || c.build != nil && !errors.Is(err, own) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
			for file, text := range c.files {
				if read(t, target, file) != text {
					t.Errorf("%s was changed", file)
				}
			}
			if len(ledger(t, target)) > 0 {
				t.Error("the ledger has a line")
			}
		})
	}
}

func TestOtherPaths(t *testing.T) {
	target := project(t, map[string]string{"s/loop.json": `{"linearIssue":"CIA-9"}`, progress: sample})
	target.Main, target.State, target.Path = "notes/now/p.md", "s/loop.json", "notes/now/p.md"
	_, err := queue(target, "c").update()
	must(t, err)
	if text := read(t, target, target.Main); !strings.Contains(text, "**Issue:** CIA-9\n") || !strings.Contains(text, "- c\n") || read(t, target, progress) != sample {
		t.Errorf("got %q", text)
	}
	if lines := ledger(t, target); len(lines) != 1 || lines[0].Path != "notes/now/p.md" {
		t.Errorf("the ledger has %+v", lines)
	}
}

// TestKept checks that a write keeps line endings, mode and link.
func TestKept(t *testing.T) {
	text := "\ufeff" + strings.TrimSuffix(strings.ReplaceAll(sample, "\n", "\r\n"), "\r\n")
	target := project(t, map[string]string{"real/p.md": text})
	must(t, os.Chmod(target.File("real/p.md"), 0o640))
	if err := os.Symlink(filepath.FromSlash("real/p.md"), target.File(progress)); err != nil {
		t.Skip("links need a privilege here")
	}
	_, err := queue(target, "c").update()
	must(t, err)
	if got := read(t, target, "real/p.md"); got != text+"\r\n- c" {
		t.Errorf("got %q", got)
	}
	info, err := os.Lstat(target.File(progress))
	must(t, err)
	real, err := os.Stat(target.File("real/p.md"))
	must(t, err)
	if info.Mode()&fs.ModeSymlink == 0 || real.Mode().Perm() != 0o640 {
		t.Errorf("modes are %v and %v", info.Mode(), real.Mode())
	}
}

func TestConcurrent(t *testing.T) {
	target := project(t, nil)
	const writers = 12
	var group sync.WaitGroup
	faults := make([]error, writers)
	for i := range writers {
		group.Go(func() { _, faults[i] = queue(target, fmt.Sprintf("task %02d", i)).update() })
	}
	group.Wait()
	must(t, errors.Join(faults...))
	text := read(t, target, progress)
	for i := range writers {
		if strings.Count(text, fmt.Sprintf("- task %02d\n", i)) != 1 {
			t.Errorf("task %d does not occur exactly once in\n%s", i, text)
		}
	}
	if len(ledger(t, target)) != writers {
		t.Errorf("the ledger has %d lines, want %d", len(ledger(t, target)), writers)
	}
}

func TestSessionChangedMeanwhile(t *testing.T) {
	for _, name := range []string{progress, state} {
		target := project(t, map[string]string{progress: sample, state: "{}"})
		w := queue(target, "c")
		build := w.edit.Build
		w.edit.Build = func(s *ccc.Session) (*ccc.Change, error) {
			must(t, os.WriteFile(target.File(name), []byte("theirs"), 0o644))
			return build(s)
		}
		if _, err := w.update(); !errors.Is(err, safefile.ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
		if read(t, target, name) != "theirs" || name == state && read(t, target, progress) != sample || len(ledger(t, target)) > 0 {
			t.Errorf("%s: the files are %q and %q", name, read(t, target, progress), read(t, target, state))
		}
	}
}
