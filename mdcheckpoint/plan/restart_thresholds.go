package plan

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/source"
)

// hold returns the newest waypoint if the next session starts from it: until acknowledgments
// are reset, the limit is raised, or progress is recorded.
func (r *resumption) hold() position.Hold {
	name := threshold.LastWaypoint(r.in.Tree)
	text, err := source.ReadRegular(r.in.Tree, name)
	if err != nil {
		return position.Hold{}
	}
	stop, err := threshold.ParseWaypoint(name, text)
	if err != nil || !r.last.Holds(stop) {
		return position.Hold{}
	}
	if r.Answers != nil && slices.ContainsFunc(r.Answers.All, func(one planfile.Answer) bool { return stop.At.UTC().Format(time.RFC3339) < one.Time }) {
		return position.Hold{}
	}
	return position.Hold{Path: name, Plan: stop.Plan, Task: stop.Task}
}

// begunNote says how many commits name the plan at hand, of which no file says that it was
// begun; "" if none do.
func (r *resumption) begunNote() string {
	p := r.at.Plan
	if p == nil || r.in.Repository.CountCommits == nil || r.at.Task > 0 || r.Done(p) {
		return ""
	}
	n := r.countCommits(p)
	if n == 0 {
		return ""
	}
	verb := " names "
	if n > 1 {
		verb = " name "
	}
	return fmt.Sprintf("%s%s%s, which has no %s yet: part of it is done", bootstrap.Count(n, "commit"), verb, r.quotedID(p), bootstrap.QuotePath(path.Base(planfile.SummaryName(p.File.Name))))
}

// countCommits returns how many commits name p as tools of its family do, "feat(03-06): …",
// since the plan was added: numbers of plans begin again with each milestone. Commits that
// made the plan, "docs(03-06): create plan", are no work on it.
func (r *resumption) countCommits(p *planfile.Plan) int {
	id := p.ID()
	if id.Phase == "" || id.Plan == "" {
		return 0
	}
	number := func(text string) string { return "0*" + regexp.QuoteMeta(strings.TrimLeft(text, "0")) }
	scope := "\\(" + number(id.Phase) + "-" + number(id.Plan) + "\\)!?: "
	n := r.in.Repository.CountCommits(p.File.Name, "^[A-Za-z]+"+scope)
	if n == 0 {
		return 0
	}
	made := r.in.Repository.CountCommits(p.File.Name, "^docs"+scope+"(create|add|revise|update) ((the|phase) )*plans?( |$)")
	return max(n-made, 0)
}
