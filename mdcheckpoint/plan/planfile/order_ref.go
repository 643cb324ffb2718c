package planfile

import "strings"

// A register finds plans by what others call them.
type register struct{ ids, stems, phases map[string][]*vertex }

// register lists all plans, and warns of those that share an id.
func (w *orderer) register() *register {
	r := &register{map[string][]*vertex{}, map[string][]*vertex{}, map[string][]*vertex{}}
	for _, v := range w.all {
		id, stem := v.id.String(), stemOf(v.plan.File.Name)
		if first := r.ids[id]; len(first) > 0 {
			w.report(v.plan, false, v.plan.Front.Span, "a second plan %s, beside %s", id, first[0].plan.File.Name)
		}
		r.ids[id] = append(r.ids[id], v)
		r.stems[stem] = append(r.stems[stem], v)
		r.phases[v.id.Phase] = append(r.phases[v.id.Phase], v)
	}
	return r
}

// resolve finds the plans that each one depends on.
func (w *orderer) resolve() {
	r := w.register()
	for _, v := range w.all {
		for _, ref := range v.plan.Front.Depends {
			w.depend(r, v, ref)
		}
	}
}

// depend adds the plans that ref means to those that v needs.
func (w *orderer) depend(r *register, v *vertex, ref Ref) {
	id, known := refID(ref.Text, v.id.Phase)
	found := r.ids[id.String()]
	if !known || len(found) == 0 {
		found = append(found, r.stems[stemOf(ref.Text)]...)
	}
	if phase, whole := refPhase(ref.Text); whole && len(found) == 0 {
		w.dependOnPhase(r, v, ref, phase)
		return
	}
	v.needs = append(v.needs, found...)
	switch {
	case len(found) > 0:
		w.checkWaves(v, found[0], ref)
	case !known:
		w.report(v.plan, false, ref.Span, "%q names no plan, want an id such as %s", short(ref.Text), v.id)
	case len(r.phases[id.Phase]) == 0:
		w.report(v.plan, false, ref.Span, "plan %s depends on %s, of a phase that is not here", v.id, id)
	default:
		w.report(v.plan, true, ref.Span, "plan %s depends on %s, which does not exist", v.id, id)
	}
}

// dependOnPhase adds all plans of a phase to those that v needs.
func (w *orderer) dependOnPhase(r *register, v *vertex, ref Ref, phase string) {
	switch found := r.phases[phase]; {
	case phase == v.id.Phase:
		w.report(v.plan, false, ref.Span, "plan %s depends on its own phase, want ids of plans", v.id)
	case len(found) == 0:
		w.report(v.plan, false, ref.Span, "plan %s depends on phase %s, which is not here", v.id, phase)
	default:
		v.needs = append(v.needs, found...)
	}
}

// checkWaves warns of a plan that does not come in a later wave than one that it
// depends on. Of a wave that is read in part that is said, and whether it is later is not
// known.
func (w *orderer) checkWaves(v, on *vertex, ref Ref) {
	if v.plan.Front.CutWave()+on.plan.Front.CutWave() != "" {
		return
	}
	if v != on && v.id.Phase == on.id.Phase && v.plan.Front.HasWave && on.plan.Front.HasWave && v.wave <= on.wave {
		w.report(v.plan, false, ref.Span, "plan %s of wave %d depends on %s of wave %d, want an earlier wave", v.id, v.wave, on.id, on.wave)
	}
}

// refPhase is the phase that a text names as a whole: "Phase 9", "phase-09", "09-setup".
// A number alone is that of a plan.
func refPhase(text string) (phase string, ok bool) {
	stem, bare := stemOf(text), bareStem(text)
	if stem != bare && strings.HasPrefix(stem, "phase") && isNumber(bare) {
		return Number(bare), true
	}
	number, name, named := strings.Cut(bare, "-")
	last := name[strings.LastIndexByte(name, '-')+1:]
	return Number(number), named && !isQuick(bare) && isNumber(number) && name != "" && !isDigit(name[0]) && !isNumber(last)
}

// refID is the id that a text names, within a phase if it does not name one; known
// is false if it is not of the form of an id.
func refID(text, phase string) (id ID, known bool) {
	stem := bareStem(text)
	if _, whole := refPhase(text); whole {
		return ID{Plan: stem}, false
	}
	if a, b, ok := cutPair(stem); ok {
		return ID{Number(a), Number(b)}, true
	}
	if isNumber(stem) {
		return ID{phase, Number(stem)}, true
	}
	if i := strings.LastIndexByte(stem, '-'); i > 0 && isNumber(stem[i+1:]) { // "03-dashboard-06"
		return ID{Number(stem[:i]), Number(stem[i+1:])}, isNumber(Number(stem[:i]))
	}
	return ID{Plan: stem}, false
}

// Needs are the ids of the plans that p depends on, as far as what it says is an id.
func (p *Plan) Needs() []ID {
	var ids []ID
	for _, ref := range p.Front.Depends {
		if id, known := refID(ref.Text, p.ID().Phase); known {
			ids = append(ids, id)
		}
	}
	return ids
}
