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
	says := map[string]string{"phase": m.Phase, "status": m.Status, "plan": m.Plan, "stopped at": spelling.OneLine(m.At)}
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

// moveTimes changes the times that the state records to now, ends a pause, and replaces a status
// that is prose, or that is not that far.
func (s *State) moveTimes(m Move, now time.Time) (edits []source.Edit) {
	front, body := s.statuses()
	before := func(text, is string) bool {
		return text != "" && (is == "" || is == m.Status && strings.HasPrefix(strings.ToLower(text), "ready"))
	}
	if before(s.front("status").Text, front) {
		edits = setFront("status")(s, m.Status)
	}
	if before(s.Status.Text, body) {
		edits = append(edits, setStatus(s, m.Status)...)
	}
	if s.isPaused() {
		v := s.front("paused_at")
		edits = append(edits, replace(v.Span, s.File.Slice(v.Span), "null")...)
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
	quote := ""
	if strings.HasPrefix(old, `"`) || strings.HasPrefix(old, "'") {
		quote = old[:1]
	}
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
	return replace(v.Span, old, quote+text+quote)
}

// nameOfPhase is the name in "3 of 6 (name)", and setName replaces it.
func (s *State) nameOfPhase() string {
	value := s.Phase.Text
	return value[strings.IndexByte(value, '(')+1 : max(strings.LastIndexByte(value, ')'), strings.IndexByte(value, '(')+1)]
}

func setName(s *State, name string) []source.Edit {
	value := s.File.Slice(s.Phase.Span)
	open, end := strings.IndexByte(value, '('), strings.LastIndexByte(value, ')')
	if open < 0 || end < open {
		return nil
	}
	return replace(source.Span{Start: s.Phase.Span.Start + open + 1, End: s.Phase.Span.Start + end}, value[open+1:end], name)
}

// setPlan changes the first number of "2 of 5 (complete)", whose words are about the plan before.
func setPlan(s *State, text string) []source.Edit {
	value := s.File.Slice(s.Plan.Span)
	at, end := numberIn(value, 0)
	edits := s.setNumber(s.Plan.Span, at, end, text)
	if i := strings.IndexByte(value, '('); i > 0 && strings.Contains(strings.ToLower(value[i:]), "complete") {
		start := s.Plan.Span.Start + len(strings.TrimRight(value[:i], " "))
		edits = append(edits, source.Edit{Span: source.Span{Start: start, End: s.Plan.Span.End}})
	}
	return edits
}

// Count makes the change by which the state counts a plan that is done: of what it counted
// as the plans are before, it counts after. What it counted otherwise is left.
func (s *State) Count(before, after *Tally) (*planfile.Change, error) {
	old := s.recorded()
	was, _, _ := before.now(old)
	now := was
	a, b := &before.ways[len(ways)-1].number, &after.ways[len(ways)-1].number
	says := map[string]string{}
	for i := range now {
		if now[i] = -1; old[i] >= 0 && old[i] == was[i] {
			now[i] = was[i] + max(b[i].least-a[i].least, b[i].most-a[i].most)
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
