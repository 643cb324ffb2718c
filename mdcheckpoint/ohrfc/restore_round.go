package ohrfc

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// ArchivedRound reads an archived text: the one Gate-B round that it holds, and
// the number of its bullets. ok is false for a text that is anything else.
func ArchivedRound(text string) (round, bullets int, ok bool) {
	c, err := ParseCheckpoint("", text)
	if err != nil {
		return 0, 0, false
	}
	g := c.onlyRound()
	if g == nil {
		return 0, 0, false
	}
	for _, s := range g.Subsections {
		bullets += len(s.Items())
	}
	return g.N, bullets, true
}

// onlyRound is the Gate-B round that c consists of; nil if it is anything else.
func (c *Checkpoint) onlyRound() *schema.GroupMatch {
	m := c.Match
	if m.Title != nil || len(m.Extra) > 0 || len(m.Groups) != 1 || m.Groups[0].Group.Key != GateBKey || len(c.Document.Unclosed) > 0 {
		return nil
	}
	return m.Groups[0]
}

// RestoreRound makes the change that puts an archived Gate-B round back in its
// place. Its text stays as it was archived. A round that is there, and one that
// newer rounds leave no room for, are not put back: the errors are
// [*RequestError], which is refused where Force would do it.
func (w *Workspace) RestoreRound(r Restore, now string) (*Change, error) {
	if err := w.stateReady(); err != nil {
		return nil, err
	}
	if err := w.checkpointReady(); err != nil {
		return nil, err
	}
	kept, err := ParseCheckpoint(w.CheckpointPath, r.Text)
	if err != nil {
		return nil, r.unreadable(err)
	}
	round := kept.onlyRound()
	if round == nil {
		return nil, &RequestError{Reason: r.Name + " is not one Gate-B round and nothing else", Hint: "--print prints it as it is"}
	}
	if there := w.Checkpoint.Match.Group(GateBKey, round.N); there != nil {
		return w.roundThere(there, round, kept, r)
	}
	room, err := w.roundRoom(round.N, r.Force)
	if err != nil {
		return nil, err
	}
	return w.putRound(kept, round, r, room, now)
}

// checkpointReady reports why nothing can be put into checkpoint.md.
func (w *Workspace) checkpointReady() error {
	if err := w.Faults[w.CheckpointPath]; err != nil {
		return err
	}
	if w.Checkpoint == nil {
		return &MissingError{Name: CheckpointFile}
	}
	return nil
}

// roundThere says that the round is there already, with the same text or another.
func (w *Workspace) roundThere(there, round *schema.GroupMatch, kept *Checkpoint, r Restore) (*Change, error) {
	title := there.Title()
	if w.Checkpoint.Document.File.Slice(there.Body()) == kept.Document.File.Slice(round.Body()) {
		return &Change{None: fmt.Sprintf("%q is there already, as %s has it", title, r.Name)}, nil
	}
	return nil, &RequestError{
		Reason: fmt.Sprintf("%q is there already, with another text than %s", title, r.Name),
		Hint:   fmt.Sprintf("--print prints the archived text; mdck append --section gate-b --round %d --replace puts its bullets in place of those", round.N),
	}
}

// roundRoom reports whether round n is among the newest that are kept, so that
// older ones are to be pruned. If not, it takes force.
func (w *Workspace) roundRoom(n int, force bool) (room bool, err error) {
	newer := slices.DeleteFunc(w.Checkpoint.rounds(), func(m int) bool { return m <= n })
	switch {
	case len(newer) < KeepRounds:
		return true, nil
	case force:
		return false, nil
	}
	var names []string
	for _, m := range slices.Backward(newer) {
		names = append(names, fmt.Sprint(m))
	}
	return false, &RequestError{
		Refused: true,
		Reason:  fmt.Sprintf("refused, and nothing was written: rounds %s are there, %d may stay, and the next append would archive round %d again", strings.Join(names, ", "), KeepRounds, n),
		Hint:    "--force puts it back all the same; --print prints it",
	}
}

// putRound makes the change that writes the round.
func (w *Workspace) putRound(kept *Checkpoint, round *schema.GroupMatch, r Restore, room bool, now string) (*Change, error) {
	c, err := w.withRound(kept, round, r)
	if err != nil {
		return nil, err
	}
	f, text := &finish{did: fmt.Sprintf("restored %q from %s", round.Title(), r.Name), bump: true, prune: room}, c.Text()
	var archive []Archived
	left := 0
	if room {
		var edits []source.Edit
		edits, archive, left = c.PruneEdits()
		if text, err = source.Apply(text, edits); err != nil {
			return nil, err
		}
	}
	if round.N > w.Checkpoint.NewestRound() {
		if text, err = w.newestRound(text, round.N, f); err != nil {
			return nil, err
		}
	}
	change, err := w.end(c, text, f, w.version(), now)
	if err != nil {
		return nil, err
	}
	change.Archive, change.Notes, change.Round = archive, leftNote(left), round.N
	return change, nil
}

// withRound is the checkpoint with the archived text in its place.
func (w *Workspace) withRound(kept *Checkpoint, round *schema.GroupMatch, r Restore) (*Checkpoint, error) {
	before := w.Checkpoint
	if err := before.Document.CheckClosed(); err != nil {
		return nil, err
	}
	text := strings.TrimRight(strings.TrimPrefix(r.Text, "\ufeff"), "\r\n")
	if round.Section.Heading.Start > kept.Document.BOM && !before.editor().Separates() {
		text = "---" + before.eol() + before.eol() + text // so that a comment above the heading goes with it
	}
	text, err := source.Apply(before.Text(), []source.Edit{before.insert(round.Group, round.N, text)})
	if err != nil {
		return nil, err
	}
	after, err := ParseCheckpoint(w.CheckpointPath, text)
	if err != nil {
		return nil, err
	}
	there := after.Match.Group(GateBKey, round.N)
	if there == nil || after.Document.File.Slice(there.Body()) != kept.Document.File.Slice(round.Body()) {
		return nil, fmt.Errorf("%s: %q would not be read as it was archived", w.CheckpointPath, round.Title())
	}
	return after, intact(before, after, there)
}

// newestRound makes Meta say that round n is the newest, as far as it said so of
// another, and f that state.json is to follow.
func (w *Workspace) newestRound(text string, n int, f *finish) (string, error) {
	c, err := ParseCheckpoint(w.CheckpointPath, text)
	if err != nil {
		return "", err
	}
	var edits []source.Edit
	a := c.Meta.Artifact
	if evidence, ok := a.Evidence.Int(); ok && a.Hash.Text != "" && a.Round.Text != "" {
		edits, f.newest, f.refresh = c.SetArtifact(a.Hash.Text, evidence, n), n, true
	}
	if phase := ReadPhase(c.Meta.Value(LastPhaseKey)); phase.Name != "" && phase.Name != PhaseReview {
		f.phase = Phase{Name: "gate_b_round", Round: n}
		edits = append(edits, c.SetMeta(LastPhaseKey, f.phase.String())...)
	}
	return source.Apply(text, edits)
}
