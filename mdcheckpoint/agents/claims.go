package agents

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
)

// claimFile is the key of each claim about an entry of files_modified: the file exists.
const claimFile = "file"

// epicDir returns the folder of the epic. Paths in c are relative to it. The result "." is the root
// of the tree.
func (c *Checkpoint) epicDir() string { return path.Dir(path.Dir(c.Path())) }

// claimsBelow returns, for each entry of files_modified, the claim that the file exists. A path is
// relative to the epic, to the root of the tree, or to the root of the repository that contains the
// tree. The parameter above is the tree of that repository, or nil. The path of c must be relative
// to the tree.
func (c *Checkpoint) claimsBelow(above fs.FS) []claim.Claim {
	files, epic := c.Items(filesKey), c.epicDir()
	all := make([]claim.Claim, 0, len(files))
	for _, f := range files {
		if !f.IsText {
			continue // not a path
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

// rooted reports whether name, with slashes, is an absolute path on any system, such as /a or C:/a,
// or begins with ~.
func rooted(name string) bool {
	drive := len(name) > 1 && name[1] == ':' && unicode.IsLetter(rune(name[0]))
	return path.IsAbs(name) || strings.HasPrefix(name, "~") || drive
}

// exists returns the state of the file called name, as [claim.Exists] does. It returns an error if
// name is a URL.
func exists(tree, above fs.FS, epic, name string) (string, error) {
	name = spelling.SlashPath(name)
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

// locate returns the path of a file that a checkpoint names. The name can end in line numbers, as
// in spec.md:12. The function looks in the epic, then at the root of the tree, then at the root of
// the repository above. If the file is in that repository, isAbove is true. If the file does not
// exist, the path is the one in the epic.
func locate(tree, above fs.FS, epic, name string) (found string, isAbove bool) {
	isPresent := func(tree fs.FS, name string) bool {
		if tree == nil || !claim.Inside(name) {
			return false
		}
		_, err := claim.Stat(tree, name)
		return err == nil
	}
	for _, name := range [...]string{name, withoutLines(name)} {
		root := path.Clean(name)
		switch inEpic := path.Join(epic, name); {
		case isPresent(tree, inEpic):
			return inEpic, false
		case isPresent(tree, root):
			return root, false
		case isPresent(above, root):
			return root, true
		}
	}
	return path.Join(epic, name), false
}

// withoutLines removes line and column numbers from the end of a name. It returns spec.md for
// spec.md:12, spec.md:12-30 and spec.md:12:5.
func withoutLines(name string) string {
	for {
		i := strings.LastIndexByte(name, ':')
		if i <= 0 || i+1 == len(name) || strings.Trim(name[i+1:], "0123456789-") != "" {
			return name
		}
		name = name[:i]
	}
}
