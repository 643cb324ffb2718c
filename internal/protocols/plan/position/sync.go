package position

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Note is a warning about a place in a file.
type Note struct {
	Span    source.Span
	Message string
}

type noteList []Note

func (l *noteList) add(span source.Span, format string, args ...any) {
	*l = append(*l, Note{span, fmt.Sprintf(format, args...)})
}

func (l noteList) inOrder() []Note {
	sort.SliceStable(l, func(i, j int) bool { return l[i].Span.Start < l[j].Span.Start })
	return l
}

// MaxLines is the recommended maximum number of lines of a state. Source: GSD, state.
const MaxLines = 99

// Notes returns warnings about differing fields, the progress bar and the length.
func (s *State) Notes() []Note {
	isOfPause := func(n Note) bool { return s.isPaused() && strings.HasPrefix(n.Message, "status ") } // it may differ
	notes := slices.DeleteFunc(s.differences(), isOfPause)
	if n := s.File.Lines(); n > MaxLines {
		notes.add(s.File.LineSpan(MaxLines+1), "%d lines; expected fewer than %d", n, MaxLines+1)
	}
	return notes.inOrder()
}

// Differences returns notes about differing fields and the progress bar, in text order. t may be
// nil.
func (s *State) Differences(t *Tally) []Note {
	notes := s.differences()
	texts, _ := s.counted(t)
	for _, f := range s.fields() {
		if is := texts.of(&f); is != "" && f.Text != "" && is != f.Text {
			notes.contradict(&f, f.Span, Plans, is)
		}
	}
	return notes.inOrder()
}

func (l *noteList) contradict(f *field, at source.Span, by Side, is string) {
	const quoted = 60 // in bytes
	was, now := spelling.Cut(f.Text, quoted), spelling.Cut(is, quoted)
	l.add(at, "%s is %q in %s, but %q in %s", f.name, was, f.side.name(), now, by.name())
}

func (side Side) name() string {
	if side == Front {
		return "the front matter"
	}
	return "the " + string(side)
}

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
	if n, ok := planfile.ParseCount(s.BodyPercent.Text); ok && !s.shows(n) {
		blocks, cells := s.blocks()
		notes.add(s.BodyPercent.Span, "the progress bar has %s at %d%%; expected %d", spelling.Count(blocks, "filled block"), n, filled(n, cells))
	}
	return notes
}

// Unknown returns notes about recorded counts that do not match the plans.
func (s *State) Unknown(t *Tally) []string {
	_, notes := s.counted(t)
	return notes
}

// A newTexts maps a field, such as "percent", or a field of one side, such as "frontpercent", to
// its new text.
type newTexts map[string]string

func (w newTexts) of(f *field) string {
	return cmp.Or(w[string(f.side)+f.name], w[f.name])
}

// Keys of the percentages, which may count different things.
const (
	frontPercent = string(Front) + percentName
	bodyPercent  = string(Body) + percentName
)

func (s *State) counted(t *Tally) (texts newTexts, notes []string) {
	if t == nil {
		return nil, nil
	}
	now, notes := s.corrected(t)
	front, _ := s.percentCounted(now)
	body, err := s.percentOfBody(t)
	isWrong := err == nil && body != s.BodyPercent.Text
	if s.BodyPercent.Text == s.FrontPercent.Text || isWrong && s.FrontPercent.Text != "" {
		body = front
	}
	plans, _ := s.ofPhase(t)
	texts = newTexts{plansOfPhase: whole(plans), frontPercent: front, bodyPercent: whole(body)}
	for i, n := range now {
		if n >= 0 {
			texts[numbers[i].key] = strconv.Itoa(n)
		}
	}
	return texts, notes
}

// A SyncError is a field that could not be set to the value of another side.
type SyncError struct {
	Fact       string
	Side       Side
	Wanted, Is string
}

func (e *SyncError) Error() string {
	return fmt.Sprintf("%s in %s cannot be set to %q; it stays %q", e.Fact, e.Side.name(), e.Wanted, e.Is)
}

// Sync copies the values of one side to the other sides. t may be nil. A field that cannot be set
// is a [*SyncError].
func (s *State) Sync(from Side, t *Tally) (*planfile.Change, error) {
	texts, notes := newTexts{}, []string(nil)
	if from == Plans {
		texts, notes = s.counted(t)
	}
	for _, f := range s.fields() {
		if f.side == from && (f.name != percentName || whole(f.Text) != "") {
			texts[f.name] = f.Text
		}
	}
	change, err := s.write(texts)
	if err == nil {
		change.Notes = append(notes, change.Notes...)
	}
	return change, err
}

func (s *State) write(texts newTexts, more ...source.Edit) (*planfile.Change, error) {
	change := &planfile.Change{Edits: more}
	percent := s.BodyPercent.Text
	hasMarks := strings.ContainsAny(s.File.Slice(s.BodyPercent.Span), "#=-[")
	isOdd := s.Bar.Text == "" && hasMarks // the bar has other characters
	for _, f := range s.allFields() {
		text, name := texts.of(&f), f.name+" in "+f.side.name()
		isPercent := f.name == percentName && f.side == Body
		switch {
		case f.Text == "" || text == "" || text == f.Text:
			continue
		case isPercent && isOdd:
			change.Notes = append(change.Notes, name+" was not changed, because the bar contains unknown characters")
			texts[bodyPercent] = f.Text
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
		change.Did = append(change.Did, fmt.Sprintf("filled blocks of the progress bar: %d -> %d", blocks, filled(n, cells)))
	}
	return change, s.apply(change, texts)
}

// apply sets the text of a change and checks that the fields have their new values.
func (s *State) apply(change *planfile.Change, texts newTexts) error {
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
		text, is := texts.of(&f), now[i].Text
		if f.Text != "" && text != "" && is != text {
			return &SyncError{f.name, f.side, text, is}
		}
	}
	return nil
}

// A Move is a new position of the work on plans.
type Move struct {
	Phase, Plan string // such as "03"; "" means no change
	Name        string // name of the phase, such as "dashboard"; "" if unknown
	OfPhase     int    // how many plans the phase has; 0 if unknown
	Status      string
	At          string // for display, such as "03-06, task 3 of 5 is done"
}

// Move records the position m in the fields of the state. A field that cannot be set is a
// [*SyncError].
func (s *State) Move(m Move, now time.Time) (*planfile.Change, error) {
	if s.isPast(m.Phase) {
		left := fmt.Sprintf("%s says that phase %s is over, so its position was not changed", path.Base(s.File.Name), m.Phase)
		return &planfile.Change{Text: s.File.Text, Notes: []string{left}}, nil
	}
	texts := newTexts{"phase": m.Phase, "plan": m.Plan, "stopped at": spelling.OneLine(m.At)}
	if s.Phase.N != m.Phase {
		texts["name of the phase"] = m.Name
		if m.OfPhase > 0 {
			texts[plansOfPhase] = strconv.Itoa(m.OfPhase)
		}
	}
	change, err := s.write(texts, s.moveTimes(m, now)...)
	if err != nil {
		return nil, err
	}
	if len(change.Edits) > 0 {
		change.Did = []string{fmt.Sprintf("set the position to %q", m.At)}
	}
	return change, nil
}

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

// moveTime changes the time in v to now, in the same format. at replaces text after the time.
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

func (s *State) isPast(phase string) bool {
	at := cmp.Or(s.Phase.N, s.frontPhase())
	over := s.Meaning() == "completed"
	if at == "" { // such as "all phases complete"
		return over || s.Phase.Text != "" && cmp.Or(s.FrontPercent.Text, s.BodyPercent.Text) == "100"
	}
	order := comparePhases(phase, at)
	n, _ := leading(s.Plan.N)
	isLeft := n < s.Plan.Of // "Status: plan 04 complete" is about a plan
	return order < 0 || order == 0 && over && !isLeft
}

// Count updates the counts after a plan was completed. It leaves counts that were wrong before.
func (s *State) Count(before, after *Tally) (*planfile.Change, error) {
	old := s.recorded()
	now, _ := s.corrected(before)
	const all = len(ways) - 1
	texts := newTexts{}
	for i, was := range now {
		a, b := before.ways[all].number[i], after.ways[all].number[i]
		now[i] = -1
		if was < 0 || old[i] != was {
			continue
		}
		now[i] = was + max(b.least-a.least, b.most-a.most)
		if total := now[numbers[i].total]; total >= 0 {
			now[i] = min(now[i], max(was, total))
		}
		texts[numbers[i].key] = strconv.Itoa(now[i])
	}
	if is, err := s.percentCounted(old); err == nil && is == s.FrontPercent.Text {
		texts[frontPercent], _ = s.percentCounted(now)
	}
	if s.FrontPercent.Text == "" || s.FrontPercent.Text == s.BodyPercent.Text {
		texts[bodyPercent] = texts[frontPercent]
	}
	return s.write(texts)
}
