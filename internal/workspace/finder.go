package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/format"
	"mdck/mdcheckpoint/plan/position"
)

// Format is the protocol of files that a project has described itself.
const Format = "format"

// A Finder finds targets as the functions of this package do, and besides them the
// files of formats that a configuration describes. The zero Finder knows of none.
type Finder struct {
	// Own gives the format that the configuration for the file at an absolute path has
	// for it, and the absolute path of the directory that the patterns of the format
	// are relative to. Outside of any repository a configuration above the directory
	// top does not count. Nil knows no formats.
	Own func(file, top string) (format, root string, ok bool)
	// Naming gives which files of a directory .ohrfc, an absolute path, and below it a
	// walk takes as those of formats: what a pattern fits that names the directory. One
	// that only covers it, such as **/*.md, would take the texts of the workflow, too.
	// Nil, or a nil answer, is none.
	Naming func(dir, top string) func(file string) bool
	// Met is told of each directory, by its absolute path, that a walk comes by and in
	// which mdck may keep files of its own, whether or not a checkpoint is there. Nil is
	// not.
	Met func(dir string)
}

func (f Finder) met(dir string) {
	if f.Met != nil {
		f.Met(dir)
	}
}

// besides are the files of formats in dir, a directory .ohrfc that a walk from top came
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
		case d.IsDir() && name != dir && (skipped(name, d.Name()) || filepath.Dir(name) == dir && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case !d.IsDir() && IsMarkdown(name) && wanted(name):
			if _, known := Detect(name); known {
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

// Detect is the function of that name, for files of formats, too. What a protocol
// knows stays its own whatever a configuration says, but for the notes of plans on
// where the work stands.
func (f Finder) Detect(file string) (t Target, ok bool) { return f.detect(file, Top(file)) }

func (f Finder) detect(file, top string) (t Target, ok bool) {
	t, ok = Detect(file)
	if own, mine := f.own(file, top); mine && (!ok || isNote(&t)) {
		return own, true
	}
	return t, ok
}

// isNote reports whether t is a file that says in prose where the work on plans stands.
func isNote(t *Target) bool {
	return t.Protocol == Plan && (slices.Contains(position.StateNames(), t.Main) || position.IsContinue(path.Base(t.Main)))
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
	t = OfFormat(root, slash, name)
	t.finder = &f
	return t, true
}

// Beside reports whether the file called name in the directory of t, which is one of a
// format, is of a format too, to the Finder that found t.
func (t *Target) Beside(name string) bool {
	return t.finder != nil && t.finder.OfFormat(t.Dir(), name)
}

// OfFormat reports whether the file called name in the directory dir, an absolute path, is
// one of a format, and not one below dir.
func (f Finder) OfFormat(dir, name string) bool {
	local := filepath.FromSlash(name)
	if filepath.Base(local) != local {
		return false
	}
	t, ok := f.Detect(filepath.Join(dir, local))
	return ok && t.Protocol == Format
}

// OfFormat is the file at the slash path name below root, an absolute path, as one of
// that format.
func OfFormat(root, name, format string) Target {
	return Target{Protocol: Format, Root: root, Main: name, Path: name, Format: format}
}

// Top is the directory above which no configuration is looked for outside of a
// repository: the current one for what lies below it, else that of the file. File is an
// absolute path.
func Top(file string) string {
	cwd, err := os.Getwd()
	if _, ok := tree.Within(cwd, file); err == nil && ok {
		return cwd
	}
	return filepath.Dir(file)
}

// visit is detect for a name that a walk from top comes by, of which other says what
// it is besides. Only Markdown is asked about.
func (f Finder) visit(name, base, top string, other Target, known bool) (t Target, ok bool) {
	if f.Own == nil || !IsMarkdown(base) || known && !isNote(&other) {
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

// IsMarkdown reports whether a file is Markdown by its name.
func IsMarkdown(name string) bool {
	return slices.Contains(format.Endings(), strings.ToLower(filepath.Ext(name)))
}

// Named is t as the user named it: by an absolute path, or by one that is relative to
// the current directory.
func (t Target) Named(name string) Target {
	t.absolute = filepath.IsAbs(name)
	return t
}
