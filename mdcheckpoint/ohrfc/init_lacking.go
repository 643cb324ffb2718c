package ohrfc

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"mdck/mdcheckpoint/jsondoc"
)

// An Init asks for what a workspace lacks.
type Init struct {
	Title      string // of the RFC; "" for the id
	Strictness string // "" for what the existing files have, else standard
	Recorded   int    // the highest checkpoint_version that is known of besides the files
}

// Init returns the files that w lacks, those of the protocol's own script: what an existing
// checkpoint has of state.json is in a new one, and the checkpoint is written by [Workspace.Append].
// A title or a strictness that contradicts the existing files is a [*RequestError].
func (w *Workspace) Init(in Init, now time.Time) ([]NewFile, error) {
	fresh := !w.Has(StateFile)
	if err := w.initReady(fresh); err != nil {
		return nil, err
	}
	strictness, err := w.initStrictness(in.Strictness)
	if err != nil {
		return nil, err
	}
	if OneLine(in.Title) != "" && w.Has(RFCFile) {
		return nil, &RequestError{Reason: fmt.Sprintf("title %q was given, and %s already exists", in.Title, RFCFile), Hint: "init changes no existing file: leave --title out"}
	}
	files, err := New(w.ID, cmp.Or(OneLine(in.Title), w.ID), strictness, now)
	if err != nil {
		return nil, err
	}
	switch {
	case fresh && w.Checkpoint != nil:
		files[0].Text, err = w.stateWith(files[0].Text, w.Checkpoint.shared()...)
	case fresh && in.Recorded > 0:
		files[0].Text, err = w.stateWith(files[0].Text, "checkpoint_version", strconv.Itoa(in.Recorded))
	}
	return slices.DeleteFunc(files, func(f NewFile) bool { return w.Has(f.Name) }), err
}

// initReady reports a file that cannot be read and has to be followed.
func (w *Workspace) initReady(fresh bool) error {
	if fresh {
		return w.Faults[w.CheckpointPath]
	}
	return cmp.Or(w.Faults[w.Path(EvidenceFile)], w.stateReady())
}

// initStrictness is the strictness of new files: the one asked for, unless the
// files that are there have another.
func (w *Workspace) initStrictness(asked string) (string, error) {
	there, file := w.strictness(), StateFile
	if w.State == nil && w.Checkpoint != nil {
		there, file = w.Checkpoint.Meta.Value(StrictnessKey), CheckpointFile
	}
	folded, _ := Strictness(there)
	if want, _ := Strictness(asked); asked != "" && folded != "" && want != folded {
		return "", &RequestError{
			Reason: fmt.Sprintf("strictness %q was asked for, and %s says %q", asked, file, there),
			Hint:   "init changes nothing that is there: leave --strictness out",
		}
	}
	return cmp.Or(asked, folded, "standard"), nil
}

// stateWith is text, that of a state.json, with keys set to values, given in pairs.
func (w *Workspace) stateWith(text string, pairs ...string) (string, error) {
	s, err := ParseState(w.Path(StateFile), text)
	if err != nil {
		return "", err
	}
	return SetJSON(s.Doc, pairs...)
}

// shared are the keys of state.json that repeat Meta, with their values.
func (c *Checkpoint) shared() []string {
	pairs := []string{"checkpoint_version", strconv.Itoa(max(c.Meta.Version, 0))}
	if phase := ReadPhase(c.Meta.Value(LastPhaseKey)); phase.Name != "" {
		pairs = append(pairs, "last_checkpoint_phase", jsondoc.Quote(phase.State()))
	}
	if round, ok := c.recordedRound(); ok {
		pairs = append(pairs, "gate_b_round", strconv.Itoa(round))
	}
	return pairs
}
