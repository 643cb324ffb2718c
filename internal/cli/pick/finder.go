package pick

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/workspace"
)

// Finder finds checkpoints, files of the formats of the configuration among them.
func (f *ConfigFlags) Finder() workspace.Finder {
	if f.Loader == nil {
		return f.PlainFinder()
	}
	return workspace.NewFinder(f.Loader)
}

// PlainFinder finds the checkpoints of protocols, and no files of formats.
func (f *ConfigFlags) PlainFinder() workspace.Finder { return workspace.Finder{Table: f.Table} }

// TargetAs is the file as a checkpoint of a protocol, or as a file of a format of the
// configuration that holds for it.
func (f *ConfigFlags) TargetAs(name, protocol string) (workspace.Target, error) {
	finder := f.PlainFinder()
	if slices.Contains(finder.Protocols(), protocol) || f.Loader == nil {
		return finder.As(name, protocol)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return workspace.Target{}, err
	}
	dir := filepath.Dir(abs)
	c, err := f.Loader.For(dir, workspace.Top(abs))
	if err != nil {
		return workspace.Target{}, err
	}
	if c.FormatModel(protocol) != nil {
		root := dir
		if rel, err := filepath.Rel(c.FormatsBase(), abs); err == nil && filepath.IsLocal(rel) {
			root = c.FormatsBase() // so that its configuration is found again
		}
		rel, err := filepath.Rel(root, abs)
		return f.Finder().OfFormat(root, filepath.ToSlash(rel), protocol).Named(name), err
	}
	if len(c.Formats()) == 0 {
		return finder.As(name, protocol)
	}
	return workspace.Target{}, fmt.Errorf("unknown protocol or format %q, want one of %s, %s", protocol, strings.Join(finder.Protocols(), ", "), FormatNames(c.Formats()))
}

// FormatTargetAs is the file at a path, whether or not it is there, as one of the format that --as
// of a command names which takes no protocol.
func (f *ConfigFlags) FormatTargetAs(name, as string) (workspace.Target, error) {
	switch {
	case name == "":
		return workspace.Target{}, errors.New("--as says what a file is; name the file")
	case slices.Contains(f.PlainFinder().Protocols(), as):
		return workspace.Target{}, fmt.Errorf("--as is %s, want the name of a format of the configuration", as)
	}
	return f.TargetAs(name, as)
}
