package workspace

import (
	"fmt"
	"path/filepath"
	"strings"

	"mdck/internal/baseline"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/source"
)

// A Baseline is a baseline on disk.
type Baseline struct {
	File  string            // absolute path
	Shown string            // path for messages
	Dir   string            // of File, with links resolved
	Known baseline.Baseline // set by the caller
}

// NewBaseline returns the baseline at file, an absolute path. It does not read the file.
func NewBaseline(file, shown string) (*Baseline, error) {
	b := &Baseline{File: file, Shown: shown}
	var err error
	if b.Dir, err = filepath.EvalSymlinks(filepath.Dir(file)); err != nil {
		return b, fmt.Errorf("baseline %s: %w", shown, err)
	}
	return b, nil
}

// Read reads the file, with the size limit of [source.ReadRegular].
func (b *Baseline) Read() (string, error) {
	text, err := source.ReadRegular(tree.Dir(filepath.Dir(b.File)), filepath.Base(b.File))
	if err != nil {
		err = fmt.Errorf("baseline %s: %w", b.Shown, tree.Cause(err))
	}
	return text, err
}

// Load reads the file and parses it into Known.
func (b *Baseline) Load() error {
	text, err := b.Read()
	if err == nil {
		b.Known, err = baseline.Parse(b.Shown, text)
	}
	return err
}

// Namer returns a function that converts a path in dir, an absolute path, to its path in the
// baseline.
func (b *Baseline) Namer(dir string) (func(name string) string, error) {
	root, err := filepath.EvalSymlinks(dir)
	if err == nil {
		_, err = filepath.Rel(b.Dir, root)
	}
	return func(name string) string {
		rel, err := filepath.Rel(b.Dir, filepath.Join(root, filepath.FromSlash(name)))
		if err != nil { // cannot happen: Namer has checked
			rel = name
		}
		return strings.ToValidUTF8(filepath.ToSlash(rel), "\ufffd")
	}, err
}
