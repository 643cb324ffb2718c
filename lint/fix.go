package lint

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// maxPasses bounds how often fixes are made; each pass mends at least one
// finding, and what one pass leaves open because fixes overlap the next mends.
const maxPasses = 1000

// Fixed is what fixing makes of a checkpoint and the files that belong to it.
type Fixed struct {
	Texts   map[string]string // files that change, by path in the tree
	Archive []Archived
	Found   []Diagnostic // what was found before anything was mended
	Left    []Diagnostic // what is still to be reported, of the mended files
	Version int          // checkpoint_version that the run raised to; 0 if it did not
	// Model is what the protocol read last, and First what it read before any fix was
	// made; nil if nothing could be read.
	Model, First any
	Original     fs.FS  // the tree before the fixes
	Now          string // the time for values that record when a file was changed; "" changes none
}

// FixAll makes all fixes of in until none is left, so that a second call finds
// nothing to do. Where the content of the checkpoint changes, and not only
// white space or the case of a Meta value, the version of an RFC rises by one, here
// and in state.json; now, as [ohrfc.TimeLayout] has it, becomes updated_at there. An
// empty now leaves the version alone.
func FixAll(in Input, now string) (*Fixed, error) {
	fixed := &Fixed{Texts: map[string]string{}, Original: in.Tree, Now: now}
	in.Tree = patched{in.Tree, fixed.Texts}
	in.Seen = fixed.remember(in.Seen)
	known := in.Known
	for n := range maxPasses {
		in.Known = append([]any{fixed.Model, fixed.First}, known...)
		left, err := Run(in)
		if err != nil {
			return nil, err
		}
		if fixed.Left = left; n == 0 {
			fixed.Found = left
		}
		made, err := fixed.pass(in, left)
		if err != nil {
			return nil, err
		}
		if made {
			continue
		}
		if now == "" || in.Checker.Finish == nil {
			return fixed, nil
		}
		if changed, err := in.Checker.Finish(in, fixed); err != nil || !changed {
			return fixed, err
		}
	}
	return nil, errors.New("fixes of " + in.Path + " do not converge")
}

// remember returns a Seen that keeps the model, so that the protocol need not read a
// file again before it changes, and calls seen.
func (f *Fixed) remember(seen func(*Unit)) func(*Unit) {
	return func(u *Unit) {
		f.Model = u.Model
		if f.First == nil {
			f.First = u.Model
		}
		if seen != nil {
			seen(u)
		}
	}
}

// pass makes the fixes that do not touch each other, and reports whether there
// were any.
func (f *Fixed) pass(in Input, diagnostics []Diagnostic) (made bool, err error) {
	edits := map[string]*editList{}
	var archive []Archived
	for _, d := range diagnostics {
		if d.Fix != nil && len(d.Fix.Edits) > 0 && add(edits, d) {
			archive = append(archive, d.Fix.Archive...)
		}
	}
	texts := map[string]string{}
	for name, list := range edits {
		text, err := fs.ReadFile(in.Tree, name)
		if err != nil {
			return false, err
		}
		if texts[name], err = source.Apply(string(text), list.edits); err != nil {
			return false, fmt.Errorf("fix of %s: %w", name, err)
		}
		if n := len(texts[name]); n > mdcheckpoint.MaxSize && len(text) <= mdcheckpoint.MaxSize {
			return false, &GrowthError{name, n}
		}
	}
	maps.Copy(f.Texts, texts)
	f.Archive = append(f.Archive, archive...)
	return len(edits) > 0, nil
}

// A GrowthError says that fixes would make a file too large to be read again.
type GrowthError struct {
	Path string // in the tree
	Size int    // bytes that it would have
}

func (e *GrowthError) Error() string {
	return fmt.Sprintf("fixes would give %s %d bytes, want at most %d", e.Path, e.Size, mdcheckpoint.MaxSize)
}

// add adds the edits of a fix to those of its files, or none if one of them
// would touch what another fix touches.
func add(edits map[string]*editList, d Diagnostic) bool {
	path := func(e FileEdit) string {
		if e.Path != "" {
			return e.Path
		}
		return d.Path
	}
	for _, e := range d.Fix.Edits {
		if list := edits[path(e)]; list != nil && list.touches(e.Span) {
			return false
		}
	}
	for _, e := range d.Fix.Edits {
		if edits[path(e)] == nil {
			edits[path(e)] = &editList{}
		}
		edits[path(e)].edits = append(edits[path(e)].edits, e.Edit)
	}
	for _, list := range edits {
		list.settle()
	}
	return true
}

// An editList is the edits of one file by place. Those after settled were added
// by the fix at hand and may touch each other.
type editList struct {
	edits   []source.Edit
	settled int
}

// touches reports whether s touches an edit of another fix.
func (l *editList) touches(s source.Span) bool {
	i := sort.Search(len(l.edits), func(i int) bool { return l.edits[i].Span.End >= s.Start })
	return i < len(l.edits) && l.edits[i].Span.Start <= s.End
}

// settle puts the edits that were added in their places, which is at the end
// for fixes that come in the order of the file.
func (l *editList) settle() {
	if l.settled == len(l.edits) {
		return
	}
	inOrder := l.settled == 0 || l.edits[l.settled-1].Span.End <= l.edits[l.settled].Span.Start
	if !inOrder || len(l.edits)-l.settled > 1 {
		slices.SortStableFunc(l.edits, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	}
	l.settled = len(l.edits)
}

// patched is a tree with some files replaced.
type patched struct {
	fs.FS
	files map[string]string
}

// ReadFile gives the replaced text, else that of the tree.
func (p patched) ReadFile(name string) ([]byte, error) {
	if text, ok := p.files[name]; ok {
		return []byte(text), nil
	}
	return fs.ReadFile(p.FS, name)
}

// Open gives the replaced file, else that of the tree.
func (p patched) Open(name string) (fs.File, error) {
	if text, ok := p.files[name]; ok {
		return &patch{Reader: strings.NewReader(text), name: path.Base(name), size: int64(len(text))}, nil
	}
	return p.FS.Open(name)
}

// Stat describes the replaced file, else that of the tree. Without it a look at a file
// would open it, and wait for ever where that is a pipe.
func (p patched) Stat(name string) (fs.FileInfo, error) {
	if text, ok := p.files[name]; ok {
		return &patch{name: path.Base(name), size: int64(len(text))}, nil
	}
	return fs.Stat(p.FS, name)
}

// A patch is a replaced file, opened.
type patch struct {
	io.Reader
	name string
	size int64
}

func (p *patch) Stat() (fs.FileInfo, error) { return p, nil }
func (p *patch) Close() error               { return nil }
func (p *patch) Name() string               { return p.name }
func (p *patch) Size() int64                { return p.size }
func (p *patch) Mode() fs.FileMode          { return 0o444 }
func (p *patch) ModTime() time.Time         { return time.Time{} }
func (p *patch) IsDir() bool                { return false }
func (p *patch) Sys() any                   { return nil }
