package change

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mdck/internal/safefile"
	"mdck/internal/safefile/disk"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/agents"
)

func TestAgentsCrash(t *testing.T) {
	before := map[string]string{file: agentSample, statusFile: status}
	for name, build := range map[string]func(*agents.Draft){
		"beat":     beat("two"),
		"corrupt":  func(d *agents.Draft) { beat("two")(d) },
		"takeover": takeover,
		"abort": func(d *agents.Draft) {
			d.Abort("secondary_a.json", "", true)
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := maps.Clone(before)
			if name == "corrupt" {
				before[file] = agentSample[:40]
				before["agent_checkpoints/backups/secondary_a_20260115_140000.json"] = agentSample
			}
			model := epicWith(t, before)
			_, err := model.do(build)
			must(t, err)
			want := visible(t, &model.Writer)
			n, tried, decided, step := 0, 0, 0, 2
			if testtmp.Long() {
				step = 1
			}
			for finished := false; !finished; tried++ {
				n += step
				e := epicWith(t, before)
				finished, err = crash(&e.Writer, n, agents.Edit(build))
				must(t, err)
				_, err := e.Store.Recover()
				must(t, err)
				switch got := visible(t, &e.Writer); {
				case maps.Equal(got, want):
					decided++
				case !maps.Equal(withoutTemp(got), before):
					t.Fatalf("call %d: the files are %q", n, slices.Sorted(maps.Keys(got)))
				}
			}
			if n < 10 || decided < 3 || decided == tried {
				t.Errorf("%d calls, and after %d of them it was done: the seam is not in use", n, decided)
			}
		})
	}
}

func withoutTemp(files map[string]string) map[string]string {
	all := maps.Clone(files)
	maps.DeleteFunc(all, func(name, _ string) bool { return filepath.Ext(name) == ".tmp" })
	return all
}

// bad changes the first byte of everything it writes.
type bad struct{ unflushed }

func (b bad) OpenFile(name string, flag int, mode fs.FileMode) (disk.Handle, error) {
	h, err := b.unflushed.OpenFile(name, flag, mode)
	return badHandle{h}, err
}

type badHandle struct{ disk.Handle }

func (h badHandle) WriteAt(p []byte, offset int64) (int, error) {
	return h.Handle.WriteAt(append([]byte("?"), p[1:]...), offset)
}

func TestReadBack(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample})
	e.Store.FS = bad{quick()}
	if _, err := e.do(beat("two")); !errors.Is(err, safefile.ErrReadBack) {
		t.Errorf("a disk that writes something else: %v", err)
	}
	if e.text(t, file) != agentSample {
		t.Errorf("the file is %q", e.text(t, file))
	}
}

// editor saves a file just before mdck replaces it.
type editor struct {
	disk.System
	text string
	done *bool
}

func (e editor) Swap(one, other string) error {
	if !*e.done {
		*e.done = true
		if err := os.WriteFile(other, []byte(e.text), 0o644); err != nil {
			return err
		}
	}
	return e.System.Swap(one, other)
}

func TestSavedMeanwhile(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample})
	done := false
	e.Store.FS = editor{text: "saved", done: &done}
	_, err := e.do(beat("two"))
	if !done || !errors.Is(err, safefile.ErrChanged) {
		t.Errorf("the editor saved: %v; the error is %v, want that of a changed file", done, err)
	}
	if e.text(t, file) != "saved" {
		t.Errorf("the file is %q", e.text(t, file))
	}
}
