package plan

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/protocol"
)

type counted struct {
	fstest.MapFS
	read int
}

type countedFile struct {
	fs.File
	tree *counted
}

func (c *counted) Open(name string) (fs.File, error) {
	f, err := c.MapFS.Open(name)
	if info, ok := f.(fs.ReadDirFile); ok {
		return info, err
	}
	return countedFile{f, c}, err
}

func (f countedFile) Read(b []byte) (int, error) {
	n, err := f.File.Read(b)
	f.tree.read += n
	return n, err
}

func TestGlance(t *testing.T) {
	const state = ".planning/STATE.md"
	long := "Phase: 2 of 3 (é)\nStatus: In progress\n" + strings.Repeat("é\n", protocol.MaxGlance)
	plans := []string{firstPlan, planWith(1, "a", ""), secondPlan, planWith(2, "a", "")}
	done := []string{strings.Replace(firstPlan, "PLAN", "SUMMARY", 1), "s", strings.Replace(secondPlan, "PLAN", "SUMMARY", 1), "s"}
	for name, c := range map[string]struct {
		files    []string
		facts    string
		refused  bool
		finished bool
	}{
		"state":               {files: []string{state, "---\nstatus: executing\n---\nPhase: 02 of 5 (x)\nPlan: 1 of 3\nLast activity: 2026-11-20\n"}, facts: "phase 02, plan 01, status executing"},
		"long state":          {files: []string{state, long}, facts: "phase 02, status executing"},
		"unusual state":       {files: []string{state, "nothing\n"}, facts: "no phase"},
		"broken state":        {files: append([]string{state, "\xff"}, plans...), facts: "0 of 2 plans done"},
		"phase is over":       {files: []string{state, "---\nstatus: completed\n---\nPhase: 2\nStatus: Phase complete\n"}, facts: "phase 02, status completed"},
		"last phase":          {files: []string{state, "Phase: 2\nStatus: Phase complete\nProgress: [██] 100%\n"}, facts: "phase 02, status completed", finished: true},
		"project is over":     {files: []string{state, "---\nstatus: completed\nprogress:\n  percent: 100\n---\n"}, facts: "status completed", finished: true},
		"only a part is done": {files: []string{state, "---\nstatus: completed\nprogress:\n  percent: 40\n---\n"}, facts: "status completed"},
		"over, hand-off":      {files: []string{state, "Status: Complete\n", ".planning/HANDOFF.json", "{}"}, facts: "status completed"},
		"plans":               {files: append(done[:2:2], plans...), facts: "1 of 2 plans done"},
		"all plans":           {files: append(done, plans...), facts: "2 of 2 plans done", finished: true},
		"archived":            {files: []string{".planning/milestones/v1-phases/01-a/01-01-PLAN.md", "x"}, facts: "0 of 0 plans done", refused: true},
	} {
		tree := &counted{MapFS: folderInput(c.files...).Tree.(fstest.MapFS)}
		s := glance(tree, protocol.Target{Folder: ".planning", Main: ".planning"})
		if s.Facts != c.facts || (s.Refused != "") != c.refused || s.Finished != c.finished || tree.read > protocol.MaxGlance {
			t.Errorf("%s: got %+v, %d bytes read", name, s, tree.read)
		}
		if name == "state" && s.Updated.Format("2006-01-02") != "2026-11-20" {
			t.Errorf("updated at %v", s.Updated)
		}
	}
	outside := folderInput("01-01-PLAN.md", "x", "src/02-01-PLAN.md", "x")
	if s := glance(outside.Tree, protocol.Target{Folder: ".", Main: "."}); s.Facts != "0 of 1 plans done" {
		t.Errorf("outside of a folder: %+v", s)
	}
}
