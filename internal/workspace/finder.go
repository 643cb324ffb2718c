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

// A Finder finds checkpoints, and files with a format. The zero Finder finds nothing.
type Finder struct {
	Table *protocol.Table
	// FormatOf returns the configured format of a file, or nil, and the absolute directory of its
	// patterns. A nil FormatOf means no formats.
	FormatOf func(file, top string) (format *protocol.Format, root string)
	// FileOf returns the absolute path that the configuration of dir sets for a protocol, or "". It
	// may be nil.
	FileOf func(protocol, dir string) string
	// Visit, if not nil, is called with each directory that may have files of mdck, such as .ohrfc.
	Visit func(dir string)
}

// NewFinder returns a Finder for the protocols and formats of a loader. A configuration with errors
// has no formats.
//
//go:noinline
func NewFinder(loader *config.Loader) Finder {
	return Finder{Table: loader.Table, FormatOf: loader.FormatOf, FileOf: loader.FileOf}
}

func (f Finder) visited(dir string) {
	if f.Visit != nil {
		f.Visit(dir)
	}
}

// Protocols returns the names that --as accepts.
func (f Finder) Protocols() (names []string) {
	for _, p := range f.Table.All() {
		if p.Detect != nil {
			names = append(names, p.Name)
		}
	}
	return names
}

// Target returns t as a target that f found.
func (f Finder) Target(t protocol.Target) Target { return Target{Target: t, finder: f} }

// Detect returns the checkpoint that contains file, an absolute path.
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

func (t *Target) isNote() bool {
	is := t.Row().IsNote
	return is != nil && is(t.Target)
}

// Unsaved is Detect for any path, also of a missing file.
func (f Finder) Unsaved(name string) (t Target, ok bool, err error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return t, false, err
	}
	t, ok = f.Detect(abs)
	return t.Named(name), ok, nil
}

// As returns the file as a checkpoint of the protocol called name, whatever its path.
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

func (f Finder) asFileOf(p *protocol.Protocol, file string) Target {
	base := filepath.Base(file)
	t := protocol.Target{Protocol: p.Name, Root: filepath.Dir(file), Main: base, Path: base}
	if p.As != nil {
		t = p.As(t)
	}
	return f.Target(t)
}

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

// orOfFormat returns the target with a format. Without a format, or if other is known and not a
// note, it returns other.
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

// Beside reports whether t and name, a file beside it, have a format.
func (t *Target) Beside(name string) bool {
	return t.Format != "" && t.finder.isFormat(t.Dir(), name)
}

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

// OfFormat returns the target for a file with a format. name is a slash path from root, an absolute
// path.
func (f Finder) OfFormat(root, name, format string) Target {
	t := protocol.Target{Root: root, Main: name, Path: name, Format: format}
	if i := slices.IndexFunc(f.Table.All(), func(p *protocol.Protocol) bool { return p.Detect == nil }); i >= 0 {
		t.Protocol = f.Table.All()[i].Name
	}
	return f.Target(t)
}

// Top returns the directory at which a search for the configuration of file ends outside a
// repository.
func Top(file string) string {
	cwd, err := os.Getwd()
	if _, ok := tree.Within(cwd, file); err == nil && ok {
		return cwd
	}
	return filepath.Dir(file)
}

// IsMarkdown reports whether name has a Markdown extension.
func IsMarkdown(name string) bool {
	return slices.Contains(mdcheckpoint.Endings(), strings.ToLower(filepath.Ext(name)))
}
