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
	if s.isPast(m.Phase) {
		return &planfile.Change{Text: s.File.Text, Notes: []string{fmt.Sprintf("%s is past phase %s: its position is left", path.Base(s.File.Name), m.Phase)}}, nil
	}
	says := map[string]string{"phase": m.Phase, "plan": m.Plan, "stopped at": spelling.OneLine(m.At)}
	if s.Phase.N != m.Phase {
		says["name of the phase"] = m.Name
		if m.OfPhase > 0 {
			says[plansOfPhase] = strconv.Itoa(m.OfPhase)
		}
	}
	change, err := s.write(func(f *field) string { return says[f.name] }, s.moveTimes(m, now)...)
	if err != nil {
		return nil, err
	}
	if len(change.Edits) > 0 {
		change.Did = []string{"position: " + m.At}
	}
	return change, nil
}

// moveTimes changes the times that the state records to now, ends a pause, and sets the status: also
// one that is prose, or that is not that far.
func (s *State) moveTimes(m Move, now time.Time) (edits []source.Edit) {
	for _, f := range s.fields() {
		text := s.File.Slice(f.Span)
		if f.name == "status" && text != "" && (f.Text != m.Status || strings.HasPrefix(strings.ToLower(text), "ready")) {
			edits = append(edits, f.set(m.Status)...)
		}
	}
	if s.isPaused() {
		edits = append(edits, s.setText(s.front("paused_at").Span)("null")...)
	}
	for _, v := range []Value{s.Activity, s.Updated, s.front("last_activity"), s.front("last_updated")} {
		if !slices.ContainsFunc(edits, func(e source.Edit) bool { return e.Span.Start < v.Span.End && v.Span.Start < e.Span.End }) {
			edits = append(edits, s.moveTime(v, m.At, now)...)
		}
	}
	return edits
}

// moveTime changes a time to now, in the form that it has, with what happened behind it if
// there was a text.
func (s *State) moveTime(v Value, at string, now time.Time) []source.Edit {
	old := s.File.Slice(v.Span)
	was := strings.Trim(old, `"'`)
	if _, ok := ReadTime(was); !ok {
		return nil
	}
	text := now.UTC().Format(time.DateOnly) + " - " + at
	for _, layout := range timeLayouts {
		if _, err := time.Parse(layout, was); err == nil {
			text = now.UTC().Format(layout)
			break
		}
	}
	quote := old[:strings.Index(old, was)]
	return s.setText(v.Span)(quote + text + quote)
}

// isPast reports whether s records that the work on a phase is over.
func (s *State) isPast(phase string) bool {
	at := planfile.Number(s.front("current_phase").Text)
	if s.Phase.N != "" {
		at = s.Phase.N
	}
	order := comparePhases(phase, at)
	over := s.Meaning() == "completed"
	return at != "" && (order < 0 || order == 0 && over) || at == "" && over
}

// Count makes the change by which the state counts a plan that is done: of what it counted
// as the plans are before, it counts after. What it counted otherwise is left.
func (s *State) Count(before, after *Tally) (*planfile.Change, error) {
	old := s.recorded()
	now, _ := s.corrected(before)
	a, b := &before.ways[len(ways)-1].number, &after.ways[len(ways)-1].number
	says := map[string]string{}
	for i, was := range now {
		if now[i] = -1; old[i] >= 0 && old[i] == was {
			now[i] = was + max(b[i].least-a[i].least, b[i].most-a[i].most)
			says[numbers[i].key] = strconv.Itoa(now[i])
		}
	}
	if is, err := s.percentCounted(old); err == nil && is == s.Share.Text {
		says[percentName], _ = s.percentCounted(now)
	}
	return s.write(func(f *field) string {
		if f.side == Body && f.Text != s.Share.Text && s.Share.Text != "" {
			return "" // it is counted in another way
		}
		return says[f.name]
	})
}
