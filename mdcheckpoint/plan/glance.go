package plan

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"mdck/internal/protocols/plan/position"
	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

const maxGlanceNames = 5000

func glance(tree fs.FS, t protocol.Target) (s protocol.Progress) {
	for _, name := range position.StateNames() {
		if path.Dir(name) != t.Folder {
			continue
		}
		if state, err := position.ParseState(name, beginning(tree, name)); err == nil && state.File.Text != "" {
			s.Updated, s.Finished = state.Written(), state.IsOver() && !hasHandoff(tree, t.Folder)
			s.Facts = stateFacts(state)
			return s
		}
	}
	return glanceNames(tree, t.Folder)
}

func stateFacts(state *position.State) string {
	fact := func(name, value string) string {
		if value == "" {
			return ""
		}
		return name + spelling.Value(value, protocol.MaxValue)
	}
	facts := joined(", ", fact("phase ", state.Phase.N), fact("plan ", state.Plan.N), fact("status ", state.Meaning()))
	return cmp.Or(facts, "no phase")
}

// beginning returns the first [protocol.MaxGlance] bytes of a file, without an incomplete line, or
// "".
func beginning(tree fs.FS, name string) string {
	f, err := tree.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, protocol.MaxGlance))
	if err != nil {
		return ""
	}
	if end := strings.LastIndexByte(string(text), '\n'); len(text) == protocol.MaxGlance {
		text = text[:end+1]
	}
	return string(text)
}

func hasHandoff(tree fs.FS, folder string) bool {
	_, err := fs.Stat(tree, path.Join(folder, position.HandoffFile))
	return err == nil && folder != "."
}

func glanceNames(tree fs.FS, folder string) (s protocol.Progress) {
	names, looked := map[string]bool{}, 0
	_ = planfile.Walk(tree, folder, func(name string, d fs.DirEntry, err error) error {
		looked++
		switch {
		case looked > maxGlanceNames:
			return fs.SkipAll
		case err != nil:
			return nil
		}
		names[name] = !d.IsDir()
		return nil
	})
	done, all := 0, 0
	for name := range names {
		if part, _ := planfile.PartOf(name); names[name] && part == "" && planfile.IsPlan(strings.TrimPrefix(name, folder+"/")) {
			all++
			if planfile.IsDone(names, name) {
				done++
			}
		}
	}
	s.Facts = fmt.Sprintf("%d of %d plans done", done, all)
	switch {
	case all == 0 && !hasHandoff(tree, folder):
		s.Refused = "there are no plans and no state file"
	case done == all && all > 0:
		s.Finished = looked <= maxGlanceNames
	}
	return s
}

func summary(_ *lint.Checkpoint, s protocol.Progress) (facts, sentences []string) {
	return []string{"plans", s.Facts}, nil
}
