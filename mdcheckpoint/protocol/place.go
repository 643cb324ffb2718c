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
	Folder   string // slash path of the folder that the checkpoint shares with others of its project; "" if it shares none
	Format   string // name of the format that a configuration describes; "" for other files
}

// File returns the absolute path on disk of a slash path of the target.
func (t *Target) File(name string) string { return filepath.Join(t.Root, filepath.FromSlash(name)) }

// A Disk lets a protocol read files, to find the files that belong to the protocol.
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
	// Globs match the paths of the protocol's files in a project. They may also match other files.
	// Detect and Find are called only for files that match, and for files with the base name of a
	// file that an environment variable in Variables names.
	Globs     []string // "**/.ohrfc/*/checkpoint.md", as package doublestar matches them
	Variables []string
	// Watched are globs of files, other than Markdown and JSON, on which findings depend. Names
	// that begin with a dot are listed separately, because the star of some programs does not match
	// them.
	Watched []string
	// Detect returns the checkpoint that file belongs to. The file is an absolute path with
	// slashes. If Detect is nil, only a configuration names the files of the protocol.
	Detect func(d Disk, file string) (Target, bool)
	// Find replaces Detect when mdck walks a directory. If Find is nil, the walk uses Detect. But
	// if Find is nil and the protocol has a Home, the walk finds nothing.
	Find func(d Disk, file string) (Target, bool)
	// Recognizes reports whether text, from a file without a name, is a main file of the protocol.
	Recognizes func(text string) bool
	// As completes the target for a file that the user names as a checkpoint. Root is the directory
	// of the file, and Main and Path are its name.
	As func(t Target) Target

	Home     string   // name of a directory whose subdirectories are checkpoints, such as ".ohrfc"
	HomeFile string   // name of the main file in each of these subdirectories; without a Home, in each checkpoint directory
	Folders  []string // slash paths, relative to a project, of directories that contain its checkpoints
	Links    bool     // a walk follows links that have the name of an element of Folders
	Skipped  []string // directories that a walk does not enter, by their last two path elements
	// Starts reports whether dir has a checkpoint in a place that is neither in Home nor in
	// Folders.
	Starts func(d Disk, dir string) bool

	// ID returns the name by which the user asks for t. If ID is nil, the name of the folder of
	// Main is used.
	ID func(t Target) string
	// Files returns the slash paths of the files that change together, whether or not they exist.
	// The main file comes first. If Files is nil, the files are Main and, if it is not "", State.
	Files func(d Disk, t Target) []string
	// Compared are the names of files beside the main file that some check needs. If the file does
	// not exist, the check is skipped.
	Compared []string
	// Hashed are the names of files beside the main file that are hashed but not parsed.
	Hashed []string
	// Owns reports whether the file at name changes together with the checkpoint in dir. The name
	// is a slash path relative to dir. dir is an absolute path, and tree contains its files. In
	// reports whether the path of dir allows a checkpoint in dir. If In is nil, any directory can
	// contain one.
	Owns func(d Disk, dir string, tree fs.FS, name string) bool
	In   func(d Disk, dir string) bool
	// Lock returns the lock that other programs of the protocol take before they change t. It
	// returns nil if there is none.
	Lock       func(t Target) *Lock
	AtRoot     bool // files that change together are in Root, not in the folder of Main
	Markdown   bool // the main file is Markdown and all others are JSON
	Repository bool // the files contain paths of the repository that contains Root
	// Parse returns an error if text cannot be parsed as the file called name. If Parse is nil, the
	// field Markdown decides how the text is parsed.
	Parse func(name, text string) error
	// IsCopy reports whether the file called base, beside the main file, is an earlier copy of the
	// main file.
	IsCopy func(base string) bool
	// IsNote reports whether the file t may belong to a format of a configuration.
	IsNote func(t Target) bool
	// IsRecord reports whether t is a file that mdck itself writes beside checkpoints in other
	// folders. Such a file does not make its folder a project.
	IsRecord func(t Target) bool

	// Current returns the checkpoint for a command that runs in dir. It is for protocols with one
	// checkpoint in each project. At returns the checkpoint of the project at root, whether or not
	// its files exist.
	Current func(d Disk, dir string) (Target, error)
	At      func(d Disk, root string) (Target, error)
	// Respelled returns the correct name of a file called base, if the file is not found only
	// because its name is spelled differently. Otherwise it returns "".
	Respelled func(base string) string
	// Empty returns a message for a project that has files of the protocol but no checkpoint. It
	// returns "" for no message. The project is tree.
	Empty func(tree fs.FS) string
	// Elsewhere returns the checkpoint whose files are named by environment variables, wherever
	// these files are. It fails if a variable has an invalid value.
	Elsewhere func(d Disk) (Target, bool, error)
}

// MayDetect reports whether file, an absolute slash path, can belong to the protocol. It does not
// call functions of the protocol.
func (p *Place) MayDetect(d Disk, file string) bool {
	return slices.ContainsFunc(p.Globs, func(glob string) bool {
		return endsLike(file, glob) && doublestar.MatchUnvalidated(glob, strings.TrimLeft(file, "/"))
	}) || slices.ContainsFunc(p.Variables, func(name string) bool {
		value := d.Getenv(name)
		return value != "" && path.Base(path.Clean(filepath.ToSlash(value))) == path.Base(file)
	})
}

// endsLike reports whether file ends with the part of glob after the last "*" or "]". It is called
// first because a walk compares each name with each glob, and nearly all names differ in the last
// bytes.
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

// DetectFile calls Detect if Detect is not nil and file can belong to the protocol.
func (p *Place) DetectFile(d Disk, file string) (t Target, ok bool) {
	if p.Detect == nil || !p.MayDetect(d, file) {
		return t, false
	}
	return p.Detect(d, file)
}

// FindFile calls Find if file can belong to the protocol. If Find is nil, it calls Detect.
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
// project root above that directory, as a path of the operating system. It also returns the path of
// the file within the directory.
func Cut(file, folder string) (root, name string, ok bool) {
	marker := "/" + folder + "/"
	i := strings.LastIndex(file, marker)
	if i < 0 {
		return "", "", false
	}
	return Root(file[:i]), file[i+len(marker):], true
}

// Root converts a slash path of a directory to a path of the operating system. The slash path of
// the root of the file system is "".
func Root(slash string) string {
	root := filepath.FromSlash(slash)
	if root == "" || strings.HasSuffix(root, ":") {
		root += string(filepath.Separator)
	}
	return root
}

// Above returns dir or its nearest parent directory for which the function is returns true.
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

// Repository returns the root of the repository that contains dir, an absolute path. That is the
// nearest directory with .git. It returns "" if dir is not in a repository.
func Repository(d Disk, dir string) string {
	if d == nil {
		return ""
	}
	root, _ := Above(dir, func(at string) bool { return d.Exists(filepath.Join(at, ".git")) })
	return root
}
