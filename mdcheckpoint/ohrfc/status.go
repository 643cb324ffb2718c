package ohrfc

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	m := c.Model.(*Model)
	w := m.RFC
	s := protocol.Status{Limits: in.Limits}
	for _, b := range m.Budgets {
		if b.Kind == schema.FileTokens && len(w.Checkpoint.Text()) > b.Limit { // the tokens of shorter texts are not counted
			s.Tokens = b.Used
		}
	}
	if w.State == nil {
		s.Next = "to create " + StateFile + ": mdck init ohrfc"
		if w.Faults[w.path(StateFile)] != nil {
			s.Next = StateFile + " cannot be read"
		}
		return []protocol.Status{s}
	}
	s.Phase, s.Round = spelling.OneLine(w.State.Phase()), w.State.Round()
	version := w.State.Version()
	s.Version = &version
	updated, _ := w.State.get("updated_at").Str()
	s.Updated, _ = readTime(updated)
	s.Next = nextAction(w, in.Word)
	return []protocol.Status{s}
}

func nextAction(w *Workspace, word string) string {
	switch {
	case w.Faults[w.CheckpointPath] != nil:
		return CheckpointFile + " cannot be read"
	case w.finished():
		return "none"
	}
	possible, _ := w.possible() // a rule reports the error
	var events []string
	for _, t := range possible {
		if step := w.sectionFirst(t, word); step != "" {
			return step
		}
		events = append(events, string(t.Event))
	}
	if word != "" && len(events) > 0 {
		events[0] = "mdck ohrfc advance " + events[0]
	}
	return strings.Join(events, " or ")
}

func (w *Workspace) sectionFirst(t *Transition, word string) string {
	if !t.first() {
		return ""
	}
	m := w.moveInto(t, w.targets(t)[0])
	switch {
	case m.Write == nil:
		return ""
	case word == "":
		return m.Title + ", then " + string(t.Event)
	}
	return m.Write.CommandLine(word) + ", then mdck ohrfc advance " + string(t.Event)
}

// glance reads state.json. Source: phase_init, phase_review.
func glance(tree fs.FS, t protocol.Target) (s protocol.Progress) {
	text, err := source.ReadFile(tree, t.State)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.Refused = "there is no " + StateFile
		return s
	case s.TooLarge(tree, t.State):
		return s
	}
	state, fault := ParseState(StateFile, text)
	if err != nil || fault != nil {
		s.Unreadable(StateFile)
		return s
	}
	phase, version := state.Phase(), state.Version()
	s.Facts = fmt.Sprintf("phase %s, version %d", spelling.Value(phase, protocol.MaxValue), version)
	s.Updated, _ = readTime(state.str("updated_at"))
	accepted, _ := state.get("baseline_accepted").Bool()
	switch {
	case accepted && phase == phaseFinalize:
		s.Finished = true
	case !protocol.MayBeFile(tree, t.Main):
		s.Unreadable(t.Main)
	case version <= 0:
		s.Refused = "no checkpoint exists yet"
		s.FirstDue = rank(phase) > rank(phaseDiscover) || state.int("rejection_count") > 0
	}
	return s
}

func summary(c *lint.Checkpoint, _ protocol.Progress) (facts, sentences []string) {
	w := c.Model.(*Model).RFC
	if w.State == nil {
		return nil, nil
	}
	facts = []string{
		"RFC " + spelling.Path(w.ID, protocol.MaxValue), "phase " + spelling.Value(w.State.Phase(), protocol.MaxValue),
		"checkpoint_version " + strconv.Itoa(w.State.Version()),
	}
	if w.State.Round() > 0 {
		facts = append(facts, "gate_b_round "+strconv.Itoa(w.State.Round()))
	}
	if hash, err := w.rfcHash(w.Checkpoint)(w.Tree); err == nil {
		facts = append(facts, "SHA-256 of rfc.md "+hash)
	}
	return facts, nil
}
