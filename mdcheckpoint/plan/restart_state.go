package plan

import (
	"fmt"
	"path"
	"slices"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/spelling"
)

// stepState is about the state of the work.
func (r *resumption) stepState() bootstrap.Step {
	step := bootstrap.Step{Number: 0, Title: "Read the state: where the work stands", Facts: r.facts()}
	for i, s := range r.States {
		f := r.in.File(s.File.Name)
		if i > 0 {
			f.Note = "beside " + path.Base(r.States[0].File.Name) + ", which counts"
		}
		step.Files = append(step.Files, f)
		for _, n := range s.Notes() {
			step.Points = append(step.Points, fmt.Sprintf("%s, line %d: %s", path.Base(s.File.Name), s.File.Line(n.Span.Start), n.Message))
		}
	}
	for _, name := range append(r.stateNames(), planfile.AnswerFiles()...) {
		if r.Unread[name] != nil {
			r.addUnreadable(&step, name)
		}
	}
	if names := r.stateNames(); len(step.Files) == 0 && len(names) > 0 {
		step.Files = append(step.Files, bootstrap.File{Path: names[0], Known: true, Optional: true})
	}
	return step
}

// stateNames are the paths that a state of the folder can have. That of the larger
// family, or the one that counts, is the first.
func (r *resumption) stateNames() []string {
	return slices.DeleteFunc(position.StateNames(), func(name string) bool { return path.Dir(name) != r.in.Path })
}

func (r *resumption) facts() []bootstrap.Fact {
	all := append([]bootstrap.Fact{bootstrap.NewFact("phase", r.phaseName())}, bootstrap.KnownFacts(bootstrap.NewFact("status", r.status()))...)
	done, planned := r.done()
	all = append(all, bootstrap.NewFact("plans_done", fmt.Sprintf("%d of %d", done, planned)))
	if p := r.at.Plan; p != nil {
		all = append(all, bootstrap.NewPathFact("next_plan", r.idOf(p)))
		switch {
		case r.at.Finished():
			all = append(all, bootstrap.NewFact("task", fmt.Sprintf("none left of %d", len(p.Tasks))))
		case r.at.Task > 0:
			all = append(all, bootstrap.NewFact("task", fmt.Sprintf("%d of %d", r.at.Task, len(p.Tasks))))
		}
	}
	if g := r.at.Gate; g != nil {
		all = append(all, bootstrap.NewPathFact("checkpoint", r.gateName(g)))
	}
	if at := r.Updated(); !at.IsZero() {
		all = append(all, r.in.AgedFacts("updated", at.Format(time.RFC3339), "")...)
	}
	return all
}

// done is how many of the plans at hand are done, and how many there are.
func (r *resumption) done() (done, all int) {
	sequence := r.Sequence()
	for _, p := range sequence {
		if r.Done(p) {
			done++
		}
	}
	return done, len(sequence)
}

// quotedID returns the id of a plan, or its path, as it is printed.
func (r *resumption) quotedID(p *planfile.Plan) string { return bootstrap.QuotePath(r.idOf(p)) }

// phaseName is the number of the phase with its name: "03-dashboard".
func (r *resumption) phaseName() string {
	if p := r.at.Plan; p != nil {
		if dir := path.Base(path.Dir(p.File.Name)); planfile.Number(dir) == r.at.Phase {
			return spelling.OneLine(dir)
		}
	}
	return bootstrap.OrUnknown(r.at.Phase)
}

// status is what the state says, in the words of the protocol; "" without one that says.
func (r *resumption) status() string {
	if state := r.State(); state != nil {
		return state.Meaning()
	}
	return ""
}
