package planfile

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Step has plans that run in parallel, or one plan that runs alone.
type Step struct {
	Phase string
	Wave  int
	Plans []*Plan
	Alone bool // see [Plan.Alone]
}

// An Ordering is the order of execution of plans.
type Ordering struct {
	Steps    []Step
	Unplaced []*Plan // plans in a cycle of dependencies, and plans that need these
	Problems []OrderProblem
}

// An OrderProblem is why plans cannot be ordered, or a warning if Error is false.
type OrderProblem struct {
	Plan *Plan
	Problem
}

// All returns all plans in the order of execution. Unplaced plans come last.
func (o *Ordering) All() (all []*Plan) {
	for _, s := range o.Steps {
		all = append(all, s.Plans...)
	}
	return append(all, o.Unplaced...)
}

// Err returns the first error with its position, or nil.
func (o *Ordering) Err() error {
	for _, p := range o.Problems {
		if p.Error {
			return p.Plan.File.Errorf(p.Span.Start, "%s", p.Message)
		}
	}
	return nil
}

// Alone reports whether p must not run in parallel with other plans.
func (p *Plan) Alone() bool { return p.Gated() || p.Front.Autonomous.Is && !p.Front.Autonomous.Value }

// Order orders plans by phase, wave and dependencies. Plans that need no person run in parallel.
func Order(plans []*Plan) *Ordering {
	w := &orderer{Ordering: &Ordering{}}
	for _, p := range plans {
		w.all = append(w.all, &vertex{Plan: p, id: p.ID(), wave: p.Front.Wave, alone: p.Alone()})
	}
	sort.SliceStable(w.all, func(i, j int) bool {
		return cmp.Or(w.all[i].id.Compare(w.all[j].id), strings.Compare(w.all[i].Plan.File.Name, w.all[j].Plan.File.Name)) < 0
	})
	w.reportUnreadable()
	w.resolve()
	w.guessWaves()
	sort.SliceStable(w.all, func(i, j int) bool { return w.all[i].compare(w.all[j]) < 0 })
	for w.placeNext() {
	}
	for _, v := range w.all {
		w.Unplaced = append(w.Unplaced, v.Plan)
	}
	w.cycle()
	return w.Ordering
}

type vertex struct {
	Plan  *Plan
	id    ID
	wave  int
	alone bool
	done  bool
	needs []*vertex
}

type orderer struct {
	*Ordering
	all []*vertex // plans without a step, ordered by phase, wave, alone and id
}

func (v *vertex) firstNeed() *vertex {
	for _, on := range v.needs {
		if !on.done {
			return on
		}
	}
	return nil
}

func (v *vertex) compare(other *vertex) int {
	order := v.compareWave(other)
	switch {
	case order != 0 || v.alone == other.alone:
		return order
	case v.alone:
		return 1
	}
	return -1
}

func (v *vertex) compareWave(other *vertex) int {
	return cmp.Or(compareNumbers(v.id.Phase, other.id.Phase), cmp.Compare(v.wave, other.wave))
}

// placeNext adds the next step. It returns false if no plan can run.
func (w *orderer) placeNext() bool {
	var placed []*vertex
	for _, v := range w.all {
		isNext := v.firstNeed() == nil && (len(placed) == 0 || !v.alone && v.compareWave(placed[0]) == 0)
		if isNext {
			placed = append(placed, v)
		}
		if len(placed) > 0 && (placed[0].alone || v.compareWave(placed[0]) != 0) {
			break
		}
	}
	if len(placed) == 0 {
		return false
	}
	step := Step{Phase: placed[0].id.Phase, Wave: placed[0].wave, Alone: placed[0].alone}
	for _, v := range placed {
		v.done = true
		step.Plans = append(step.Plans, v.Plan)
	}
	w.Steps = append(w.Steps, step)
	w.all = slices.DeleteFunc(w.all, func(v *vertex) bool { return v.done })
	return true
}

func (w *orderer) cycle() {
	if len(w.all) == 0 {
		return
	}
	var way []*vertex
	at := w.all[0]
	for !slices.Contains(way, at) {
		way = append(way, at)
		at = at.firstNeed()
	}
	var ids []string
	for _, v := range append(way[slices.Index(way, at):], at) {
		ids = append(ids, v.id.String())
	}
	span := at.Plan.Front.Span
	if refs := at.Plan.Front.Depends; len(refs) > 0 {
		span = refs[0].Span
	}
	w.report(at, true, span, "plans depend on each other: %s", strings.Join(ids, " -> "))
}

// reportUnreadable reports unreadable waves and dependencies, which can cause a wrong order.
func (w *orderer) reportUnreadable() {
	for _, v := range w.all {
		f := &v.Plan.Front
		if message, isError := f.waveFault(); message != "" {
			w.report(v, isError, f.Root.Get(waveKey).Span, "%s", message)
		}
		for _, e := range items(f.Root.Get(dependsKey)) {
			if e.Kind == jsondoc.Object || e.Kind == jsondoc.Array {
				w.report(v, true, e.Span,
					"%q has %s; expected plan ids", dependsKey, short(spelling.OneLine(v.Plan.File.Slice(e.Span))))
			}
		}
	}
}

func (w *orderer) report(v *vertex, isError bool, span source.Span, format string, args ...any) {
	w.Problems = append(w.Problems, OrderProblem{v.Plan, Problem{Error: isError, Span: span, Message: fmt.Sprintf(format, args...)}})
}

func (w *orderer) guessWaves() {
	for _, v := range w.all {
		if v.Plan.Front.HasWave {
			continue
		}
		v.wave = 1
		for _, on := range v.needs {
			if on.id.Phase == v.id.Phase && on != v {
				v.wave = max(v.wave, on.wave+1)
			}
		}
	}
}

// A planIndex finds plans by keys such as "id 03-06", "file 03-06-setup" and "phase 03".
type planIndex map[string][]*vertex

func (w *orderer) resolve() {
	r := planIndex{}
	for _, v := range w.all {
		id := "id " + v.id.String()
		if first := r[id]; len(first) > 0 {
			w.report(v, false, v.Plan.Front.Span, "duplicate plan %s, also in %s", v.id, first[0].Plan.File.Name)
		}
		for _, name := range []string{id, "file " + Stem(v.Plan.File.Name), "phase " + v.id.Phase} {
			r[name] = append(r[name], v)
		}
	}
	for _, v := range w.all {
		for _, ref := range v.Plan.Front.Depends {
			w.addDependency(r, v, ref)
		}
	}
}

func (w *orderer) addDependency(r planIndex, v *vertex, ref Ref) {
	id, known := refID(ref.Text, v.id.Phase)
	found := r["id "+id.String()]
	if !known || len(found) == 0 {
		found = append(found, r["file "+Stem(ref.Text)]...)
	}
	phase, isPhase := refPhase(ref.Text)
	isPhase = isPhase && len(found) == 0
	isOwn := isPhase && phase == v.id.Phase
	if isPhase && !isOwn {
		found = r["phase "+phase]
	}
	v.needs = append(v.needs, found...)
	switch {
	case len(found) > 0:
		w.checkWaves(v, found[0], ref)
	case isOwn:
		w.report(v, false, ref.Span, "plan %s depends on its own phase; expected plan ids", v.id)
	case isPhase:
		w.report(v, false, ref.Span, "plan %s depends on phase %s, which is missing", v.id, phase)
	case !known:
		w.report(v, false, ref.Span, "%q is not a plan; expected an id such as %s", short(ref.Text), v.id)
	case len(r["phase "+id.Phase]) == 0:
		w.report(v, false, ref.Span, "plan %s depends on %s, whose phase is missing", v.id, id)
	default:
		w.report(v, true, ref.Span, "plan %s depends on %s, which does not exist", v.id, id)
	}
}

func (w *orderer) checkWaves(v, on *vertex, ref Ref) {
	isWhole := func(v *vertex) bool {
		message, _ := v.Plan.Front.waveFault()
		return v.Plan.Front.HasWave && message == ""
	}
	if v != on && v.id.Phase == on.id.Phase && isWhole(v) && isWhole(on) && v.wave <= on.wave {
		w.report(v, false, ref.Span,
			"plan %s of wave %d depends on %s of wave %d; expected an earlier wave", v.id, v.wave, on.id, on.wave)
	}
}
