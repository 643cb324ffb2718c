package ohrfc

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func (w *Workspace) restore(k protocol.Kept, now string) (*Change, error) {
	if err := w.checkState(); err != nil {
		return nil, err
	}
	if spelling.IsBlank(k.Text) {
		return nil, protocol.BadRequest("", "%s is empty", k.Name)
	}
	c, err := ParseCheckpoint(w.CheckpointPath, k.Text)
	if err != nil {
		return nil, unreadable(k, err)
	}
	change, err := w.finish(c, now, finish{did: "restored " + k.Name, follow: true, bump: !w.holds(c), was: w.lastVersion(c.Meta.Version)})
	if err != nil {
		return nil, err
	}
	if change.None != "" {
		change.None = CheckpointFile + " has the same content as " + k.Name + ", except the version"
	}
	return change, nil
}

// checkState returns an error unless state.json is an object.
func (w *Workspace) checkState() error {
	return cmp.Or(w.Faults[w.path(StateFile)], w.exist(StateFile), w.docs[StateFile].CheckObject())
}

func unreadable(k protocol.Kept, err error) error {
	if located, ok := errors.AsType[*source.Error](err); ok {
		err = fmt.Errorf("line %d: %w", located.Pos.Line, located.Err)
	}
	return protocol.BadRequest("--print prints the text of the copy", "%s cannot be read: %v", k.Name, err)
}

// lastVersion returns own, or a higher version in the ledger. If both files can be read, it returns 0,
// because they have the version.
func (w *Workspace) lastVersion(own int) int {
	if w.Checkpoint == nil || w.State == nil {
		return max(own, highest(w.entries()))
	}
	return 0
}

func (c *Checkpoint) recordedRound() (n int, ok bool) {
	if n, ok := c.Meta.Artifact.Round.Int(); ok {
		return n, true
	}
	n = c.NewestRound()
	return n, n > 0
}

func (w *Workspace) holds(c *Checkpoint) bool {
	if w.Checkpoint == nil || w.Checkpoint.Meta.Version < 0 {
		return false
	}
	same, err := c.edited(c.setMeta(VersionKey, strconv.Itoa(w.Checkpoint.Meta.Version)))
	return err == nil && same.Text() == w.Checkpoint.Text()
}

func (w *Workspace) restoreState(k protocol.Kept, now string) (*Change, error) {
	earlier, err := ParseState(w.path(StateFile), k.Text)
	if err == nil {
		err = earlier.Doc.CheckObject()
	}
	if err != nil {
		return nil, unreadable(k, err)
	}
	room, f := *w, finish{did: "restored " + k.Name, follow: true, was: max(w.version(), w.lastVersion(earlier.Version()))}
	room.State = earlier
	if w.Checkpoint == nil || protocol.IsConflict(w.Checkpoint.Text()) { // a write would make the conflict the newest backup
		change := &Change{Change: protocol.Change{Did: f.did, Was: f.was, Version: f.was}}
		err := room.setState(metaValues{}, change, now)
		return w.settled(k, change), err
	}
	if w.State != nil { // find out whether more than version and time changes
		change, err := room.finish(w.Checkpoint, w.State.str("updated_at"), f)
		if err != nil || w.settled(k, change).None != "" {
			return change, err
		}
	}
	f.bump = true
	change, err := room.finish(w.Checkpoint, now, f)
	if err != nil {
		return nil, err
	}
	change.None = ""
	change.Notes = append(change.Notes, "last_checkpoint_phase and gate_b_round were taken from "+CheckpointFile)
	return change, nil
}

func (w *Workspace) settled(k protocol.Kept, change *Change) *Change {
	change.None = ""
	if w.State != nil && change.State == w.State.Doc.File.Text && (change.Checkpoint == "" || change.Checkpoint == w.Checkpoint.Text()) {
		change.None = StateFile + " already matches " + k.Name
	}
	return change
}

func (c *Checkpoint) onlyRound() *schema.GroupMatch {
	m := c.Match
	if m.Title != nil || len(m.Extra) > 0 || len(m.Groups) != 1 || m.Groups[0].Group.Key != GateBKey || len(c.Document.Unclosed) > 0 {
		return nil
	}
	return m.Groups[0]
}

func (w *Workspace) restoreRound(k protocol.Kept, now string) (*Change, error) {
	if err := cmp.Or(w.checkState(), w.Faults[w.CheckpointPath], w.exist(path.Base(w.CheckpointPath))); err != nil {
		return nil, err
	}
	kept, err := ParseCheckpoint(w.CheckpointPath, k.Text)
	if err != nil {
		return nil, unreadable(k, err)
	}
	round := kept.onlyRound()
	if round == nil {
		return nil, protocol.BadRequest("--print prints the text of the copy", "%s does not contain exactly one Gate-B round", k.Name)
	}
	if there := w.Checkpoint.Group(GateBKey, round.N); there != nil {
		return w.roundThere(there, round, kept, k)
	}
	room, err := w.roundRoom(round.N, k.Force)
	if err != nil {
		return nil, err
	}
	made, err := w.Checkpoint.editor().PutBack(round, k.Text)
	if err != nil {
		return nil, err
	}
	c := checkpointOf(made)
	if round.N > w.Checkpoint.NewestRound() {
		if c, err = c.edited(c.newestRound(round.N)); err != nil {
			return nil, err
		}
	}
	did := fmt.Sprintf("restored %q from %s", round.Title(), k.Name)
	change, err := w.finish(c, now, finish{did: did, follow: true, bump: true, prune: room})
	if err != nil {
		return nil, err
	}
	change.Round = round.N
	return change, nil
}

// newestRound returns the edits that set the newest round in Meta.
func (c *Checkpoint) newestRound(n int) (edits []source.Edit) {
	if part := c.Meta.Artifact.Round; part.Text != "" {
		edits = append(edits, source.Replace(part.Span, strconv.Itoa(n)))
	}
	if phase := ReadPhase(c.Meta.Value(LastPhaseKey)); phase.Name != "" && phase.Name != phaseReview {
		edits = append(edits, c.setMeta(LastPhaseKey, Phase{Name: "gate_b_round", Round: n}.String())...)
	}
	return edits
}

func (w *Workspace) roundThere(existing, round *schema.GroupMatch, kept *Checkpoint, k protocol.Kept) (*Change, error) {
	title, feeds := existing.Title(), strings.NewReplacer("\r\n", "\n")
	if feeds.Replace(w.Checkpoint.Document.File.Slice(existing.Body())) == feeds.Replace(kept.Document.File.Slice(round.Body())) {
		return nothing("%q already exists, with the same text as %s", title, k.Name), nil
	}
	hint := "--print prints the text of the copy"
	if _, err := w.roundRoom(round.N, false); err == nil {
		hint = fmt.Sprintf("to replace the section: mdck restore %[1]s --archive %[2]s --print | mdck append %[1]s --section gate-b --round %[3]d --replace", protocol.TargetWord, k.Name, round.N)
	}
	return nil, protocol.BadRequest(hint, "%q already exists, with text that differs from %s", title, k.Name)
}

// roundRoom reports whether round n is one of the newest two. Without force, an older round is an
// error.
func (w *Workspace) roundRoom(n int, force bool) (room bool, err error) {
	newer := slices.DeleteFunc(w.Checkpoint.rounds(), func(m int) bool { return m <= n })
	switch {
	case len(newer) < keepRounds:
		return true, nil
	case force:
		return false, nil
	}
	return false, protocol.Refusal("--force restores the round anyway; --print only prints it",
		"nothing was written, because mdck keeps only the newest %d rounds, and round %d is older", keepRounds, n)
}
