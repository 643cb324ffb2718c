package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/workspace"
)

// finder finds checkpoints, files of the formats of the configuration among them.
func (f *configFlags) finder() workspace.Finder {
	if f.loader == nil {
		return f.plainFinder()
	}
	return workspace.NewFinder(f.loader)
}

// plainFinder finds the checkpoints of protocols, and no files of formats.
func (f *configFlags) plainFinder() workspace.Finder { return workspace.Finder{Table: f.table} }

// targetAs is the file as a checkpoint of a protocol, or as a file of a format of the
// configuration that holds for it.
func (f *configFlags) targetAs(name, protocol string) (workspace.Target, error) {
	finder := f.plainFinder()
	if slices.Contains(finder.Protocols(), protocol) || f.loader == nil {
		return finder.As(name, protocol)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return workspace.Target{}, err
	}
	dir := filepath.Dir(abs)
	c, err := f.loader.For(dir, workspace.Top(abs))
	if err != nil {
		return workspace.Target{}, err
	}
	if c.FormatModel(protocol) != nil {
		root := dir
		if rel, err := filepath.Rel(c.FormatsBase(), abs); err == nil && filepath.IsLocal(rel) {
			root = c.FormatsBase() // so that its configuration is found again
		}
		rel, err := filepath.Rel(root, abs)
		return f.finder().OfFormat(root, filepath.ToSlash(rel), protocol).Named(name), err
	}
	if len(c.Formats()) == 0 {
		return finder.As(name, protocol)
	}
	return workspace.Target{}, fmt.Errorf("unknown protocol or format %q, want one of %s, %s", protocol, strings.Join(finder.Protocols(), ", "), formatNames(c.Formats()))
}

// formatTargetAs is the file at a path, whether or not it is there, as one of the format that --as
// of a command names which takes no protocol.
func (f *configFlags) formatTargetAs(name, as string) (workspace.Target, error) {
	switch {
	case name == "":
		return workspace.Target{}, errors.New("--as says what a file is; name the file")
	case slices.Contains(f.plainFinder().Protocols(), as):
		return workspace.Target{}, fmt.Errorf("--as is %s, want the name of a format of the configuration", as)
	}
	return f.targetAs(name, as)
}
