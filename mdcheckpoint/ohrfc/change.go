package ohrfc

import (
	"errors"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// A Change is what the files of a workspace should become. A Change that
// changes nothing says in None why.
type Change struct {
	Checkpoint string      // text of checkpoint.md
	After      *Checkpoint // the same, read; nil where it was not
	State      string      // text of state.json; "" if there is no such file
	Version    int         // checkpoint_version after the change
	Was        int         // and before; 0 if there was none
	Did        string      // what was done, for people: "wrote \"DESIGN Exit\""
	Round      int         // the Gate-B round that was written; 0 if none was
	Archive    []Archived
	Notes      []string // what the user should know, a sentence each
	None       string
	Due        string // what the protocol asks for next; "" for nothing
	Event      string // of the entry of the ledger; "" if nothing but the text changed
	Forced     bool   // likewise
	About      string // likewise
	single     bool   // single bullets were written to a section with others
}

// An Archived is a part of a checkpoint that was taken out and is to be kept.
type Archived = protocol.Text

// A MissingError says that a file is not there without which a checkpoint
// cannot be written.
type MissingError struct{ Name string }

func (e *MissingError) Error() string { return "no " + e.Name + " beside the checkpoint" }

// A RequestError says why a change makes no sense.
type RequestError = protocol.RequestError

// ready reports files without which there is nothing to write, and files that
// cannot be read.
func (w *Workspace) ready(names ...string) error {
	for _, name := range names {
		if !w.Has(name) {
			return w.missing(&MissingError{Name: name})
		}
	}
	var faults []error
	for name, err := range w.Faults {
		if name == w.CheckpointPath || name == w.Path(StateFile) || name == w.Path(EvidenceFile) {
			faults = append(faults, err)
		}
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(faults...)
}

// Stamp makes the change that brings Meta and state.json up to date: hash,
// evidence, round and, if anything differs or changed says that the content
// does, a version that is one higher. Where only the two versions differ, both
// become the higher.
func (w *Workspace) Stamp(changed bool, now string) (*Change, error) {
	if err := w.ready(path.Base(w.CheckpointPath), StateFile, RFCFile); err != nil {
		return nil, err
	}
	return w.finish(w.Checkpoint, now, finish{did: "stamped", refresh: true, bump: changed})
}

// Bump makes the change that gives text, the new text of the checkpoint, a
// version that is one higher, and touches nothing else.
func (w *Workspace) Bump(text, now string) (*Change, error) {
	c, err := w.parse(text)
	if err != nil {
		return nil, err
	}
	return w.finish(c, now, finish{did: "raised the version", bump: true})
}
