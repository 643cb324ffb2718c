package ohrfc

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Restore asks for an earlier text to be taken back.
type Restore struct {
	Text string // the whole text of the earlier file, or of the archived round
	Name string // what it is called in messages, such as "backup 3"

	// Recorded is the highest checkpoint_version that is known of besides Meta
	// and state.json. It counts where one of those two cannot be read.
	Recorded int
	Force    bool // put an archived round back though newer ones fill its place
}

// Restore makes the change that puts an earlier text in the place of
// checkpoint.md, whatever that holds now, and brings state.json in step: the
// version is one above the present one, all else of the text stays as it was.
// Where only the version would differ there is nothing to do. Errors are
// [*MissingError] and that of a state.json which cannot be read, and
// [*RequestError] for a text that is no checkpoint.
func (w *Workspace) Restore(r Restore, now string) (*Change, error) {
	if err := w.stateReady(); err != nil {
		return nil, err
	}
	c, err := r.checkpoint(w.CheckpointPath)
	if err != nil {
		return nil, err
	}
	f := finish{did: "restored " + r.Name, phase: ReadPhase(c.Meta.Value(LastPhaseKey))}
	f.newest, f.refresh = c.recordedRound()
	f.bump = !w.holds(c)
	change, err := w.end(c, c.Text(), &f, r.version(w, c.Meta.Version), now)
	if err != nil {
		return nil, err
	}
	if w.Checkpoint != nil && change.Checkpoint == w.Checkpoint.Text() && change.State == w.State.Doc.File.Text {
		change.None = CheckpointFile + " holds what " + r.Name + " has, but for the version"
	}
	if kept := w.roundAt(f.newest); f.refresh && kept != f.newest {
		change.Notes = append(change.Notes, fmt.Sprintf("gate_b_round of %s stays %d: the failure of that round is on record, and the restored text does not have it", StateFile, kept))
	}
	return change, nil
}

// stateReady reports why state.json cannot be brought in step.
func (w *Workspace) stateReady() error {
	switch err := w.Faults[w.Path(StateFile)]; {
	case err != nil:
		return err
	case w.State == nil:
		return &MissingError{Name: StateFile}
	case w.State.Doc.Root.Kind != jsondoc.Object:
		return w.State.Doc.File.Errorf(w.State.Doc.Root.Span.Start, "want an object")
	}
	return nil
}

// checkpoint reads the text of r as a checkpoint.
func (r *Restore) checkpoint(name string) (*Checkpoint, error) {
	if strings.TrimSpace(strings.TrimPrefix(r.Text, "\ufeff")) == "" {
		return nil, &RequestError{Reason: r.Name + " is empty"}
	}
	c, err := ParseCheckpoint(name, r.Text)
	if err != nil {
		return nil, r.unreadable(err)
	}
	return c, nil
}

func (r *Restore) unreadable(err error) error {
	if located, ok := errors.AsType[*source.Error](err); ok {
		err = fmt.Errorf("line %d: %w", located.Pos.Line, located.Err)
	}
	return &RequestError{Reason: fmt.Sprintf("%s cannot be read: %v", r.Name, err), Hint: "--print prints it as it is"}
}

// version is the present version: what Meta and state.json say, and where one of
// them says nothing, also own, that of the restored text, and what was recorded.
func (r *Restore) version(w *Workspace, own int) int {
	if w.Checkpoint == nil || w.State == nil {
		return max(w.version(), own, r.Recorded)
	}
	return w.version()
}

// recordedRound is gate_b_round as Meta has it, or else the newest round; ok is
// false where there is neither.
func (c *Checkpoint) recordedRound() (n int, ok bool) {
	if n, ok := c.Meta.Artifact.Round.Int(); ok {
		return n, true
	}
	n = c.NewestRound()
	return n, n > 0
}

// holds reports whether the checkpoint that is there has the text of c, but for
// the version.
func (w *Workspace) holds(c *Checkpoint) bool {
	if w.Checkpoint == nil || w.Checkpoint.Meta.Version < 0 {
		return false
	}
	text, err := c.withVersion(w.Checkpoint.Meta.Version)
	return err == nil && text == w.Checkpoint.Text()
}

func (c *Checkpoint) withVersion(n int) (string, error) {
	return source.Apply(c.Text(), c.SetMeta(VersionKey, strconv.Itoa(n)))
}

// end makes the change that writes text, which was made of c, with its version,
// and what state.json shares with it. Meta stays as it is but for the version;
// f.refresh says whether gate_b_round of state.json becomes f.newest.
func (w *Workspace) end(c *Checkpoint, text string, f *finish, was int, now string) (*Change, error) {
	change := &Change{Was: was, Version: was, Did: f.did}
	if f.bump {
		change.Version++
	}
	made, err := ParseCheckpoint(w.CheckpointPath, text)
	if err != nil {
		return nil, err
	}
	d := &draft{made}
	if err := d.edit(d.SetMeta(VersionKey, strconv.Itoa(change.Version))); err != nil {
		return nil, err
	}
	change.Checkpoint, change.After = d.Text(), d.Checkpoint
	if err := w.kept(c, f, change); err != nil {
		return nil, err
	}
	return change, w.setState(f, change, now)
}
