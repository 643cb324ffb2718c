package ohrfc

import (
	"fmt"
	"strconv"

	"mdck/mdcheckpoint/jsondoc"
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
	newest  int    // what gate_b_round of Meta becomes: the newest round; set on the way
}

// finish makes the change that ends in c, with all that belongs to it.
func (w *Workspace) finish(c *Checkpoint, now string, f finish) (*Change, error) {
	d, change := &draft{c}, &Change{}
	if f.prune {
		edits, archive, left := c.PruneEdits()
		change.Archive, change.Notes = archive, leftNote(left)
		if err := d.edit(edits); err != nil {
			return nil, err
		}
	}
	before := ""
	if w.Checkpoint != nil {
		before = w.Checkpoint.Text()
	}
	if err := w.setMeta(d, before, &f, change); err != nil {
		return nil, err
	}
	change.Checkpoint, change.After = d.Text(), d.Checkpoint
	if err := w.kept(c, &f, change); err != nil {
		return nil, err
	}
	if err := w.setState(&f, change, now); err != nil {
		return nil, err
	}
	if change.Checkpoint == before && (w.State == nil || change.State == w.State.Doc.File.Text) {
		change.None = fmt.Sprintf("version, hash, evidence and round are as they should be (checkpoint_version %d)", change.Version)
	}
	change.Did = f.did
	change.Notes = append(change.Notes, w.carriedNotes(change.Archive, change.After)...)
	return change, nil
}

// parse reads text as the checkpoint of w, unless w has read it.
func (w *Workspace) parse(text string) (*Checkpoint, error) {
	return parseUnless([]*Checkpoint{w.Checkpoint}, w.CheckpointPath, text)
}

// A draft is the checkpoint on its way: it is read again after each edit that
// changes it, and not more often.
type draft struct{ *Checkpoint }

func (d *draft) edit(edits []source.Edit) error {
	text, err := source.Apply(d.Text(), edits)
	if err != nil || text == d.Text() {
		return err
	}
	c, err := ParseCheckpoint(d.Document.File.Name, text)
	if err == nil {
		d.Checkpoint = c
	}
	return err
}

// kept reports what change lost of c, or where its Meta section does not read as
// it was set.
func (w *Workspace) kept(c *Checkpoint, f *finish, change *Change) error {
	after := change.After
	if after.Meta.Version != change.Version {
		return fmt.Errorf("%s: %s %d could not be read back", w.CheckpointPath, VersionKey, change.Version)
	}
	changed := []*schema.GroupMatch{c.Match.Group(MetaKey, 0), after.Match.Group(MetaKey, 0)}
	if f.prune {
		now, _ := c.leaving()
		changed = append(changed, now...)
	}
	return intact(c, after, changed...)
}

// version is the higher of the two versions that are recorded.
func (w *Workspace) version() int {
	version := 0
	if w.State != nil {
		version = max(version, w.State.Version())
	}
	if w.Checkpoint != nil {
		version = max(version, w.Checkpoint.Meta.Version)
	}
	return version
}

// setMeta sets all of Meta in one edit. The version rises where the text is not
// what it was before.
func (w *Workspace) setMeta(d *draft, before string, f *finish, change *Change) error {
	if f.newest = d.NewestRound(); f.newest == 0 && w.State != nil && w.State.Round() > 1 {
		f.newest = w.State.Round() // the rounds were lost with the file; round 1 alone may still be to be written
	}
	pairs, parts := w.metaPairs(d.Checkpoint, f), []source.Edit(nil)
	if f.refresh {
		pair, edits, err := w.artifact(d.Checkpoint, f.newest, change)
		if err != nil {
			return err
		}
		pairs, parts = append(pairs, pair...), edits
	}
	f.bump = f.bump || d.Text() != before || len(parts)+len(d.SetMeta(pairs...)) > 0
	change.Was, change.Version = w.version(), w.version()
	if f.bump {
		change.Version++
	}
	pairs = append([]string{VersionKey, strconv.Itoa(change.Version)}, pairs...)
	return d.edit(append(d.SetMeta(pairs...), parts...))
}

// artifact is what artifact_state is to say, as [Checkpoint.artifactParts] gives it.
func (w *Workspace) artifact(c *Checkpoint, newest int, change *Change) ([]string, []source.Edit, error) {
	hash, err := w.RFCHash(c)
	if err != nil {
		return nil, nil, err
	}
	evidence, known := 0, false
	if w.Evidence != nil {
		evidence, known = w.Evidence.Count()
	}
	if !known {
		change.Notes = append(change.Notes, "no items in "+EvidenceFile+": artifact_state says evidence(0 items)")
	}
	pairs, parts := c.artifactParts(hash, evidence, newest)
	return pairs, parts, nil
}

// metaPairs are last_phase, if it changes, and what Meta lacks.
func (w *Workspace) metaPairs(c *Checkpoint, f *finish) []string {
	var pairs []string
	if f.phase.Name != "" && ReadPhase(c.Meta.Value(LastPhaseKey)) != f.phase {
		pairs = append(pairs, LastPhaseKey, f.phase.String())
	}
	if folded, _ := Strictness(w.strictness()); c.Meta.Field(StrictnessKey) == nil && folded != "" {
		pairs = append(pairs, StrictnessKey, TitleCase(folded))
	}
	return pairs
}

func (w *Workspace) strictness() string {
	if w.State == nil {
		return ""
	}
	return w.State.Strictness()
}

// setState sets what the checkpoint shares with state.json, and updated_at if
// anything else changed.
func (w *Workspace) setState(f *finish, change *Change, now string) error {
	if w.State == nil {
		return nil
	}
	pairs := []string{"checkpoint_version", strconv.Itoa(change.Version)}
	if f.phase.Name != "" {
		pairs = append(pairs, "last_checkpoint_phase", jsondoc.Quote(f.phase.State()))
	}
	if f.refresh {
		pairs = append(pairs, "gate_b_round", strconv.Itoa(w.roundAt(f.newest)))
	}
	text, err := SetJSON(w.State.Doc.File.Name, w.State.Doc.File.Text, pairs...)
	if err != nil {
		return err
	}
	if text != w.State.Doc.File.Text || change.Checkpoint != "" && f.bump {
		text, err = SetJSON(w.State.Doc.File.Name, text, "updated_at", jsondoc.Quote(now))
	}
	change.State = text
	return err
}

// roundAt is gate_b_round where the newest round of the checkpoint is newest: that
// one, or a later one whose failure was recorded and which is still to be written.
func (w *Workspace) roundAt(newest int) int {
	s := w.State
	next, err := w.nextFailure()
	if err != nil {
		return newest
	}
	recorded := s.int("rejection_count") > 0 || s.failed()
	if failures := next - 1; recorded && failures == newest+1 {
		return failures
	}
	return newest
}

// SetJSON sets keys of the object that text holds to JSON values, given in
// pairs, and touches no other byte.
func SetJSON(name, text string, pairs ...string) (string, error) {
	var d *jsondoc.Document // of text; nil if that is still to be read
	for i := 0; i < len(pairs); i += 2 {
		var err error
		if d == nil {
			if d, err = jsondoc.Parse(name, text); err != nil {
				return "", err
			}
		}
		edits, err := d.Set(pairs[i+1], pairs[i])
		if err != nil {
			return "", err
		}
		if len(edits) == 0 {
			continue // it is so already
		}
		if text, err = source.Apply(text, edits); err != nil {
			return "", err
		}
		d = nil
	}
	return text, nil
}
