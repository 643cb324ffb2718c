package position

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Side is a place that says where the work is.
type Side string

const (
	Front Side = "front" // the front matter of the state
	Body  Side = "body"  // its text
	Plans Side = "plans" // the plans themselves, and what says that they are done
)

// name is the side for people.
func (side Side) name() string {
	return map[Side]string{Front: "the front matter", Body: "the body", Plans: "the plans"}[side]
}

// A field is what a side says of something that both sides may say, each in the same words.
type field struct {
	name string
	side Side
	Value
	set  func(*State, string) []source.Edit
	move bool // only a [Move] is about it: the sides are not compared
}

// Names of fields that are looked up.
const (
	percentName  = "percent"
	plansOfPhase = "plans of the phase"
)

// fields are those of every state, in the same order. The text of one that is missing is "".
func (s *State) fields() []field {
	var all []field
	front := func(name string, keys ...string) *Value {
		all = append(all, field{name: name, side: Front, Value: s.front(keys...), set: setFront(keys...)})
		return &all[len(all)-1].Value
	}
	body := func(name string, span source.Span, text string, set func(*State, string) []source.Edit) {
		all = append(all, field{name: name, side: Body, Value: Value{text, span}, set: set})
	}
	status, bodyStatus := s.statuses()
	phase := front("phase", "current_phase")
	phase.Text = planfile.Number(phase.Text)
	body("phase", s.Phase.Span, s.Phase.N, setPhase)
	front("status", "status").Text = status
	body("status", s.Status.Span, bodyStatus, setStatus)
	for _, number := range numbers {
		n := front(number.key, "progress", number.key)
		n.Text = whole(n.Text)
	}
	if share := front(percentName, "progress", "percent"); isBlank(share.Text) {
		share.Text = ""
	} else {
		share.Text = s.Share.Text
	}
	body(percentName, s.Percent.Span, s.Percent.Text, setPercent)
	n, v := s.plansOfPhase()
	body(plansOfPhase, v.Span, strings.TrimPrefix(strconv.Itoa(n), "0"), setPlans)

	compared := len(all)
	if plan := front("plan", "current_plan"); isDigits(plan.Text) {
		plan.Text = planfile.Number(plan.Text)
	} else {
		plan.Text = ""
	}
	body("plan", s.Plan.Span, s.Plan.N, setPlan)
	front("name of the phase", "current_phase_name")
	body("name of the phase", s.Phase.Span, s.nameOfPhase(), setName)
	front("stopped at", "stopped_at")
	body("stopped at", s.Stopped.Span, s.Stopped.Text, setStopped)
	for i := range all[compared:] {
		all[compared+i].move = true
	}
	return all
}

// whole is a text that is a whole number, and "" of another.
func whole(text string) string {
	if _, ok := planfile.ParseCount(text); ok {
		return text
	}
	return ""
}

// statuses are what the front matter and the body say the status is. What is prose says nothing
// that the other could say, too.
func (s *State) statuses() (front, body string) {
	text := s.front("status").Text
	if text != "" {
		front = Normal(text, s.isPaused())
	}
	if s.Status.Text != "" {
		body = Normal(s.Status.Text, false)
	}
	if front == body {
		return front, body
	}
	if !isStatus(text) && !s.isPaused() {
		front = ""
	}
	if !isStatus(s.Status.Text) {
		body = ""
	}
	return front, body
}

// isStatus reports whether a text is a status and no prose: a few words up to the first mark,
// which mean something by themselves, with the name of a phase or milestone at most.
func isStatus(text string) bool {
	text = strings.NewReplacer(" -", ";", "_", " ", "*", "").Replace(strings.ToLower(text))
	if i := strings.IndexAny(text, ",;:(—–"); i > 0 {
		text = text[:i]
	}
	const digits, most = "0123456789", 3
	words := slices.DeleteFunc(strings.Fields(text), func(word string) bool {
		return word == "phase" || word == "milestone" || strings.ContainsAny(word, digits)
	})
	ofPlan := strings.ContainsAny(text, digits) && !strings.Contains(text, "phase") && !strings.Contains(text, "milestone")
	is := Normal(strings.Join(words, " "), false)
	return !ofPlan && len(words) <= most && slices.ContainsFunc(statuses[:], func(s struct{ has, is string }) bool { return s.is == is })
}

// Differences are what the front matter and the body say differently, what the plans say
// otherwise, and a bar that does not show its number, in the order of the text. t may be nil.
func (s *State) Differences(t *Tally) []Note {
	notes := s.differences()
	says, _ := s.counted(t)
	for _, f := range s.fields() {
		if is := says(&f); is != "" && f.Text != "" && is != f.Text {
			notes = append(notes, note(f.Span, "%s is %q by %s, %q by %s", f.name, f.Text, f.side.name(), is, Plans.name()))
		}
	}
	return inOrder(append(notes, s.barNotes()...))
}

// differences are what the front matter and the body say differently.
func (s *State) differences() (notes []Note) {
	const quoted = 60 // bytes of a value
	all := s.fields()
	for i, front := range all {
		if front.name == percentName && front.side == Front && front.Text != "" && whole(front.Text) == "" {
			notes = append(notes, note(front.Span, "%s is %q by %s, want a whole number", front.name, front.Text, Front.name()))
			continue
		}
		if next := i + 1; next < len(all) && !front.move && all[next].name == front.name && front.Text != "" && all[next].Text != "" && all[next].Text != front.Text {
			body := all[next]
			notes = append(notes, note(body.Span, "%s is %q by %s, %q by %s", front.name, spelling.Cut(front.Text, quoted), Front.name(), spelling.Cut(body.Text, quoted), Body.name()))
		}
	}
	return notes
}

func (s *State) barNotes() []Note {
	n, ok := planfile.ParseCount(s.Percent.Text)
	if !ok || s.fits(n) {
		return nil
	}
	return []Note{note(s.Percent.Span, "%d blocks of the bar are filled at %d%%, want %d", s.Blocks, n, filled(n, s.Cells))}
}

// A SyncError says that a side could not be made to say what another does.
type SyncError struct {
	Fact       string
	Side       Side
	Wanted, Is string
}

func (e *SyncError) Error() string {
	return fmt.Sprintf("%s of the %s cannot be made %q, it is %q", e.Fact, e.Side, e.Wanted, e.Is)
}

// Sync makes the change by which the other sides say what one says, as far as it says
// anything; the plans themselves are never changed. The bar of the body is made to show
// its number. t may be nil: the plans say nothing then. What is written reads back, or it is a
// [*SyncError].
func (s *State) Sync(from Side, t *Tally) (*planfile.Change, error) {
	if from == Plans {
		says, notes := s.counted(t)
		change, err := s.write(says)
		if err == nil {
			change.Notes = append(notes, change.Notes...)
		}
		return change, err
	}
	says := map[string]string{}
	for _, f := range s.fields() {
		if f.side == from && !f.move && (f.name != percentName || whole(f.Text) != "") {
			says[f.name] = f.Text
		}
	}
	return s.write(func(f *field) string { return says[f.name] })
}

// write makes the change by which fields say what they should, as far as that is known, with
// further edits.
func (s *State) write(says func(*field) string, more ...source.Edit) (*planfile.Change, error) {
	change := &planfile.Change{Edits: more}
	all := s.fields()
	for i := range all {
		f := &all[i]
		wanted := says(f)
		switch {
		case f.Text == "" || wanted == "" || wanted == f.Text:
		case f.name == percentName && f.side == Body && s.Blocks < 0 && strings.ContainsAny(s.File.Slice(s.Percent.Span), "#=-["):
			change.Notes = append(change.Notes, fmt.Sprintf("%s of %s is left: its bar is of other characters", f.name, f.side.name()))
			f.set = nil
		default:
			change.Edits = append(change.Edits, f.set(s, wanted)...)
			change.Did = append(change.Did, fmt.Sprintf("%s of %s: %s -> %s", f.name, f.side.name(), f.Text, wanted))
		}
	}
	s.syncBar(change)
	text, err := source.Apply(s.File.Text, change.Edits)
	if err != nil {
		return nil, err
	}
	after, err := ParseState(s.File.Name, text)
	if err != nil {
		return nil, err
	}
	change.Text = text
	for i, is := range after.fields() {
		if f := &all[i]; f.Text != "" && says(f) != "" && f.set != nil && is.Text != says(f) {
			return change, &SyncError{f.name, f.side, says(f), is.Text}
		}
	}
	return change, nil
}

// syncBar makes the bar show the number beside it, where nothing else changes them.
func (s *State) syncBar(change *planfile.Change) {
	n, ok := planfile.ParseCount(s.Percent.Text)
	changed := slices.ContainsFunc(change.Edits, func(e source.Edit) bool { return s.Percent.Span.Covers(e.Span) })
	if !ok || changed || s.Blocks < 0 || s.fits(n) {
		return
	}
	if edits := setPercent(s, s.Percent.Text); len(edits) > 0 {
		change.Edits = append(change.Edits, edits...)
		change.Did = append(change.Did, fmt.Sprintf("bar of the body: %d blocks -> %d", s.Blocks, filled(n, s.Cells)))
	}
}
