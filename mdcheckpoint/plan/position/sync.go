package position

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Side is a place that says where the work stands.
type Side string

const (
	Front Side = "front" // the front matter of the state
	Body  Side = "body"  // its text
	Plans Side = "plans" // the plans themselves, and what tells that they are done
)

// maxQuoted is how many bytes of a value a message quotes.
const maxQuoted = 60

// Sides are all of them.
func Sides() []Side { return []Side{Front, Body, Plans} }

// A Fact is something that several sides say, each in the same words; "" of a side that
// does not say.
type Fact struct {
	Name   string
	Values map[Side]string
	Span   source.Span // where the body or, if that does not, the front matter says it
	// Odd is what a side says that says nothing which others could say, too; Want is what
	// it should be.
	Odd  map[Side]Value
	Want string

	set setters
}

// setters make the sides of a fact say a value.
type setters map[Side]func(*State, string) []source.Edit

// Differ reports whether two sides say different things.
func (f *Fact) Differ() bool {
	found := ""
	for _, side := range Sides() {
		v := f.Values[side]
		if v != "" && found != "" && v != found {
			return true
		}
		found = cmp.Or(v, found)
	}
	return false
}

// Facts are what the sides say. Without a tally the plans say nothing.
func (s *State) Facts(t *Tally) []Fact {
	var all []Fact
	add := func(f Fact) { all = append(all, f) }
	add(Fact{Name: "phase", Span: s.Phase.Span, Values: map[Side]string{Front: planfile.Number(s.front("current_phase").Text), Body: s.Phase.N},
		set: setters{Front: setFront("current_phase"), Body: setPhase}})
	status := Fact{Name: "status", Span: s.Status.Span, Values: map[Side]string{},
		set: setters{Front: setFront("status"), Body: setStatus}}
	if text := s.front("status").Text; text != "" {
		status.Values[Front] = Normal(text, s.isPaused())
	}
	if s.Status.Text != "" {
		status.Values[Body] = Normal(s.Status.Text, false)
	}
	add(status)
	for _, c := range s.counts(t) {
		v := s.front("progress", c.key)
		f := Fact{Name: c.key, Span: v.Span, Values: map[Side]string{Front: whole(v.Text)}, set: setters{Front: setFront("progress", c.key)}}
		if t != nil {
			f.Values[Plans] = strconv.Itoa(c.actual)
		}
		add(f)
	}
	add(s.percentFact(t))
	if n, v := s.plansOfPhase(); n > 0 {
		of := Fact{Name: "plans of the phase", Span: v.Span, Values: map[Side]string{Body: strconv.Itoa(n)}, set: setters{Body: setPlans}}
		if t != nil && t.OfPhase > 0 {
			of.Values[Plans] = strconv.Itoa(t.OfPhase)
		}
		add(of)
	}
	return all
}

// Differences are the facts that sides differ in, and a bar that does not show its number,
// in the order of the text. Without a tally the plans say nothing.
func (s *State) Differences(t *Tally) []Note {
	return inOrder(append(differences(s.Facts(t)), s.barNotes()...))
}

func differences(facts []Fact) []Note {
	var notes []Note
	for i := range facts {
		f := &facts[i]
		var found []string
		for _, side := range Sides() {
			if v := f.Odd[side]; v.Text != "" {
				notes = append(notes, note(v.Span, "%s is %q by %s, want %s", f.Name, v.Text, side.name(), f.Want))
			}
			if v := f.Values[side]; v != "" {
				found = append(found, fmt.Sprintf("%q by %s", spelling.Cut(v, maxQuoted), side.name()))
			}
		}
		if f.Differ() {
			notes = append(notes, note(f.Span, "%s is %s", f.Name, strings.Join(found, ", ")))
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
// its number. t may be nil unless from is [Plans]. What is written reads back, or it is a
// [*SyncError].
func (s *State) Sync(from Side, t *Tally) (*planfile.Change, error) { return s.sync(from, s.Facts(t)) }

func (s *State) sync(from Side, facts []Fact) (*planfile.Change, error) {
	change := &planfile.Change{Text: s.File.Text}
	for i := range facts {
		f := &facts[i]
		wanted := f.Values[from]
		if wanted == "" {
			if f.Differ() {
				change.Notes = append(change.Notes, fmt.Sprintf("%s is left: %s does not say", f.Name, from.name()))
			}
			continue
		}
		for _, side := range []Side{Front, Body} {
			is := cmp.Or(f.Values[side], f.Odd[side].Text)
			if is == "" || is == wanted || f.set[side] == nil {
				continue
			}
			if why := s.keeps(f, side); why != "" {
				change.Notes = append(change.Notes, fmt.Sprintf("%s of %s is left: %s", f.Name, side.name(), why))
				delete(f.set, side)
				continue
			}
			change.Edits = append(change.Edits, f.set[side](s, wanted)...)
			change.Did = append(change.Did, fmt.Sprintf("%s of %s: %s -> %s", f.Name, side.name(), is, wanted))
		}
	}
	s.syncBar(change)
	return change, s.check(change, from, facts)
}

// keeps says why a fact of a side is not changed, though another is right: what stands
// beside it would say something else then. "" if it is.
func (s *State) keeps(f *Fact, side Side) string {
	if f.Name == "percent" && side == Body && s.Blocks < 0 && strings.ContainsAny(s.File.Slice(s.Percent.Span), "#=-") {
		return "its bar is of other characters"
	}
	return ""
}

// name is the side for people.
func (side Side) name() string {
	switch side {
	case Front:
		return "the front matter"
	case Body:
		return "the body"
	}
	return "the plans"
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

// edited returns the state after edits.
func (s *State) edited(edits []source.Edit) (*State, error) {
	text, err := source.Apply(s.File.Text, edits)
	if err != nil {
		return nil, err
	}
	return ParseState(s.File.Name, text)
}

// check applies the edits and reads the text again: every fact has to be as wanted.
func (s *State) check(change *planfile.Change, from Side, facts []Fact) error {
	after, err := s.edited(change.Edits)
	if err != nil {
		return err
	}
	change.Text = after.File.Text
	now := after.Facts(nil)
	for i := range facts {
		wanted := facts[i].Values[from]
		for j := range now {
			for _, side := range []Side{Front, Body} {
				is := now[j].Values[side]
				if now[j].Name == facts[i].Name && wanted != "" && cmp.Or(facts[i].Values[side], facts[i].Odd[side].Text) != "" && facts[i].set[side] != nil && is != wanted {
					return &SyncError{facts[i].Name, side, wanted, is}
				}
			}
		}
	}
	return nil
}
