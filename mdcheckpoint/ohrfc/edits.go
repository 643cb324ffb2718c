package ohrfc

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

type build func(w *Workspace, now string) (*Change, error)

func edit(make build) protocol.Edit {
	return making(func(w *Workspace, now string) (*Change, error) {
		file := w.Files[w.CheckpointPath]
		if file != nil && strings.TrimSpace(file.Text) == "" && w.State.Version() > 0 {
			return nil, &protocol.EmptiedError{Name: w.CheckpointPath}
		}
		return make(w, now)
	})
}

func making(make build) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		w, err := open(read)
		if err != nil {
			return nil, err
		}
		change, err := make(w, spelling.FormatTime(read.Now))
		if err != nil {
			return nil, err
		}
		return w.made(change), nil
	}
}

func open(read *protocol.Reader, more ...string) (*Workspace, error) {
	tree, err := read.Snapshot(more...)
	if err != nil {
		return nil, err
	}
	w := Read(tree, read.Main)
	w.Ledger, w.committed = sync.OnceValues(read.Ledger), read.Committed
	return w, nil
}

func (w *Workspace) made(c *Change) *protocol.Change {
	out := &c.Change
	if c.None != "" {
		out.Notes = nil
		return out
	}
	entry, state := c.entry, w.path(StateFile)
	entry.Path, entry.Version = w.CheckpointPath, c.Version
	if c.Checkpoint != "" {
		out.Files = append(out.Files, w.file(w.CheckpointPath, c.Checkpoint))
		entry.Content, out.After = c.After.contentHash(), c.After
		if w.Checkpoint != nil {
			out.Before = w.Checkpoint
		}
	} else {
		entry.Path, entry.Content = state, ContentHash(c.State)
	}
	if c.State != "" {
		out.Files = append(out.Files, w.file(state, c.State))
	}
	out.Ledger = []claim.Entry{entry}
	return out
}

func (w *Workspace) file(name, text string) protocol.File {
	f := protocol.File{Name: name, After: text}
	if there := w.Files[name]; there != nil {
		f.Before, f.Exists = there.Text, true
	}
	return f
}

// exist returns an error about the first of names that is missing.
func (w *Workspace) exist(names ...string) error {
	i := slices.IndexFunc(names, func(name string) bool { return !w.has(name) })
	if i < 0 {
		return nil
	}
	name := names[i]
	reason, hint := "no "+name+" beside the checkpoint", "to create the missing files: mdck init ohrfc "+spelling.ShellWord(w.ID)
	if name == path.Base(w.CheckpointPath) {
		reason, hint = "no "+name+" yet", "to write the first checkpoint: mdck append --section discover"
	}
	return &protocol.RequestError{Path: w.Dir, Reason: reason, Hint: hint, Missing: w.path(name)}
}

// Advancing returns the edit for event, even if the event is not allowed. If to is "", the RFC moves to
// the usual phase. The edit calls moved with the move.
func Advancing(event Event, to string, moved func(*Move)) protocol.Edit {
	return edit(func(w *Workspace, now string) (*Change, error) {
		change, move, err := w.advance(event, to, now)
		moved(move)
		return change, err
	})
}

func (w *Workspace) restamp(now string) (*Change, error) {
	changed, err := w.edited()
	if err != nil {
		return nil, err
	}
	return w.stamp(changed, now)
}

// edited reports whether the checkpoint changed without a new version.
func (w *Workspace) edited() (bool, error) {
	if w.Checkpoint == nil {
		return false, nil
	}
	differs := func(version int, content string) bool {
		return version == w.Checkpoint.Meta.Version && content != w.Checkpoint.contentHash()
	}
	entries, err := w.Ledger()
	if err != nil {
		return false, err
	}
	for _, e := range slices.Backward(entries) {
		if e.Path == w.CheckpointPath {
			return differs(e.Version, e.Content), nil
		}
	}
	text, ok, err := w.committed()
	if err != nil || !ok {
		return !ok, err
	}
	hash, version := content(text)
	return version < 0 || differs(version, hash), nil
}

func appendTo(a protocol.Append) protocol.Edit {
	return edit(func(w *Workspace, now string) (*Change, error) { return w.appendTo(a, now) })
}

func sections(*protocol.Reader, string) *schema.Schema {
	s := *Format
	s.Groups = s.Groups[1:]
	return &s
}

func restore(k protocol.Kept) protocol.Edit {
	if path.Base(k.File) == StateFile {
		return restoring(k, (*Workspace).restoreState)
	}
	return restoring(k, (*Workspace).restore)
}

func putBack(k protocol.Kept) protocol.Edit { return restoring(k, (*Workspace).restoreRound) }

func restoring(k protocol.Kept, make func(*Workspace, protocol.Kept, string) (*Change, error)) protocol.Edit {
	return making(func(w *Workspace, now string) (*Change, error) { return make(w, k, now) })
}

func highest(entries []claim.Entry) int {
	version := 0
	for _, e := range entries {
		version = max(version, e.Version)
	}
	return version
}

func archived(_ protocol.Target, _, text string) *protocol.Archived {
	c, err := ParseCheckpoint("", text)
	if err != nil || c.onlyRound() == nil {
		return &protocol.Archived{Problem: "the file does not contain exactly one Gate-B round"}
	}
	round := c.onlyRound()
	out := &protocol.Archived{Names: []string{"round-" + strconv.Itoa(round.N)}, Round: &round.N}
	for _, s := range round.Subsections {
		out.Bullets += len(s.Items())
	}
	return out
}

// version returns the version in a checkpoint.md or state.json, or a negative number.
func version(name, text string) int {
	if path.Base(name) != StateFile {
		_, n := content(text)
		return n
	}
	if s, err := ParseState(name, text); err == nil {
		if n, ok := s.get("checkpoint_version").Int(); ok && n >= 0 {
			return n
		}
	}
	return -1
}
