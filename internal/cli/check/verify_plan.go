package check

import (
	"errors"
	"maps"
	"slices"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

// planFiles are the targets with one for each folder of plans, and which files of each
// were meant.
func planFiles(found []workspace.Target) ([]workspace.Target, map[string]map[string]bool) {
	files := map[string]map[string]bool{}
	for i := range found {
		t := &found[i]
		if t.Row().Verify == nil {
			continue
		}
		dir := t.File(t.Folder)
		if files[dir] == nil {
			files[dir] = map[string]bool{}
		}
		files[dir][t.Path] = true
	}
	return workspace.ByFolder(found), files
}

// folderClaims returns the claims of the files of the folder of t that were meant. The error
// is about those that cannot be read.
func (c *verifyCommand) folderClaims(t *workspace.Target, p *protocol.Protocol, git *pick.Git) (*bootstrap.Sequence, error) {
	meant := c.plans[t.File(t.Folder)]
	in := bootstrap.Input{Tree: tree.Dir(t.Root), Path: t.Folder, ID: t.ID()}
	in.Outside = git.Outside
	in.Outside.Changed, in.Outside.Fate = git.Uncommitted(t), git.Fate(t)
	if len(meant) == 1 {
		for name := range meant {
			in.Selected = name
		}
	}
	s, unread := p.Verify(in)
	s.Verdicts = slices.DeleteFunc(s.Verdicts, func(v claim.Verdict) bool { return !meant[v.Path] })
	if part := putAwayOnly(p, meant); part != "" {
		s.Notes = append(s.Notes, t.Shown(part)+" was put away: what its plans made is not verified")
	}
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(unread)) {
		if meant[name] {
			faults = append(faults, app.WithDisplayPath(t, app.WithPath(name, unread[name])))
		}
	}
	return s, errors.Join(faults...)
}

// putAwayOnly is a part that was put away, if nothing else is meant, and "" otherwise.
func putAwayOnly(p *protocol.Protocol, meant map[string]bool) string {
	first := ""
	for _, name := range slices.Sorted(maps.Keys(meant)) {
		part, past := p.Part(name)
		if !past {
			return ""
		}
		if first == "" {
			first = part
		}
	}
	return first
}
