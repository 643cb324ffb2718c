package change

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/workspace"
)

func TestSessionCrash(t *testing.T) {
	for name, before := range map[string]map[string]string{
		"changed": {progress: sample, state: `{"linearIssue":"CIA-9"}`},
		"made":    {state: `{"linearIssue":"CIA-9"}`},
	} {
		t.Run(name, func(t *testing.T) {
			model := project(t, before)
			_, err := queue(model, "c").update()
			must(t, err)
			want := read(t, model, progress)
			n := 0
			for finished := false; !finished; {
				n++
				target := project(t, before)
				finished, err = queue(target, "c").crash(n)
				must(t, err)
				checkCrashed(t, target, n, before[progress], want)
			}
			if n < 20 {
				t.Errorf("only %d calls: the seam is not in use", n)
			}
		})
	}
}

func checkCrashed(t *testing.T, target *workspace.Target, n int, old, want string) {
	t.Helper()
	at := fmt.Sprintf("call %d", n)
	if text := read(t, target, progress); text != old && text != want {
		t.Fatalf("%s: the file has %q", at, text)
	}
	_, err := queue(target, "c").Store.Recover()
	must(t, err)
	text, lines := read(t, target, progress), ledger(t, target)
	if text == want && len(lines) != 1 || text == old && len(lines) != 0 {
		t.Fatalf("%s: the file has %q, and the ledger %d lines", at, text, len(lines))
	}
	made, err := queue(target, "c").update()
	if err != nil || made.Changed() != (text == old) || read(t, target, progress) != want || len(ledger(t, target)) != 1 {
		t.Fatalf("%s: made again: %+v, %v", at, made, err)
	}
	must(t, filepath.WalkDir(target.Root, func(name string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".tmp") {
			t.Errorf("%s: %s is left over", at, name)
		}
		return err
	}))
	if info, err := os.Stat(target.File(state)); err != nil || info.Size() == 0 {
		t.Fatalf("%s: the state is %v, %v", at, info, err)
	}
}

func TestSessionRecovered(t *testing.T) {
	recovered := false
	for n, finished := 1, false; !finished; n++ {
		target := project(t, map[string]string{progress: sample})
		var err error
		finished, err = queue(target, "c").crash(n)
		must(t, err)
		made, err := queue(target, "d").update()
		must(t, err)
		text := read(t, target, progress)
		if !strings.Contains(text, "- d\n") {
			t.Fatalf("call %d: %q", n, text)
		}
		if made.Recovered {
			recovered = true
			if !strings.Contains(text, "- c\n") || !strings.Contains(made.Files[0].Before, "- c\n") {
				t.Fatalf("call %d: recovered, and the file has %q", n, text)
			}
		}
	}
	if !recovered {
		t.Error("no crash left something to finish")
	}
}
