package protocol

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A Target is the place of a checkpoint, whether or not its files exist.
type Target struct {
	Protocol string // the name of its protocol
	Root     string // absolute path of the directory to which the other paths are relative
	Main     string // slash path of the main file, or of the folder if there is no main file
	State    string // slash path of the JSON state of the checkpoint; "" if the protocol has none
	Path     string // slash path of the requested file: Main, or another file of the checkpoint
	Folder   string // slash path of the folder that the checkpoint shares with others of its project; else ""
	Format   string // name of the format if a configuration describes one; else ""
}

// File returns the absolute path on disk of a slash path of the target.
func (t *Target) File(name string) string { return filepath.Join(t.Root, filepath.FromSlash(name)) }

// A Disk gives a protocol access to files, to find its own.
type Disk interface {
	Exists(path string) bool
	IsDir(path string) bool
	// ReadFile returns the text of a regular file of at most max bytes.
	ReadFile(path string, max int64) (string, error)
	ReadDir(path string) ([]fs.DirEntry, error)
	Getenv(name string) string
	Abs(path string) (string, error)
}

// A Place describes where the files of a protocol are. A nil function or empty field means that the
// protocol has nothing of that kind.
type Place struct {
	// Globs match the paths of the protocol's files in a project. They may match other files too.
	// Detect and Find are called only for files that match, and for files with the base name of a
	// file that an environment variable in Variables names.
	Globs     []string // "**/.ohrfc/*/checkpoint.md", as package doublestar matches them
	Variables []string
	// Watched are globs of files, other than Markdown and JSON, on which findings depend. Names
	// that begin with a dot are listed too, because some programs do not match them with a star.
	Watched []string
	// Detect returns the checkpoint to which file belongs, an absolute path with slashes. If Detect
	// is nil, only a configuration names the files of the protocol.
	Detect func(d Disk, file string) (Target, bool)
	// Find is the version of Detect for a walk. If Find is nil, the walk uses Detect, or finds
	// nothing if the protocol has a Home.
	Find func(d Disk, file string) (Target, bool)
	// Recognizes reports whether text, from a file without a name, is a main file of the protocol.
	Recognizes func(text string) bool
	// As completes the target of a file that the user names as a checkpoint: Root is the directory
	// of the file, Main and Path are its name.
	As func(t Target) Target

	Home     string   // ".ohrfc": the name of a directory whose subdirectories are checkpoints
	HomeFile string   // the main file in each of these subdirectories or, without a Home, in each checkpoint directory
	Folders  []string // slash paths, relative to a project, of directories that contain its checkpoints
	Links    bool     // a walk follows links named like an element of Folders
	Skipped  []string // last two path elements of directories that a walk does not enter
	// Starts reports whether dir has a checkpoint in a place that neither Home nor Folders names.
	Starts func(d Disk, dir string) bool

	// ID returns the name by which the user asks for t. If ID is nil, the name of the folder of
	// Main is used.
	ID func(t Target) string
	// Files returns the slash paths of the files that change together, the main file first, whether
	// or not they exist. If Files is nil, these are Main and a State that is not "".
	Files func(d Disk, t Target) []string
	// Compared are the names of files beside the main file that some check needs; without the file,
	// the check is skipped.
	Compared []string
	// Hashed are the names of files beside the main file that are hashed but not parsed.
	Hashed []string
	// Owns reports whether the file at name, a slash path relative to dir, changes together with
	// the checkpoint in dir. dir is an absolute path, and tree contains its files. In reports
	// whether dir can contain a checkpoint because of its path; if In is nil, any directory can.
	Owns func(d Disk, dir string, tree fs.FS, name string) bool
	In   func(d Disk, dir string) bool
	// Lock returns the lock that other programs of the protocol take before they change t, or nil
	// if there is none.
	Lock       func(t Target) *Lock
	AtRoot     bool // files that change together are in Root, not in the folder of Main
	Markdown   bool // the main file is Markdown and all others are JSON
	Repository bool // the files contain paths of the repository around Root
	// Parse returns an error if text cannot be parsed as the file called name. If Parse is nil,
	// Markdown decides how the text is parsed.
	Parse func(name, text string) error
	// IsCopy reports whether the file called base, beside the main file, is an earlier copy of the
	// main file.
	IsCopy func(base string) bool
	// IsNote reports whether a format of a configuration may claim the file t.
	IsNote func(t Target) bool
	// IsRecord reports whether t is a file that mdck itself writes beside checkpoints in other
	// folders. Such a file does not make its folder a project.
	IsRecord func(t Target) bool

	// Current returns the checkpoint for a command that runs in dir, for a protocol with one
	// checkpoint in each project. At returns the checkpoint of the project at root, whether or not
	// its files exist.
	Current func(d Disk, dir string) (Target, error)
	At      func(d Disk, root string) (Target, error)
	// Respelled returns the correct name of a file called base that is not found only because its
	// name is spelled differently, and "" otherwise.
	Respelled func(base string) string
	// Empty returns a message for a project that has files of the protocol but no checkpoint, or ""
	// for no message. tree is the project.
	Empty func(tree fs.FS) string
	// Elsewhere returns the checkpoint whose files environment variables name, wherever it is. It
	// returns an error if a variable has an invalid value.
	Elsewhere func(d Disk) (Target, bool, error)
}

// MayDetect reports whether file, an absolute slash path, can belong to the protocol. It calls no
// function of the protocol.
func (p *Place) MayDetect(d Disk, file string) bool {
	return slices.ContainsFunc(p.Globs, func(glob string) bool {
		return endsLike(file, glob) && doublestar.MatchUnvalidated(glob, strings.TrimLeft(file, "/"))
	}) || slices.ContainsFunc(p.Variables, func(name string) bool {
		value := d.Getenv(name)
		return value != "" && path.Base(path.Clean(filepath.ToSlash(value))) == path.Base(file)
	})
}

// endsLike reports whether file ends with the part of glob after its last "*" or "]". A walk compares
// each name with each glob, and nearly all names differ from it in the last bytes.
func endsLike(file, glob string) bool {
	for i := 1; i <= len(glob); i++ {
		c := glob[len(glob)-i]
		switch {
		case c == '*' || c == ']':
			return true
		case i > len(file) || file[len(file)-i] != c:
			return false
		}
	}
	return true
}

// DetectFile calls Detect if the protocol has it and file can belong to the protocol.
func (p *Place) DetectFile(d Disk, file string) (t Target, ok bool) {
	if p.Detect == nil || !p.MayDetect(d, file) {
		return t, false
	}
	return p.Detect(d, file)
}

// FindFile calls Find, or Detect in place of a missing Find, if file can belong to the protocol.
func (p *Place) FindFile(d Disk, file string) (t Target, ok bool) {
	switch {
	case p.Find == nil && p.Home == "":
		return p.DetectFile(d, file)
	case p.Find == nil || !p.MayDetect(d, file):
		return t, false
	}
	return p.Find(d, file)
}

// Cut splits file, an absolute slash path, at the last directory called folder. It returns the
// project root above the directory, as a path of this system, and the path of the file within the
// directory.
func Cut(file, folder string) (root, name string, ok bool) {
	marker := "/" + folder + "/"
	i := strings.LastIndex(file, marker)
	if i < 0 {
		return "", "", false
	}
	return Root(file[:i]), file[i+len(marker):], true
}

// Root converts a slash path of a directory to a path of this system. The root of the file system
// has the slash path "".
func Root(slash string) string {
	root := filepath.FromSlash(slash)
	if root == "" || strings.HasSuffix(root, ":") {
		root += string(filepath.Separator)
	}
	return root
}

// Above returns dir or the nearest parent directory for which the function in is returns true.
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

// Repository returns the root of the repository that contains dir, an absolute path: the nearest
// directory with .git. It returns "" if dir is not in a repository.
func Repository(d Disk, dir string) string {
	if d == nil {
		return ""
	}
	root, _ := Above(dir, func(at string) bool { return d.Exists(filepath.Join(at, ".git")) })
	return root
}
