package bootstrap

import (
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/claim"
)

// CCC is the restart sequence of a session.
func CCC(in Input) *Sequence {
	session := ccc.Read(in.Tree, in.Path, in.State)
	s := &Sequence{Protocol: "ccc", ID: "ccc", Checkpoint: in.Path, Files: session.Files}
	if in.Counter != nil {
		s.Counter = in.Counter.Name()
	}
	s.Verdicts = claim.Verify(in.Tree, session.Claims(in.Outside))
	return s
}
