package ohrfc

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A Move is the change that an event makes to an RFC. Scripts read its JSON.
type Move struct {
	*Transition `json:"-"`
	Leaves      string      `json:"from"` // phase that the move leaves
	Into        string      `json:"to"`
	Also        []string    `json:"also,omitempty"`    // other phases to which the event can lead
	Sets        []Set       `json:"writes"`            // changes to state.json, current_phase first
	Failure     int         `json:"failure,omitempty"` // number of the recorded Gate-B failure; 0 means none
	Restart     RestartNeed `json:"restart"`           // how the session must restart after the checkpoint is written, or NoRestart

	Title   string            `json:"-"` // title of the section that the move requires, or ""
	Write   *protocol.Due     `json:"-"` // how to write that section, if missing
	Refused *protocol.Refused `json:"-"` // why the move is not allowed, or nil
	round   int               // gate_b_round after a failure, or 0
}

// A Set changes a key of state.json from Was, which is empty for a missing key, to Is.
type Set struct {
	Key string          `json:"key"`
	Was json.RawMessage `json:"was"`
	Is  json.RawMessage `json:"is"`
}

// advance returns the change that event makes to state.json, even if the event is not allowed now.
func (w *Workspace) advance(event Event, to, now string) (*Change, *Move, error) {
	move, err := w.move(event, to)
	if err != nil {
		return nil, nil, err
	}
	pairs := []string{}
	for _, set := range move.Sets {
		pairs = append(pairs, set.Key, string(set.Is))
	}
	text, err := setJSON(w.State.Doc, append(pairs, "updated_at", jsondoc.Quote(now))...)
	if err != nil {
		return nil, nil, err
	}
	change := &Change{State: text, Change: protocol.Change{Did: string(event), Version: w.version(), Was: w.version()}}
	if summary := w.Files[w.path(SummaryFile)]; move.Stages != 0 && summary != nil {
		change.entry.About = claim.Hash([]byte(summary.Text))
	}
	return change, move, nil
}

// Moves returns the possible moves from the current phase. An invalid state.json is an error.
func (w *Workspace) Moves() (moves []Move, err error) {
	all, err := w.possible()
	for _, t := range all {
		moves = append(moves, w.moveInto(t, w.targets(t)[0]))
	}
	return moves, err
}

func (w *Workspace) possible() (all []*Transition, err error) {
	if err := w.usableState(); err != nil {
		return nil, err
	}
	for i := range Transitions {
		t := &Transitions[i]
		if t.From == w.State.Phase() && (t.Stages == 0 || t.Stages&w.State.stage(w.nextFailure()) != 0) {
			all = append(all, t)
		}
	}
	return all, nil
}

func (w *Workspace) move(event Event, to string) (*Move, error) {
	t, err := w.transition(event)
	if err != nil {
		return nil, err
	}
	targets := w.targets(t)
	if to != "" && !slices.Contains(targets, to) {
		return nil, w.never("%q leads to %s, not to %q", event, strings.Join(targets, " or "), to)
	}
	m := w.moveInto(t, cmp.Or(to, targets[0]))
	return &m, nil
}

// transition returns the transition of event. An invalid state.json is an error.
func (w *Workspace) transition(event Event) (*Transition, error) {
	if err := w.usableState(); err != nil {
		return nil, err
	}
	if t := eventTransition(event); t != nil {
		return t, nil
	}
	return nil, w.never("%q is not an event", event)
}

func (w *Workspace) never(format string, args ...any) error {
	return &protocol.Refused{Path: w.path(StateFile), Reason: fmt.Sprintf(format, args...), Never: true}
}

func (w *Workspace) allowed(event Event) error {
	t, err := w.transition(event)
	if err != nil {
		return err
	}
	open, _ := w.Moves() // transition returned its error
	for _, m := range open {
		switch {
		case m.Event != event:
		case m.Refused != nil:
			return m.Refused
		default:
			return nil
		}
	}
	return &protocol.Refused{Path: w.path(StateFile), Reason: w.refusal(event, t), Open: Possible(w.State.Phase(), open, protocol.TargetWord)}
}

// Possible returns a line for each event that is possible in phase. For target, see
// [protocol.Due.CommandLine].
func Possible(phase string, moves []Move, target string) []string {
	if phase == phaseInit {
		return []string{"no event leads out of phase \"init\"; change current_phase in state.json to \"discover\""}
	}
	lines := []string{"events in phase " + phase + ":"}
	for _, m := range moves {
		if m.Transition != nil {
			lines = append(lines, m.line(target))
		}
	}
	return lines
}

func (m *Move) line(target string) string {
	line := string(m.Event)
	if m.Does != "" {
		line += " (" + m.Does + ")"
	}
	line += " leads to phase " + strings.Join(append([]string{m.Into}, m.Also...), " or ")
	verb := "; it sets "
	for _, set := range m.Sets {
		if set.Key != "current_phase" {
			line += verb + set.Key + " to " + spelling.QuoteValue(strings.Trim(string(set.Is), `"`))
			verb = ", "
		}
	}
	due := m.Write
	if m.Refused != nil && len(m.Refused.Due) > 0 {
		due = &m.Refused.Due[0] // such as a lost file to restore
	}
	switch {
	case m.Refused != nil && m.Refused.Reason != "":
		line += "; it is refused now, because " + m.Refused.Reason
	case m.Section == "" || due == nil:
		return line
	default:
		line += "; it needs a checkpoint"
	}
	if due == nil || due.Command == nil { // a file is missing, so no section can be written
		return line
	}
	return line + ": " + due.CommandLine(target)
}

func (w *Workspace) refusal(event Event, t *Transition) string {
	phase := w.State.Phase()
	if t.From != phase {
		return fmt.Sprintf("current_phase is %q; event %q requires %q", phase, event, t.From)
	}
	n := w.nextFailure()
	most := spelling.Count(w.State.MaxRounds(), "round")
	return fmt.Sprintf("event %q is not possible, because this is failure %d of Gate-B and the limit is %s", event, n, most)
}

func (w *Workspace) usableState() error {
	if err := w.checkState(); err != nil {
		return err
	}
	if phase := w.State.Phase(); !slices.Contains(Phases, phase) {
		return w.State.Doc.File.Errorf(w.State.span("current_phase").Start, "current_phase is %.60q; expected one of %s", phase, strings.Join(Phases, ", "))
	}
	for _, key := range [...]string{"rejection_count", "gate_b_round"} {
		v := w.State.get(key)
		if n, ok := v.Int(); w.State.Phase() == phaseGateB && !v.IsNothing() && (!ok || n < 0 || n > maxCount) {
			return w.State.Doc.File.Errorf(v.Span.Start, "%s is not a whole number from 0 to %d, so mdck cannot count Gate-B failures", key, maxCount)
		}
	}
	return nil
}

const maxCount = 1 << 30

// targets returns the phases to which t can lead, the usual one first.
func (w *Workspace) targets(t *Transition) []string {
	return t.Targets(w.State.Strictness(), w.State.changesBaseline())
}

func (w *Workspace) moveInto(t *Transition, into string) Move {
	m := Move{Transition: t, Leaves: w.State.Phase(), Into: into, Sets: []Set{}, Restart: t.restartInto(into)}
	m.Also = slices.DeleteFunc(slices.Clone(w.targets(t)), func(phase string) bool { return phase == into })
	if t.Stages != 0 {
		m.Failure = w.nextFailure()
		m.round = max(m.Failure, w.State.Round())
	}
	m.set(w.State, "current_phase", jsondoc.Quote(into))
	for _, write := range t.Writes {
		switch {
		case write.Value != counted:
			m.set(w.State, write.Key, write.Value)
		case write.Key == "gate_b_round":
			m.set(w.State, write.Key, strconv.Itoa(m.round))
		default:
			m.set(w.State, write.Key, strconv.Itoa(m.Failure))
		}
	}
	w.setSection(&m)
	m.Refused = w.refused(&m)
	return m
}

func (m *Move) set(s *State, key, is string) {
	set := Set{Key: key, Is: json.RawMessage(is)}
	if v := s.get(key); v != nil {
		set.Was = json.RawMessage(s.Doc.File.Slice(v.Span))
		if text, ok := v.Str(); ok {
			set.Was = json.RawMessage(jsondoc.Quote(text))
		}
	}
	if edits, err := s.Doc.Set(is, key); err != nil || len(edits) > 0 {
		m.Sets = append(m.Sets, set)
	}
}

func (w *Workspace) setSection(m *Move) {
	if m.Section == "" {
		return
	}
	g, written := missingGroup{Group: Group(m.Section)}, false
	switch {
	case m.first():
		written = !w.lacks(m.Transition)
	case m.Section == GateBKey:
		written = w.Checkpoint.NewestRound() >= m.round
		g.N = max(m.round, w.Checkpoint.NewestRound())
	default:
		written = w.State.lastPhase() == phaseReview && w.Checkpoint.holds(m.Section, 0)
	}
	if m.Title = g.Title(); !written {
		m.Write = w.sectionDue(g)
	}
}

func (w *Workspace) refused(m *Move) *protocol.Refused {
	no := &protocol.Refused{Path: w.path(StateFile)}
	if m.first() && w.lost() && w.hasBackup() {
		no.Due = w.dueIfLost()
		return no
	}
	lack := func(d *protocol.Due) {
		if d.Command != nil {
			no.Due = append(no.Due, *d)
			return
		}
		no.Reason, no.Due = d.Problem, w.dueFiles() // a file is missing, so no section can be written
	}
	if round := w.unwrittenRound(); round > 0 && m.Event == DesignDone {
		lack(w.sectionDue(missingGroup{Group: Group(GateBKey), N: round}))
	}
	if m.first() && m.Write != nil {
		lack(m.Write)
	}
	if m.Event == GateBPass && w.failsNow() {
		no.Path, no.Reason = w.path(SummaryFile), "the result of this round is FAIL"
	}
	if no.Reason == "" && len(no.Due) == 0 {
		return nil
	}
	return no
}

func (s *State) stage(n int) Stage {
	switch {
	case n == 1:
		return FirstFailure
	case n < s.MaxRounds():
		return LaterFailure
	}
	return LastFailure
}

// nextFailure returns the number of the next Gate-B failure: the failures so far, plus 1. A session can
// write a round before or after its failure, so gate_b_round may count a round whose failure is not
// recorded yet. The first matching row applies:
//
//	rejection_count  gate_b_result  last_checkpoint_phase     failures so far
//	above 0          any            any                       rejection_count
//	0, missing       not fail       any, after mdck advance   0
//	0, missing       fail           gate_b                    gate_b_round - 1, but 1 for gate_b_round 1
//	0, missing       fail           any other                 gate_b_round
//	0, missing       any other      discover, design, review  gate_b_round: its round was left behind
//	0, missing       any other      gate_b, null              gate_b_round - 1: its round is the one that fails
func (w *Workspace) nextFailure() int {
	s := w.State
	rejected, round, failed := s.int("rejection_count"), s.Round(), s.failed()
	if rejected > 0 || !failed && w.advanced() {
		return rejected + 1
	}
	last, before := s.lastPhase(), max(0, round-1)
	switch {
	case failed && last == phaseGateB:
		return max(before, min(round, 1)) + 1
	case failed, last == phaseDiscover, last == phaseDesign, last == phaseReview:
		return round + 1
	}
	return before + 1
}

func (w *Workspace) advanced() bool {
	return slices.ContainsFunc(w.entries(), func(e claim.Entry) bool { return e.Command == "advance" })
}
