package plan

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/internal/protocols/plan/position"
	"mdck/internal/protocols/plan/threshold"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

type resumption struct {
	*position.Project
	in         *bootstrap.Input
	last       *threshold.Last
	at         *position.Progress
	fresh      []*position.SessionFile // notes and hand-offs that are not stale
	priorities []bootstrap.Part
}

// steps lists the steps of the restart sequence. Source: GSD (resume).
var steps = [...]struct {
	title string
	kind  bootstrap.Kind
	fill  func(*resumption, *bootstrap.Step)
}{
	{"Read the state of the work", bootstrap.Reading, (*resumption).readState},
	{"Read the notes and the hand-off of the last session", bootstrap.Reading, (*resumption).readSessionFiles},
	{"Read the plan", bootstrap.Reading, (*resumption).readPlan},
	{"Read the context of the plan", bootstrap.Reading, (*resumption).readContext},
	{"Read the files that the plan changes", bootstrap.Reading, (*resumption).readChanged},
	{"Continue the work", bootstrap.Work, (*resumption).continueWork},
}

// Restart returns the restart sequence for the plans at in.Path. If step 0 refuses and in.Force is
// false, the sequence has only what a person must act on.
func Restart(in bootstrap.Input) *bootstrap.Sequence {
	r := newResumption(&in)
	s := r.sequence()
	r.priorities = r.parts()
	s.Name, s.Priorities = r.name(), r.priorities
	s.Refused, s.Notes = r.refusal(), r.notes()
	if r.waits() {
		s.Hints = []string{r.answerCommand(r.at.Gate)}
	}
	r.verify(s)
	for i, row := range steps {
		step := bootstrap.Step{Number: i, Title: row.title, Kind: row.kind}
		if i == 1 {
			step.Quotes = s.Priorities
		}
		row.fill(r, &step)
		s.Add(step)
		if s.Refused != "" && !in.Force {
			s.Stop(bootstrap.BlockersTitle, actionsTitle, constraintsTitle, gateTitle, answersTitle)
			break
		}
	}
	return s
}

// Claims returns the claims of [Restart] with verdicts and notes, and unreadable files by path.
func Claims(in bootstrap.Input) (*bootstrap.Sequence, map[string]error) {
	r := newResumption(&in)
	s := r.sequence()
	r.verify(s)
	return s, r.Unread
}

func (r *resumption) sequence() *bootstrap.Sequence {
	s := r.in.NewSequence(Name)
	s.Files, s.FromRoot = r.Files, true
	return s
}

func (r *resumption) verify(s *bootstrap.Sequence) {
	for _, claims := range r.Claims(r.at.Phase, r.in.Outside) {
		s.Verify(r.in.Tree, claims)
	}
	s.Verify(r.in.Tree, r.answerClaims())
}

func newResumption(in *bootstrap.Input) *resumption {
	if !planfile.IsPlan(strings.TrimPrefix(in.Selected, in.Path+"/")) {
		in.Selected = "" // the selected file is a state or a note
	}
	r := &resumption{Project: position.ReadProject(in.Tree, in.Path, in.Repository), in: in, last: threshold.ReadLast(in.Tree)}
	r.Hold = r.hold()
	r.at = r.Progress(in.Selected)
	r.Files[in.Path] = source.NewFile(in.Path, "") // a folder has no text
	r.fresh = slices.DeleteFunc(slices.Clone(r.SessionFiles), r.at.IsStale)
	return r
}

// hold returns the newest waypoint if it still counts, or zero.
func (r *resumption) hold() position.Hold {
	name, stop := threshold.ReadWaypoint(r.in.Tree)
	if stop == nil || !r.last.Holds(stop) {
		return position.Hold{}
	}
	isLater := func(one planfile.Answer) bool { return stop.At.UTC().Format(time.RFC3339) < one.Time }
	if r.Answers != nil && slices.ContainsFunc(r.Answers.All, isLater) {
		return position.Hold{}
	}
	return position.Hold{Path: name, Plan: stop.Plan, Task: stop.Task}
}

func (r *resumption) name() string {
	if r.in.Path == "." {
		return r.in.ID
	}
	return r.in.Path
}

func (r *resumption) refusal() string {
	err, selected := r.Unread[r.in.Path], r.in.Selected
	isGone := selected != "" && r.at.Plan == nil
	things := len(r.Plans) + len(r.Faults) + len(r.States) + len(r.SessionFiles) + len(r.Unread)
	switch o := r.obstacle(); {
	case isGone && r.Unread[selected] != nil:
		return r.unreadable(selected)
	case isGone && planfile.IsOverview(r.Names, selected):
		return spelling.QuotePath(selected) + " is an overview of its phase, not a plan"
	case isGone:
		return "there is no plan " + spelling.QuotePath(selected)
	case err != nil && len(r.Names) == 0:
		return r.unreadable(r.in.Path)
	case things == 0:
		return "there are no plans and no state file in " + spelling.QuotePath(r.in.Path)
	case o.refuses:
		return joined(": ", o.what+" (see "+spelling.QuotePath(o.from)+")", spelling.QuoteValue(o.text))
	case r.waits() && !r.at.Unsure:
		return fmt.Sprintf("the %s checkpoint %s waits for a person", quotedKind(r.at.Gate), r.quotedGate(r.at.Gate))
	}
	return ""
}

func (r *resumption) unreadable(name string) string {
	return spelling.QuotePath(name) + " cannot be read: " + spelling.Cause(r.Unread[name])
}

func (r *resumption) notes() (notes []string) {
	add := func(condition bool, format string, args ...any) {
		if condition {
			notes = append(notes, fmt.Sprintf(format, args...))
		}
	}
	count := func(title string, isOfState bool, noun, text string) {
		n := 0
		for _, p := range r.priorities {
			if p.Title == title && r.isOfState(p) == isOfState {
				n += len(p.Texts)
			}
		}
		notes = bootstrap.AppendCount(notes, n, noun, text)
	}
	count(bootstrap.BlockersTitle, false, "blocker", "to resolve first")
	count(bootstrap.BlockersTitle, true, "blocker", "in the state; first check what still applies")
	count(constraintsTitle, false, "constraint", "not ticked; continue only when all are ticked")
	states := statesNote(r.Project)
	add(states != "", "%s", states)
	var ids []string
	for _, x := range r.at.Earlier {
		ids = append(ids, x.ID().String())
	}
	if p := r.at.Plan; p != nil {
		add(len(ids) > 0, "open plans before %s: %s", spelling.QuoteValue(p.ID().String()), firstPaths(ids))
	}
	notes = append(notes, r.contradictions()...)
	notes = bootstrap.AppendCount(notes, len(r.Faults), "plan", "cannot be read; mdck lint shows why")
	add(r.Answers == nil, "the answers cannot be read, so all checkpoints count as open")
	if err := r.Order.Err(); err != nil {
		add(r.isCurrent(err), "the order of the plans is uncertain: %s", spelling.Cause(err))
	}
	for _, name := range r.at.Stale {
		add(true, "%s is stale, because the work continued after it was written; the session that read the file should have deleted it", spelling.QuotePath(name))
	}
	return notes
}

// isCurrent reports whether an error about the order concerns open work.
func (r *resumption) isCurrent(err error) bool {
	located, ok := errors.AsType[*source.Error](err)
	if !ok {
		return true
	}
	x := r.PlanAt(located.Pos.Name)
	return x == nil || !r.IsHistory(x)
}

func (r *resumption) isOfState(p bootstrap.Part) bool {
	return slices.ContainsFunc(r.States, func(s *position.State) bool { return s.File.Name == p.From })
}

func statesNote(p *position.Project) string {
	var names []string
	for _, s := range p.States {
		names = append(names, path.Base(s.File.Name))
	}
	if len(names) < 2 {
		return ""
	}
	return fmt.Sprintf("%d files describe the state of the work; mdck uses %s, not %s", len(names), names[0], strings.Join(names[1:], " or "))
}
