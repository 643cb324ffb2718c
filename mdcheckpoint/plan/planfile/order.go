package planfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Step is what is executed at once: plans that run in parallel, or one alone that
// waits for a person.
type Step struct {
	Phase string
	Wave  int
	Plans []*Plan // more than one run in parallel
	Gated bool    // the only plan has a gate, or is not autonomous
}

// An Ordering is the order of execution of some plans.
type Ordering struct {
	Steps    []Step
	Unplaced []*Plan // in a cycle, or waiting for one that is
	Problems []OrderProblem
}

// An OrderProblem is why plans cannot be put in order or, if Error is false, what
// is odd about it.
type OrderProblem struct {
	Plan    *Plan
	Error   bool
	Span    source.Span // in the plan's file
	Message string
}

// Sequence is all plans of all steps, one after another.
func (o *Ordering) Sequence() []*Plan {
	var all []*Plan
	for _, s := range o.Steps {
		all = append(all, s.Plans...)
	}
	return all
}

// All is Sequence and, behind it, the plans that have no place in it.
func (o *Ordering) All() []*Plan { return append(o.Sequence(), o.Unplaced...) }

// Err is the first of the problems that is an error, with its place; nil if there
// is none.
func (o *Ordering) Err() error {
	for _, p := range o.Problems {
		if p.Error {
			return p.Plan.File.Errorf(p.Span.Start, "%s", p.Message)
		}
	}
	return nil
}

// Alone reports whether p must not run beside other plans: it has a gate, or does not say
// that it is autonomous where it says anything.
func (p *Plan) Alone() bool { return p.Gated() || p.Front.Autonomous.Is && !p.Front.meansYes() }

// meansYes reports whether the value of autonomous is true, in the words of YAML 1.1, too.
func (f *Front) meansYes() bool {
	text, _ := f.Root.Get(AutonomousKey).Str()
	text = strings.ToLower(strings.TrimSpace(text))
	return f.Autonomous.Value || text == "yes" || text == "on"
}

// Order puts plans in order: by phase, by wave, and each behind those that it
// depends on. Of a wave the plans that need nobody come first and in parallel, then
// the others one at a time. Plans of equal rank are in the order of their ids.
func Order(plans []*Plan) *Ordering {
	w := newOrderer(plans)
	for len(w.ready) > 0 {
		w.place()
	}
	w.cycles()
	return w.Ordering
}

// A vertex is a plan that is to be placed.
type vertex struct {
	plan  *Plan
	id    ID
	wave  int
	needs []*vertex
	alone bool
	done  bool
	mark  uint8 // of the search for cycles: 1 on the way, 2 seen

	index int       // in order of rank
	waits int       // how many of needs are not done
	holds []*vertex // those that need it
}

type orderer struct {
	*Ordering
	all   []*vertex // in order of rank
	ready []*vertex // whose needs are done, the next first
}

func newOrderer(plans []*Plan) *orderer {
	w := &orderer{Ordering: &Ordering{}}
	for _, p := range plans {
		w.all = append(w.all, &vertex{plan: p, id: p.ID(), wave: p.Front.Wave, alone: p.Alone()})
	}
	slices.SortStableFunc(w.all, func(a, b *vertex) int {
		return cmp.Or(a.id.Compare(b.id), strings.Compare(a.plan.File.Name, b.plan.File.Name))
	})
	w.unread()
	w.resolve()
	w.guessWaves()
	slices.SortStableFunc(w.all, (*vertex).compare)
	for i, v := range w.all {
		v.index, v.waits = i, len(v.needs)
		for _, on := range v.needs {
			on.holds = append(on.holds, v)
		}
		if v.waits == 0 {
			w.addReady(v)
		}
	}
	return w
}

// addReady adds a plan whose needs are done. Of a rank those that need nobody come first.
func (w *orderer) addReady(v *vertex) {
	at, _ := slices.BinarySearchFunc(w.ready, v, func(a, b *vertex) int {
		order := cmp.Or(a.compare(b), cmp.Compare(a.index, b.index))
		if a.alone != b.alone && a.compare(b) == 0 {
			order = 1
			if b.alone {
				order = -1
			}
		}
		return order
	})
	w.ready = slices.Insert(w.ready, at, v)
}

// compare orders by phase and wave.
func (v *vertex) compare(other *vertex) int {
	return cmp.Or(compareNumbers(v.id.Phase, other.id.Phase), cmp.Compare(v.wave, other.wave))
}

// unread reports what says where plans stand and cannot be read: without it they would
// be put in some place all the same.
func (w *orderer) unread() {
	for _, v := range w.all {
		f := &v.plan.Front
		if wave := f.Root.Get(WaveKey); wave != nil && !wave.IsNull() && !f.HasWave {
			w.report(v.plan, true, wave.Span, "%q is %s, want a whole number", WaveKey, short(spelling.OneLine(v.plan.File.Slice(wave.Span))))
		}
		if text := f.CutWave(); text != "" {
			w.report(v.plan, false, f.Root.Get(WaveKey).Span, "%q is %q, want a whole number: read as %d", WaveKey, short(text), f.Wave)
		}
		for _, e := range items(f.Root.Get(DependsKey)) {
			if e.Kind == jsondoc.Object || e.Kind == jsondoc.Array {
				w.report(v.plan, true, e.Span, "%q has %s, want ids of plans", DependsKey, short(spelling.OneLine(v.plan.File.Slice(e.Span))))
			}
		}
	}
}

func (w *orderer) report(p *Plan, isError bool, span source.Span, format string, args ...any) {
	w.Problems = append(w.Problems, OrderProblem{Plan: p, Error: isError, Span: span, Message: fmt.Sprintf(format, args...)})
}

// guessWaves gives a plan that names no wave the one behind those that it depends
// on. Plans that depend on a later one, by id, are guessed at one after another.
func (w *orderer) guessWaves() {
	for _, v := range w.all {
		if v.plan.Front.HasWave {
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

// place makes a step of those of the first rank that run in parallel, or of the first
// plan that does not.
func (w *orderer) place() {
	first, n := w.ready[0], 1
	for !first.alone && n < len(w.ready) && !w.ready[n].alone && w.ready[n].compare(first) == 0 {
		n++
	}
	step := Step{Phase: first.id.Phase, Wave: first.wave, Gated: first.alone}
	placed := w.ready[:n]
	w.ready = w.ready[n:]
	for _, v := range placed {
		v.done = true
		step.Plans = append(step.Plans, v.plan)
		for _, next := range v.holds {
			if next.waits--; next.waits == 0 {
				w.addReady(next)
			}
		}
	}
	w.Steps = append(w.Steps, step)
}

// cycles reports the cycles among what is left, each once.
func (w *orderer) cycles() {
	w.all = slices.DeleteFunc(w.all, func(v *vertex) bool { return v.done })
	for _, v := range w.all {
		w.Unplaced = append(w.Unplaced, v.plan)
	}
	for _, v := range w.all {
		w.search(v, nil)
	}
}

// search looks for cycles from v on; way are the plans that led to it.
func (w *orderer) search(v *vertex, way []*vertex) {
	if v.done || v.mark == 2 {
		return
	}
	if v.mark == 1 {
		ids := []string{}
		for _, on := range way[slices.Index(way, v):] {
			ids = append(ids, on.id.String())
		}
		ids = append(ids, v.id.String())
		w.report(v.plan, true, v.dependsAt(), "plans wait for each other: %s", strings.Join(ids, " needs "))
		return
	}
	v.mark = 1
	for _, on := range v.needs {
		w.search(on, append(way, v))
	}
	v.mark = 2
}

// dependsAt is where the plan says what it depends on.
func (v *vertex) dependsAt() source.Span {
	if refs := v.plan.Front.Depends; len(refs) > 0 {
		return refs[0].Span
	}
	return v.plan.Front.Span
}
