package position

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
)

// impliedAnswer returns what s implies, or nil if s is outdated or about something else.
func (p *Project) impliedAnswer(s *Statement) *Answer {
	ph := p.phase(s.phase)
	if ph == nil && s.phase != "" {
		ph = &Phase{Number: s.phase, Ticked: p.roadmap.isPast(s.phase)}
	}
	if p.isForeign(s) || p.isOutdated(s, ph) {
		return nil
	}
	switch {
	case s.is == moved:
		return &Answer{Kind: Moved}
	case s.is == noted:
		return &Answer{Kind: Unknown, Phase: p.phase(p.State().positionReport().phase)}
	case s.is == shipped:
		return &Answer{Kind: NewMilestone}
	case s.is == over, s.is == past && ph == nil:
		return p.afterMilestone()
	case ph == nil:
		return nil
	case s.is == waits, s.is == check && ph.open == nil && ph.result == checkPerson:
		return ofPhase(AskPerson, ph)
	case s.is == check && ph.result == checkPassed:
		return p.afterPhase(ph)
	case s.is == check && ph.open == nil:
		return ofPhase(VerifyPhase, ph)
	case s.is == current && s.plan != "":
		if x := ph.plan(s.plan); x != nil && !p.Done(x) {
			return execute(ph, x)
		}
		if p.isMissing(ph, s) {
			return &Answer{Kind: Execute, Phase: ph, Missing: planfile.ID{Phase: s.phase, Plan: s.plan}}
		}
	case s.is == past && s.plan == "" && !p.isUnverified(ph):
		return p.afterPhase(ph)
	case s.plan != "" && (s.is == past || s.is == unknownStage):
		return p.afterPlan(ph, s.plan)
	}
	if ph.Ticked && ph.open != nil && !p.isBegunPast(ph) {
		return nil // the state and the roadmap disagree
	}
	return p.inPhase(ph)
}

// isForeign reports whether the phase of s is unknown, so that s is probably about something else.
func (p *Project) isForeign(s *Statement) bool {
	if s.phase == "" || p.phase(s.phase) != nil || len(p.roadmap.phases) == 0 {
		return false
	}
	_, last := p.ends()
	isPassed := last != nil && comparePhases(last.Number, s.phase) > 0
	return isPassed || p.replaced || s.weight <= weighsStop
}

// isOutdated reports whether the files show that s is not true now. ph is the phase of s or nil.
func (p *Project) isOutdated(s *Statement, ph *Phase) bool {
	switch {
	case s.is == shipped: // before the milestone was planned
		return p.isPlanned() && s.milestone() != p.State().milestone()
	case s.is == past && ph == nil: // s is about the phase, not the milestone
		a := p.fromFolders()
		return !a.closes() && a.Kind != Unknown
	case ph == nil:
		return false
	case s.is == waits:
		return ph.Ticked && p.isBegunPast(ph)
	case s.is == check: // no work on the phase was done
		return len(ph.Plans)+ph.summed == 0 && ph.result != checkPassed && ph.result != checkPerson
	}
	return s.is == current && s.weight == weighsNext && ph.over // the phase was started long ago
}

func execute(ph *Phase, x *planfile.Plan) *Answer {
	return &Answer{Kind: Execute, Phase: ph, Plan: x}
}

//go:noinline
func ofPhase(kind Kind, ph *Phase) *Answer {
	return &Answer{Kind: kind, Phase: ph}
}

// isMissing reports whether the plan that s names may exist but not be committed.
func (p *Project) isMissing(ph *Phase, s *Statement) bool {
	isFolder := func(ph *Phase) bool { return ph.Dir != "" || len(ph.Plans) > 0 }
	if isFolder(ph) || ph.Ticked {
		return false
	}
	words := strings.ToLower(s.Text + " " + p.State().Status.Text)
	return strings.Contains(words, "execut") || !slices.ContainsFunc(p.Phases, isFolder)
}

func (ph *Phase) plan(number string) *planfile.Plan {
	for _, x := range ph.Plans {
		if x.ID().Plan == number {
			return x
		}
	}
	return nil
}

func (p *Project) afterPlan(ph *Phase, plan string) *Answer {
	if !ph.Ticked && (len(ph.Plans) > 0 || p.isShort(ph)) {
		return p.inPhase(ph)
	}
	for _, x := range ph.Plans {
		id := x.ID()
		isBehind := id.Compare(planfile.ID{Phase: id.Phase, Plan: plan}) > 0
		if isBehind && !p.Done(x) {
			return execute(ph, x)
		}
	}
	return p.afterPhase(ph)
}

func (p *Project) inPhase(ph *Phase) *Answer {
	isEmpty := len(ph.Plans)+ph.summed == 0 && ph.result == ""
	listed := p.roadmap.openPlan(ph.Number)
	isAwaited := ph.result == checkPerson && !p.isPlannedPast(ph)
	switch {
	case ph.Ticked && isAwaited && !p.isClosed():
		return ofPhase(AskPerson, ph)
	case ph.Ticked:
		return p.afterPhase(ph)
	case ph.open != nil:
		return execute(ph, ph.open)
	case p.isShort(ph) && (listed.Plan == "" || p.hasSummary(ph, listed.Plan)):
		return &Answer{Kind: Execute, Phase: ph, Missing: planfile.ID{Phase: ph.Number, Plan: p.unusedNumber(ph)}}
	case p.isShort(ph), isEmpty && listed.Plan != "":
		return &Answer{Kind: Execute, Phase: ph, Missing: listed}
	case isEmpty:
		return ofPhase(PlanPhase, ph)
	case isAwaited:
		return ofPhase(AskPerson, ph)
	case ph.result == checkGaps && !p.isBegunPast(ph) && !p.isFixed(ph):
		return ofPhase(CloseGaps, ph)
	case p.isUnverified(ph):
		return ofPhase(VerifyPhase, ph)
	}
	return p.afterPhase(ph)
}

// isShort reports whether, according to the state, ph continues with a plan that is not committed. A
// later phase than that of the state continues if it has summaries of plans, but no tick.
func (p *Project) isShort(ph *Phase) bool {
	n, state := len(ph.Plans)+ph.summed, p.State()
	isPassed := p.isBegunPast(ph) || ph.summed == 0 && p.isPlannedPast(ph)
	isOpen := ph.over && !ph.Ticked && ph.result == "" && !isPassed
	at := state.positionReport()
	isAt := state.Phase.N == ph.Number && n < state.Plan.Of && !isMarkedDone(state.Phase.Text)
	isLater := at.phase != "" && comparePhases(ph.Number, at.phase) > 0
	isNew := isLater && ph.Listed && ph.summed > 0 && p.hasSummary(ph, "")
	return isOpen && (isAt && (ph.summed > 0 || at.is == current) || isNew)
}

// unusedNumber returns the number after the plans of ph and the plan of the state. If this number
// is used, it returns the next unused number below.
func (p *Project) unusedNumber(ph *Phase) string {
	isUsed := func(n int) bool {
		number := fmt.Sprintf("%02d", n)
		return ph.plan(number) != nil || p.hasSummary(ph, number)
	}
	n, state := len(ph.Plans)+ph.summed+1, p.State()
	if at, _ := leading(state.Plan.N); isUsed(at) {
		n = max(n, min(at+1, state.Plan.Of))
	}
	for isUsed(n) {
		n--
	}
	return fmt.Sprintf("%02d", n)
}

// hasSummary reports whether a plan of ph has a summary; "" means any plan.
func (p *Project) hasSummary(ph *Phase, number string) bool {
	return ph.Dir != "" && slices.ContainsFunc(p.byDir[ph.Dir], func(name string) bool {
		id, ok := strings.CutSuffix(path.Base(name), "-SUMMARY.md")
		_, plan, _ := pairIn(id)
		return ok && plan != "" && (plan == number || number == "")
	})
}

func isVerified(ph *Phase) bool { return ph.result != "" }

func (p *Project) isUnverified(ph *Phase) bool {
	isDone := ph.begun && ph.open == nil && !ph.Ticked
	isUnchecked := ph.result == "" || ph.result == checkGaps && p.isFixed(ph)
	isOwn := ph.Listed || !p.isPlanned()
	state := p.State()
	status := strings.ToLower(state.Status.Text)
	isStated := state.Phase.N == ph.Number && hasAnyWord(status, "verification passed|verified|validated") && !hasAnyWord(status, "not|pending|await*")
	return isDone && isUnchecked && isOwn && !isStated && !p.isBegunPast(ph) && slices.ContainsFunc(p.Phases, isVerified)
}

// isFixed reports whether the last plan of ph was done after the gaps of ph were found.
func (p *Project) isFixed(ph *Phase) bool {
	if p.git.Added == nil || len(ph.Plans) == 0 {
		return false
	}
	last := ph.Plans[len(ph.Plans)-1]
	return p.git.Added(planfile.SummaryName(last.File.Name)).After(p.git.Committed(ph.resultFile))
}

func (p *Project) isBegunPast(ph *Phase) bool {
	return slices.ContainsFunc(p.Phases, func(one *Phase) bool {
		return one.compare(ph) > 0 && one.Listed == ph.Listed && !one.Other && one.begun
	})
}

// isPlanned reports whether the current milestone has a phase that is not done.
func (p *Project) isPlanned() bool {
	isOpen := func(ph *Phase) bool { return ph.Listed && !ph.over }
	return p.roadmap.named && !p.isClosed() && slices.ContainsFunc(p.Phases, isOpen)
}

func (p *Project) isPlannedPast(ph *Phase) bool {
	return slices.ContainsFunc(p.Phases, func(one *Phase) bool {
		return one.compare(ph) > 0 && !one.Other && one.Dir != ""
	})
}

func (p *Project) afterPhase(ph *Phase) *Answer {
	for _, one := range p.Phases {
		isPassed := one.compare(ph) <= 0 || one.over && !(one.Listed && p.isUnverified(one)) && !p.isShort(one)
		isEmpty := len(one.Plans)+one.summed == 0
		isOther := one.Other && !ph.Other || slices.ContainsFunc(p.byNumber[one.Number], isDone)
		if isPassed || isOther && isEmpty {
			continue
		}
		return p.inPhase(one)
	}
	if next := p.unlisted(); next != nil {
		return ofPhase(PlanPhase, next)
	}
	return p.afterMilestone()
}

func isDone(ph *Phase) bool { return ph.over }

func (p *Project) afterMilestone() *Answer {
	isNext := versionIn(p.roadmap.own.section) != p.State().milestone()
	switch next := p.unlisted(); {
	case p.isClosed() && isNext && next != nil:
		return ofPhase(PlanPhase, next)
	case p.isClosed():
		return &Answer{Kind: NewMilestone}
	}
	away := map[string]bool{}
	for _, x := range p.Plans {
		if _, past := planfile.PartOf(x.File.Name); past {
			away[x.ID().Phase] = true
		}
	}
	a := &Answer{Kind: EndMilestone}
	_, last := p.ends()
	at := p.State().positionReport().phase
	for _, ph := range p.Phases {
		isOver := away[ph.Number] || slices.ContainsFunc(p.byNumber[ph.Number], isDone)
		isBefore := last != nil && (ph.compare(last) < 0 || comparePhases(ph.Number, at) < 0)
		isOther := ph.Other || slices.Contains(a.Open, p.byNumber[ph.Number][0])
		if isBefore && ph.Listed && !isOther && !isOver {
			a.Open = append(a.Open, ph)
		}
	}
	return a
}

// isClosed reports whether the milestone is closed. The roadmap does not count if the state asks to
// complete the milestone.
func (p *Project) isClosed() bool {
	return p.roadmap.over && p.State().nextReport().is != over || p.isArchived()
}

func (p *Project) fromFolders() *Answer {
	first, last := p.ends()
	switch {
	case last != nil:
		return p.inPhase(last)
	case first != nil:
		return p.inPhase(first)
	case len(p.Plans) > len(p.Quick):
		return &Answer{Kind: NewMilestone}
	}
	return &Answer{Kind: Unknown}
}

// ends returns the first phase that has not begun, and the last phase that has begun or is over.
// Both may be nil.
func (p *Project) ends() (first, last *Phase) {
	for _, ph := range p.Phases {
		switch {
		case ph.Other && len(ph.Plans) == 0:
		case ph.over || ph.begun:
			last = ph
		case first == nil:
			first = ph
		}
	}
	return first, last
}

func (p *Project) phase(number string) (best *Phase) {
	most := -1
	for _, ph := range p.byNumber[number] {
		rank := min(len(ph.Plans), 1)
		if p.isNamed(ph) {
			rank += 2
		}
		if rank > most {
			best, most = ph, rank
		}
	}
	return best
}

func (p *Project) isNamed(ph *Phase) bool {
	if state := p.State(); p.named == "" {
		text := state.Phase.Text + " " + state.front("current_phase_name").Text + " " + state.Focus.Text
		p.named = strings.NewReplacer(" ", "-", "_", "-").Replace(strings.ToLower(text))
	}
	_, name, _ := strings.Cut(path.Base(ph.Dir), "-")
	return name != "" && strings.Contains(p.named, strings.ToLower(name))
}

// IsPastIn reports whether text names a phase that is over.
func (p *Project) IsPastIn(text string) bool {
	number, _ := namedIn(strings.ToLower(text))
	ph := p.phase(number)
	return ph != nil && ph.over
}

// Done reports whether x has a summary or a tick in the roadmap, and no recorded task that is open.
func (p *Project) Done(x *planfile.Plan) bool {
	isTicked := p.roadmap.plans[x.ID()] && !p.Partial[x.File.Name]
	return isTicked || p.Folder.Done(x)
}

// IsHistory reports whether the work on x is over, with or without a summary.
func (p *Project) IsHistory(x *planfile.Plan) bool {
	part, past := planfile.PartOf(x.File.Name)
	if past || p.Done(x) {
		return true
	}
	if part != "" {
		return p.summaries(path.Dir(x.File.Name)) > 0
	}
	ph := p.phase(x.ID().Phase)
	if p.replaced || ph != nil && (ph.Ticked || ph.Other) {
		return true
	}
	a := p.Next()
	switch {
	case a.Unsure:
		return false
	case a.closes():
		return p.isClosed() || ph == nil || !ph.Listed
	}
	return ph != nil && a.Phase != nil && ph.compare(a.Phase) < 0
}
