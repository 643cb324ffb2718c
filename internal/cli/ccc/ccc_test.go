package ccc

import (
	"bytes"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/internal/cli/clitest"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocols"
)

const progress = "# Session Progress\n\n**Issue:** CIA-7 — T  \n**Session:** 2026-11-01T09:00:00Z\n\n## Completed Tasks\n- begun ✓\n\n## Current Task\n- write a guide — half\n\n## Remaining Tasks\n\n## Decisions Made\n(none yet)\n\n## Blockers\n- (none)\n\n## Continuation Prompt\n(none yet)\n"

func TestSessionChangedMeanwhile(t *testing.T) {
	t.Setenv("CCC_PROJECT_ROOT", t.TempDir())
	for _, name := range []string{ccc.ProgressFile, ccc.StateFile} {
		target, err := clitest.Known().Current(&ccc.Protocol, ".")
		if err != nil {
			t.Fatal(err)
		}
		clitest.WriteText(t, target.File(target.Main), progress)
		clitest.WriteText(t, target.File(target.State), "{}")
		const theirs = `{"theirs": 1}`
		var out, talk bytes.Buffer
		flags := &sessionFlags{Shape: "P"}
		flags.Pick.Table = protocols.Default()
		if err := flags.Load(); err != nil {
			t.Fatal(err)
		}
		w, err := flags.begin(app.Streams{Out: &out, Err: &talk}, "ccc done")
		if err != nil {
			t.Fatal(err)
		}
		err = flags.write(w, func(s *ccc.Session) (*ccc.Change, error) {
			clitest.WriteText(t, target.File(name), theirs)
			return s.Progress.Write(ccc.Input{{Verb: "done"}}, flags.Clock())
		})
		if got := app.PrintErrors(err, app.Streams{Err: &talk}); got != app.Findings || out.Len() > 0 || !strings.Contains(talk.String(), "changed by another program in the meantime") {
			t.Errorf("%s: status %d\n%s%s", name, got, out.String(), talk.String())
		}
		if clitest.TextOf(target.File(name)) != theirs || name == ccc.StateFile && clitest.TextOf(target.File(target.Main)) != progress {
			t.Errorf("%s: the text of the other program was overwritten", name)
		}
	}
}

func TestWriteKeys(t *testing.T) {
	var keys []string
	for _, f := range ccc.InputFields().Fields {
		keys = append(keys, f.Name)
	}
	if want := strings.Join(keys, ", "); writeKeys != want {
		t.Errorf("it names %q, want %q", writeKeys, want)
	}
}
