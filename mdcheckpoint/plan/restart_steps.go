package plan

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/internal/protocols/plan/position"
	"mdck/internal/protocols/plan/threshold"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

func (r *resumption) addUnreadable(step *bootstrap.Step, names []string) {
	for _, name := range names {
		if r.Unread[name] != nil {
			step.Files = append(step.Files, bootstrap.Unreadable(name))
			step.Points = append(step.Points, r.unreadable(name))
		}
	}
}

func (r *resumption) readState(step *bootstrap.Step) {
	step.Facts = r.facts()
	for i, s := range r.States {
		f := r.in.File(s.File.Name)
		if i > 0 {
			f.Note = "not used; mdck uses " + path.Base(r.States[0].File.Name)
		}
		step.Files = append(step.Files, f)
		r.addNotes(step, s.File, s.Notes())
	}
	names := slices.DeleteFunc(position.StateNames(), func(name string) bool { return path.Dir(name) != r.in.Path })
	r.addUnreadable(step, append(names, planfile.AnswerFiles()...))
	if len(step.Files) == 0 && len(names) > 0 {
		step.Files = append(step.Files, bootstrap.File{Path: names[0], Known: true, Optional: true})
	}
}

func (r *resumption) facts() []bootstrap.Fact {
	plan, task, gate := "", "", ""
	if p := r.at.Plan; p != nil {
		plan = r.idOf(p)
		switch {
		case r.at.Finished():
			task = fmt.Sprintf("none, %[1]d of %[1]d done", len(p.Tasks))
		case r.at.Task > 0:
			task = fmt.Sprintf("%d of %d", r.at.Task, len(p.Tasks))
		}
	}
	if g := r.at.Gate; g != nil {
		gate = r.gateName(g)
	}
	done, planned := r.done()
	all := bootstrap.KnownFacts(
		bootstrap.NewFact("phase", r.phaseName()),
		bootstrap.NewFact("status", r.State().Meaning()),
		bootstrap.NewFact("plans_done", fmt.Sprintf("%d of %d", done, planned)),
		bootstrap.NewPathFact("next_plan", plan),
		bootstrap.NewFact("task", task),
		bootstrap.NewPathFact("checkpoint", gate),
	)
	if at := r.Updated(); !at.IsZero() {
		all = append(all, r.in.AgedFacts("updated", at.Format(time.RFC3339), "")...)
	}
	return all
}

func (r *resumption) done() (done, all int) {
	sequence := r.Order.All()
	for _, p := range sequence {
		if r.IsHistory(p) {
			done++
		}
	}
	return done, len(sequence)
}

func (r *resumption) phaseName() string {
	if p := r.at.Plan; p != nil {
		if dir := path.Base(path.Dir(p.File.Name)); planfile.Number(dir) == r.at.Phase {
			return spelling.OneLine(dir)
		}
	}
	return spelling.OrUnknown(r.at.Phase)
}

func (r *resumption) readSessionFiles(step *bootstrap.Step) {
	var names []string
	for name := range r.Unread {
		if position.IsContinue(path.Base(name)) || name == path.Join(r.Dir, position.HandoffFile) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	r.addUnreadable(step, names)
	for _, l := range r.SessionFiles {
		f := r.in.File(l.File.Name)
		switch {
		case l.IsAside():
			f.Note = "not about a plan"
		case r.at.IsStale(l):
			f.Note = "stale"
		}
		step.Files = append(step.Files, f)
		if l.IsHandoff() {
			r.addNotes(step, l.File, l.Notes())
		}
	}
	if name := threshold.LastWaypoint(r.in.Tree); name != "" {
		f := r.in.File(name)
		f.Note = "the last stop"
		step.Files = append(step.Files, f)
	}
	if len(step.Files) == 0 {
		addPoint(step, "the session left no note and no hand-off")
	}
}

func (r *resumption) addNotes(step *bootstrap.Step, f *source.File, notes []position.Note) {
	for _, n := range notes {
		addPoint(step, "%s, line %d: %s", path.Base(f.Name), f.Line(n.Span.Start), n.Message)
	}
}

func (r *resumption) readPlan(step *bootstrap.Step) {
	p := r.at.Plan
	if p != nil {
		step.Files = append(step.Files, r.in.File(p.File.Name))
		step.Facts = r.planFacts(p)
	}
	for _, f := range r.Faults {
		part, _ := planfile.PartOf(f.Path)
		if (part == "" || f.Path == r.in.Selected) && len(step.Files) <= bootstrap.MaxFiles {
			step.Files = append(step.Files, bootstrap.Unreadable(f.Path))
		}
	}
	if p == nil {
		addPoint(step, "no plan is current: %s", r.whatNext(r.at.Answer))
		return
	}
	if r.at.From != "" {
		addPoint(step, "%s names this plan", spelling.QuotePath(r.at.From))
	}
	for _, q := range r.Quick {
		if q != p && !r.Done(q) && len(step.Points) < bootstrap.MaxFiles {
			addPoint(step, "a quick task is also not done: %s", spelling.QuotePath(q.File.Name))
		}
	}
}

func (r *resumption) planFacts(p *planfile.Plan) []bootstrap.Fact {
	var refs []string
	for _, ref := range p.Front.Depends {
		refs = append(refs, spelling.OneLine(ref.Text))
	}
	wave, needs := "", ""
	if p.Front.HasWave {
		wave = fmt.Sprint(p.Front.Wave)
	}
	if p.Alone() {
		needs = "a person"
	}
	return bootstrap.KnownFacts(
		bootstrap.NewPathFact("plan", r.idOf(p)),
		bootstrap.NewFact("title", p.Name()),
		bootstrap.NewFact("tasks", fmt.Sprint(len(p.Tasks))),
		bootstrap.NewFact("depends_on", spelling.JoinFirst(refs, maxNamed)),
		bootstrap.NewFact("wave", wave),
		bootstrap.NewFact("needs", needs),
	)
}

// projectFiles are files about a project; phaseEnds, files about a phase, such as CONTEXT.md or
// 03-CONTEXT.md. Source: GSD, checkpoint protocol.
var (
	projectFiles = [...]string{"PROJECT.md", "ROADMAP.md", "flightplan.md"}
	phaseEnds    = [...]string{"CONTEXT.md", "RESEARCH.md", "PHASE.md", "BRIEFING.md"}
)

func (r *resumption) readContext(step *bootstrap.Step) {
	var names []string
	dir := ""
	if ph := r.at.Answer.Phase; ph != nil {
		dir = ph.Dir
	}
	if p := r.at.Plan; p != nil {
		most := min(len(p.Context), bootstrap.MaxFiles)
		for _, ref := range p.Context[:most] {
			f := r.namedFile(ref.Text)
			f.Optional = true // a plan works without it
			step.Files = append(step.Files, f)
		}
		if left := len(p.Context) - most; left > 0 {
			addPoint(step, "and %d more in the plan", left)
		}
		names, dir = r.summaries(), path.Dir(p.File.Name)
	}
	for _, name := range append(names, r.descriptions(dir)...) {
		step.Files = append(step.Files, r.in.File(name))
	}
	if len(step.Files) == 0 {
		addPoint(step, "no files are named")
	}
}

func (r *resumption) namedFile(name string) bootstrap.File {
	name = strings.TrimPrefix(spelling.SlashPath(name), "./")
	if len(name) > 1 && name[1] == ':' { // a Windows drive
		return bootstrap.File{Path: name, Note: outside}
	}
	if claim.Inside(name) {
		beside := path.Join(path.Dir(r.at.Plan.File.Name), name)
		name = r.in.Nearest(path.Clean(name), beside)
	}
	return r.in.NamedFile(name, outside)
}

const outside = "outside the project"

func (r *resumption) summaries() []string {
	var names []string
	needs := r.at.Plan.Needs()
	for _, p := range r.Order.All() {
		isNeeded := p != r.at.Plan && slices.Contains(needs, p.ID())
		if isNeeded && r.Done(p) {
			names = append(names, cmp.Or(planfile.Summary(r.Names, p.File.Name), planfile.SummaryName(p.File.Name)))
		}
	}
	return names[:min(len(names), bootstrap.MaxFiles)]
}

func (r *resumption) descriptions(dir string) []string {
	var names []string
	for _, end := range phaseEnds {
		if dir != r.Dir && dir != "" {
			names = append(names, path.Join(dir, end), path.Join(dir, r.at.Phase+"-"+end))
		}
	}
	for _, base := range projectFiles {
		names = append(names, path.Join(r.Dir, base))
	}
	return slices.DeleteFunc(names, func(name string) bool { return !r.Names[name] })
}

func (r *resumption) readChanged(step *bootstrap.Step) {
	var names []string
	if p := r.at.Plan; p != nil {
		names = slices.Clone(p.Front.Files)
		for _, t := range p.Tasks {
			names = append(names, t.Files()...)
		}
	}
	seen, left := map[string]bool{}, 0
	for _, name := range names {
		name = strings.TrimPrefix(spelling.SlashPath(name), "./")
		isName := !strings.ContainsAny(name, " \t*?<>{}|\"'`") && strings.ContainsAny(name, "./")
		if !isName || seen[name] {
			continue
		}
		if seen[name] = true; len(step.Files) == bootstrap.MaxFiles {
			left++
			continue
		}
		f := r.in.NamedFile(name, outside)
		f.Optional = true
		step.Files = append(step.Files, f)
	}
	if left > 0 {
		addPoint(step, "and %d more", left)
	} else if len(step.Files) == 0 {
		addPoint(step, "no files are named")
	}
}
