package lint

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"sort"
	"time"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// maxPasses limits the passes of FixAll. A pass applies the fixes that do not overlap.
const maxPasses = 1000

// Fixed is the result of FixAll.
type Fixed struct {
	Texts    map[string]string // new texts of changed files, by path
	Archive  []source.Named
	Found    []Diagnostic
	Left     []Diagnostic
	Version  int // new checkpoint_version, or 0
	Original fs.FS
	Now      time.Time // zero: recorded times stay
}

// FixAll applies fixes until none is left. Unless now is zero, it then calls Finish of the Checker.
func FixAll(in Input, now time.Time) (*Fixed, error) {
	if in.Tree == nil {
		return nil, errIncomplete
	}
	fixed := &Fixed{Texts: map[string]string{}, Original: in.Tree, Now: now}
	in.Tree = patched{in.Tree, fixed.Texts}
	for n := range maxPasses {
		left, err := Run(in)
		if err != nil {
			return nil, err
		}
		if fixed.Left = left; n == 0 {
			fixed.Found = left
		}
		applied, err := fixed.pass(in, left)
		if err != nil {
			return nil, err
		}
		if applied {
			continue
		}
		if now.IsZero() || in.Checker.Finish == nil {
			return fixed, nil
		}
		if changed, err := in.Checker.Finish(in, fixed); err != nil || !changed {
			return fixed, err
		}
	}
	return nil, errors.New("the fixes of " + in.Path + " never end: each fix causes a new finding")
}

func (f *Fixed) pass(in Input, diagnostics []Diagnostic) (applied bool, err error) {
	edits := map[string]*editList{}
	var archive []source.Named
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

// A GrowthError means that fixes would make a file too large to parse.
type GrowthError struct {
	Path string // in the tree
	Size int    // in bytes
}

func (e *GrowthError) Error() string {
	return fmt.Sprintf("fixes would grow %s to %d bytes; expected at most %d", e.Path, e.Size, mdcheckpoint.MaxSize)
}

func add(edits map[string]*editList, d Diagnostic) bool {
	for _, e := range d.Fix.Edits {
		if list := edits[cmp.Or(e.Path, d.Path)]; list != nil && list.touches(e.Span) {
			return false
		}
	}
	for _, e := range d.Fix.Edits {
		path := cmp.Or(e.Path, d.Path)
		if edits[path] == nil {
			edits[path] = &editList{}
		}
		edits[path].edits = append(edits[path].edits, e.Edit)
	}
	for _, list := range edits {
		list.settle()
	}
	return true
}

// An editList has the edits of one file. The first settled ones are sorted.
type editList struct {
	edits   []source.Edit
	settled int
}

func (l *editList) touches(s source.Span) bool {
	i := sort.Search(len(l.edits), func(i int) bool { return l.edits[i].Span.End >= s.Start })
	return i < len(l.edits) && l.edits[i].Span.Start <= s.End
}

func (l *editList) settle() {
	if l.settled == len(l.edits) {
		return
	}
	inOrder := l.settled == 0 || l.edits[l.settled-1].Span.End <= l.edits[l.settled].Span.Start
	if !inOrder || len(l.edits)-l.settled > 1 {
		sort.SliceStable(l.edits, func(i, j int) bool { return l.edits[i].Span.Start < l.edits[j].Span.Start })
	}
	l.settled = len(l.edits)
}

type patched struct {
	fs.FS
	files map[string]string
}

func (p patched) ReadFile(name string) ([]byte, error) {
	if text, ok := p.files[name]; ok {
		return []byte(text), nil
	}
	return fs.ReadFile(p.FS, name)
}

// Stat does not open the file, which could be a pipe.
func (p patched) Stat(name string) (fs.FileInfo, error) { return fs.Stat(p.FS, name) }
