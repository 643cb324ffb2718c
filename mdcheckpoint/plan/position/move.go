package position

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Move is where the work on plans came to.
type Move struct {
	Phase, Plan string // as [planfile.Number] has them; "" leaves what the state has
	Name        string // of the phase: "dashboard"; "" if it is not known
	OfPhase     int    // how many plans the phase has; 0 if that is not known
	Status      string // as [Normal] has it
	At          string // for people: "03-06, task 3 of 5 is done"
}

// Move makes the change that records where the work came to, in the fields that
// its front matter and its body have; no field is added. What is written reads back, or it
// is a [*SyncError].
func (s *State) Move(m Move, now time.Time) (*planfile.Change, error) {
	change := &planfile.Change{Text: s.File.Text}
	if s.isPast(m.Phase) {
		change.Notes = []string{fmt.Sprintf("%s is past phase %s: its position is left", path.Base(s.File.Name), m.Phase)}
		return change, nil
	}
	edit := func(edits []source.Edit) { change.Edits = append(change.Edits, edits...) }
	if old := s.Phase; m.Phase != "" && old.N != "" && old.N != m.Phase {
		edit(setPhase(s, m.Phase))
		edit(s.rename(m.Name))
		s.moveFront(edit, "current_phase_name", m.Name)
	}
	if old := planfile.Number(s.front("current_phase").Text); m.Phase != "" && old != "" && old != m.Phase {
		edit(setFront("current_phase")(s, m.Phase))
	}
	if m.Plan != "" && s.Plan.N != "" {
		edit(s.movePlan(m))
	}
	if old := s.front("current_plan").Text; m.Plan != "" && isDigits(old) && planfile.Number(old) != m.Plan {
		edit(setFront("current_plan")(s, m.Plan))
	}
	edit(s.moveStatus(m.Status))
	if s.Stopped.Text != "" {
		edit(replace(s.Stopped.Span, s.File.Slice(s.Stopped.Span), m.At))
	}
	s.moveFront(edit, "stopped_at", m.At)
	for _, v := range []Value{s.Activity, s.Updated, s.front("last_activity"), s.front("last_updated")} {
		overlaps := func(e source.Edit) bool { return e.Span.Start < v.Span.End && v.Span.Start < e.Span.End }
		if v.Text != "" && !slices.ContainsFunc(change.Edits, overlaps) {
			edit(s.moveTime(v, m.At, now))
		}
	}
	if len(change.Edits) == 0 {
		return change, nil
	}
	change.Did = []string{"position: " + m.At}
	return change, s.checkMove(change, m)
}

// moveFront gives a key of the front matter a text, if it has one already.
func (s *State) moveFront(edit func([]source.Edit), key, text string) {
	if text != "" && s.front(key).Text != "" {
		edit(setFront(key)(s, text))
	}
}

// rename replaces the name in "3 of 6 (name)".
func (s *State) rename(name string) []source.Edit {
	value := s.File.Slice(s.Phase.Span)
	open, end := strings.IndexByte(value, '('), strings.LastIndexByte(value, ')')
	if name == "" || open < 0 || end < open {
		return nil
	}
	span := source.Span{Start: s.Phase.Span.Start + open + 1, End: s.Phase.Span.Start + end}
	return replace(span, value[open+1:end], name)
}

// movePlan changes the numbers of "2 of 5".
func (s *State) movePlan(m Move) []source.Edit {
	value := s.File.Slice(s.Plan.Span)
	at, end := numberIn(value, 0)
	var edits []source.Edit
	if s.Plan.N != m.Plan {
		edits = s.setNumber(s.Plan.Span, at, end, m.Plan)
	}
	if i := strings.IndexByte(value, '('); i > 0 && strings.Contains(strings.ToLower(value[i:]), "complete") { // of the plan before
		start := s.Plan.Span.Start + len(strings.TrimRight(value[:i], " "))
		edits = append(edits, source.Edit{Span: source.Span{Start: start, End: s.Plan.Span.End}})
	}
	if s.Plan.Of > 0 && m.OfPhase > 0 && s.Plan.Of != m.OfPhase && s.Phase.N != m.Phase {
		edits = append(edits, setPlans(s, strconv.Itoa(m.OfPhase))...)
	}
	return edits
}

// moveStatus changes the status of both sides, and ends a pause. What is ready is not that far.
func (s *State) moveStatus(status string) []source.Edit {
	var edits []source.Edit
	is := func(text string) bool {
		return Normal(text, false) == status && !strings.HasPrefix(strings.ToLower(text), "ready")
	}
	if s.Status.Text != "" && !is(s.Status.Text) {
		edits = setStatus(s, status)
	}
	if text := s.front("status").Text; text != "" && !is(text) {
		edits = append(edits, setFront("status")(s, status)...)
	}
	if s.isPaused() {
		v := s.front("paused_at")
		edits = append(edits, replace(v.Span, s.File.Slice(v.Span), "null")...)
	}
	return edits
}

// moveTime changes a time to now, in the form that it has, with what happened behind it if
// there was a text.
func (s *State) moveTime(v Value, at string, now time.Time) []source.Edit {
	old := s.File.Slice(v.Span)
	quote := ""
	if strings.HasPrefix(old, `"`) || strings.HasPrefix(old, "'") {
		quote = old[:1]
	}
	was := strings.Trim(old, `"'`)
	if _, ok := ReadTime(was); !ok {
		return nil
	}
	text, rest := now.UTC().Format(time.DateOnly), false
	for _, layout := range timeLayouts {
		if _, err := time.Parse(layout, was); err == nil {
			text, rest = now.UTC().Format(layout), true
			break
		}
	}
	if !rest {
		text += " - " + at
	}
	return replace(v.Span, old, quote+text+quote)
}

// checkMove applies the edits and reads the text again.
func (s *State) checkMove(change *planfile.Change, m Move) error {
	after, err := s.edited(change.Edits)
	if err != nil {
		return err
	}
	if after.FrontErr != nil && s.FrontErr == nil {
		return fmt.Errorf("front matter: %w", after.FrontErr)
	}
	for _, of := range []struct {
		name       string
		wanted, is string
		said       bool
	}{
		{"status", m.Status, after.Meaning(), s.Meaning() != ""},
		{"stopped at", spelling.OneLine(m.At), after.Stopped.Text, s.Stopped.Text != ""},
		{"plan", m.Plan, after.Plan.N, m.Plan != "" && s.Plan.N != ""},
	} {
		if of.said && of.wanted != of.is {
			return &SyncError{of.name, Body, of.wanted, of.is}
		}
	}
	change.Text = after.File.Text
	return nil
}

// Count makes the change by which the state counts a plan that is done: of what it counted
// as the plans are before, it counts after. What it counted otherwise is left.
func (s *State) Count(before, after *Tally) (*planfile.Change, error) {
	agreed := map[string]bool{}
	for _, f := range s.Facts(before) {
		agreed[f.Name] = !f.Differ() && len(f.Odd) == 0
	}
	facts := slices.DeleteFunc(s.Facts(after), func(f Fact) bool { return !agreed[f.Name] || f.Values[Plans] == "" })
	return s.sync(Plans, facts)
}

// isPast reports whether s records that the work on a phase is over.
func (s *State) isPast(phase string) bool {
	at := planfile.Number(s.front("current_phase").Text)
	if s.Phase.N != "" {
		at = s.Phase.N
	}
	order := planfile.ID{Phase: phase}.Compare(planfile.ID{Phase: at})
	over := s.Meaning() == "completed"
	return at != "" && (order < 0 || order == 0 && over) || at == "" && over
}
