package bootstrap

import (
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// Agents is the restart sequence of an agent of an epic.
func Agents(in Input) *Sequence {
	s := &Sequence{Protocol: "agents", ID: "agents", Checkpoint: in.Path, Files: map[string]*source.File{}, whole: true}
	folder, err := agents.ReadFolder(in.Tree, in.Path)
	if err != nil {
		s.Refused = err.Error()
		return s
	}
	var claims []claim.Claim
	for _, c := range folder.Agents {
		s.Files[c.Path()] = c.Doc.File
		claims = append(claims, c.Claims()...)
	}
	s.Verdicts = claim.Verify(in.Tree, claims)
	return s
}
