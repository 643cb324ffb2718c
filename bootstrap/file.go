package bootstrap

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// A File is something to read.
type File struct {
	Path       string // in the tree; for a reference its name
	Note       string // which part of it, or why
	Known      bool   // whether Exists is known: a reference without a skill directory is a name only
	Optional   bool   // it need not exist
	Exists     bool
	Unreadable bool // it exists and cannot be read; what follows is zero
	Large      bool // it is too large to be read to be counted: Lines and Tokens are zero
	Directory  bool // a reference may be one; likewise
	Lines      int
	Bytes      int
	Tokens     int // 0 if they were not counted
}

// MaxFiles is how many files a step lists of a list that may be longer. Nobody reads
// more, and each costs a look into it.
const MaxFiles = 200

// maxCounted is how many bytes of a file are read to count what is in it. A file of a
// task that is longer is no text that a session would read.
const maxCounted = 1 << 20

// File returns a file of the tree with its counts.
func (in *Input) File(name string) File { return in.count(in.Tree, name) }

// OptionalFile returns [Input.File] of a file that need not exist.
func (in *Input) OptionalFile(name string) File {
	f := in.File(name)
	f.Optional = true
	return f
}

// Unreadable returns a file that exists and cannot be read, or whose text makes no sense.
func Unreadable(name string) File {
	return File{Path: name, Known: true, Exists: true, Unreadable: true}
}

func (in *Input) count(tree fs.FS, name string) File {
	f := File{Path: name, Known: true}
	if tree == nil {
		return f
	}
	if info, err := fs.Stat(tree, name); err == nil && info.Mode().IsRegular() && info.Size() > maxCounted {
		f.Exists, f.Large, f.Bytes = true, true, int(info.Size())
		return f
	}
	text, err := fs.ReadFile(tree, name)
	if err != nil {
		f.Exists = !errors.Is(err, fs.ErrNotExist)
		f.Unreadable = f.Exists
		return f
	}
	f.Exists, f.Bytes, f.Lines = true, len(text), source.NewFile(name, string(text)).Lines()
	if in.Counter != nil {
		f.Tokens = in.Counter.Count(string(text))
	}
	return f
}

// NamedFile returns what a checkpoint names to be read: a file, or a directory. The note
// says so if its path leads out of the tree.
func (in *Input) NamedFile(name, note string) File {
	if !claim.Inside(name) {
		return File{Path: name, Note: note}
	}
	info, err := claim.Stat(in.Tree, name)
	f := File{Path: name, Known: true, Exists: !errors.Is(err, fs.ErrNotExist)}
	switch {
	case err != nil:
		f.Unreadable = f.Exists
	case info.IsDir():
		f.Directory = true
	case in.Lean:
		f.Unreadable = !info.Mode().IsRegular()
	default:
		f = in.File(name)
	}
	return f
}

// Nearest returns the first of two paths in the tree, or the second if only that one
// exists.
func (in *Input) Nearest(first, second string) string {
	exists := func(name string) bool {
		_, err := claim.Stat(in.Tree, name)
		return err == nil
	}
	if !exists(first) && exists(second) {
		return second
	}
	return first
}

// Reference returns a file or directory of the skill.
func (in *Input) Reference(name, note string) File {
	if in.Skill == nil {
		return File{Path: name, Note: note}
	}
	f := in.count(in.Skill, name)
	if info, err := fs.Stat(in.Skill, name); err == nil && info.IsDir() {
		f.Directory, f.Unreadable = true, false
	}
	f.Path, f.Note = path.Join(in.SkillName, name), note
	return f
}

// SlashPath returns the path of a file that a checkpoint names with slashes, whichever
// separators it has.
func SlashPath(name string) string { return strings.ReplaceAll(strings.TrimSpace(name), `\`, "/") }
