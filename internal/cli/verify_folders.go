package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"mdck/bootstrap"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/source"
)

// agentClaims are the claims of all agents of t, or of the one whose file was named.
// The error is about checkpoints that cannot be read; those of the others are given
// all the same.
func agentClaims(t *workspace.Target) (*bootstrap.Sequence, error) {
	files := tree.Dir(t.Root)
	folder, err := agents.ReadFolder(files, t.Main)
	if err != nil {
		return nil, asShown(t, err)
	}
	asked := func(name string) bool { return t.Path == t.Main || t.Path == name }
	s := &bootstrap.Sequence{Checkpoint: t.Path, Files: map[string]*source.File{}}
	var claims []claim.Claim
	above, _ := t.Around()
	for _, c := range folder.Agents {
		if asked(c.Path()) {
			s.Files[c.Path()] = c.Doc.File
			some, left := claim.Bounded(c.ClaimsBelow(above))
			claims = append(claims, some...)
			s.Notes = append(s.Notes, leftOut(t.Shown(c.Path()), left)...)
		}
	}
	var faults []error
	for _, f := range folder.Faults {
		if name := path.Join(t.Main, f.Name); asked(name) {
			faults = append(faults, withWayOut(t, name, f.Err))
		}
	}
	s.Verdicts = claim.Verify(files, claims)
	return s, errors.Join(faults...)
}

// withWayOut is err about the file as the user is shown it, with how it is got back.
func withWayOut(t *workspace.Target, name string, err error) error {
	err = asShown(t, atFile(name, err))
	if hints := wayOutHints(t, name); len(hints) > 0 {
		return hinted(err, hints...)
	}
	return err
}

// atFile is err as one that names the file.
func atFile(name string, err error) error {
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return err
	}
	if _, ok := errors.AsType[*source.Error](err); ok {
		return err
	}
	return &fs.PathError{Op: "read", Path: name, Err: err}
}

// leftOut says how many claims of the file that is shown as name were not verified.
func leftOut(name string, n int) []string {
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s: %s not verified: the first %d of a file are", report.Name(name), report.Counted(n, "claim"), claim.Most)}
}

// trackClaims are the claims of the track of t, which lies in git.
func trackClaims(t *workspace.Target, git *surrounding) (*bootstrap.Sequence, error) {
	track := loop.Read(tree.Dir(t.Root), t.Main)
	if err := track.Faults[t.Main]; err != nil {
		return nil, withWayOut(t, t.Main, err)
	}
	claims, left := claim.Bounded(track.Claims(loop.Outside{Commit: git.Commit}))
	return &bootstrap.Sequence{
		Checkpoint: t.Main, Files: track.Files, Notes: leftOut(t.Shown(t.Main), left), Verdicts: claim.Verify(track.Tree, claims),
	}, nil
}
