package agents

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
)

// claimFile is the key of the claim that a file of files_modified exists.
const claimFile = "file"

// epicDir is the folder of the epic whose checkpoints lie in the folder of c: what
// the paths in c are relative to. "." is the root of the tree.
func (c *Checkpoint) epicDir() string { return path.Dir(path.Dir(c.Path())) }

// claimsBelow returns the claims that the files_modified exist: relative to the epic, to the root of the tree, or to the repository above that the
// tree is part of (nil if there is none). c needs its path in the tree.
func (c *Checkpoint) claimsBelow(above fs.FS) []claim.Claim {
	files, epic := c.Items(filesKey), c.epicDir()
	all := make([]claim.Claim, 0, len(files))
	for _, f := range files {
		if !f.IsText {
			continue // no path
		}
		all = append(all, claim.Claim{
			Key:      claimFile,
			Name:     "file " + oneLine(f.Text),
			Span:     f.Span,
			Path:     c.Path(),
			Recorded: claim.Present,
			Actual:   func(tree fs.FS) (string, error) { return exists(tree, above, epic, f.Text) },
		})
	}
	return all
}

// rooted reports whether name, with slashes, leads from the root of a file system, of
// whichever system, or from the home of a user.
func rooted(name string) bool {
	drive := len(name) > 1 && name[1] == ':' && unicode.IsLetter(rune(name[0]))
	return path.IsAbs(name) || strings.HasPrefix(name, "~") || drive
}

// exists finds out whether there is a file of that name.
func exists(tree, above fs.FS, epic, name string) (string, error) {
	name = bootstrap.SlashPath(name)
	if strings.Contains(name, "://") {
		return "", errors.New("it is a URL")
	}
	if rooted(name) {
		return claim.Exists("/" + name)(tree)
	}
	found, isAbove := locate(tree, above, epic, name)
	if isAbove {
		tree = above
	}
	return claim.Exists(found)(tree)
}

// locate returns the path of a file that a checkpoint names, with or without the lines after its
// name: in the epic, else at the root of the tree, else at that of the repository above, if it is
// there. If it is nowhere, the path is that in the epic.
func locate(tree, above fs.FS, epic, name string) (found string, isAbove bool) {
	is := func(tree fs.FS, name string) bool {
		if tree == nil || !claim.Inside(name) {
			return false
		}
		_, err := claim.Stat(tree, name)
		return err == nil
	}
	for _, name := range [...]string{name, withoutLines(name)} {
		root := path.Clean(name)
		switch inEpic := path.Join(epic, name); {
		case is(tree, inEpic):
			return inEpic, false
		case is(tree, root):
			return root, false
		case is(above, root):
			return root, true
		}
	}
	return path.Join(epic, name), false
}

// withoutLines returns a name without line and column numbers after colons: spec.md for spec.md:12, spec.md:12-30 and spec.md:12:5.
func withoutLines(name string) string {
	for {
		i := strings.LastIndexByte(name, ':')
		if i <= 0 || i+1 == len(name) || strings.Trim(name[i+1:], "0123456789-") != "" {
			return name
		}
		name = name[:i]
	}
}
