package ohrfc

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/jsondoc"
)

// A Move is what an event does to an RFC as it stands.
type Move struct {
	*Transition
	Into    string      // phase that it leads to
	Also    []string    // others that it may lead to instead
	Sets    []Set       // what changes in state.json but for updated_at, current_phase first
	Failure int         // number of the Gate-B failure that it records; 0 if it records none
	Restart RestartNeed // after the checkpoint, on the way to Into; NoRestart if none is due

	Written bool // the checkpoint has the group of Section already, and nothing says that it is of an earlier pass
	Replace bool // it has one that is or may be of an earlier pass
	Round   int  // gate_b_round after a failure, or the newest round in the checkpoint if that is higher; else 0
	Newest  int  // newest Gate-B round in the checkpoint; 0 without any
}

// A Set is a key of state.json that gets another value. Values are JSON; Was is
// "" where the key is missing.
type Set struct{ Key, Was, Is string }

// An EventError says why an event is not possible as things are. Open are the
// moves that are, from the phase From.
type EventError struct {
	Reason string
	From   string // "" where the event is possible, but not where it was to lead
	Open   []Move
}

func (e *EventError) Error() string { return e.Reason }

// Advance makes the change that event makes to state.json, and nothing else: the
// checkpoint stays as it is. The RFC goes to the phase to, or if that is "" to
// the usual one. now is the time for updated_at. Errors are those of
// [Workspace.Moves] and, where the workflow does not allow it, a [*EventError].
func (w *Workspace) Advance(event Event, to, now string) (*Change, *Move, error) {
	move, err := w.move(event, to)
	if err != nil {
		return nil, nil, err
	}
	pairs := []string{}
	for _, set := range move.Sets {
		pairs = append(pairs, set.Key, set.Is)
	}
	file := w.State.Doc.File
	text, err := SetJSON(file.Name, file.Text, append(pairs, "updated_at", jsondoc.Quote(now))...)
	if err != nil {
		return nil, nil, err
	}
	return &Change{State: text, Did: string(event), Version: w.version(), Was: w.version()}, move, nil
}

// Moves are the moves that are possible from the present phase, in the order of
// the table, each to its usual phase. Errors are a [*MissingError], those of a
// state.json that cannot be read, and a [*source.Error] at a current_phase that
// is none or at a count of failures that is no number; the moves that do not
// depend on it are given nevertheless.
func (w *Workspace) Moves() ([]Move, error) {
	if err := w.knownPhase(); err != nil {
		return nil, err
	}
	n, err := 0, error(nil)
	if w.State.Phase() == PhaseGateB {
		n, err = w.nextFailure()
	}
	var open []Move
	for i := range Transitions {
		t := &Transitions[i]
		if t.From == w.State.Phase() && (t.Stages == 0 || err == nil && t.Stages&w.State.stage(n) != 0) {
			open = append(open, w.moveInto(t, w.targets(t)[0], n))
		}
	}
	return open, err
}

// move is the move that event makes to the phase to, or an error if there is
// none.
func (w *Workspace) move(event Event, to string) (*Move, error) {
	open, err := w.Moves()
	i := slices.IndexFunc(open, func(m Move) bool { return m.Event == event })
	t := transitionFor(event)
	switch {
	case i >= 0 && (to == "" || to == open[i].Into):
		return &open[i], nil
	case i >= 0 && slices.Contains(w.targets(t), to):
		m := w.moveInto(t, to, open[i].Failure)
		return &m, nil
	case i >= 0:
		return nil, &EventError{fmt.Sprintf("%q leads to %s, not to %q", event, strings.Join(w.targets(t), " or "), to), "", nil}
	case err != nil:
		return nil, err
	}
	return nil, &EventError{w.refusal(event, t), w.State.Phase(), open}
}

// refusal says why the event is not possible.
func (w *Workspace) refusal(event Event, t *Transition) string {
	phase := w.State.Phase()
	switch {
	case t == nil:
		return fmt.Sprintf("%q is no event", event)
	case t.From != phase:
		return fmt.Sprintf("current_phase is %q, %q is possible in %q", phase, event, t.From)
	}
	n, _ := w.nextFailure()
	most := bootstrap.Count(w.State.MaxRounds(), "round")
	switch {
	case t.Stages == FirstFailure:
		return fmt.Sprintf("this would be failure %d of Gate-B, with %s allowed: a choice is due, and %q is none", n, most, event)
	case n == 1:
		return fmt.Sprintf("this would be failure 1 of Gate-B: %q is a choice after a later one", event)
	}
	return fmt.Sprintf("this would be failure %d of Gate-B, with %s allowed: %q is not open", n, most, event)
}

// knownPhase reports a state.json without a phase to advance from.
func (w *Workspace) knownPhase() error {
	if err := w.Faults[w.Path(StateFile)]; err != nil {
		return err
	}
	if w.State == nil {
		return w.missing(&MissingError{Name: StateFile})
	}
	phase, want := w.State.Phase(), strings.Join(Phases, ", ")
	switch at := w.State.Span("current_phase").Start; {
	case w.State.Doc.Root.Kind != jsondoc.Object:
		return w.State.Doc.File.Errorf(w.State.Doc.Root.Span.Start, "want an object with current_phase, one of %s", want)
	case phase == "":
		return w.State.Doc.File.Errorf(at, "no current_phase, want one of %s", want)
	case !slices.Contains(Phases, phase):
		return w.State.Doc.File.Errorf(at, "current_phase is %.60q, want one of %s", phase, want)
	}
	return nil
}

// targets are the phases that t may lead to from w as it is, the usual one first.
func (w *Workspace) targets(t *Transition) []string {
	return t.Targets(w.State.Strictness(), w.State.ChangesBaseline())
}

// moveInto is the move of t into a phase; n is the number of the next failure.
func (w *Workspace) moveInto(t *Transition, into string, n int) Move {
	m := Move{Transition: t, Into: into, Restart: t.RestartInto(into)}
	m.Also = slices.DeleteFunc(slices.Clone(w.targets(t)), func(phase string) bool { return phase == into })
	writes := append([]Write{{"current_phase", jsondoc.Quote(into)}}, t.Writes...)
	if t.Stages != 0 {
		m.Failure, m.Round = n, max(n, w.State.Round())
	}
	for _, write := range writes {
		w.set(&m, write)
	}
	w.look(&m)
	return m
}

// set adds what write changes in state.json to m.
func (w *Workspace) set(m *Move, write Write) {
	is := write.Value
	switch {
	case is == Counted && write.Key == "gate_b_round":
		is = strconv.Itoa(m.Round)
	case is == Counted:
		is = strconv.Itoa(m.Failure)
	}
	if edits, err := w.State.Doc.Set(is, write.Key); err == nil && len(edits) == 0 {
		return
	}
	was := ""
	if v := w.State.Doc.Root.Get(write.Key); v != nil {
		was = w.State.Doc.File.Slice(v.Span)
	}
	m.Sets = append(m.Sets, Set{write.Key, was, is})
}

// look says whether the group that is due at m is in the checkpoint already. One
// without rounds is of this pass if the RFC did not come to Gate-A yet, and may be
// if it is the last that was written.
func (w *Workspace) look(m *Move) {
	c := w.Checkpoint
	if m.Section == "" || c == nil {
		return
	}
	m.Newest = c.NewestRound()
	if m.Section == GateBKey {
		m.Written = m.Newest >= m.Round
		m.Round = max(m.Round, m.Newest)
		return
	}
	if c.Match.Group(m.Section, 0) == nil {
		return
	}
	last := ReadPhase(c.Meta.Value(LastPhaseKey))
	gate := w.State.Doc.Root.Get("gate_a_result")
	m.Replace = !gate.IsNothing()
	m.Written = last.Name == m.From || !m.Replace
}

// stage is where failure n of Gate-B is among the rounds.
func (s *State) stage(n int) Stage {
	switch {
	case n == 1:
		return FirstFailure
	case n < s.MaxRounds():
		return LaterFailure
	}
	return LastFailure
}

// nextFailure is the number that the next failure of Gate-B has.
//
// How many there were is read from state.json while the gate is open; the first
// row that fits holds. Only an advance raises rejection_count: the protocol's own
// documents never do, and raise gate_b_round at a failure; append raises
// gate_b_round when the round is written, before the failure or after it. That
// DESIGN is left with a checkpoint, as checkpoint_protocol §1 demands, tells the
// round that was written since from the one that failed before.
//
// Where mdck itself advanced the RFC before and no failure is on record, there was
// none. Else:
//
//	rejection_count  gate_b_result  last_checkpoint_phase     failures so far
//	above 0          any            any                       rejection_count
//	0, missing       fail           gate_b                    gate_b_round - 1, but 1 for 1: there was one
//	0, missing       fail           any other                 gate_b_round
//	0, missing       any other      discover, design, review  gate_b_round: its round was left behind
//	0, missing       any other      gate_b, null              gate_b_round - 1: its round is the one that fails
func (w *Workspace) nextFailure() (int, error) {
	s := w.State
	rejected, err1 := s.count("rejection_count")
	round, err2 := s.count("gate_b_round")
	failed := strings.EqualFold(s.str("gate_b_result"), "fail")
	if err := errors.Join(err1, err2); err != nil || rejected > 0 || !failed && w.advanced() {
		return rejected + 1, err
	}
	last := s.str("last_checkpoint_phase")
	switch before := max(0, round-1); {
	case failed:
		if last == PhaseGateB {
			return max(before, min(round, 1)) + 1, nil
		}
		return round + 1, nil
	case last == PhaseDiscover || last == PhaseDesign || last == PhaseReview:
		return round + 1, nil
	default:
		return before + 1, nil
	}
}

// advanced reports whether the ledger beside the state has an advance by mdck.
func (w *Workspace) advanced() bool {
	ledger, err := fs.ReadFile(w.Tree, w.Path(ledgerFile))
	return err == nil && bytes.Contains(ledger, []byte(`"command":"advance"`))
}

// ledgerFile is where the edge records the writes of mdck, relative to the
// workspace.
const ledgerFile = ".mdck/ledger.jsonl"

// maxCount is the most that a count of state.json may be, far above any.
const maxCount = 1 << 30

// count is the number at key, 0 where there is none.
func (s *State) count(key string) (int, error) {
	v := s.Doc.Root.Get(key)
	if v.IsNothing() {
		return 0, nil
	}
	if n, ok := v.Int(); ok && n >= 0 && n <= maxCount {
		return n, nil
	}
	return 0, s.Doc.File.Errorf(v.Span.Start, "%s is not a whole number from 0 to %d, so failures of Gate-B cannot be counted", key, maxCount)
}
