package bootstrap

import (
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/loop"
)

// Loop is the restart sequence of a track of the evaluate loop.
func Loop(in Input) *Sequence {
	t := loop.Read(in.Tree, in.Path)
	s := &Sequence{Protocol: "loop", ID: t.ID, Checkpoint: in.Path, Files: t.Files, whole: true}
	s.Verdicts = claim.Verify(in.Tree, t.Claims(loop.Outside{Commit: in.Outside.Commit}))
	return s
}
