package bootstrap

import (
	"errors"
	"io/fs"
	"path"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// A File is a file or directory to read, with its counts.
type File struct {
	Path       string // path in the tree, or the name of a reference
	Note       string // which part of the file to read, or why
	Known      bool   // mdck could look for the file; otherwise, Exists has no meaning
	Optional   bool   // the file may be missing
	Exists     bool
	Unreadable bool // the file exists but cannot be read; the fields below are zero
	Large      bool // the file is too large to count; Lines and Tokens are zero
	Directory  bool // the path is a directory; Lines, Bytes and Tokens are zero
	Lines      int
	Bytes      int
	Tokens     int // 0 if tokens were not counted
}

// MaxFiles limits the files in a step.
const MaxFiles = 200

// maxCounted is the maximum size of a file whose lines are counted, in bytes.
const maxCounted = 1 << 20

// File returns a file of the tree with its counts.
//
//go:noinline
func (in *Input) File(name string) File { return in.count(in.Tree, name) }

// OptionalFile is like [Input.File], but the file may be missing.
func (in *Input) OptionalFile(name string) File {
	f := in.File(name)
	f.Optional = true
	return f
}

// Unreadable returns a file that exists but cannot be read or parsed.
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

// NamedFile returns a file or directory that a checkpoint names. Outside the tree, it is not Known.
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

// Nearest returns second if only second exists in the tree, otherwise first.
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
