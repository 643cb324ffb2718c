package plan

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/spelling"
)

// whatNext is what a is about, in one line: "plan phase 09-dashboards".
func (r *resumption) whatNext(a *position.Answer) string {
	phase := ""
	if a.Phase != nil {
		phase = "phase " + phaseTitle(a.Phase)
	}
	switch a.Kind {
	case position.Execute:
		if a.Plan == nil {
			return "execute plan " + a.Missing.String() + ", whose file is not here"
		}
		return "execute plan " + r.quotedID(a.Plan)
	case position.PlanPhase:
		return "plan " + phase
	case position.VerifyPhase:
		return "verify " + phase
	case position.CloseGaps:
		return "plan what the verification of " + phase + " found missing"
	case position.AskPerson:
		if name := r.Check(a.Phase); name != "" {
			return "a person accepts " + phase + ": " + bootstrap.QuotePath(path.Base(name))
		}
		return "a person acts: " + phase
	case position.EndMilestone:
		return joined(" ", "complete milestone", r.MilestoneOf(a)) + ": " + openPhases(a)
	case position.Moved:
		return "follow " + bootstrap.QuotePath(spelling.OneLine(a.By[0].Text)) + ": the work is planned there"
	case position.NewMilestone:
		return "begin the next milestone: " + cmp.Or(r.MilestoneOf(a), "the last one") + " was closed"
	}
	return "nothing says what comes next: plan it"
}

// phaseTitle is the number of a phase with its name: 09-dashboards, or 09 "Dashboards" without a
// folder.
func phaseTitle(ph *position.Phase) string {
	switch {
	case ph.Dir != "":
		return bootstrap.QuotePath(path.Base(ph.Dir))
	case ph.Name == "" || ph.Name == ".":
		return ph.Number
	}
	return ph.Number + " " + bootstrap.QuoteValue(spelling.OneLine(ph.Name))
}

// because is why a comes next, for a person to check; "" if nothing says it.
func (r *resumption) because(a *position.Answer) string {
	if a.Kind == position.Unknown {
		return ""
	}
	fact := r.fact(a)
	if a.Newer != "" && len(a.By) == 0 {
		return joined(" ", bootstrap.QuotePath(a.Newer), "is newer than the state;", fact)
	}
	if len(a.By) == 0 {
		return joined(": ", "the plans and the roadmap", fact)
	}
	return joined("; ", r.saying(a.By[0]), fact)
}

// fact is what the folders and the roadmap say about a.
func (r *resumption) fact(a *position.Answer) string {
	switch {
	case a.Kind == position.Execute && a.Plan != nil:
		return bootstrap.QuotePath(path.Base(a.Plan.File.Name)) + " has no summary"
	case a.Kind == position.PlanPhase:
		return "phase " + a.Phase.Number + " has no plans"
	case a.Kind == position.VerifyPhase, a.Kind == position.CloseGaps:
		return "the plans of phase " + a.Phase.Number + " are done"
	case a.Kind == position.AskPerson && r.Check(a.Phase) != "":
		return bootstrap.QuotePath(path.Base(r.Check(a.Phase))) + " is not complete"
	case a.Kind == position.EndMilestone:
		return openPhases(a)
	case a.Kind == position.NewMilestone:
		return "no phase at hand is open"
	}
	return ""
}

// openPhases names the phases of a milestone at its end that are not done.
func openPhases(a *position.Answer) string {
	if len(a.Open) == 0 {
		return "all its phases are done"
	}
	var numbers []string
	for _, ph := range a.Open {
		numbers = append(numbers, ph.Number)
	}
	return "the work is past phases that are not done, " + someOf(numbers)
}

// saying is a statement with its place.
func (r *resumption) saying(s *position.Statement) string {
	where := bootstrap.QuotePath(path.Base(s.Path))
	if f := r.Files[s.Path]; f != nil && s.Span.End > 0 {
		where = fmt.Sprintf("%s, line %d,", where, f.Line(s.Span.Start))
	}
	text := spelling.Cut(spelling.OneLine(strings.NewReplacer("`", "", "**", "").Replace(s.Text)), maxSaid)
	return joined(" ", where, "says", strings.ToLower(s.Field), bootstrap.QuoteValue(text))
}

// maxSaid is how many bytes of a statement are quoted.
const maxSaid = 80

// against are what other places say, where something else follows from it.
func (r *resumption) against() []string {
	if r.at.Kind == position.Moved {
		return nil
	}
	var all []string
	for _, a := range r.at.Against {
		all = append(all, fmt.Sprintf("%s: that would be: %s", r.saying(a.By[0]), r.whatNext(a)))
	}
	return all
}

// unsure is what comes next and why that is uncertain; "" if it is not.
func (r *resumption) unsure() string {
	next := r.whatNext(r.at.Answer)
	switch {
	case !r.at.Unsure:
		return ""
	case r.at.Started != "":
		return fmt.Sprintf("uncertain: go on with milestone %s, which is in progress by the roadmap and has no phase here, or begin the next one", r.at.Started)
	case r.at.Mute:
		return fmt.Sprintf("uncertain: %s, by the plans and the roadmap alone: %s says nothing about it that is understood", next, path.Base(r.State().File.Name))
	case r.at.Ahead != "":
		return fmt.Sprintf("uncertain: %s, or the work is at phase %s or past it, which commits after the state name", next, r.at.Ahead)
	case r.at.Commits == 0:
		return fmt.Sprintf("uncertain: %s, or %s", next, r.whatNext(r.at.Against[0]))
	}
	text := fmt.Sprintf("uncertain: %s, or what is planned elsewhere: %s came after the last change of %s", next, bootstrap.Count(r.at.Commits, "commit"), r.in.Path)
	if len(r.at.Elsewhere) > 0 {
		text += ", and changed " + someOf(r.at.Elsewhere)
	}
	return text
}

// idOf is the id of a plan, or its path where it has none.
func (r *resumption) idOf(p *planfile.Plan) string {
	if id := spelling.OneLine(p.ID().String()); id != "" {
		return id
	}
	return p.File.Name
}
