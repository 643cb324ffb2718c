package protocol

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A Target is where a checkpoint is. Its files may not exist. All paths except Root are relative to
// Root.
type Target struct {
	Protocol string
	Root     string // absolute path, in the form of the operating system
	Main     string // main file, or the folder if it has none
	State    string // JSON state of the checkpoint, or ""
	Path     string // requested file of the checkpoint
	Folder   string // folder with other checkpoints of the project, or ""
	Format   string // name of the format in a configuration; "" for other files
}

// File returns the absolute path on disk of the file called name in the target.
//
//go:noinline
func (t *Target) File(name string) string { return filepath.Join(t.Root, filepath.FromSlash(name)) }

// A Disk lets a protocol read files to find checkpoints. Paths have the form of the operating
// system.
type Disk interface {
	Exists(path string) bool
	IsDir(path string) bool
	// ReadFile returns a regular file of at most max bytes.
	ReadFile(path string, max int64) (string, error)
	ReadDir(path string) ([]fs.DirEntry, error)
	Getenv(name string) string
	Abs(path string) (string, error)
}

// A Place describes where the files of a protocol are. Any field may be zero. Paths called dir or
// root have the form of the operating system.
type Place struct {
	// Globs match the paths of the protocol's files, and maybe others. The environment variables in
	// Variables name more files. Detect and Find are called for these files only.
	Globs     []string // "**/.ohrfc/*/checkpoint.md", as package doublestar matches them
	Variables []string
	// Watched lists globs of other files on which findings depend. Names that begin with a dot need
	// their own glob, because "*" may not match the dot.
	Watched []string
	// Detect returns the checkpoint of file, an absolute path. It may be nil.
	Detect func(d Disk, file string) (Target, bool)
	// Find replaces Detect while mdck walks a directory. A protocol with a Home needs Find.
	Find func(d Disk, file string) (Target, bool)
	// Recognizes reports whether a text without a file name is a main file.
	Recognizes func(text string) bool
	// As completes t for a file that the user names. Root of t is its directory; Main and Path are
	// its name.
	As func(t Target) Target

	Home     string   // directory of checkpoint directories, such as ".ohrfc"
	HomeFile string   // main file of each checkpoint directory, in Home or elsewhere
	Folders  []string // directories of a project with its checkpoints
	Links    bool     // a walk follows symbolic links with the names in Folders
	Skipped  []string // directories that a walk skips, as the last two elements of their paths
	// Starts reports whether dir has a checkpoint outside Home and Folders.
	Starts func(d Disk, dir string) bool

	// ID returns the id of t for the user. Nil means the folder of Main.
	ID func(t Target) string
	// Files returns the files that change together, main file first. Nil means Main and State.
	Files func(d Disk, t Target) []string
	// Compared lists files beside the main file that checks need.
	Compared []string
	// Hashed lists files beside the main file that are hashed and not parsed.
	Hashed []string
	// Owns reports whether name, a path in dir, changes with the checkpoint in dir. tree has the
	// files of dir. In reports whether dir may belong to a checkpoint; nil means yes.
	Owns func(d Disk, dir string, tree fs.FS, name string) bool
	In   func(d Disk, dir string) bool
	// Lock returns the lock of the protocol's other programs, or nil.
	Lock       func(t Target) *Lock
	AtRoot     bool // files that change together are in Root, not beside Main
	Markdown   bool // the main file is Markdown and all others are JSON
	Repository bool // the files contain paths of the repository around Root
	// Parse returns an error if text is not valid. If Parse is nil, Markdown decides.
	Parse func(name, text string) error
	// IsCopy reports whether the file beside the main file is an earlier copy.
	IsCopy func(base string) bool
	// IsNote reports whether a configuration may assign a format to t.
	IsNote func(t Target) bool
	// IsRecord reports whether mdck writes t beside other checkpoints.
	IsRecord func(t Target) bool

	// Current returns the checkpoint for a command in dir. At returns that of the project at root.
	// Both are nil if a project can have several checkpoints.
	Current func(d Disk, dir string) (Target, error)
	At      func(d Disk, root string) (Target, error)
	// Respelled returns the correct name of a misspelt file, or "".
	Respelled func(base string) string
	// Empty returns a message for a project without a checkpoint, or "".
	Empty func(tree fs.FS) string
	// Elsewhere returns the checkpoint that environment variables name. An invalid value is an
	// error.
	Elsewhere func(d Disk) (Target, bool, error)
}

// MayDetect reports whether file, an absolute path, matches Globs or Variables.
func (p *Place) MayDetect(d Disk, file string) bool {
	return slices.ContainsFunc(p.Globs, func(glob string) bool {
		return endsLike(file, glob) && doublestar.MatchUnvalidated(glob, strings.TrimLeft(file, "/"))
	}) || slices.ContainsFunc(p.Variables, func(name string) bool {
		value := d.Getenv(name)
		return value != "" && path.Base(path.Clean(filepath.ToSlash(value))) == path.Base(file)
	})
}

// endsLike is a quick check whether file can match glob.
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

// DetectFile calls Detect if MayDetect is true.
func (p *Place) DetectFile(d Disk, file string) (t Target, ok bool) {
	if p.Detect == nil || !p.MayDetect(d, file) {
		return t, false
	}
	return p.Detect(d, file)
}

// FindFile calls Find, or else Detect, if MayDetect is true.
func (p *Place) FindFile(d Disk, file string) (t Target, ok bool) {
	switch {
	case p.Find == nil && p.Home == "":
		return p.DetectFile(d, file)
	case p.Find == nil || !p.MayDetect(d, file):
		return t, false
	}
	return p.Find(d, file)
}

// Cut splits file, an absolute path, at its last directory called folder. root has the form of the
// operating system.
func Cut(file, folder string) (root, name string, ok bool) {
	marker := "/" + folder + "/"
	i := strings.LastIndex(file, marker)
	if i < 0 {
		return "", "", false
	}
	return Root(file[:i]), file[i+len(marker):], true
}

// Root converts the path of a directory to the form of the operating system. "" is the root of the
// file system.
func Root(slash string) string {
	root := filepath.FromSlash(slash)
	if root == "" || strings.HasSuffix(root, ":") {
		root += string(filepath.Separator)
	}
	return root
}

// Above returns the nearest directory for which accept returns true, from dir upwards.
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

// Repository returns the root of the repository around dir, or "". Both have the form of the
// operating system.
func Repository(d Disk, dir string) string {
	if d == nil {
		return ""
	}
	root, _ := Above(dir, func(at string) bool { return d.Exists(filepath.Join(at, ".git")) })
	return root
}
