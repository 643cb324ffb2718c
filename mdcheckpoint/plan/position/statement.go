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
	Span  source.Span
	Field string // what the place is called: "Next", "stopped_at"
	Text  string // the words, on one line

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
	state := p.State()
	if state != nil {
		all = state.statements()
		all = append(all, noticeOf(state.File)...)
	}
	if p.roadmap.file != nil {
		all = append(all, noticeOf(p.roadmap.file)...)
	}
	pointers, over := p.pointers(), p.over()
	for i := range pointers {
		at := &pointers[i]
		if !at.aside && phaseNumber(at.phase) != "" && !slices.Contains(over, at.path) {
			written, _ := ReadTime(at.Time.Text)
			text := strings.TrimRight("phase "+at.phase+", plan "+at.plan, ", plan")
			weight := weighsLeft
			if p.isSurelyNewer(at) {
				weight = weighsNewer
			}
			all = append(all, &Statement{Path: at.path, Text: text, at: written, weight: weight, said: said{current, phaseNumber(at.phase), at.plan}})
		}
	}
	return all
}

// isNewer reports whether a file for one session was written after the state, as far as that is
// known. Where it is not, it counts unless the state is past its phase: such a file is deleted
// once it was taken up. Source: GSD.
func (p *Project) isNewer(at *pointer) bool {
	newer, known := p.age(at)
	state := p.State()
	if known || state == nil {
		return newer || state == nil
	}
	said := state.positionSaid()
	return said.phase == "" || (planfile.ID{Phase: phaseNumber(at.phase)}).Compare(planfile.ID{Phase: said.phase}) >= 0 && said.is < over
}

func (p *Project) isSurelyNewer(at *pointer) bool {
	newer, known := p.age(at)
	return newer && known
}

// age reports whether a file for one session was written after the state: by their own times, or
// else by the commits that last changed them.
func (p *Project) age(at *pointer) (newer, known bool) {
	state := p.State()
	if state == nil {
		return true, false
	}
	written, ok := ReadTime(at.Time.Text)
	last := state.Written()
	if days := isDay(written) || isDay(last); ok && !last.IsZero() && (!days || !sameDay(written, last)) {
		return written.After(last), true
	}
	if p.Committed == nil {
		return false, false
	}
	note, file := p.Committed(at.path), p.Committed(state.File.Name)
	return note.After(file), !note.Equal(file)
}

// noticeOf returns the notice above the first section of a file that the work is planned
// elsewhere, with where.
func noticeOf(f *source.File) []*Statement {
	_, span, _ := planfile.ReadFrontMatter(f)
	at := span.End
	for line := range strings.Lines(f.Text[at:]) {
		lower := strings.ToLower(line)
		switch {
		case strings.HasPrefix(line, "## "):
			return nil
		case containsAny(lower, []string{"moved to", "migrated to", "superseded by", "replaced by", "now lives in", "now tracked in", "tracking moved", "frozen snapshot"}) && containsWord(lower, []string{"planning", "tracking", "roadmap", "state", "this file", "this folder", "this directory", "this document", "active work", "project management", "all work"}):
			if to := pathIn(line); to != "" {
				return []*Statement{{Path: f.Name, Span: source.Span{Start: at, End: at + len(strings.TrimRight(line, "\r\n"))}, Field: "moved to", Text: to, weight: weighsMoved, said: said{is: moved}}}
			}
		}
		at += len(line)
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

// isDay reports whether a time is that of a day without an hour.
func isDay(t time.Time) bool { return t.Equal(t.Truncate(24 * time.Hour)) }

// sameDay reports whether two times may be of one day: days are written in the zone of whoever
// wrote them.
func sameDay(a, b time.Time) bool { return a.Sub(b).Abs() < 36*time.Hour }

// statements are what the state says of the work.
func (s *State) statements() []*Statement {
	front, body := s.ages()
	var all []*Statement
	add := func(field string, weight int, at time.Time, v Value, says said) {
		if v.Text != "" && (says.is != unsaid || says.phase != "") {
			all = append(all, &Statement{Path: s.File.Name, Span: v.Span, Field: field, Text: v.Text, at: at, weight: weight, said: says})
		}
	}
	if s.Coming.Text != "" {
		add("Next milestone", weighsNext, body, s.Coming, said{is: shipped})
	}
	add("Next phase", weighsNext, body, s.NextPhase, said{is: current, phase: phaseNumber(firstWord(s.NextPhase.Text))})
	add("Next", weighsNext, body, s.Next, s.nextSaid())
	position, weighs := s.positionSaid(), weighsField
	if position.is == unsaid {
		weighs = weighsStop
	}
	add("Current position", weighs, body, s.positionValue(), position)
	status, weight := s.frontSaid(), weighsField
	if status.is == past && status.phase == "" {
		weight = weighsStop // of a phase, or of all
	}
	field, value := "status", s.front("status")
	if value.Text == "" {
		field, value = "current_phase", s.front("current_phase")
	}
	add(field, weight, front, value, status)
	stopped, own := s.Stopped, s.front("stopped_at")
	add("Stopped at", weighsStop, body, stopped, ofPhase(sayingOrCommand(stopped.Text)))
	if own.Text != stopped.Text {
		add("stopped_at", weighsStop, front, own, ofPhase(sayingOrCommand(own.Text)))
	}
	add("Current focus", weighsFocus, body, s.Focus, readSaid(s.Focus.Text))
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

// nextSaid is what comes next: a command, or a phase that is named.
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

// ofPhase drops that something is done of which no phase is named: a session does much.
func ofPhase(s said) said {
	if s.is == past && s.phase == "" {
		return said{}
	}
	return s
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
