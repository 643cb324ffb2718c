package cli

import (
	"time"

	"mdck/mdcheckpoint/plan/planfile"
)

// ofPlans are the values of a flag or argument of the commands about plans and their
// checkpoints, or all if it is none of theirs.
func ofPlans(command, name string, all []candidate) []candidate {
	switch name {
	case "gate":
		return inPlanTime(gatesHere)
	case "plan", "path":
		return inPlanTime(plansHere)
	case "answer":
		return words("approved", "done")("")
	case "type":
		if command == "plan add" {
			return checkpointTypes()
		}
	}
	return all
}

// checkpointTypes are the types that mdck plan add takes.
func checkpointTypes() []candidate {
	var all []candidate
	for _, kind := range planfile.Checkpoints() {
		all = append(all, candidate{kindOfGate(kind), ""})
	}
	return all
}

// planTime is how long plans are looked for and read: who presses TAB does not wait for a
// large tree.
const planTime = 100 * time.Millisecond

// inPlanTime is what from gives in time; nothing if it does not.
func inPlanTime(from func() []candidate) []candidate {
	found := make(chan []candidate, 1)
	go func() {
		defer func() { _ = recover() }()
		found <- from()
	}()
	select {
	case all := <-found:
		return all
	case <-time.After(planTime):
		return nil
	}
}

// plansOfHere are the folders of plans of the repository, as far as they can be read.
func plansOfHere() []*planFolder {
	f := &configFlags{}
	if f.load() != nil {
		return nil
	}
	folders, _ := f.planFolders(nil, nil)
	return folders
}

// plansHere are the ids of the plans that are not done.
func plansHere() []candidate {
	var all []candidate
	for _, f := range plansOfHere() {
		for _, p := range f.plans() {
			if id := p.ID(); !f.Done(p) && !f.past && id.Phase != "" {
				all = append(all, candidate{id.String(), f.shown(p)})
			}
		}
	}
	return all
}

// gatesHere are the checkpoints that are open.
func gatesHere() []candidate {
	folders := plansOfHere()
	gates, _ := gatesOf(folders, (&configFlags{}).planNames(folders, true))
	var all []candidate
	for _, g := range openOf(gates) {
		all = append(all, candidate{g.ref, g.kind() + ": " + g.Title})
	}
	return all
}
