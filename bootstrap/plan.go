package bootstrap

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/source"
)

// A planner is a session that goes on with plans, and what is known of them.
type planner struct {
	*position.Project
	in *Input
	at *position.Standing
}

// Plan is the restart sequence of a project whose work is planned in the folder at
// in.Path: what its state says, what the last session left, the plan at hand with what it
// builds on and what it changes, and what comes next. What a person has to see to comes
// before all that is to be done. Source of the order: GSD (resume).
func Plan(in Input) *Sequence {
	r := newPlanner(&in)
	s := &Sequence{Protocol: "plan", ID: in.ID, Checkpoint: in.Path, Name: r.name(), Files: r.Files, whole: true}
	if in.Counter != nil {
		s.Counter = in.Counter.Name()
	}
	s.Refused, s.Notes = r.refusal(), r.notes()
	s.Hints = r.hints()
	s.verify(r)
	s.Acute = r.parts()
	s.Steps = append(s.Steps, r.stepState())
	if s.Refused != "" && !in.Force {
		s.Acute = slices.DeleteFunc(s.Acute, func(p Part) bool { return !slices.Contains(personTitles[:], p.Title) })
		s.Steps[0].Quotes = s.Acute
		return s
	}
	s.add(r.stepLeft(s.Acute), r.stepPlan(), r.stepContext(), r.stepFiles(), r.stepGoOn())
	return s
}

// PlanClaims is [Plan] with no more than the claims, their verdicts and the notes about
// them, and why files that are there cannot be read, by path.
func PlanClaims(in Input) (*Sequence, map[string]error) {
	r := newPlanner(&in)
	s := &Sequence{Protocol: "plan", ID: in.ID, Checkpoint: in.Path, Files: r.Files, whole: true}
	s.verify(r)
	return s, r.Unread
}

// verify checks what the files claim.
func (s *Sequence) verify(r *planner) {
	for _, claims := range r.Claims(r.at.Phase, r.in.Outside) {
		s.Verdicts = append(s.Verdicts, claim.Verify(r.in.Tree, s.bounded(claims))...)
	}
}

func newPlanner(in *Input) *planner {
	r := &planner{Project: position.ReadProject(in.Tree, in.Path), in: in}
	r.at = r.Standing(in.Named)
	r.Files[in.Path] = source.NewFile(in.Path, "") // what has no claims has no places either
	return r
}

// name is what the plans are called: by their folder.
func (r *planner) name() string {
	if r.in.Path == "." {
		return r.in.ID
	}
	return r.in.Path
}

// refusal says why no session should go on by itself: there is nothing to go on with, or
// a person has to act first.
func (r *planner) refusal() string {
	err := r.Unread[r.in.Path]
	switch named := r.in.Named; {
	case named != "" && r.at.Plan == nil && r.Unread[named] != nil:
		return fmt.Sprintf("%s cannot be read: %s", pathSaid(named), why(r.Unread[named]))
	case named != "" && r.at.Plan == nil:
		return "there is no plan " + pathSaid(named)
	case err != nil && len(r.Names) == 0:
		return fmt.Sprintf("%s cannot be read: %s", pathSaid(r.in.Path), why(err))
	case len(r.Plans)+len(r.Faults)+len(r.States)+len(r.Left) == 0 && r.Handoff == nil && len(r.Unread) == 0:
		return "there is neither a plan nor a state in " + pathSaid(r.in.Path)
	}
	if n := len(r.personal()); n > 0 {
		return count(n, "action") + " that only a person can do, before the work goes on"
	}
	if name := r.blocked(); name != "" {
		return pathSaid(name) + " says that the work is blocked"
	}
	if g := r.at.Gate; g != nil && r.at.Reached {
		return fmt.Sprintf("the checkpoint %s waits for a person: %s", pathSaid(r.gateName(g)), said(kindOfGate(g)))
	}
	return ""
}

// personal are the actions of the hand-off that hold the work up, of one that is about what
// is done, too: nobody knows whether the person acted. Source: GSD, where they come first.
func (r *planner) personal() []position.Item {
	if r.Handoff == nil {
		return nil
	}
	var all []position.Item
	for _, a := range r.Handoff.Actions {
		if a.Blocking && a.Text != "" {
			all = append(all, a)
		}
	}
	for _, b := range r.Handoff.Blockers {
		if b.Status == "human_action" && b.Text != "" {
			all = append(all, b)
		}
	}
	return all
}

// blocked is the path of a note of the work at hand that says that it is blocked, and by
// what; "" without one.
func (r *planner) blocked() string {
	for _, c := range r.Left {
		name := c.File.Name
		if strings.EqualFold(c.Status.Text, "blocked") && len(c.Standing()) > 0 && !r.over(name) && !slices.Contains(r.at.Aside, name) {
			return name
		}
	}
	return ""
}

// hints are what can be done where step 0 refuses.
func (r *planner) hints() []string {
	var hints []string
	if len(r.personal()) > 0 && r.over(r.Handoff.Doc.File.Name) {
		hints = append(hints, fmt.Sprintf("%s is about a plan that is done: delete it once the person has acted", pathSaid(r.Handoff.Doc.File.Name)))
	}
	if r.at.Gate != nil && r.at.Reached {
		hints = append(hints, r.answerCommand(r.at.Gate))
	}
	return hints
}

func (r *planner) over(name string) bool { return slices.Contains(r.at.Over, name) }

// StatesNote warns of several files that say where the work stands; "" of one.
func StatesNote(p *position.Project) string {
	var names []string
	for _, s := range p.States {
		names = append(names, path.Base(s.File.Name))
	}
	if len(names) < 2 {
		return ""
	}
	return fmt.Sprintf("%d files say where the work stands: %s counts, beside it %s", len(names), names[0], strings.Join(names[1:], " and "))
}

// maxIDs is how many plans or files a line names.
const maxIDs = 5

func idsOf(all []*planfile.Plan) string {
	var ids []string
	for _, p := range all {
		ids = append(ids, p.ID().String())
	}
	return someOf(ids)
}

// someOf are the first few of names.
func someOf(names []string) string {
	n := min(len(names), maxIDs)
	var said []string
	for _, name := range names[:n] {
		said = append(said, pathSaid(folded(name)))
	}
	text := strings.Join(said, ", ")
	if left := len(names) - n; left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
