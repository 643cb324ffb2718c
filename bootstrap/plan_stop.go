package bootstrap

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/threshold"
)

// lastStop is the path of the newest file that tells of a stop; "" if there is none.
func (r *planner) lastStop() string {
	entries, _ := fs.ReadDir(r.in.Tree, threshold.WaypointDir) // without it nothing stopped
	last := ""
	for _, e := range entries {
		if name := path.Join(threshold.WaypointDir, e.Name()); threshold.IsWaypoint(name) {
			last = name // entries are sorted, and names have the time in them
		}
	}
	return last
}

// alerts name what a person has to acknowledge, or to decide, before the work goes on. What cannot be
// read is for the commands about thresholds to tell.
func (r *planner) alerts() []string {
	state, err := threshold.ParseState(threshold.StateFile, r.small(threshold.StateFile))
	if err != nil {
		return nil
	}
	acks, err := threshold.ParseAcks(threshold.AcksFile, r.small(threshold.AcksFile))
	if err != nil {
		acks = &threshold.Acks{}
	}
	var notes []string
	for _, k := range threshold.Kinds() {
		v, level, ok := state.Reading(k)
		at := strconv.FormatFloat(v.Number, 'f', -1, 64)
		switch {
		case ok && level == threshold.Stop:
			notes = append(notes, fmt.Sprintf("the stop of %s at %s was reached at the last check: a person decides whether and how the work goes on", k, at))
		case ok && level == threshold.Alert && !acks.Valid(k):
			notes = append(notes, fmt.Sprintf("the alert of %s at %s waits for a person: mdck plan ack %s", k, at, k))
		}
	}
	return notes
}

// small is the text of a file; "" of one that is not there or that is too large.
func (r *planner) small(name string) string {
	info, err := fs.Stat(r.in.Tree, name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxCounted {
		return ""
	}
	text, _ := fs.ReadFile(r.in.Tree, name) // read by another command, which says why it cannot be
	return string(text)
}

// answered is the last checkpoint of the plan at hand where all of them are answered, and
// nothing else says how far the work came; nil else.
func (r *planner) answered() *planfile.Gate {
	p := r.at.Plan
	if p == nil || r.at.Gate != nil || r.at.Task > 0 || r.Done(p) || r.Answers == nil || planfile.SummaryName(p.File.Name) == "" {
		return nil
	}
	gates := p.Gates()
	if len(gates) == 0 {
		return nil
	}
	return &gates[len(gates)-1]
}

// answeredNote says that the last checkpoint of the plan at hand is answered, and that
// nobody wrote what the plan came to; "" if it is not so.
func (r *planner) answeredNote() string {
	g := r.answered()
	if g == nil {
		return ""
	}
	text := fmt.Sprintf("the last checkpoint of plan %s, %s, is answered, and it has no %s yet", r.planSaid(g.Plan), pathSaid(r.gateName(g)), pathSaid(path.Base(planfile.SummaryName(g.Plan.File.Name))))
	if n := len(g.Plan.Tasks) - g.After - min(g.Number, 1); n > 0 {
		return text + ": behind it " + count(n, "task")
	}
	return text + ": no task is behind it"
}

// begun says how many commits name the plan at hand, of which no file says that it was
// begun; "" if none do.
func (r *planner) begun() string {
	p := r.at.Plan
	if p == nil || r.in.Commits == nil || r.at.Task > 0 || r.Done(p) {
		return ""
	}
	n := r.in.Commits(p.File.Name, p.ID())
	if n == 0 {
		return ""
	}
	verb := " names "
	if n > 1 {
		verb = " name "
	}
	return fmt.Sprintf("%s%s%s, which has no %s yet: part of it is done", count(n, "commit"), verb, r.planSaid(p), pathSaid(path.Base(planfile.SummaryName(p.File.Name))))
}
