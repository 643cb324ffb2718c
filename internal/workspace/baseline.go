package workspace

import (
	"fmt"
	"path/filepath"
	"strings"

	"mdck/internal/baseline"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/source"
)

// A Baseline is a baseline on disk. It converts the paths of files to paths relative to the
// baseline.
type Baseline struct {
	File  string            // absolute path
	Shown string            // the path for messages
	Dir   string            // directory of File, with links resolved
	Known baseline.Baseline // parsed contents of the file; set by the caller
}

// NewBaseline returns the baseline at file, an absolute path, without reading it. The directory of
// the file must exist.
func NewBaseline(file, shown string) (*Baseline, error) {
	b := &Baseline{File: file, Shown: shown}
	var err error
	if b.Dir, err = filepath.EvalSymlinks(filepath.Dir(file)); err != nil {
		return b, fmt.Errorf("baseline %s: %w", shown, err)
	}
	return b, nil
}

// Read reads the file. It must be a regular file, or a link to one, within the size limit of
// [source.ReadRegular].
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

// Namer returns a function that converts the path of a file in dir, an absolute path, to its path
// in the baseline.
func (b *Baseline) Namer(dir string) (func(name string) string, error) {
	root, err := filepath.EvalSymlinks(dir)
	if err == nil {
		_, err = filepath.Rel(b.Dir, root)
	}
	return func(name string) string {
		rel, err := filepath.Rel(b.Dir, filepath.Join(root, filepath.FromSlash(name)))
		if err != nil { // cannot happen, because Namer has checked this
			rel = name
		}
		return strings.ToValidUTF8(filepath.ToSlash(rel), "\ufffd")
	}, err
}
