package plan

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/protocols/plan/position"
	"mdck/internal/protocols/plan/threshold"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

// Each file is a checkpoint of its own, because a folder may have thousands of plans.
var place = protocol.Place{
	Globs: []string{
		"**/[0-9]*-PLAN.md",
		"**/.planning/**/*PLAN.md", "**/.planning/**/[0-9]*-PLAN-[0-9]*.md", "**/.planning/**/ROUTE.md", "**/.planning/**/.continue-here*.md", "**/.planning/**/holding-pattern.md",
		"**/.planning/" + position.HandoffFile, "**/.planning/STATE.md",
		"**/.autopilot/**/*PLAN.md", "**/.autopilot/**/[0-9]*-PLAN-[0-9]*.md", "**/.autopilot/**/ROUTE.md", "**/.autopilot/**/.continue-here*.md", "**/.autopilot/**/holding-pattern.md",
		"**/.autopilot/" + position.HandoffFile, "**/.autopilot/STATE.md", "**/.autopilot/TRANSPONDER.md", "**/.autopilot/checkpoint.md", "**/.autopilot/waypoint.md",
		"**/" + threshold.AcksFile, "**/" + threshold.StateFile, "**/" + threshold.TriggersFile,
	},
	Watched: []string{"**/.continue-here*"},
	Folders: []string{".planning", ".autopilot"}, // as in planfile.Folders
	Links:   true, AtRoot: true, Respelled: planfile.WantedCase,
	Detect: detect,
	Recognizes: func(text string) bool {
		p, err := planfile.Parse("", text)
		return err == nil && len(p.Tasks) > 0
	},
	As: func(t protocol.Target) protocol.Target {
		t.Folder = "."
		return t
	},
	ID: func(t protocol.Target) string { return filepath.Base(t.Root) },
	Owns: func(d protocol.Disk, dir string, _ fs.FS, name string) bool {
		t, ok := detect(d, path.Join(filepath.ToSlash(dir), name))
		return ok && t.Root == dir && t.Main == name || threshold.IsWaypoint(name) || slices.Contains(planfile.AnswerFiles(), name) || planfile.IsSummary(name)
	},
	Lock: func(t protocol.Target) *protocol.Lock {
		if !slices.Contains(position.StateNames(), t.Main) {
			return nil
		}
		return &protocol.Lock{Path: t.Main + position.LockSuffix, Stale: position.LockStale}
	},
	IsNote: func(t protocol.Target) bool {
		return slices.Contains(position.StateNames(), t.Main) || position.IsContinue(path.Base(t.Main))
	},
	IsRecord: func(t protocol.Target) bool { return slices.Contains(threshold.Files(), t.Main) },
	Parse: func(name, text string) error {
		if path.Ext(name) == ".json" {
			_, err := jsondoc.Parse(name, text)
			return err
		}
		_, err := planfile.Parse(name, text)
		return err
	},
}

func detect(_ protocol.Disk, file string) (t protocol.Target, ok bool) {
	for _, folder := range planfile.Folders() {
		if root, name, ok := protocol.Cut(file, folder); ok && isOurs(folder, name) {
			return target(root, folder, path.Join(folder, name)), true
		}
	}
	if dir, base := path.Split(file); planfile.IsNumbered(base) {
		return target(protocol.Root(strings.TrimSuffix(dir, "/")), ".", base), true
	}
	return t, false
}

func target(root, folder, main string) protocol.Target {
	return protocol.Target{Protocol: Name, Root: root, Folder: folder, Main: main, Path: main}
}

func isOurs(folder, name string) bool {
	dir, base := path.Split(name)
	return planfile.IsPlan(name) || position.IsContinue(base) || dir == "" && base == position.HandoffFile ||
		slices.Contains(position.StateNames(), folder+"/"+name) || slices.Contains(threshold.Files(), folder+"/"+name)
}
