package bootstrap

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// maxCounted is how many bytes of a file are read to count what is in it. A file of a
// task that is longer is no text that a session would read.
const maxCounted = 1 << 20

func (in *Input) file(tree fs.FS, name string) File {
	f := File{Path: name, Looked: true}
	if info, err := fs.Stat(tree, name); err == nil && info.Mode().IsRegular() && info.Size() > maxCounted {
		f.There, f.Large, f.Bytes = true, true, int(info.Size())
		return f
	}
	text, err := fs.ReadFile(tree, name)
	if err != nil {
		f.There = !errors.Is(err, fs.ErrNotExist)
		f.Unreadable = f.There
		return f
	}
	f.There, f.Bytes, f.Lines = true, len(text), source.NewFile(name, string(text)).Lines()
	if in.Counter != nil {
		f.Tokens = in.Counter.Count(string(text))
	}
	return f
}

// cause is err without the name of the file, which stands beside it.
func cause(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return failed.Err
	}
	return err
}

// unread is f as a file whose text makes no sense.
func (f File) unread() File {
	return File{Path: f.Path, Looked: true, Optional: f.Optional, There: true, Unreadable: true}
}

// named is what a checkpoint names to be read: a file, or a directory. Where its
// path leads out of the tree, it says so.
func (in *Input) named(name, outside string) File {
	if !claim.Inside(name) {
		return File{Path: name, Note: outside}
	}
	info, err := claim.Stat(in.Tree, name)
	f := File{Path: name, Looked: true, There: !errors.Is(err, fs.ErrNotExist)}
	switch {
	case err != nil:
		f.Unreadable = f.There
	case info.IsDir():
		f.Directory = true
	case in.Lean:
		f.Unreadable = !info.Mode().IsRegular()
	default:
		f = in.file(in.Tree, name)
	}
	return f
}

// nearest is the first of two paths in the tree, but the second where only that one
// is there.
func (in *Input) nearest(first, second string) string {
	there := func(name string) bool {
		_, err := claim.Stat(in.Tree, name)
		return err == nil
	}
	if !there(first) && there(second) {
		return second
	}
	return first
}

// reference is a file or directory of the skill.
func (in *Input) reference(r ohrfc.Reference) File {
	if in.Skill == nil {
		return File{Path: r.Path, Note: r.Note}
	}
	f := in.file(in.Skill, r.Path)
	if info, err := fs.Stat(in.Skill, r.Path); err == nil && info.IsDir() {
		f.Directory, f.Unreadable = true, false
	}
	f.Path, f.Note = path.Join(in.SkillName, r.Path), r.Note
	return f
}

// printable is text without what could end a line, move a terminal's cursor or
// hide what stands beside it: that is named, and a tab is a space. Tags that agents are told
// things in are broken.
func printable(text string) string {
	return spelling.Unwrapped(source.Spelled(strings.ReplaceAll(text, "\t", " "), ""))
}
