package plan

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A resumption is a session that goes on with plans, and what is known of the plans.
type resumption struct {
	*position.Project
	in   *bootstrap.Input
	last *threshold.Last
	at   *position.Standing
}

// Restart returns the restart sequence of a project whose work is planned in the folder at
// in.Path: what its state says, what the last session left, the plan at hand with what it
// builds on and what it changes, and what comes next. What a person has to see to comes
// before all that is to be done. Source of the order: GSD (resume).
func Restart(in bootstrap.Input) *bootstrap.Sequence {
	r := newResumption(&in)
	s := r.sequence()
	s.Name, s.Refused, s.Notes, s.Hints = r.name(), r.refusal(), r.notes(), r.hints()
	r.verify(s)
	s.Priorities = r.parts()
	s.Steps = append(s.Steps, r.stepState())
	if s.Refused != "" && !in.Force {
		s.Stop(bootstrap.BlockersTitle, actionsTitle, constraintsTitle, gateTitle, answersTitle)
		return s
	}
	s.Add(r.stepLeft(s.Priorities), r.stepPlan(), r.stepContext(), r.stepFiles(), r.stepGoOn())
	return s
}

// Claims returns [Restart] with no more than the claims, their verdicts and the notes
// about them, and why files that exist cannot be read, by path.
func Claims(in bootstrap.Input) (*bootstrap.Sequence, map[string]error) {
	r := newResumption(&in)
	s := r.sequence()
	r.verify(s)
	return s, r.Unread
}

// sequence returns the sequence without steps.
func (r *resumption) sequence() *bootstrap.Sequence {
	s := r.in.NewSequence(Name)
	s.Files, s.FromRoot = r.Files, true
	return s
}

// verify adds the verdicts on what the files claim.
func (r *resumption) verify(s *bootstrap.Sequence) {
	for _, claims := range r.Claims(r.at.Phase, r.in.Outside) {
		s.Verify(r.in.Tree, claims)
	}
	s.Verify(r.in.Tree, r.answerClaims())
}

func newResumption(in *bootstrap.Input) *resumption {
	if !planfile.IsPlan(strings.TrimPrefix(in.Selected, in.Path+"/")) {
		in.Selected = "" // the state, or a note
	}
	r := &resumption{Project: position.ReadProject(in.Tree, in.Path), in: in, last: threshold.ReadLast(in.Tree)}
	r.Committed, r.Added, r.After = in.Repository.Committed, in.Repository.Added, in.Repository.After
	r.Hold = r.hold()
	r.at = r.Standing(in.Selected)
	r.Files[in.Path] = source.NewFile(in.Path, "") // what has no claims has no places either
	return r
}

// name is what the plans are called: by their folder.
func (r *resumption) name() string {
	if r.in.Path == "." {
		return r.in.ID
	}
	return r.in.Path
}

// refusal says why no session should go on by itself: there is nothing to go on with, or
// a person has to act first.
func (r *resumption) refusal() string {
	err := r.Unread[r.in.Path]
	switch named := r.in.Selected; {
	case named != "" && r.at.Plan == nil && r.Unread[named] != nil:
		return fmt.Sprintf("%s cannot be read: %s", bootstrap.QuotePath(named), bootstrap.Cause(r.Unread[named]))
	case named != "" && r.at.Plan == nil:
		return "there is no plan " + bootstrap.QuotePath(named)
	case err != nil && len(r.Names) == 0:
		return fmt.Sprintf("%s cannot be read: %s", bootstrap.QuotePath(r.in.Path), bootstrap.Cause(err))
	case len(r.Plans)+len(r.Faults)+len(r.States)+len(r.Left) == 0 && r.Handoff == nil && len(r.Unread) == 0:
		return "there is neither a plan nor a state in " + bootstrap.QuotePath(r.in.Path)
	}
	if n := len(r.personal()); n > 0 {
		return bootstrap.Count(n, "action") + " that only a person can do, before the work goes on"
	}
	if name := r.blocked(); name != "" {
		return bootstrap.QuotePath(name) + " says that the work is blocked"
	}
	if g := r.at.Gate; r.waits() && !r.at.Unsure {
		return fmt.Sprintf("the checkpoint %s waits for a person: %s", bootstrap.QuotePath(r.gateName(g)), bootstrap.QuoteValue(kindOfGate(g)))
	}
	return ""
}

// personal are the actions of the hand-off that hold the work up. Source: GSD, where they come
// first.
func (r *resumption) personal() []position.Item {
	if r.Handoff == nil || r.isDone(r.Handoff.Doc.File.Name) {
		return nil
	}
	var all []position.Item
	for _, a := range r.Handoff.Actions {
		if a.Blocking && a.Text != "" && !r.IsPastIn(a.Text+" "+a.Detail) {
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
func (r *resumption) blocked() string {
	for _, c := range r.Left {
		name := c.File.Name
		if c.IsBlocked() && blockedBy(c) != "" && !r.isDone(name) && !slices.Contains(r.at.Aside, name) {
			return name
		}
	}
	return ""
}

// blockedBy is what a note says that the work is blocked by: its first blocker, or where it stopped.
func blockedBy(c *position.Continue) string {
	if all := c.Standing(); len(all) > 0 {
		return spelling.OneLine(all[0].Text)
	}
	if c.Blockers.Text != "" {
		return "" // it says that there is none any more
	}
	return spelling.Cut(spelling.OneLine(cmp.Or(c.State.Text, c.Next.Text)), 2*maxSaid)
}

// hints are what can be done where step 0 refuses.
func (r *resumption) hints() []string {
	var hints []string
	if r.waits() {
		hints = append(hints, r.answerCommand(r.at.Gate))
	}
	return hints
}

func (r *resumption) isDone(name string) bool { return slices.Contains(r.at.Over, name) }

// statesNote warns of several files with the state of the work; "" of one.
func statesNote(p *position.Project) string {
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

// someOf are the first few of names, as paths.
func someOf(names []string) string {
	var quoted []string
	for _, name := range names {
		quoted = append(quoted, bootstrap.QuotePath(spelling.OneLine(name)))
	}
	return firstFew(quoted)
}

// firstFew lists the first few of texts, and how many more there are.
func firstFew(texts []string) string {
	n := min(len(texts), maxIDs)
	text := strings.Join(texts[:n], ", ")
	if left := len(texts) - n; left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
