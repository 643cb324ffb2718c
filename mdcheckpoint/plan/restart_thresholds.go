package plan

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/source"
)

// lastStop is the path of the newest file that tells of a stop; "" if there is none.
func (r *resumption) lastStop() string {
	entries, _ := fs.ReadDir(r.in.Tree, threshold.WaypointDir) // without it nothing stopped
	last := ""
	for _, e := range entries {
		if name := path.Join(threshold.WaypointDir, e.Name()); threshold.IsWaypoint(name) {
			last = name // entries are sorted, and names have the time in them
		}
	}
	return last
}

// hold returns the newest waypoint if the next session starts from it: until acknowledgments
// are reset, the limit is raised, or progress is recorded.
func (r *resumption) hold() position.Hold {
	name := r.lastStop()
	if name == "" {
		return position.Hold{}
	}
	stop, err := threshold.ParseWaypoint(name, r.readSmall(name))
	if err != nil || stop.Plan == "" {
		return position.Hold{}
	}
	acks, err := threshold.ParseAcks(threshold.AcksFile, r.readSmall(threshold.AcksFile))
	if err == nil && !acks.Reset.Before(stop.At) || stop.Kind != "" && threshold.Raised(r.in.Tree, stop.Value, stop.Level) {
		return position.Hold{}
	}
	if r.Answers != nil && slices.ContainsFunc(r.Answers.All, func(one planfile.Answer) bool { return stop.At.UTC().Format(time.RFC3339) < one.Time }) {
		return position.Hold{}
	}
	return position.Hold{Path: name, Plan: stop.Plan, Task: stop.Task}
}

// A triggered is a level that the last check of a kind reached and that a person has to decide on.
type triggered struct {
	kind  threshold.Kind
	level threshold.Level
	value string
}

func (t *triggered) String() string {
	if t.level == threshold.Stop {
		return fmt.Sprintf("the stop of %s at %s was reached at the last check", t.kind, t.value)
	}
	return fmt.Sprintf("the alert of %s at %s waits for a person", t.kind, t.value)
}

// triggered returns the stops since the last reset and the alerts that nobody acknowledged.
// Commands about thresholds report a file that cannot be read.
func (r *resumption) triggered() []triggered {
	state, err := threshold.ParseState(threshold.StateFile, r.readSmall(threshold.StateFile))
	if err != nil {
		return nil
	}
	acks, err := threshold.ParseAcks(threshold.AcksFile, r.readSmall(threshold.AcksFile))
	if err != nil {
		acks = &threshold.Acks{}
	}
	var all []triggered
	for _, k := range threshold.Kinds() {
		v, level, ok := state.Reading(k)
		open := level == threshold.Stop && state.CheckedAfter(acks.Reset) || level == threshold.Alert && !acks.Valid(k)
		if ok && open && !threshold.Raised(r.in.Tree, v, level) {
			all = append(all, triggered{k, level, strconv.FormatFloat(v.Number, 'f', -1, 64)})
		}
	}
	return all
}

// readSmall returns the text of a file; "" of one that is not there or that is too large.
func (r *resumption) readSmall(name string) string {
	text, err := source.ReadRegular(r.in.Tree, name)
	if err != nil {
		return "" // another command reads it and says why it cannot be read
	}
	return text
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
