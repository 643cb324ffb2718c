package ohrfc

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strconv"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

type finish struct {
	did     string // what was done, for the report
	refresh bool   // update artifact_state: the hash, the number of evidence items and the round
	bump    bool   // raise the version even for the same text
	prune   bool   // keep only the newest rounds
	phase   Phase  // new value of last_phase, if not zero
	follow  bool   // keep Meta except for its version, and copy the values of Meta to state.json
	was     int    // minimum for the version before the change
}

// metaValues are the values that finish writes to Meta and state.json.
type metaValues struct {
	pairs   []string // of Meta: key, value, key, value, …
	phase   Phase    // last_checkpoint_phase, if not zero
	newest  int      // gate_b_round, if counted
	counted bool
}

// finish sets Meta and state.json for the new checkpoint c.
func (w *Workspace) finish(c *Checkpoint, now string, f finish) (*Change, error) {
	change, after, before := &Change{}, c, ""
	change.Did, change.Was = f.did, max(w.version(), f.was)
	if w.Checkpoint != nil {
		before = w.Checkpoint.Text()
	}
	if f.prune {
		edits, archive := c.prune()
		pruned, err := c.edited(edits)
		if err != nil {
			return nil, err
		}
		after, change.Archive = pruned, archive
	}
	meta, err := w.metaValues(after, f, change)
	if err != nil {
		return nil, err
	}
	f.bump = f.bump || !f.follow && (after.Text() != before || len(after.setMeta(meta.pairs...)) > 0)
	if change.Version = change.Was; f.bump {
		change.Version++
	}
	if after, err = after.edited(after.setMeta(append([]string{VersionKey, strconv.Itoa(change.Version)}, meta.pairs...)...)); err != nil {
		return nil, err
	}
	change.Checkpoint, change.After = after.Text(), after
	if err := cmp.Or(w.kept(c, f.prune, change), w.setState(meta, change, now)); err != nil {
		return nil, err
	}
	if change.Checkpoint == before && (w.State == nil || change.State == w.State.Doc.File.Text) {
		change.None = fmt.Sprintf("version, hash, evidence and round are already up to date (checkpoint_version %d)", change.Version)
	}
	if len(change.Archive) > 0 {
		change.Notes = append(change.Notes, w.carriedNotes(c)...)
	}
	return change, nil
}

func (c *Checkpoint) edited(edits []source.Edit) (*Checkpoint, error) {
	after, err := c.editor().Apply(edits)
	if err != nil || after.Match == c.Match {
		return c, err
	}
	return checkpointOf(after.Match), nil
}

func (w *Workspace) kept(c *Checkpoint, prune bool, change *Change) error {
	after := change.After
	if after.Meta.Version != change.Version {
		return fmt.Errorf("%s: %s %d could not be read back after the edit", w.CheckpointPath, VersionKey, change.Version)
	}
	changed := []*schema.GroupMatch{c.Group(metaKey, 0), after.Group(metaKey, 0)}
	if prune {
		changed = append(changed, c.surplus()...)
	}
	return schema.CheckIntact(c.Match, after.Match, changed...)
}

func (w *Workspace) version() int {
	version := max(0, w.State.Version())
	if w.Checkpoint != nil {
		version = max(version, w.Checkpoint.Meta.Version)
	}
	return version
}

func (w *Workspace) metaValues(c *Checkpoint, f finish, change *Change) (m metaValues, err error) {
	recorded := ReadPhase(c.Meta.Value(LastPhaseKey))
	if f.follow {
		m.phase = recorded
		m.newest, m.counted = c.recordedRound()
		return m, nil
	}
	if m.phase = f.phase; f.phase.Name != "" && recorded != f.phase {
		m.pairs = append(m.pairs, LastPhaseKey, f.phase.String())
	}
	if strictness := spellStrictness(w.State.Strictness()); c.Meta.Field(strictnessKey) == nil && strictness != "" {
		m.pairs = append(m.pairs, strictnessKey, strictness)
	}
	if !f.refresh {
		return m, nil
	}
	if m.newest, m.counted = c.NewestRound(), true; m.newest == 0 && w.State.Round() > 1 {
		m.newest = w.State.Round() // the rounds are lost, but a missing round 1 may not be written yet
	}
	artifact, err := w.artifact(c, m.newest, change)
	m.pairs = append(m.pairs, ArtifactKey, artifact)
	return m, err
}

func (w *Workspace) artifact(c *Checkpoint, newest int, change *Change) (string, error) {
	hash, err := w.rfcHash(c)(w.Tree)
	if err != nil {
		return "", err
	}
	evidence, known := w.evidence()
	if !known {
		change.Notes = append(change.Notes, "mdck found no items in "+EvidenceFile+", so artifact_state is evidence(0 items)")
	}
	return c.artifact(hash, evidence, newest), nil
}

func (w *Workspace) setState(m metaValues, change *Change, now string) error {
	if w.State == nil {
		return nil
	}
	pairs := []string{"checkpoint_version", strconv.Itoa(change.Version)}
	if m.phase.Name != "" {
		pairs = append(pairs, "last_checkpoint_phase", jsondoc.Quote(m.phase.state()))
	}
	if m.counted {
		pairs = append(pairs, "gate_b_round", strconv.Itoa(w.roundAt(m.newest)))
	}
	text, err := setJSON(w.State.Doc, pairs...)
	if err == nil && (text != w.State.Doc.File.Text || change.Checkpoint != "" && change.Version > change.Was) {
		text, err = setJSON(w.State.Doc, append(pairs, "updated_at", jsondoc.Quote(now))...)
	}
	change.State = text
	return err
}

// roundAt returns the new value of gate_b_round.
func (w *Workspace) roundAt(newest int) int {
	s := w.State
	recorded := s.int("rejection_count") > 0 || s.failed()
	if failures := w.nextFailure() - 1; recorded && failures == newest+1 {
		return failures
	}
	return newest
}

func setJSON(doc *jsondoc.Document, pairs ...string) (string, error) {
	e := jsondoc.NewEditor(&doc)
	for i := 0; i < len(pairs); i += 2 {
		e.Set(pairs[i+1], pairs[i])
	}
	return doc.File.Text, e.Err
}

// A Change is the new content of a workspace. None says why nothing changes.
type Change struct {
	protocol.Change
	Checkpoint string
	After      *Checkpoint // the parsed Checkpoint, or nil
	State      string      // new state.json, or ""
	Round      int         // Gate-B round that was written, or 0
	entry      claim.Entry // ledger entry, without version and content
}

func nothing(format string, args ...any) *Change {
	return &Change{Change: protocol.Change{None: fmt.Sprintf(format, args...)}}
}

// ready returns an error if one of names is missing, or if a file of the workspace cannot be read.
func (w *Workspace) ready(names ...string) error {
	return cmp.Or(w.exist(names...), errors.Join(w.Faults[w.CheckpointPath], w.Faults[w.path(EvidenceFile)], w.Faults[w.path(StateFile)]))
}

// stamp returns the change that updates the hash, the evidence and the round. If changed is true, it
// always raises the version.
func (w *Workspace) stamp(changed bool, now string) (*Change, error) {
	if err := w.ready(path.Base(w.CheckpointPath), StateFile, RFCFile); err != nil {
		return nil, err
	}
	return w.finish(w.Checkpoint, now, finish{did: "stamped", refresh: true, bump: changed})
}

func (w *Workspace) bump(now string) (*Change, error) {
	return w.finish(w.Checkpoint, now, finish{did: "raised the version", bump: true})
}
