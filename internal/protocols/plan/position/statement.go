package position

import (
	"path"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Statement is what a place in a file says about the progress.
type Statement struct {
	Path  string // of the file
	Field string // such as "Next" or "stopped_at"
	Value        // the text

	at     time.Time // when the text was written; zero if unknown
	weight int       // importance among statements of the same age
	report
}

// Weights of places. A place that was right more often in real projects has a higher weight.
const (
	weighsFocus       = 1 // often still names the previous phase
	weighsStop        = 2
	weighsField       = 3
	weighsNext        = 4
	weighsSessionFile = 7 // a note or hand-off that may be newer than the state
	weighsReady       = 8 // a session prepared this phase and stopped
	weighsNewer       = 20
	weighsMoved       = 40
)

func (p *Project) statements() []*Statement {
	state, over := p.State(), p.stale()
	all := append(state.statements(), noticeOf(state.File)...)
	all = append(all, noticeOf(p.roadmap.file)...)
	all = append(all, p.workstream()...)
	for _, l := range p.SessionFiles {
		phase := phaseNumber(l.phase)
		isOther := p.isOtherWork(l, p.phase(phase))
		if l.aside || phase == "" && !isOther || slices.Contains(over, l.File.Name) {
			continue
		}
		s := &Statement{Path: l.File.Name, at: l.written(), weight: weighsSessionFile}
		if s.report = (report{current, phase, l.plan}); isMarkedDone(l.Status.Text) {
			s.is = past
		}
		s.Text = strings.TrimRight("phase "+l.phase+", plan "+l.plan, ", plan")
		if isOther {
			s.Field, s.Value, s.is = "next action", l.Next, noted
		}
		if p.age(l) > 0 {
			s.weight = weighsNewer
		}
		all = append(all, s)
	}
	return all
}

// isOtherWork reports whether l is newer than the state and about open work outside of plans: l has
// no phase, or open tasks of ph, which is over.
func (p *Project) isOtherWork(l *SessionFile, ph *Phase) bool {
	isOver := ph != nil && ph.over && len(l.Open()) > 0
	isOther := phaseNumber(l.phase) == "" || isOver
	return isOther && p.age(l) > 0 && l.Next.Text != "" && !isMarkedDone(l.Status.Text)
}

// isNewer reports whether l may be newer than the state. If the age is unknown, the phases decide.
// Source: GSD.
func (p *Project) isNewer(l *SessionFile) bool {
	if age := p.age(l); age != 0 {
		return age > 0
	}
	report := p.State().positionReport()
	return report.phase == "" || report.is < over && comparePhases(phaseNumber(l.phase), report.phase) >= 0
}

// age is positive if l is newer than the state, negative if older, 0 if unknown. Recorded times are
// often rounded, so the commits decide between times of the same hour.
func (p *Project) age(l *SessionFile) int {
	if len(p.States) == 0 {
		return 0
	}
	written, last := l.written(), p.State().Written()
	areTimes := !written.IsZero() && !last.IsZero()
	isSure := !sameDay(written, last) || !isDay(written) && !isDay(last)
	byCommit := p.ageByCommit(l)
	isNear := written.Sub(last).Abs() < time.Hour
	if areTimes && isSure && (byCommit == 0 || !isNear) {
		return written.Compare(last)
	}
	return byCommit
}

func (p *Project) ageByCommit(l *SessionFile) int {
	if p.git.Committed == nil {
		return 0
	}
	at, state := p.git.Committed(l.File.Name), p.git.Committed(p.State().File.Name)
	if at.IsZero() || state.IsZero() {
		return 0
	}
	return at.Compare(state)
}

const (
	movedWords = "moved to|migrated to|superseded by|replaced by|now lives in|now tracked in|tracking moved|frozen snapshot|historical planning"
	movedWhat  = "planning|tracking|roadmap|state|this file|this folder|this directory|this document|active work|project management|all work"
)

// noticeOf returns the notice that the work is planned elsewhere, such as "Tracking moved to
// docs/next.md", or nil.
func noticeOf(f *source.File) []*Statement {
	_, span, _ := planfile.ReadFrontMatter(f)
	follows := false // the path is in the rest of the paragraph
	for at, line := range linesFrom(f, span.End) {
		if strings.HasPrefix(line, "## ") {
			break
		}
		text, isNotice := line, false
		if sentence, rest, ok := cutNotice(line); ok {
			text, isNotice = sentence, true
			if follows = hasAny(strings.ToLower(sentence), "historical planning|frozen snapshot"); follows {
				text = rest
			}
		}
		bare := strings.Trim(line, "> \t\r\n")
		follows = follows && bare != "" && (isNotice || !strings.HasPrefix(bare, "- "))
		if to := pathIn(text); to != "" && (isNotice || follows) {
			s := &Statement{Path: f.Name, Field: "moved to", weight: weighsMoved}
			s.is, s.Value = moved, Value{to, lineSpan(at, line)}
			return []*Statement{s}
		}
	}
	return nil
}

// workstream returns the notice that the work is planned in the active workstream, if the folder
// itself has no state. Source: GSD.
func (p *Project) workstream() []*Statement {
	name := path.Join(p.Dir, "active-workstream")
	active, err := source.ReadRegular(p.tree, name)
	to := path.Join(p.Dir, "workstreams", strings.TrimSpace(active))
	if err != nil || len(p.States) > 0 || !p.Names[to+"/STATE.md"] {
		return nil
	}
	s := &Statement{Path: name, Field: "active workstream", weight: weighsMoved}
	s.is, s.Value = moved, Value{Text: to}
	return []*Statement{s}
}

// cutNotice returns the first sentence of line that is a notice, and line from that sentence on.
func cutNotice(line string) (sentence, rest string, ok bool) {
	for rest = strings.ReplaceAll(line, "; ", ". "); rest != ""; {
		sentence, after, _ := strings.Cut(rest, ". ")
		lower := strings.ToLower(sentence)
		if hasAny(lower, movedWords) && hasAnyWord(lower, movedWhat) {
			return sentence, rest, true
		}
		rest = after
	}
	return "", "", false
}

func pathIn(line string) string {
	isBetween := func(r rune) bool { return strings.ContainsRune(" \t\r\n`()[]<>*\",;", r) }
	for _, word := range strings.FieldsFunc(line, isBetween) {
		word = strings.TrimRight(word, ".:")
		isPath := strings.Contains(word, "/") && !strings.Contains(word, "://") && len(word) > 2
		if isPath || strings.HasSuffix(word, ".md") {
			return word
		}
	}
	return ""
}

func (s *State) statements() (all []*Statement) {
	front, body := s.ages()
	add := func(field string, weight int, at time.Time, v Value, r report) {
		all = s.append(all, field, weight, at, v, r)
	}
	position, status := s.positionReport(), s.frontReport()
	next := phaseNumber(firstWord(s.NextPhase.Text))
	add("Next phase", weighsNext, body, s.NextPhase, report{is: current, phase: next})
	add("Next", weighsNext, body, s.Next, s.nextReport())
	weigh := func(isVague bool) int {
		if isVague {
			return weighsStop
		}
		return weighsField
	}
	field, place := "Current position", firstValue(s.Phase.Value, s.Milestone, s.Status, s.Prose)
	if position.is == waits && parseReport(s.Status.Text).is == waits {
		field, place = "Status", s.Status // it says what a person must do
	}
	add(field, weigh(position.is == unknownStage), body, place, position)
	name := "status"
	if s.front(name).Text == "" {
		name = "current_phase"
	}
	isSame := status.phase == position.phase && (body.After(front) || sameDay(body, front))
	if !isSame || status.is != current || position.is != waits {
		isVague := status.is == past && status.phase == "" // "done" may mean a phase or all work
		add(name, weigh(isVague), front, s.front(name), status)
	}
	stopped := s.front("stopped_at")
	if stopped.Text == s.Stopped.Text {
		body = later(front, body)
	} else {
		add("stopped_at", weighsStop, front, stopped, stopReport(stopped.Text))
	}
	add("Stopped at", weighsStop, body, s.Stopped, stopReport(s.Stopped.Text))
	add("Current focus", weighsFocus, body, s.Focus, parseReport(s.Focus.Text))
	return all
}

//go:noinline
func (s *State) append(all []*Statement, field string, weight int, at time.Time, v Value, r report) []*Statement {
	if v.Text == "" || r == (report{}) {
		return all
	}
	one := &Statement{Path: s.File.Name, Field: field, Value: v, report: r}
	one.at, one.weight = at, weight
	return append(all, one)
}

func (s *State) ages() (front, body time.Time) {
	if front, _ = ReadTime(s.front("last_updated").Text); front.IsZero() {
		return s.Written(), s.Written()
	}
	body, ok := ReadTime(s.Activity.Text)
	if own, is := ReadTime(s.front("last_activity").Text); is && own.After(front) {
		front = own
	}
	if !ok || s.front("last_activity").Span == s.Activity.Span {
		body = front
	}
	return front, body
}

func (s *State) nextReport() report {
	text := s.Next.Text
	first, _, _ := strings.Cut(text, "\n2. ")
	if !hasCommand(text) && parseReport(first).phase != "" {
		text = first
	}
	one := commandOrReport(text)
	isOrder := beginsWith(strings.ToLower(s.Next.Text), "complete |finish ")
	if one.phase != "" && (one.is == unknownStage || one.is == past && isOrder) {
		one.is = current
	}
	return one
}

func stopReport(text string) report {
	one := commandOrReport(text)
	if one.is == past && one.phase == "" {
		return report{}
	}
	return one
}

func commandOrReport(text string) report {
	if c, ok := commandIn(text); ok {
		return c
	}
	return parseReport(text)
}

func (s *State) positionReport() report {
	phase := "phase " + strings.TrimPrefix(strings.ToLower(s.Phase.Text), "phase ")
	var one report
	texts := []string{phase, s.Status.Text, s.Plan.Text, s.Milestone.Text, s.Prose.Text}
	for _, text := range texts {
		own := commandOrReport(text)
		if own.is == past && own.phase != "" && one.phase != "" && comparePhases(own.phase, one.phase) < 0 {
			continue // "Phase: 3", "Status: Phase 2 complete"
		}
		isLater := one.is == past && own.is == current && own.phase != "" // "Phase: 2, done", "Status: ready for phase 3"
		if one.phase == "" || isLater || own.is == waits && one.is != waits && own.phase != "" {
			one.phase = own.phase
		}
		if one.phase != "" && min(own.is, one.is) == check && max(own.is, one.is) == current {
			one.is = check // "Phase: 3 - EXECUTING", "Status: ready for verification", "Plan: not started"
		} else {
			one.is = max(one.is, own.is)
		}
	}
	isExecuted := hasAny(strings.ToLower(s.Phase.Text+" "+s.Status.Text), "execut|in progress")
	n, _ := leading(s.Plan.N)
	switch {
	case one.is == current && s.Plan.Of > 0 && isExecuted, one.is == past && n < s.Plan.Of:
		one.plan = s.Plan.N
	}
	return one
}

func (s *State) frontReport() report {
	status := s.front("status").Text
	one := parseReport(status)
	if s.isPaused() && one.is == past {
		one.is = current
	}
	if one.phase == "" {
		one.phase = phaseNumber(s.frontPhase())
	}
	isVague := one.is == unknownStage || one.is == past && !strings.Contains(strings.ToLower(status), "phase")
	if one.phase == "" && !isVague {
		one.phase = phaseNumber(s.Phase.N)
	}
	return one
}

func (s *State) milestone() string {
	if text := s.front("milestone").Text; text != "" {
		return versionIn("v" + strings.TrimPrefix(strings.ToLower(text), "v"))
	}
	return versionIn(s.Milestone.Text)
}

// MilestoneOf returns the version of the milestone that a closes, such as "v1.2", or "".
func (p *Project) MilestoneOf(a *Answer) string {
	isClosed := p.isClosed()
	if a.Kind == NewMilestone && isClosed && p.roadmap.started == "" {
		return p.lastClosed()
	}
	for _, s := range a.By {
		if v := s.milestone(); v != "" {
			return v
		}
	}
	switch {
	case a.Kind == NewMilestone && !isClosed:
		return "" // the version can be that of the next milestone
	case !p.roadmap.named && !p.isArchived():
		return "" // many states still have the version from their template
	case p.roadmap.started != "":
		return p.roadmap.started
	}
	return p.State().milestone()
}

// lastClosed returns the milestone of the state, or a later one that the roadmap ends. Many states
// still name an earlier milestone.
func (p *Project) lastClosed() string {
	version, ended := p.State().milestone(), p.roadmap.ended
	if ended != "" && isLaterVersion(ended, version) {
		return ended
	}
	return version
}

func (s *Statement) milestone() string {
	text, last := strings.ToLower(s.Text), ""
	for _, clause := range clausesOf(strings.NewReplacer(" + ", ", ", "–v", ", v").Replace(text)) {
		if v := versionIn(clause); v != "" && isMarkedDone(clause) && !hasAnyWord(clause, "start*|next|plan*") {
			last = v
		}
	}
	if s.is == past || stageOf(text) >= over {
		return last
	}
	return ""
}

func (p *Project) isArchived() bool {
	version := p.State().milestone()
	for name := range p.Names {
		base := strings.ToLower(path.Base(name))
		isRoadmap := path.Base(path.Dir(name)) == "milestones" && strings.Contains(base, "roadmap")
		if isRoadmap && version != "" && versionIn(base) == version {
			return true
		}
	}
	return false
}
