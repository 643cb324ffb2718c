package pick

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/tree"
	"mdck/internal/workspace"
)

// TargetsAs returns the files as checkpoints of a protocol or format, whatever their paths.
func (f *Picker) TargetsAs(files []string, as string, q Query) ([]workspace.Target, error) {
	if len(files) == 0 {
		return nil, errors.New("--as requires file names")
	}
	var found []workspace.Target
	for _, name := range files {
		if _, err := os.Stat(name); err != nil {
			return nil, app.WithoutOperation(name, err)
		}
		t, err := f.TargetAs(name, as, q)
		if err != nil {
			return nil, err
		}
		found = append(found, t)
	}
	return DistinctTargets(found), nil
}

// TargetAs returns a file as a checkpoint of a protocol or format.
func (f *Picker) TargetAs(name, as string, q Query) (t workspace.Target, err error) {
	if name == "" {
		return t, errors.New("--as requires a file argument, too")
	}
	p := f.Table.Named(as)
	own := p != nil && HasFiles(p) && q.takes(p)
	if own && !p.Yields {
		return f.PlainFinder().As(name, as)
	}
	c, err := f.ConfigAt(name)
	if err != nil {
		return t, err
	}
	if own && c.FormatModel(as) == nil {
		return f.PlainFinder().As(name, as)
	}
	if c.FormatModel(as) == nil {
		return t, fmt.Errorf("--as is %q; expected one of %s", as, strings.Join(q.names(f.Table, c.Formats()), ", "))
	}
	abs, err := filepath.Abs(name)
	root := c.FormatsBase() // patterns of formats are relative to this directory
	rel, ok := tree.Within(root, abs)
	if !ok {
		root, rel = filepath.Dir(abs), filepath.Base(abs)
	}
	return f.Finder().OfFormat(root, rel, as).Named(name), err
}
