package lint

import (
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/source"
)

// planRules are the rules about plans and thresholds.
func planRules() []Rule { return nil }

// readPlan reads a plan.
func readPlan(in Input) room {
	r := room{files: map[string]*source.File{}, faults: map[string]error{}}
	p, err := plan.Read(in.Tree, in.Main)
	if err != nil {
		r.faults[in.Main] = err
	} else {
		r.files[in.Main] = p.File
	}
	r.view = func(u *Unit) { u.Plan = p }
	return r
}
