package ohrfc

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// finish is how every change ends.
type finish struct {
	did     string // what the change is called
	refresh bool   // hash, evidence and round are to be what they are now
	bump    bool   // the version rises though the text did not change yet
	prune   bool   // only the newest rounds are to stay
	phase   Phase  // what last_phase becomes; zero leaves it
	follow  bool   // Meta stays except its version, and state.json follows it
	was     int    // the version before, if it is higher than the recorded ones
	newest  int    // what gate_b_round becomes: the newest round, or that of Meta; set on the way
	counted bool   // it does; set on the way
}

// finish makes the change that ends in c, with all that belongs to it. The version rises where the
// text is not what it was before.
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
	pairs, err := w.metaPairs(after, &f, change)
	if err != nil {
		return nil, err
	}
	f.bump = f.bump || !f.follow && (after.Text() != before || len(after.setMeta(pairs...)) > 0)
	if change.Version = change.Was; f.bump {
		change.Version++
	}
	if after, err = after.edited(after.setMeta(append([]string{VersionKey, strconv.Itoa(change.Version)}, pairs...)...)); err != nil {
		return nil, err
	}
	change.Checkpoint, change.After = after.Text(), after
	if err := cmp.Or(w.kept(c, &f, change), w.setState(&f, change, now)); err != nil {
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

// edited is what edits make of c.
func (c *Checkpoint) edited(edits []source.Edit) (*Checkpoint, error) {
	after, err := c.editor().Apply(edits)
	if err != nil || after.Match == c.Match {
		return c, err
	}
	return checkpointOf(after.Match), nil
}

// kept reports what change lost of c, or where its Meta section does not read as
// it was set.
func (w *Workspace) kept(c *Checkpoint, f *finish, change *Change) error {
	after := change.After
	if after.Meta.Version != change.Version {
		return fmt.Errorf("%s: %s %d could not be read back after the edit", w.CheckpointPath, VersionKey, change.Version)
	}
	changed := []*schema.GroupMatch{c.Group(metaKey, 0), after.Group(metaKey, 0)}
	if f.prune {
		changed = append(changed, c.surplus()...)
	}
	return schema.Intact(c.Match, after.Match, changed...)
}

// version is the higher of the two versions that are recorded.
func (w *Workspace) version() int {
	version := max(0, w.State.Version())
	if w.Checkpoint != nil {
		version = max(version, w.Checkpoint.Meta.Version)
	}
	return version
}

// metaPairs are what changes in Meta besides the version. They set newest of f.
func (w *Workspace) metaPairs(c *Checkpoint, f *finish, change *Change) (pairs []string, err error) {
	if f.follow {
		f.phase = ReadPhase(c.Meta.Value(LastPhaseKey))
		f.newest, f.counted = c.recordedRound()
		return nil, nil
	}
	if f.newest = c.NewestRound(); f.newest == 0 && w.State.Round() > 1 {
		f.newest = w.State.Round() // the rounds were lost with the file; round 1 alone may still be to be written
	}
	if f.phase.Name != "" && ReadPhase(c.Meta.Value(LastPhaseKey)) != f.phase {
		pairs = append(pairs, LastPhaseKey, f.phase.String())
	}
	if strictness := spellStrictness(w.State.Strictness()); c.Meta.Field(strictnessKey) == nil && strictness != "" {
		pairs = append(pairs, strictnessKey, strictness)
	}
	if f.counted = f.refresh; f.refresh {
		var artifact string
		artifact, err = w.artifact(c, f.newest, change)
		pairs = append(pairs, ArtifactKey, artifact)
	}
	return pairs, err
}

// artifact is what artifact_state of c is to be.
func (w *Workspace) artifact(c *Checkpoint, newest int, change *Change) (string, error) {
	hash, err := w.currentHash(c)
	if err != nil {
		return "", err
	}
	evidence, known := w.evidence()
	if !known {
		change.Notes = append(change.Notes, "no items in "+EvidenceFile+", so artifact_state is evidence(0 items)")
	}
	return c.artifact(hash, evidence, newest), nil
}

// setState sets what the checkpoint shares with state.json, and updated_at if
// anything else changed.
func (w *Workspace) setState(f *finish, change *Change, now string) error {
	if w.State == nil {
		return nil
	}
	pairs := []string{"checkpoint_version", strconv.Itoa(change.Version)}
	if f.phase.Name != "" {
		pairs = append(pairs, "last_checkpoint_phase", jsondoc.Quote(f.phase.state()))
	}
	if f.counted {
		pairs = append(pairs, "gate_b_round", strconv.Itoa(w.roundAt(f.newest)))
	}
	text, err := setJSON(w.State.Doc, pairs...)
	if err == nil && (text != w.State.Doc.File.Text || change.Checkpoint != "" && f.bump) {
		text, err = setJSON(w.State.Doc, append(pairs, "updated_at", jsondoc.Quote(now))...)
	}
	change.State = text
	return err
}

// roundAt is gate_b_round where the newest round of the checkpoint is newest: that
// one, or a later one whose failure was recorded and which is still to be written.
func (w *Workspace) roundAt(newest int) int {
	s := w.State
	recorded := s.int("rejection_count") > 0 || s.failed()
	if failures := w.nextFailure() - 1; recorded && failures == newest+1 {
		return failures
	}
	return newest
}

// setJSON returns the text of doc with keys of its object set to JSON values, given in
// pairs. No other byte changes.
func setJSON(doc *jsondoc.Document, pairs ...string) (string, error) {
	e := jsondoc.NewEditor(&doc)
	for i := 0; i < len(pairs); i += 2 {
		e.Set(pairs[i+1], pairs[i])
	}
	return doc.File.Text, e.Err
}

// A Change is what the files of a workspace should become. A Change that
// changes nothing says in None why.
type Change struct {
	protocol.Change
	Checkpoint string      // text of checkpoint.md
	After      *Checkpoint // the same, read; nil where it was not
	State      string      // text of state.json; "" if there is no such file
	Round      int         // the Gate-B round that was written; 0 if none was
	entry      claim.Entry // of the ledger: what it says besides version and content
}

// nothing is the change that changes nothing.
func nothing(format string, args ...any) *Change {
	return &Change{Change: protocol.Change{None: fmt.Sprintf(format, args...)}}
}

// ready reports files without which there is nothing to write, and files that
// cannot be read.
func (w *Workspace) ready(names ...string) error {
	for _, name := range names {
		if !w.has(name) {
			return w.missing(name)
		}
	}
	var faults []error
	for name, err := range w.Faults {
		if name == w.CheckpointPath || name == w.path(StateFile) || name == w.path(EvidenceFile) {
			faults = append(faults, err)
		}
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(faults...)
}

// stamp makes the change that updates Meta and state.json: hash, evidence, round and, if anything differs or changed is set, a version that is one
// higher. If only the two versions differ, both become the higher one.
func (w *Workspace) stamp(changed bool, now string) (*Change, error) {
	if err := w.ready(path.Base(w.CheckpointPath), StateFile, RFCFile); err != nil {
		return nil, err
	}
	return w.finish(w.Checkpoint, now, finish{did: "stamped", refresh: true, bump: changed})
}

// bump makes the change that gives text, the new text of the checkpoint, a
// version that is one higher, and touches nothing else.
func (w *Workspace) bump(text, now string) (*Change, error) {
	c, err := parseUnless([]*Checkpoint{w.Checkpoint}, w.CheckpointPath, text)
	if err != nil {
		return nil, err
	}
	return w.finish(c, now, finish{did: "raised the version", bump: true})
}
