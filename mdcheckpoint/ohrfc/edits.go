package ohrfc

import (
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// A build makes the change of a workspace; now is the time for updated_at.
type build func(w *Workspace, read *protocol.Reader, now string) (*Change, error)

// edit returns the edit that makes the change of a checkpoint that was not emptied.
func edit(make build) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		w, err := open(read)
		if err != nil {
			return nil, err
		}
		if file := w.Files[w.CheckpointPath]; file != nil && strings.TrimSpace(file.Text) == "" && w.State != nil && w.State.Version() > 0 {
			return nil, &protocol.EmptiedError{Name: w.CheckpointPath}
		}
		change, err := make(w, read, stamp(read))
		return w.made(change), err
	}
}

// open reads the workspace that an edit is about, and the files called more.
func open(read *protocol.Reader, more ...string) (*Workspace, error) {
	tree, err := read.Snapshot(more...)
	if err != nil {
		return nil, err
	}
	w := Read(tree, read.Main)
	w.Ledger = sync.OnceValues(read.Ledger)
	return w, nil
}

// stamp returns the time of an edit as the files have it.
func stamp(read *protocol.Reader) string { return read.Now.UTC().Format(TimeLayout) }

// made converts a change of w; nil stays nil.
func (w *Workspace) made(c *Change) *protocol.Change {
	if c == nil {
		return nil
	}
	out := &protocol.Change{
		Did: c.Did, None: c.None, Due: c.Due, Was: c.Was, Version: c.Version, Archive: c.Archive,
	}
	if c.None != "" {
		return out
	}
	out.Notes = c.Notes
	if c.Checkpoint != "" {
		out.Files = []protocol.File{w.file(w.CheckpointPath, c.Checkpoint)}
		out.Ledger = []claim.Entry{{Path: w.CheckpointPath, Version: max(c.After.Meta.Version, 0), Content: c.After.ContentHash()}}
		out.After = c.After
		if w.Checkpoint != nil {
			out.Before = w.Checkpoint
		}
	}
	if name := w.Path(StateFile); c.State != "" {
		out.Files = append(out.Files, w.file(name, c.State))
		if c.Checkpoint == "" {
			out.Ledger = []claim.Entry{{Path: name, Version: c.Version, Content: ContentHash(c.State)}}
		}
	}
	for i := range out.Ledger {
		out.Ledger[i].Event, out.Ledger[i].Forced, out.Ledger[i].About = c.Event, c.Forced, c.About
	}
	return out
}

func (w *Workspace) file(name, text string) protocol.File {
	f := protocol.File{Name: name, After: text}
	if there := w.Files[name]; there != nil {
		f.Before, f.Exists = there.Text, true
	}
	return f
}

// missing says what to do about a file that does not exist.
func (w *Workspace) missing(err *MissingError) error {
	if err.Name == path.Base(w.CheckpointPath) {
		return &RequestError{Err: err, Path: w.Dir, Reason: "no " + err.Name + " yet", Hint: "mdck append --section discover writes the first checkpoint"}
	}
	return &RequestError{
		Err: err, Path: w.Dir,
		Hint: "mdck init ohrfc " + w.ID + " makes the workspace\nthe protocol's own script does it with: ohrfc_init.py create " + w.ID + " TITLE",
	}
}

// Advancing returns the edit that makes the move of an event to the phase to, allowed or not;
// "" is the usual one. It passes the move to moved.
func Advancing(event Event, to string, moved func(*Move)) protocol.Edit {
	return edit(func(w *Workspace, _ *protocol.Reader, now string) (*Change, error) {
		change, move, err := w.Advance(event, to, now)
		moved(move)
		return change, err
	})
}

func prune(w *Workspace, _ *protocol.Reader, now string) (*Change, error) { return w.Prune(now) }

func restamp(w *Workspace, read *protocol.Reader, now string) (*Change, error) {
	changed, err := w.edited(read)
	if err != nil {
		return nil, err
	}
	return w.Stamp(changed, now)
}

// edited reports whether the checkpoint differs from what was last recorded of it, in the
// ledger or else in the last commit, under the same version. Where nothing was recorded, it
// may have changed.
func (w *Workspace) edited(read *protocol.Reader) (bool, error) {
	if w.Checkpoint == nil {
		return false, nil
	}
	differs := func(version int, content string) bool {
		return version == w.Checkpoint.Meta.Version && content != w.Checkpoint.ContentHash()
	}
	entries, err := read.Ledger()
	if err != nil {
		return false, err
	}
	for _, e := range slices.Backward(entries) {
		if e.Path == w.CheckpointPath {
			return differs(e.Version, e.Content), nil
		}
	}
	text, ok, err := read.Committed()
	if err != nil || !ok {
		return !ok, err
	}
	c, err := ParseCheckpoint(w.CheckpointPath, text)
	if err != nil {
		return true, nil // the commit holds something that is no text; what exists now is other
	}
	return differs(c.Meta.Version, c.ContentHash()), nil
}

func appendTo(a protocol.Append) protocol.Edit {
	return edit(func(w *Workspace, _ *protocol.Reader, now string) (*Change, error) { return w.Append(a, now) })
}

// sections returns the groups that can be written: all but Meta.
func sections(*protocol.Reader, string) *schema.Schema {
	s := *Format
	s.Groups = s.Groups[1:]
	return &s
}

func restore(k protocol.Kept) protocol.Edit {
	if path.Base(k.File) == StateFile {
		return restoring(k, (*Workspace).RestoreState)
	}
	return restoring(k, (*Workspace).Restore)
}

func putBack(k protocol.Kept) protocol.Edit { return restoring(k, (*Workspace).RestoreRound) }

func restoring(k protocol.Kept, make func(*Workspace, protocol.Kept, string) (*Change, error)) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		w, err := open(read)
		if err != nil {
			return nil, err
		}
		change, err := make(w, k, stamp(read))
		return w.made(change), w.unrestored(err)
	}
}

// highest is the highest version in a ledger.
func highest(entries []claim.Entry) int {
	version := 0
	for _, e := range entries {
		version = max(version, e.Version)
	}
	return version
}

// unrestored adds to an error which file has to be restored first.
func (w *Workspace) unrestored(err error) error {
	missing, ok := errors.AsType[*MissingError](err)
	state := w.Path(StateFile)
	switch {
	case ok && missing.Name == StateFile:
		return &RequestError{Path: w.Dir, Reason: "no " + StateFile, First: state, Hint: "mdck init ohrfc " + w.ID + " makes a new one"}
	case ok:
		return &RequestError{Path: w.Dir, Reason: "no " + missing.Name, First: w.CheckpointPath}
	case w.Faults[state] != nil && errors.Is(err, w.Faults[state]):
		return &RequestError{Err: err, First: state}
	case w.Faults[w.CheckpointPath] != nil && errors.Is(err, w.Faults[w.CheckpointPath]):
		return &RequestError{Err: err, First: w.CheckpointPath}
	}
	return err
}

// archived returns what a text of the archive is.
func archived(_ protocol.Target, _, text string) *protocol.Archived {
	c, err := ParseCheckpoint("", text)
	if err != nil || c.onlyRound() == nil {
		return &protocol.Archived{Problem: "not one Gate-B round"}
	}
	round := c.onlyRound()
	out := &protocol.Archived{Names: []string{"round-" + strconv.Itoa(round.N)}, Round: &round.N}
	for _, s := range round.Subsections {
		out.Bullets += len(s.Items())
	}
	return out
}

// version returns the version in a text of checkpoint.md or state.json, below 0 without one.
func version(name, text string) int {
	if path.Base(name) != StateFile {
		_, n := content(text)
		return n
	}
	s, err := ParseState(name, text)
	if err != nil {
		return -1
	}
	if n, ok := s.Int("checkpoint_version"); ok {
		return n
	}
	return -1
}
