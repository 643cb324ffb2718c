// Package change makes edits of checkpoint files on disk: lock, read, edit, write, as one
// transaction. It knows no protocol: an edit is a function that a protocol provides, and it
// returns what to write as data.
package change

import (
	"errors"
	"io/fs"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

// An Edit returns the change to make of what it reads.
type Edit = func(read *protocol.Reader) (*protocol.Change, error)

// A Writer makes edits of the files of one directory.
type Writer struct {
	Store safefile.Store   // Holder is the command that the ledger names
	Clock func() time.Time // is asked under the lock, so that no later write has an earlier time
}

// A Made is an edit that was made.
type Made struct {
	*protocol.Change
	safefile.Found // of an earlier write
}

// Update makes an edit and writes the change as one transaction. It returns an error of
// edit unchanged, and then nothing is written; other errors are those of
// [safefile.Store.Update].
func (w *Writer) Update(edit Edit) (*Made, error) {
	var made *protocol.Change
	result, err := w.Store.Update(func(old safefile.Old) (safefile.Change, error) {
		read := w.reader(old)
		var err error
		if made, err = edit(read); err != nil {
			return safefile.Change{}, err
		}
		return w.stored(made, read.Now), nil
	})
	if err != nil {
		return nil, err
	}
	return &Made{made, result.Found}, nil
}

// Preview returns what [Writer.Update] would make of the files as they are now. It writes
// nothing and takes no lock.
func (w *Writer) Preview(edit Edit) (*Made, error) {
	made, err := edit(w.reader(w.text))
	if err != nil {
		return nil, err
	}
	return &Made{Change: made}, nil
}

// reader returns what an edit reads, with text for the texts of files.
func (w *Writer) reader(text safefile.Old) *protocol.Reader {
	disk := tree.Dir(w.Store.Dir)
	return &protocol.Reader{
		Now: w.Clock(), Tree: disk, Text: text,
		With: func(texts map[string]string) fs.FS { return tree.Overlay(disk, texts) },
	}
}

// text returns the text of a file as it is now.
func (w *Writer) text(name string) (text string, exists bool, err error) {
	raw, err := fs.ReadFile(tree.Dir(w.Store.Dir), name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return string(raw), err == nil, err
}

// stored converts a change to that of the store.
func (w *Writer) stored(c *protocol.Change, now time.Time) safefile.Change {
	var s safefile.Change
	for _, f := range c.Files {
		s.Files = append(s.Files, safefile.File{Name: f.Name, New: f.After})
	}
	for _, e := range c.Ledger {
		s.Ledger = append(s.Ledger, safefile.Entry{Path: e.Path, Content: e.Content, Command: w.Store.Holder, Time: now.UTC().Format(spelling.TimeLayout)})
	}
	return s
}
