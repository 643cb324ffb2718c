package lint_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

func TestPlanSize(t *testing.T) {
	text := []byte(strings.Repeat("a", 3*source.MaxSize))
	for _, name := range []string{".planning/STATE.md", ".planning/HANDOFF.json", ".planning/phases/01-a/01-01-PLAN.md", ".autopilot/state/thresholds.json"} {
		kept := 0
		found, err := lint.Run(lint.Input{Tree: fstest.MapFS{name: {Data: text}}, Path: name, Checker: checker("plan"), Seen: func(u *lint.Unit) { kept = len(u.File.Text) }})
		if kept > source.MaxSize+1 || len(found) == 0 && err == nil {
			t.Errorf("%s: kept %d bytes, %d findings, error %v", name, kept, len(found), err)
		}
	}
}
