package position

import (
	"path"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Statement is what one place says of the work.
type Statement struct {
	Path  string // of the file
	Field string // what the place is called: "Next", "stopped_at"
	Value        // the words

	at     time.Time // when they were written, as far as they say; zero if they do not
	weight int       // how much it counts among others of its age
	said
}

// Weights of places: of those that are as old as each other more of them, or better ones,
// decide. The order is that in which they were right on real projects.
const (
	weighsFocus = 1  // often the phase before
	weighsStop  = 2  // where a session stopped
	weighsField = 3  // the fields of the position
	weighsNext  = 4  // what comes next, in so many words
	weighsLeft  = 7  // a note or hand-off that may be newer than the state
	weighsNewer = 20 // one that is newer
	weighsMoved = 40 // a notice that the work is planned elsewhere
)

// statements are what all files say of the work.
func (p *Project) statements() []*Statement {
	var all []*Statement
	if state := p.State(); state != nil {
		all = append(state.statements(), noticeOf(state.File)...)
	}
	if p.roadmap.file != nil {
		all = append(all, noticeOf(p.roadmap.file)...)
	}
	over := p.over()
	for _, at := range p.pointers() {
		phase := phaseNumber(at.phase)
		if at.aside || phase == "" || slices.Contains(over, at.path) {
			continue
		}
		written, _ := ReadTime(at.Time.Text)
		text := strings.TrimRight("phase "+at.phase+", plan "+at.plan, ", plan")
		weight := weighsLeft
		if p.age(&at) > 0 {
			weight = weighsNewer
		}
		all = append(all, &Statement{Path: at.path, Value: Value{Text: text}, at: written, weight: weight, said: said{current, phase, at.plan}})
	}
	return all
}

// isNewer reports whether a file for one session was written after the state. Where that is not
// known, it counts unless the state is past its phase: such a file is deleted once it was taken up.
// Source: GSD.
func (p *Project) isNewer(at *pointer) bool {
	age, state := p.age(at), p.State()
	if age != 0 || state == nil {
		return age >= 0
	}
	said := state.positionSaid()
	return said.phase == "" || comparePhases(phaseNumber(at.phase), said.phase) >= 0 && said.is < over
}

// age is more than 0 for a file for one session that was written after the state, less for one
// written before it, and 0 where that is not known: by their own times, or else by the commits that
// last changed them.
func (p *Project) age(at *pointer) int {
	state := p.State()
	if state == nil {
		return 0
	}
	written, ok := ReadTime(at.Time.Text)
	last := state.Written()
	if days := isDay(written) || isDay(last); ok && !last.IsZero() && (!days || !sameDay(written, last)) {
		return written.Compare(last)
	}
	if p.Committed == nil {
		return 0
	}
	return p.Committed(at.path).Compare(p.Committed(state.File.Name))
}

func isDay(t time.Time) bool { return t.Equal(t.Truncate(24 * time.Hour)) }

// sameDay reports whether two times may be of one day: days are written in the zone of whoever
// wrote them.
func sameDay(a, b time.Time) bool { return a.Sub(b).Abs() < 36*time.Hour }

// What a notice that the work is planned elsewhere says, and of what.
var (
	movedWords = []string{"moved to", "migrated to", "superseded by", "replaced by", "now lives in", "now tracked in", "tracking moved", "frozen snapshot"}
	movedWhat  = []string{"planning", "tracking", "roadmap", "state", "this file", "this folder", "this directory", "this document", "active work", "project management", "all work"}
)

// noticeOf returns the notice above the first section of a file that the work is planned
// elsewhere, with where.
func noticeOf(f *source.File) []*Statement {
	_, span, _ := planfile.ReadFrontMatter(f)
	for at, line := range linesFrom(f, span.End) {
		if strings.HasPrefix(line, "## ") {
			break
		}
		lower := strings.ToLower(line)
		if to := pathIn(line); to != "" && containsAny(lower, movedWords) && containsWord(lower, movedWhat) {
			return []*Statement{{Path: f.Name, Field: "moved to", Value: Value{to, lineSpan(at, line)}, weight: weighsMoved, said: said{is: moved}}}
		}
	}
	return nil
}

// pathIn returns the first path that a line names: of a link, in backticks, or a bare one; "" if it
// names none.
func pathIn(line string) string {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r\n`()[]<>*\",;", r) }) {
		word = strings.TrimRight(word, ".:")
		if strings.HasSuffix(word, ".md") || strings.Contains(word, "/") && !strings.Contains(word, "://") && len(word) > 2 {
			return word
		}
	}
	return ""
}

// statements are what the state says of the work.
func (s *State) statements() []*Statement {
	front, body := s.ages()
	position, weighsPosition := s.positionSaid(), weighsField
	if position.is == unsaid {
		weighsPosition = weighsStop
	}
	status, weighsStatus := s.frontSaid(), weighsField
	if status.is == past && status.phase == "" {
		weighsStatus = weighsStop // of a phase, or of all
	}
	name, value := "status", s.front("status")
	if value.Text == "" {
		name, value = "current_phase", s.front("current_phase")
	}
	if status.is == current && position.is == waits && status.phase == position.phase && (body.After(front) || sameDay(body, front)) {
		value.Text = "" // it does not know who waits
	}
	stopped := s.front("stopped_at")
	if stopped.Text == s.Stopped.Text {
		stopped.Text = ""
	}
	var all []*Statement
	for _, row := range [...]Statement{
		{Field: "Next milestone", weight: weighsNext, at: body, Value: s.Coming, said: said{is: shipped}},
		{Field: "Next phase", weight: weighsNext, at: body, Value: s.NextPhase, said: said{is: current, phase: phaseNumber(firstWord(s.NextPhase.Text))}},
		{Field: "Next", weight: weighsNext, at: body, Value: s.Next, said: s.nextSaid()},
		{Field: "Current position", weight: weighsPosition, at: body, Value: s.positionValue(), said: position},
		{Field: name, weight: weighsStatus, at: front, Value: value, said: status},
		{Field: "Stopped at", weight: weighsStop, at: body, Value: s.Stopped, said: stopSaid(s.Stopped.Text)},
		{Field: "stopped_at", weight: weighsStop, at: front, Value: stopped, said: stopSaid(stopped.Text)},
		{Field: "Current focus", weight: weighsFocus, at: body, Value: s.Focus, said: readSaid(s.Focus.Text)},
	} {
		if row.Path = s.File.Name; row.Text != "" && (row.is != unsaid || row.phase != "") {
			all = append(all, &row)
		}
	}
	return all
}

// ages are when the front matter and the body were last written.
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

func (s *State) nextSaid() said {
	one := sayingOrCommand(s.Next.Text)
	if one.is == unsaid && one.phase != "" {
		one.is = current
	}
	return one
}

// firstWord is the first word of a text without marks.
func firstWord(text string) string {
	word, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimLeft(text, "*_` "), "Phase ")+" ", " ")
	return strings.TrimRight(word, "*_`:.,")
}

// stopSaid is where a session stopped. That something is done of which no phase is named says
// nothing: a session does much.
func stopSaid(text string) said {
	one := sayingOrCommand(text)
	if one.is == past && one.phase == "" {
		return said{}
	}
	return one
}

func sayingOrCommand(text string) said {
	if c, ok := commandIn(text); ok {
		return c
	}
	return readSaid(text)
}

func (s *State) positionValue() Value { return firstValue(s.Phase.Value, s.Milestone, s.Status) }

// positionSaid is what the fields of the position say together: the phase is that of the first
// which names one, and the latest stage counts.
func (s *State) positionSaid() said {
	phase := "phase " + strings.TrimPrefix(strings.ToLower(s.Phase.Text), "phase ")
	var one said
	for _, text := range []string{phase, s.Status.Text, s.Plan.Text, s.Milestone.Text} {
		own := readSaid(text)
		if one.phase == "" || own.is == waits && own.phase != "" {
			one.phase = own.phase
		}
		one.is = max(one.is, own.is)
	}
	if one.is == current && s.Plan.Of > 0 && containsAny(strings.ToLower(s.Phase.Text+" "+s.Status.Text), []string{"execut", "in progress"}) {
		one.plan = s.Plan.N
	}
	return one
}

func (s *State) frontSaid() said {
	one := readSaid(s.front("status").Text)
	if s.isPaused() && one.is == past {
		one.is = current
	}
	if one.phase == "" {
		one.phase = phaseNumber(s.front("current_phase").Text)
	}
	if status := s.front("status").Text; one.phase == "" && (one.is != past || strings.Contains(strings.ToLower(status), "phase")) {
		one.phase = phaseNumber(s.Phase.N)
	}
	return one
}

// milestone is the version of the milestone at hand; "" if the state does not name it.
func (s *State) milestone() string {
	if text := s.front("milestone").Text; text != "" {
		return versionIn("v" + strings.TrimPrefix(strings.ToLower(text), "v"))
	}
	return versionIn(s.Milestone.Text)
}

// MilestoneOf is the version of the milestone that an answer closes, or that was closed; "" if
// nothing names it.
func (p *Project) MilestoneOf(a *Answer) string {
	for _, s := range a.By {
		last := ""
		for _, clause := range clausesOf(strings.NewReplacer(" + ", ", ").Replace(strings.ToLower(s.Text))) {
			if v := versionIn(clause); v != "" && !containsAny(clause, []string{"start", "next", "plan"}) {
				last = v
			}
		}
		if last != "" && stageOf(strings.ToLower(s.Text)) >= over || last != "" && s.is == past {
			return last
		}
	}
	state := p.State()
	switch {
	case !p.roadmap.named && !p.isArchived():
		return "" // many states have the version of their template
	case p.roadmap.started != "":
		return p.roadmap.started
	}
	return state.milestone()
}

// Check is the path of the file by which a phase waits for a person to verify it; "" without
// one.
func (p *Project) Check(ph *Phase) string {
	if ph == nil {
		return ""
	}
	if says, name := p.checked(ph); says == checkPerson {
		return name
	}
	return ""
}

// isArchived reports whether the milestone of the state was put away.
func (p *Project) isArchived() bool {
	state := p.State()
	if state == nil || state.milestone() == "" {
		return false
	}
	for name := range p.Names {
		base := strings.ToLower(path.Base(name))
		if path.Base(path.Dir(name)) == "milestones" && versionIn(base) == state.milestone() && strings.Contains(base, "roadmap") {
			return true
		}
	}
	return false
}
