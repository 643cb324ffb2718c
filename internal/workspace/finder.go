package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/config"
	"mdck/internal/tree"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
)

// A Finder finds the checkpoints of protocols, and the files of formats that a configuration
// describes. The zero Finder finds nothing.
type Finder struct {
	Table *protocol.Table
	// FormatOf returns the format that the file at an absolute path has in its configuration,
	// and the absolute path of the directory that the patterns of the format are relative to; a
	// nil format if there is none. Outside of any repository a configuration above the directory
	// top does not count. Nil means that there are no formats.
	FormatOf func(file, top string) (format *protocol.Format, root string)
	// FileOf returns the absolute path of the file of a protocol that the configuration for the
	// directory dir, an absolute path, names; "" if it names none. It may be nil.
	FileOf func(protocol, dir string) string
	// Visit is called with the absolute path of each directory of a walk in which mdck may keep
	// files, whether or not it has a checkpoint. It may be nil.
	Visit func(dir string)
}

// NewFinder returns a Finder for the protocols of a loader and the formats of its
// configurations. A configuration with problems has no formats for it; loading it returns the
// problems.
func NewFinder(loader *config.Loader) Finder {
	return Finder{Table: loader.Table, FormatOf: loader.FormatOf, FileOf: loader.FileOf}
}

func (f Finder) visited(dir string) {
	if f.Visit != nil {
		f.Visit(dir)
	}
}

// Protocols returns the names of the protocols that --as takes: those that detect files.
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

// Detect returns the checkpoint that the file at an absolute path belongs to; ok is false if
// it is of no known protocol or format. A protocol goes before a format, except for notes.
// Only a file of agents whose name does not say what it is is read for that.
func (f Finder) Detect(file string) (t Target, ok bool) {
	t, ok = f.byPlace(file)
	if f.FormatOf == nil || ok && !t.isNote() {
		return t, ok
	}
	if own, mine := f.ofFormat(file, Top(file)); mine {
		return own, true
	}
	return t, ok
}

// byPlace is Detect for protocols alone.
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

// Unsaved is Detect for a text with this name, absolute or relative, whether or not there is a
// file.
func (f Finder) Unsaved(name string) (t Target, ok bool, err error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return t, false, err
	}
	t, ok = f.Detect(abs)
	return t.Named(name), ok, nil
}

// As returns the file as a checkpoint of the protocol called name, wherever the file is.
func (f Finder) As(file, name string) (Target, error) {
	p := f.Table.Named(name)
	if p == nil || p.Detect == nil {
		return Target{}, fmt.Errorf("unknown protocol %q; expected one of %s", name, strings.Join(f.Protocols(), ", "))
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return Target{}, err
	}
	if t, ok := f.byPlace(abs); ok && t.Protocol == name && (t.Path == t.Main || p.AtRoot) {
		return t.Named(file), nil
	}
	return f.asFileOf(p, abs).Named(file), nil
}

// asFileOf returns the file at an absolute path as a checkpoint of p.
func (f Finder) asFileOf(p *protocol.Protocol, file string) Target {
	base := filepath.Base(file)
	t := protocol.Target{Protocol: p.Name, Root: filepath.Dir(file), Main: base, Path: base}
	if p.As != nil {
		t = p.As(t)
	}
	return f.Target(t)
}

// ofFormat returns the file as one of a format, if it is Markdown by its name.
func (f Finder) ofFormat(file, top string) (t Target, ok bool) {
	if f.FormatOf == nil || !IsMarkdown(file) {
		return Target{}, false
	}
	format, root := f.FormatOf(file, top)
	if format == nil {
		return t, false
	}
	if p := f.Table.Named(format.Of); p != nil {
		return f.asFileOf(p, file), true
	}
	slash, ok := tree.Within(root, file)
	if !ok {
		return t, false
	}
	return f.OfFormat(root, slash, format.Name), true
}

// orOfFormat returns the file of a walk from top as one of a format, or else other, which is
// its target if known.
func (f Finder) orOfFormat(name, base, top string, other Target, known bool) (t Target, ok bool) {
	if f.FormatOf == nil || !IsMarkdown(base) || known && !other.isNote() {
		return other, known
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return other, known
	}
	if t, ok = f.ofFormat(name, top); ok {
		return t, true
	}
	return other, known
}

// Beside reports whether the file called name in the directory of t is of a format to the
// Finder that found t, which is of a format.
func (t *Target) Beside(name string) bool {
	return t.Format != "" && t.finder.isFormat(t.Dir(), name)
}

// isFormat reports whether the file called name in the directory dir, an absolute path, is of
// a format. A name with a directory is not.
func (f Finder) isFormat(dir, name string) bool {
	local := filepath.FromSlash(name)
	if filepath.Base(local) != local {
		return false
	}
	file := filepath.Join(dir, local)
	known, ok := f.Detect(file)
	own, mine := f.ofFormat(file, Top(file))
	return ok && mine && known.Target == own.Target
}

// OfFormat returns the target of the file of a format that has the slash path name below root,
// an absolute path. Its protocol is the one whose files a configuration names.
func (f Finder) OfFormat(root, name, format string) Target {
	t := protocol.Target{Root: root, Main: name, Path: name, Format: format}
	if i := slices.IndexFunc(f.Table.All(), func(p *protocol.Protocol) bool { return p.Detect == nil }); i >= 0 {
		t.Protocol = f.Table.All()[i].Name
	}
	return f.Target(t)
}

// Top returns the directory above which no configuration counts outside a repository: the
// current one for files below it, else that of the file, an absolute path.
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
