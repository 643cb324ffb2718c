package protocol

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A Target is a checkpoint by its place, whether or not its files exist.
type Target struct {
	Protocol string // the name of its protocol
	Root     string // absolute path of the directory that the other paths are relative to
	Main     string // slash path of the main file, or of the folder of a checkpoint that has no main file
	State    string // slash path of the JSON state that belongs to it; "" if the protocol has none
	Path     string // slash path of the file that was asked for: Main, or one that belongs to it
	Folder   string // slash path of the folder that it shares with others of its project; else ""
	Format   string // the name of its format, if a configuration describes one; else ""
}

// File returns the absolute path on disk of a slash path of the target.
func (t *Target) File(name string) string { return filepath.Join(t.Root, filepath.FromSlash(name)) }

// A Disk answers what a protocol asks to find its files.
type Disk interface {
	Exists(path string) bool
	IsDir(path string) bool
	// ReadFile returns the text of a regular file of at most max bytes.
	ReadFile(path string, max int64) (string, error)
	ReadDir(path string) ([]fs.DirEntry, error)
	Getenv(name string) string
	Abs(path string) (string, error)
}

// A Place says where the files of a protocol are. Nil functions and empty fields mean that
// the protocol has nothing of that kind.
type Place struct {
	// Globs are the files of the protocol, by their paths in a project. They may match other
	// files too: Detect and Find are asked about those that match, and about those that are
	// called like a file that one of Variables, of the environment, names.
	Globs     []string // "**/.ohrfc/*/checkpoint.md", as package doublestar matches them
	Variables []string
	// Watched are files that findings depend on, as globs, beside Markdown and JSON. Those
	// whose names begin with a dot are among them: some programs match none with a star.
	Watched []string
	// Detect returns the checkpoint that a file belongs to, by the absolute path of the
	// file, with slashes. A protocol without it has the files that a configuration names.
	Detect func(d Disk, file string) (Target, bool)
	// Find is Detect for a walk. Nil is Detect, or for a protocol with a Home nothing.
	Find func(d Disk, file string) (Target, bool)
	// Recognizes reports whether the text of a file without a name is a main file of the protocol.
	Recognizes func(text string) bool
	// As completes the target of a file that the user says is a checkpoint: Root is its
	// directory, Main and Path are its name.
	As func(t Target) Target

	Home     string   // ".ohrfc": the name of a directory whose directories are checkpoints
	HomeFile string   // the main file in each of them or, without a Home, in each directory that is a checkpoint
	Folders  []string // slash paths, relative to a project, of what holds its checkpoints
	Links    bool     // a walk follows links that are called like one of Folders
	Skipped  []string // the last two parts of directories that a walk does not enter
	// Starts reports whether dir has a checkpoint in a place that Home and Folders do not name.
	Starts func(d Disk, dir string) bool

	// ID returns the name by which the user asks for t. Nil is the name of the folder of Main.
	ID func(t Target) string
	// Files returns the slash paths of the files that change together, whether or not they
	// exist, the main one first. Nil is Main, and State if there is one.
	Files func(d Disk, t Target) []string
	// Compared are the names of files beside the main one without which something is not looked for.
	Compared []string
	// Hashed are the names of files beside the main one that are hashed and not parsed.
	Hashed []string
	// Owns reports whether the file at name, a slash path relative to dir, changes together
	// with the checkpoint of the protocol in dir, an absolute path whose files tree has. In
	// reports whether dir has one by its place; nil means that any directory may.
	Owns func(d Disk, dir string, tree fs.FS, name string) bool
	In   func(d Disk, dir string) bool
	// Lock returns the lock that other programs of the protocol take before they change t; nil
	// if there is none.
	Lock       func(t Target) *Lock
	AtRoot     bool // the files change together in Root, not in the folder of Main
	Markdown   bool // the main file is Markdown; all others are JSON
	Repository bool // the files name paths of the repository around Root
	// Parse returns why text cannot be read as the file called name. Nil goes by Markdown.
	Parse func(name, text string) error
	// IsCopy reports whether a file beside the main one is an earlier copy of it.
	IsCopy func(base string) bool
	// IsNote reports whether t is a file that a format of a configuration may claim.
	IsNote func(t Target) bool
	// IsRecord reports whether t is a file that makes no project of its folder: mdck itself
	// writes it beside checkpoints in other folders.
	IsRecord func(t Target) bool

	// Current returns the checkpoint that a command in dir works on, for a protocol with
	// one in each project, and At that of the project at root, whether or not it has files.
	Current func(d Disk, dir string) (Target, error)
	At      func(d Disk, root string) (Target, error)
	// Respelled returns the name that a file called base must have to be found, if only its spelling
	// is another; "" otherwise.
	Respelled func(base string) string
	// Empty returns what the files of the project at the root of tree say if it has no checkpoint;
	// "" for nothing.
	Empty func(tree fs.FS) string
	// Elsewhere returns the checkpoint with files that variables name, wherever it is. The
	// error is about a variable that makes no sense.
	Elsewhere func(d Disk) (Target, bool, error)
}

// MayDetect reports whether the file at an absolute slash path can be one of the protocol,
// without calling any function of the protocol.
func (p *Place) MayDetect(d Disk, file string) bool {
	return slices.ContainsFunc(p.Globs, func(glob string) bool {
		ending := glob[max(strings.LastIndexByte(glob, '*'), strings.LastIndexByte(glob, ']'))+1:] // which is compared first, as it is cheap
		return strings.HasSuffix(file, ending) && doublestar.MatchUnvalidated(glob, strings.TrimLeft(file, "/"))
	}) || slices.ContainsFunc(p.Variables, func(name string) bool {
		value := d.Getenv(name)
		return value != "" && path.Base(path.Clean(filepath.ToSlash(value))) == path.Base(file)
	})
}

// DetectFile is Detect for a file of any protocol.
func (p *Place) DetectFile(d Disk, file string) (t Target, ok bool) {
	if p.Detect == nil || !p.MayDetect(d, file) {
		return t, false
	}
	return p.Detect(d, file)
}

// FindFile is Find for a file of any protocol.
func (p *Place) FindFile(d Disk, file string) (t Target, ok bool) {
	switch {
	case p.Find == nil && p.Home == "":
		return p.DetectFile(d, file)
	case p.Find == nil || !p.MayDetect(d, file):
		return t, false
	}
	return p.Find(d, file)
}

// Cut returns the project that the file at an absolute slash path is in, as a path of this
// system, and the path of the file in that folder of the project. Of several folders of
// that name the innermost counts.
func Cut(file, folder string) (root, name string, ok bool) {
	marker := "/" + folder + "/"
	i := strings.LastIndex(file, marker)
	if i < 0 {
		return "", "", false
	}
	return Root(file[:i]), file[i+len(marker):], true
}

// Root returns the directory of this system at a slash path, which is empty for the root
// of the file system.
func Root(slash string) string {
	root := filepath.FromSlash(slash)
	if root == "" || strings.HasSuffix(root, ":") {
		root += string(filepath.Separator)
	}
	return root
}

// Above returns the nearest directory, dir or one above it, for which is returns true.
func Above(dir string, is func(string) bool) (found string, ok bool) {
	for d := dir; ; d = filepath.Dir(d) {
		if is(d) {
			return d, true
		}
		if filepath.Dir(d) == d {
			return "", false
		}
	}
}

// Repository returns the root of the repository of dir, an absolute path: the nearest
// directory with .git; "" outside of any.
func Repository(d Disk, dir string) string {
	if d == nil {
		return ""
	}
	root, _ := Above(dir, func(at string) bool { return d.Exists(filepath.Join(at, ".git")) })
	return root
}
