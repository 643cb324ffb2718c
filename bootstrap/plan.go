package bootstrap

import "mdck/mdcheckpoint/source"

// Plan is the restart sequence of a project whose work is planned in the folder at
// in.Path.
func Plan(in Input) *Sequence {
	return &Sequence{Protocol: "plan", ID: in.ID, Checkpoint: in.Path, Files: map[string]*source.File{}, whole: true}
}
