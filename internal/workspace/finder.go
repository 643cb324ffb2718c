package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/config"
	"mdck/internal/tree"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
)

// A Finder finds the checkpoints of protocols, and besides them the files of formats that
// a configuration describes. The zero Finder finds nothing.
type Finder struct {
	Table *protocol.Table
	// Own gives the format that the configuration for the file at an absolute path has
	// for it, and the absolute path of the directory that the patterns of the format
	// are relative to. Outside of any repository a configuration above the directory
	// top does not count. Nil knows no formats.
	Own func(file, top string) (format, root string, ok bool)
	// Naming gives which files of the home of a protocol, such as .ohrfc, an absolute path,
	// and below it a walk takes as those of formats: what a pattern fits that names the
	// directory. One that only covers it, such as **/*.md, would take the texts of the
	// workflow, too. Nil, or a nil answer, means none.
	Naming func(dir, top string) func(file string) bool
	// Met is called with each directory, by its absolute path, that a walk comes by and in
	// which mdck may keep files of its own, whether or not a checkpoint is there. Nil is
	// not.
	Met func(dir string)
}

// NewFinder finds checkpoints, and files of the formats of the configuration. What is wrong
// with a configuration is said by whoever asks for what holds for a file: a Finder finds no
// format in it.
func NewFinder(loader *config.Loader) Finder {
	return Finder{Table: loader.Table, Own: loader.FormatOf, Naming: loader.FormatsNaming}
}

func (f Finder) met(dir string) {
	if f.Met != nil {
		f.Met(dir)
	}
}

// Protocols are the names of the protocols that --as takes: those that know their files.
func (f Finder) Protocols() []string {
	var names []string
	for _, p := range f.Table.All() {
		if p.Detect != nil {
			names = append(names, p.Name)
		}
	}
	return names
}

// Target returns t as a target that f found.
func (f Finder) Target(t protocol.Target) Target { return Target{Target: t, finder: f} }

// Detect says which checkpoint the file at an absolute path belongs to, by its
// path and the variables of sessions alone, but for a file among those of agents whose
// name says nothing. ok is false for a file of no known protocol or format. What a protocol
// knows stays its own whatever a configuration says, but for notes.
func (f Finder) Detect(file string) (t Target, ok bool) {
	t, ok = f.byPlace(file)
	if f.Own == nil || ok && !t.isNote() {
		return t, ok
	}
	if own, mine := f.own(file, Top(file)); mine {
		return own, true
	}
	return t, ok
}

// byPlace is Detect without formats.
func (f Finder) byPlace(file string) (t Target, ok bool) {
	slash := filepath.ToSlash(file)
	for _, p := range f.Table.All() {
		if t, ok := p.DetectFile(disk{}, slash); ok {
			return f.Target(t), true
		}
	}
	return t, false
}

// isNote reports whether a format may claim the file of t.
func (t *Target) isNote() bool {
	is := t.Row().IsNote
	return is != nil && is(t.Target)
}

// Unsaved says which checkpoint a text belongs to that has this name, absolute or
// relative, whether or not a file is there. ok is false for a name of no known
// protocol.
func (f Finder) Unsaved(name string) (t Target, ok bool, err error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return t, false, err
	}
	t, ok = f.Detect(abs)
	return t.Named(name), ok, nil
}

// As is the file as a checkpoint of that protocol, wherever it is.
func (f Finder) As(file, name string) (Target, error) {
	p := f.Table.Named(name)
	if p == nil || p.Detect == nil {
		return Target{}, fmt.Errorf("unknown protocol %q, want one of %s", name, strings.Join(f.Protocols(), ", "))
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return Target{}, err
	}
	if t, ok := f.byPlace(abs); ok && t.Protocol == name && (t.Path == t.Main || p.AtRoot) {
		return t.Named(file), nil
	}
	base := filepath.Base(abs)
	t := protocol.Target{Protocol: name, Root: filepath.Dir(abs), Main: base, Path: base}
	if p.As != nil {
		t = p.As(t)
	}
	return f.Target(t).Named(file), nil
}

// besides are the files of formats in dir, the home of a protocol that a walk from top came
// by, and below it. A directory that cannot be read does not stop the others.
func (f Finder) besides(dir, top string) ([]Target, error) {
	if f.Own == nil || f.Naming == nil {
		return nil, nil
	}
	wanted := f.Naming(dir, top)
	if wanted == nil {
		return nil, nil
	}
	var found []Target
	var faults []error
	root := dir + string(filepath.Separator) // a walk follows a link that ends so
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		name = filepath.Clean(name)
		switch {
		case err != nil:
			faults = append(faults, err)
		case d.IsDir() && name != dir && (f.skipped(name, d.Name()) || filepath.Dir(name) == dir && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case !d.IsDir() && IsMarkdown(name) && wanted(name):
			if _, known := f.byPlace(name); known {
				return nil
			}
			if t, ok := f.visit(name, d.Name(), top, Target{}, false); ok {
				found = append(found, t)
			}
		}
		return nil
	})
	return found, errors.Join(append(faults, err)...)
}

// own is the file as one of a format. Named or met by a walk, it is Markdown by its name,
// so that both know the same files.
func (f Finder) own(file, top string) (t Target, ok bool) {
	if f.Own == nil || !IsMarkdown(file) {
		return Target{}, false
	}
	name, root, ok := f.Own(file, top)
	if !ok {
		return Target{}, false
	}
	slash, ok := tree.Within(root, file)
	if !ok {
		return Target{}, false
	}
	return f.OfFormat(root, slash, name), true
}

// visit is Detect for a name that a walk from top comes by, of which other says what
// it is besides. Only Markdown is asked about.
func (f Finder) visit(name, base, top string, other Target, known bool) (t Target, ok bool) {
	if f.Own == nil || !IsMarkdown(base) || known && !other.isNote() {
		return other, known
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return other, known
	}
	if t, ok = f.own(name, top); ok {
		return t, true
	}
	return other, known
}

// Beside reports whether the file called name in the directory of t, which is one of a
// format, is of a format too, to the Finder that found t.
func (t *Target) Beside(name string) bool {
	return t.Format != "" && t.finder.isFormat(t.Dir(), name)
}

// isFormat reports whether the file called name in the directory dir, an absolute path, is
// one of a format, and not one below dir.
func (f Finder) isFormat(dir, name string) bool {
	local := filepath.FromSlash(name)
	if filepath.Base(local) != local {
		return false
	}
	t, ok := f.Detect(filepath.Join(dir, local))
	return ok && t.Format != ""
}

// OfFormat returns the file at the slash path name below root, an absolute path, as one of
// that format, of the protocol whose files a configuration names.
func (f Finder) OfFormat(root, name, format string) Target {
	t := protocol.Target{Root: root, Main: name, Path: name, Format: format}
	if i := slices.IndexFunc(f.Table.All(), func(p *protocol.Protocol) bool { return p.Detect == nil }); i >= 0 {
		t.Protocol = f.Table.All()[i].Name
	}
	return f.Target(t)
}

// Top is the directory above which no configuration is looked for outside of a
// repository: the current one for what is below it, else that of the file. File is an
// absolute path.
func Top(file string) string {
	cwd, err := os.Getwd()
	if _, ok := tree.Within(cwd, file); err == nil && ok {
		return cwd
	}
	return filepath.Dir(file)
}

// IsMarkdown reports whether a file is Markdown by its name.
func IsMarkdown(name string) bool {
	return slices.Contains(mdcheckpoint.Endings(), strings.ToLower(filepath.Ext(name)))
}
