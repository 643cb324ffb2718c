package position

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Note is something odd in a file, to be warned of.
type Note struct {
	Span    source.Span
	Message string
}

// noteList are notes that are added one by one.
type noteList []Note

func (l *noteList) add(span source.Span, format string, args ...any) {
	*l = append(*l, Note{span, fmt.Sprintf(format, args...)})
}

func (l noteList) inOrder() []Note {
	slices.SortStableFunc(l, func(a, b Note) int {
		return a.Span.Start - b.Span.Start
	})
	return l
}

// MaxLines is how many lines a state should have at most. Source: GSD, state.
const MaxLines = 99

// Notes are what is odd: the body against the front matter, the bar against its
// number, and the length.
func (s *State) Notes() []Note {
	isOfPause := func(n Note) bool { return s.isPaused() && strings.HasPrefix(n.Message, "status ") } // what was paused may have any status
	notes := slices.DeleteFunc(s.differences(), isOfPause)
	if n := s.File.Lines(); n > MaxLines {
		notes.add(s.File.LineSpan(MaxLines+1), "%d lines; expected fewer than %d", n, MaxLines+1)
	}
	return notes.inOrder()
}

// Differences are what the front matter and the body say differently, what the plans say
// otherwise, and a bar that does not show its number, in the order of the text. t may be nil.
func (s *State) Differences(t *Tally) []Note {
	notes := s.differences()
	says, _ := s.counted(t)
	for _, f := range s.fields() {
		if is := says.of(&f); is != "" && f.Text != "" && is != f.Text {
			notes.contradict(&f, f.Span, Plans, is)
		}
	}
	return notes.inOrder()
}

// contradict notes at a place that another side says something else than f.
func (l *noteList) contradict(f *field, at source.Span, by Side, is string) {
	const quoted = 60 // bytes of a value
	was, now := spelling.Cut(f.Text, quoted), spelling.Cut(is, quoted)
	l.add(at, "%s is %q in %s, but %q in %s", f.name, was, f.side.name(), now, by.name())
}

// name is the side for people.
func (side Side) name() string {
	if side == Front {
		return "the front matter"
	}
	return "the " + string(side)
}

// differences are what the front matter and the body say differently, and the bar.
func (s *State) differences() (notes noteList) {
	all := s.fields()
	for i, front := range all[:len(all)-1] {
		body := all[i+1]
		isBoth := body.name == front.name && front.Text != "" && body.Text != ""
		isNumber := front.Text == "" || whole(front.Text) != ""
		switch {
		case front.name == percentName && front.side == Front && !isNumber:
			notes.add(front.Span, "%s is %q in %s; expected a whole number", front.name, front.Text, Front.name())
		case isBoth && body.Text != front.Text:
			notes.contradict(&front, body.Span, Body, body.Text)
		}
	}
	if n, ok := planfile.ParseCount(s.Percent.Text); ok && !s.shows(n) {
		blocks, cells := s.blocks()
		notes.add(s.Percent.Span, "%d blocks of the bar are filled at %d%%; expected %d", blocks, n, filled(n, cells))
	}
	return notes
}

// Unknown returns notes about recorded numbers that are not right by the plans.
func (s *State) Unknown(t *Tally) []string {
	_, notes := s.counted(t)
	return notes
}

// wanted are texts that fields should have, by their names, or those after that of a side.
type wanted map[string]string

func (w wanted) of(f *field) string {
	return cmp.Or(w[string(f.side)+f.name], w[f.name])
}

// Both sides have a percent, which need not count the same.
const (
	frontPercent = string(Front) + percentName
	bodyPercent  = string(Body) + percentName
)

// counted returns what the plans say of fields, as far as all that exists agrees on it, and notes
// about recorded numbers that are not right.
func (s *State) counted(t *Tally) (says wanted, notes []string) {
	if t == nil {
		return nil, nil
	}
	now, notes := s.corrected(t)
	front, _ := s.percentCounted(now)
	body, err := s.percentOfBody(t)
	isWrong := err == nil && body != s.Percent.Text
	if s.Percent.Text == s.Share.Text || isWrong && s.Share.Text != "" {
		body = front
	}
	plans, _ := s.ofPhase(t)
	says = wanted{plansOfPhase: whole(plans), frontPercent: front, bodyPercent: whole(body)}
	for i, n := range now {
		if n >= 0 {
			says[numbers[i].key] = strconv.Itoa(n)
		}
	}
	return says, notes
}

// A SyncError says that a side could not be made to say what another does.
type SyncError struct {
	Fact       string
	Side       Side
	Wanted, Is string
}

func (e *SyncError) Error() string {
	return fmt.Sprintf("%s of the %s cannot be set to %q; it is %q", e.Fact, e.Side, e.Wanted, e.Is)
}

// Sync makes the change by which the other sides say what one says, as far as it says
// anything; the plans themselves are never changed. The bar of the body is made to show
// its number. t may be nil: the plans say nothing then. What is written reads back, or it is a
// [*SyncError].
func (s *State) Sync(from Side, t *Tally) (*planfile.Change, error) {
	says, notes := wanted{}, []string(nil)
	if from == Plans {
		says, notes = s.counted(t)
	}
	for _, f := range s.fields() {
		if f.side == from && (f.name != percentName || whole(f.Text) != "") {
			says[f.name] = f.Text
		}
	}
	change, err := s.write(says)
	if err == nil {
		change.Notes = append(notes, change.Notes...)
	}
	return change, err
}

// write makes the change by which fields say what they should, as far as that is known, with
// further edits.
func (s *State) write(says wanted, more ...source.Edit) (*planfile.Change, error) {
	change := &planfile.Change{Edits: more}
	percent := s.Percent.Text
	hasMarks := strings.ContainsAny(s.File.Slice(s.Percent.Span), "#=-[")
	isOdd := s.Bar.Text == "" && hasMarks // a bar of other characters
	for _, f := range s.allFields() {
		text, name := says.of(&f), f.name+" of "+f.side.name()
		isPercent := f.name == percentName && f.side == Body
		switch {
		case f.Text == "" || text == "" || text == f.Text:
			continue
		case isPercent && isOdd:
			change.Notes = append(change.Notes, name+" was not changed: its bar has other characters")
			says[bodyPercent] = f.Text
			continue
		case isPercent:
			percent = text
		}
		change.Edits = append(change.Edits, f.set(text)...)
		change.Did = append(change.Did, name+": "+f.Text+" -> "+text)
	}
	if n, ok := planfile.ParseCount(percent); ok && !s.shows(n) {
		change.Edits = append(change.Edits, s.drawBar(n)...)
		blocks, cells := s.blocks()
		change.Did = append(change.Did, fmt.Sprintf("bar of the body: %d blocks -> %d", blocks, filled(n, cells)))
	}
	return change, s.apply(change, says)
}

// apply sets the text of a change, and checks that the fields which it sets read back.
func (s *State) apply(change *planfile.Change, says wanted) error {
	text, err := source.Apply(s.File.Text, change.Edits)
	if err != nil {
		return err
	}
	change.Text = text
	after, err := ParseState(s.File.Name, text)
	if err != nil {
		return err
	}
	now := after.allFields()
	for i, f := range s.allFields() {
		text, is := says.of(&f), now[i].Text
		if f.Text != "" && text != "" && is != text {
			return &SyncError{f.name, f.side, text, is}
		}
	}
	return nil
}

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
		left := fmt.Sprintf("%s is past phase %s, so its position was not changed", path.Base(s.File.Name), m.Phase)
		return &planfile.Change{Text: s.File.Text, Notes: []string{left}}, nil
	}
	says := wanted{"phase": m.Phase, "plan": m.Plan, "stopped at": spelling.OneLine(m.At)}
	if s.Phase.N != m.Phase {
		says["name of the phase"] = m.Name
		if m.OfPhase > 0 {
			says[plansOfPhase] = strconv.Itoa(m.OfPhase)
		}
	}
	change, err := s.write(says, s.moveTimes(m, now)...)
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
		isReady := strings.HasPrefix(strings.ToLower(text), "ready")
		if f.name == "status" && text != "" && (isReady || f.Text != m.Status) {
			edits = append(edits, f.set(m.Status)...)
		}
	}
	if s.isPaused() {
		edits = append(edits, s.edit(s.front("paused_at").Span, "null")...)
	}
	times := []Value{s.Activity, s.Updated, s.front("last_activity"), s.front("last_updated")}
	for _, v := range times {
		overlaps := func(e source.Edit) bool {
			return e.Span.Start < v.Span.End && v.Span.Start < e.Span.End
		}
		if !slices.ContainsFunc(edits, overlaps) {
			edits = append(edits, s.moveTime(v, m.At, now)...)
		}
	}
	return edits
}

// moveTime changes a time to now, in the form that it has, with what happened after it if
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
	return s.edit(v.Span, quote+text+quote)
}

// isPast reports whether s records that the work on a phase is over.
func (s *State) isPast(phase string) bool {
	at := cmp.Or(s.Phase.N, s.frontPhase())
	over := s.Meaning() == "completed"
	if at == "" {
		return over
	}
	order := comparePhases(phase, at)
	return order < 0 || order == 0 && over
}

// Count makes the change by which the state counts a plan that is done: of what it counted
// as the plans are before, it counts after. What it counted otherwise is left.
func (s *State) Count(before, after *Tally) (*planfile.Change, error) {
	old := s.recorded()
	now, _ := s.corrected(before)
	const all = len(ways) - 1
	says := wanted{}
	for i, was := range now {
		a, b := before.ways[all].number[i], after.ways[all].number[i]
		now[i] = -1
		if was >= 0 && old[i] == was {
			now[i] = was + max(b.least-a.least, b.most-a.most)
			says[numbers[i].key] = strconv.Itoa(now[i])
		}
	}
	if is, err := s.percentCounted(old); err == nil && is == s.Share.Text {
		says[frontPercent], _ = s.percentCounted(now)
	}
	if s.Share.Text == "" || s.Share.Text == s.Percent.Text { // or it is counted in another way
		says[bodyPercent] = says[frontPercent]
	}
	return s.write(says)
}
