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
	Folder   string // path with slashes of a folder with several checkpoints of a project, this one included; otherwise ""
	Format   string // name of the format in a configuration; "" for other files
}

// File returns the absolute path on disk of the file called name, a path with slashes in the
// target.
//
//go:noinline
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
	// Globs match the paths of the protocol's files, but can match other files too. Detect and Find
	// are called only for matching files. Exception: each of the environment variables in Variables
	// can contain the path of a file. Files with the base name of that path are also passed to
	// Detect and Find.
	Globs     []string // "**/.ohrfc/*/checkpoint.md", as package doublestar matches them
	Variables []string
	// Watched has globs of other files on which findings depend. It omits Markdown and JSON files.
	// A name that begins with a dot needs a separate glob, because in some programs "*" does not
	// match a dot.
	Watched []string
	// Detect returns the checkpoint that file belongs to. file is an absolute path with slashes. If
	// Detect is nil, only a configuration decides which files the protocol has.
	Detect func(d Disk, file string) (Target, bool)
	// Find is called instead of Detect while mdck walks a directory. If Find is nil, the walk calls
	// Detect. For a protocol with a Home, Find must not be nil, or the walk finds nothing.
	Find func(d Disk, file string) (Target, bool)
	// Recognizes reports whether text is a main file of the protocol. It is for texts without a
	// file name.
	Recognizes func(text string) bool
	// As completes the target for a file that the user names as a checkpoint. In t, Root is the
	// directory of the file, and Main and Path are its name.
	As func(t Target) Target

	Home     string   // name of a directory whose subdirectories are checkpoints, such as ".ohrfc"
	HomeFile string   // name of the main file of each checkpoint directory, in Home or elsewhere
	Folders  []string // paths with slashes, relative to a project, of directories that contain its checkpoints
	Links    bool     // a walk follows symbolic links with the names in Folders
	Skipped  []string // directories that a walk does not enter, as the last two elements of their paths
	// Starts reports whether dir has a checkpoint outside Home and Folders.
	Starts func(d Disk, dir string) bool

	// ID returns the name by which the user asks for t. If ID is nil, this is the name of the
	// folder of Main.
	ID func(t Target) string
	// Files returns the files that change together, as paths with slashes, main file first. They
	// may not exist. If Files is nil, these are Main and, if there is one, State.
	Files func(d Disk, t Target) []string
	// Compared has the names of files beside the main file. A check that compares the main file
	// with one of them is skipped if that file does not exist.
	Compared []string
	// Hashed has the names of files beside the main file that are hashed but not parsed.
	Hashed []string
	// Owns reports whether the file at name changes together with the checkpoint in dir. name is
	// relative to dir and has slashes. dir is an absolute path; tree has its files. In reports
	// whether the path dir may belong to a checkpoint. If In is nil, every path may.
	Owns func(d Disk, dir string, tree fs.FS, name string) bool
	In   func(d Disk, dir string) bool
	// Lock returns the lock that other programs of the protocol take before they change t, or nil.
	Lock       func(t Target) *Lock
	AtRoot     bool // files that change together are in Root, not beside Main
	Markdown   bool // the main file is Markdown and all others are JSON
	Repository bool // the files contain paths of the repository that contains Root
	// Parse returns an error if text cannot be parsed as the file called name. If Parse is nil, the
	// field Markdown decides how to parse the text.
	Parse func(name, text string) error
	// IsCopy reports whether the file called base, beside the main file, is an earlier copy of the
	// main file.
	IsCopy func(base string) bool
	// IsNote reports whether a configuration may assign a format to the file t.
	IsNote func(t Target) bool
	// IsRecord reports whether t is a file that mdck writes beside other checkpoints. A folder with
	// only such files is not a project.
	IsRecord func(t Target) bool

	// Current returns the checkpoint for a command that runs in dir. At returns the checkpoint of
	// the project at root. Both are for protocols with one checkpoint in each project. The files of
	// the checkpoint may not exist.
	Current func(d Disk, dir string) (Target, error)
	At      func(d Disk, root string) (Target, error)
	// Respelled returns the correct name of a file called base that Detect does not find because of
	// its spelling. For other files, it returns "".
	Respelled func(base string) string
	// Empty returns a message about a project that has files of the protocol but no checkpoint. It
	// returns "" if there is nothing to say.
	Empty func(tree fs.FS) string
	// Elsewhere returns the checkpoint whose files are named by environment variables. These files
	// may be anywhere. An invalid value of a variable is an error.
	Elsewhere func(d Disk) (Target, bool, error)
}

// MayDetect reports whether file can belong to the protocol, according to Globs and Variables. file
// is an absolute path with slashes.
func (p *Place) MayDetect(d Disk, file string) bool {
	return slices.ContainsFunc(p.Globs, func(glob string) bool {
		return endsLike(file, glob) && doublestar.MatchUnvalidated(glob, strings.TrimLeft(file, "/"))
	}) || slices.ContainsFunc(p.Variables, func(name string) bool {
		value := d.Getenv(name)
		return value != "" && path.Base(path.Clean(filepath.ToSlash(value))) == path.Base(file)
	})
}

// endsLike reports whether file ends with the part of glob after the last "*" or "]". This quick
// check excludes nearly all pairs of a file and a glob.
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

// Cut splits file, an absolute path with slashes, at its last directory called folder. root is the
// path above that directory, in the form of the operating system. name is the rest of the path,
// below the directory.
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
