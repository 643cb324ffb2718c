package plan

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

// folderStatus returns the status of the plans in the folder at in.Path, or of those of part, a
// milestone that was put away.
func folderStatus(in bootstrap.Input, part string) protocol.FolderStatus {
	r := newResumption(&in)
	if part != "" {
		return protocol.FolderStatus{Status: r.pastStatus(part)}
	}
	s := protocol.Status{Phase: r.at.Phase, State: r.status(), Next: r.nextLine(), Because: r.because(r.at.Answer), Against: r.against(), Unsure: r.at.Unsure, Updated: r.Updated()}
	if s.State == "" {
		s.State = r.planned()
	}
	stale := 0
	claims := r.sequence()
	r.verify(claims)
	for _, v := range claims.Verdicts {
		if v.Status == claim.Stale {
			stale++
		}
	}
	return protocol.FolderStatus{Status: s, Note: statesNote(r.Project), Stale: stale, Unread: r.Unread}
}

// planned is how many plans are done or, where none is at hand, what there is instead.
func (r *resumption) planned() string {
	done, all := r.done()
	switch {
	case all > 0:
		return fmt.Sprintf("%d of %d done", done, all)
	case len(r.Faults) > 0:
		return "no plan that can be read"
	case len(r.Quick) > 0:
		return "no plans but quick tasks"
	case len(r.Plans) > 0:
		return "no plans but those put away"
	}
	return "no plans"
}

func (r *resumption) pastStatus(part string) protocol.Status {
	done, all := 0, 0
	for _, p := range r.Plans {
		if of, _ := planfile.PartOf(p.File.Name); of == part {
			all++
			if r.Done(p) {
				done++
			}
		}
	}
	return protocol.Status{State: fmt.Sprintf("%d of %d done", done, all), Next: "nothing: it was put away"}
}

// nextStep is what is to be done next, in one line.
func (r *resumption) nextStep() string {
	if text := r.holdsUp(); text != "" {
		return text
	}
	p, g := r.at.Plan, r.at.Gate
	switch {
	case p == nil && len(r.Faults) > 0 && len(r.Plans) == 0:
		return "its plans cannot be read"
	case p == nil && r.at.Kind == position.AskPerson && len(r.at.By) > 0 && r.Check(r.at.Answer.Phase) == "":
		return r.whatNext(r.at.Answer) + ", " + spelling.Cut(spelling.OneLine(r.at.By[0].Text), maxSaid)
	case p == nil:
		return r.whatNext(r.at.Answer)
	case r.problem() != "":
		return r.gateName(g) + " has a reported problem: " + r.problem()
	case r.waits():
		return joined(" ", r.gateName(g)+" waits:", kindOfGate(g), g.Title)
	case r.at.Finished() && !r.Done(p):
		return r.idOf(p) + " requires its summary: " + path.Base(planfile.SummaryName(p.File.Name))
	}
	if t := r.taskAt(); t != nil {
		return joined(" ", r.idOf(p), fmt.Sprintf("task %d:", t.Number), t.Title())
	}
	id, title := r.idOf(p), spelling.OneLine(cmp.Or(p.Title, firstLine(p.Objective)))
	if strings.HasPrefix(title, id) {
		return title
	}
	return joined(" ", id, title)
}

// holdsUp is what a file for one session says that has to be seen to first, or a threshold; "" if
// nothing holds the work up.
func (r *resumption) holdsUp() string {
	if h := r.Handoff; h != nil && !r.isDone(h.Doc.File.Name) {
		for _, b := range h.Blockers {
			if b.Text != "" && b.Detail == "" { // there is no way round it
				return "blocked: " + spelling.OneLine(b.Text)
			}
		}
	}
	for _, c := range r.Left {
		if c.File.Name == r.blocked() {
			return "blocked: " + blockedBy(c)
		}
	}
	if all := r.personal(); len(all) > 0 {
		return "a person acts: " + spelling.OneLine(all[0].Text)
	}
	if stops := r.limitsDue(threshold.Stop); len(stops) > 0 {
		return "a person decides: " + stops[0].Problem
	}
	return ""
}

// nextLine is nextStep, or why that is uncertain, with what speaks against it.
func (r *resumption) nextLine() string {
	text := cmp.Or(r.unsure(), r.nextStep())
	if all := r.against(); len(all) > 0 && !r.at.Unsure && r.holdsUp() == "" {
		text += " (but " + all[0] + ")"
	}
	return text
}

// taskAt is the task to go on with; nil if nobody says.
func (r *resumption) taskAt() *planfile.Task {
	if r.at.Plan == nil || r.at.Task == 0 || r.at.Task > len(r.at.Plan.Tasks) {
		return nil
	}
	return r.at.Plan.Tasks[r.at.Task-1]
}
