package ohrfc

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// glance reads state.json, and of the checkpoint no more than whether it is a file. An RFC
// is finished when its baseline is accepted and finalized, until a change of the baseline
// begins. Source: phase_init, phase_review.
func glance(tree fs.FS, t protocol.Target) (s protocol.Standing) {
	text, err := source.ReadFile(tree, t.State)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.Refused = "there is no " + StateFile
		return s
	case len(text) > protocol.MaxGlance:
		s.Refused = StateFile + " is too large for a hook"
		return s
	}
	state, fault := ParseState(StateFile, text)
	if err != nil || fault != nil {
		s.Refused = StateFile + " cannot be read"
		return s
	}
	phase, version := state.Phase(), state.Version()
	s.Facts = fmt.Sprintf("phase %s, version %d", spelling.Value(phase, protocol.MaxValue), version)
	s.Updated, _ = ReadTime(state.str("updated_at"))
	accepted, _ := state.Doc.Root.Get("baseline_accepted").Bool()
	switch {
	case accepted && phase == PhaseFinalize:
		s.Finished = true
	case !protocol.MayBeFile(tree, t.Main):
		s.Refused = path.Base(t.Main) + " cannot be read"
	case version <= 0:
		s.Refused = "no checkpoint was written yet"
		s.FirstDue = rank(phase) > rank(PhaseDiscover) || state.int("rejection_count") > 0
	}
	return s
}

func summary(c *lint.Checkpoint, _ protocol.Standing) (facts, sentences []string) {
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
	if hash, err := w.RFCHash(w.Checkpoint); err == nil {
		facts = append(facts, "SHA-256 of rfc.md "+hash)
	}
	return facts, nil
}
