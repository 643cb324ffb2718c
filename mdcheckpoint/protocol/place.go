package protocol

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A Target is the place of a checkpoint. Its files may not exist.
type Target struct {
	Protocol string
	Root     string // absolute path of the directory to which the other paths are relative
	Main     string // path with slashes of the main file, or of the folder if there is no main file
	State    string // path with slashes of the JSON state of the checkpoint, or ""
	Path     string // path with slashes of the requested file: Main, or another file of the checkpoint
	Folder   string // path with slashes of the folder that the checkpoint shares with others of its project, or ""
	Format   string // name of the format in a configuration; "" for other files
}

// File returns the absolute path on disk of the file called name, a path with slashes in the
// target.
func (t *Target) File(name string) string { return filepath.Join(t.Root, filepath.FromSlash(name)) }

// A Disk lets a protocol read files to find its checkpoints.
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
// protocol does not have the feature.
type Place struct {
	// Globs match the paths of the protocol's files in a project, and may match other files. Detect
	// and Find are called only for files that match, or whose base name is that of a file in one of
	// the environment variables Variables.
	Globs     []string // "**/.ohrfc/*/checkpoint.md", as package doublestar matches them
	Variables []string
	// Watched has globs of files, other than Markdown and JSON, on which findings depend. Names
	// that begin with a dot have their own globs, because the star of some programs does not match
	// them.
	Watched []string
	// Detect returns the checkpoint that file belongs to. file is an absolute path with slashes. If
	// Detect is nil, only a configuration decides which files the protocol has.
	Detect func(d Disk, file string) (Target, bool)
	// Find replaces Detect when mdck walks a directory. If Find is nil, the walk uses Detect. If
	// the protocol also has a Home, the walk finds nothing without Find.
	Find func(d Disk, file string) (Target, bool)
	// Recognizes reports whether text is a main file of the protocol. The text comes from a file
	// without a name.
	Recognizes func(text string) bool
	// As completes the target for a file that the user specifies as a checkpoint. Root is the
	// directory of the file; Main and Path are its name.
	As func(t Target) Target

	Home     string   // name of a directory whose subdirectories are checkpoints, such as ".ohrfc"
	HomeFile string   // name of the main file in each of these subdirectories; without a Home, in each checkpoint directory
	Folders  []string // paths with slashes, relative to a project, of directories that contain its checkpoints
	Links    bool     // a walk follows links whose name is an element of Folders
	Skipped  []string // directories that a walk does not enter, by their last two path elements
	// Starts reports whether dir has a checkpoint outside Home and Folders.
	Starts func(d Disk, dir string) bool

	// ID returns the name by which the user asks for t. If ID is nil, this is the name of the
	// folder of Main.
	ID func(t Target) string
	// Files returns the paths with slashes of the files that change together, main file first. They
	// may not exist. If Files is nil, the files are Main and, if it is not "", State.
	Files func(d Disk, t Target) []string
	// Compared has the names of files beside the main file that a check needs. The check is skipped
	// if the file does not exist.
	Compared []string
	// Hashed has the names of files beside the main file that are hashed but not parsed.
	Hashed []string
	// Owns reports whether the file at name changes together with the checkpoint in dir. name is
	// relative to dir and has slashes. dir is an absolute path; tree has its files. In reports
	// whether dir may contain a checkpoint, according to its path. If In is nil, any directory may.
	Owns func(d Disk, dir string, tree fs.FS, name string) bool
	In   func(d Disk, dir string) bool
	// Lock returns the lock that other programs of the protocol take before they change t, or nil.
	Lock       func(t Target) *Lock
	AtRoot     bool // files that change together are in Root, not in the folder of Main
	Markdown   bool // the main file is Markdown and all others are JSON
	Repository bool // the files contain paths of the repository that contains Root
	// Parse returns an error if text cannot be parsed as the file called name. If Parse is nil, the
	// field Markdown decides how to parse the text.
	Parse func(name, text string) error
	// IsCopy reports whether the file called base, beside the main file, is an earlier copy of the
	// main file.
	IsCopy func(base string) bool
	// IsNote reports whether the file t may have a format of a configuration.
	IsNote func(t Target) bool
	// IsRecord reports whether t is a file that mdck writes beside checkpoints in other folders.
	// Such a file does not make its folder a project.
	IsRecord func(t Target) bool

	// Current returns the checkpoint for a command that runs in dir. It is for protocols with one
	// checkpoint in each project. At returns the checkpoint of the project at root. The files of
	// the checkpoint may not exist.
	Current func(d Disk, dir string) (Target, error)
	At      func(d Disk, root string) (Target, error)
	// Respelled returns the correct name of a file called base if only its spelling prevents Detect
	// from finding it. Otherwise it returns "".
	Respelled func(base string) string
	// Empty returns a message for the project tree if it has files of the protocol but no
	// checkpoint. It returns "" for no message.
	Empty func(tree fs.FS) string
	// Elsewhere returns the checkpoint whose files environment variables specify. These files may
	// be anywhere. It returns an error if a variable has an invalid value.
	Elsewhere func(d Disk) (Target, bool, error)
}

// MayDetect reports whether file, an absolute path with slashes, can belong to the protocol. It
// calls no functions of the protocol.
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

// Cut splits file, an absolute path with slashes, at the last directory called folder. root is the
// project above that directory, as a path of the operating system. name is the path of the file in
// the directory.
func Cut(file, folder string) (root, name string, ok bool) {
	marker := "/" + folder + "/"
	i := strings.LastIndex(file, marker)
	if i < 0 {
		return "", "", false
	}
	return Root(file[:i]), file[i+len(marker):], true
}

// Root converts the path of a directory from slashes to the operating system. "" means the root of
// the file system.
func Root(slash string) string {
	root := filepath.FromSlash(slash)
	if root == "" || strings.HasSuffix(root, ":") {
		root += string(filepath.Separator)
	}
	return root
}

// Above returns dir or its nearest parent directory for which accept returns true.
func Above(dir string, accept func(string) bool) (found string, ok bool) {
	for d := dir; ; d = filepath.Dir(d) {
		if accept(d) {
			return d, true
		}
		if filepath.Dir(d) == d {
			return "", false
		}
	}
}

// Repository returns the root of the repository that contains dir, an absolute path. This is the
// nearest directory with .git. It returns "" if dir is not in a repository.
func Repository(d Disk, dir string) string {
	if d == nil {
		return ""
	}
	root, _ := Above(dir, func(at string) bool { return d.Exists(filepath.Join(at, ".git")) })
	return root
}
