package agents

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"unicode"

	"mdck/mdcheckpoint/claim"
)

// ClaimFile is the key of the claim that a file of files_modified exists.
const ClaimFile = "file"

// epicDir is the folder of the epic whose checkpoints lie in the folder of c: what
// the paths in c are relative to. "." is the root of the tree.
func (c *Checkpoint) epicDir() string { return path.Dir(path.Dir(c.Path())) }

// ClaimsBelow are that the files_modified exist, relative to the epic or, as some
// files have them, to the root of the tree, or of the repository above that the tree is a
// part of; nil if there is none. They need the path of c in the tree.
func (c *Checkpoint) ClaimsBelow(above fs.FS) []claim.Claim {
	files, epic := c.Items(FilesKey), c.epicDir()
	all := make([]claim.Claim, 0, len(files))
	for _, f := range files {
		if !f.IsText {
			continue // no path
		}
		all = append(all, claim.Claim{
			Key: ClaimFile, Name: "file " + oneLine(f.Text), Span: f.Span, Path: c.Path(), Recorded: claim.Present,
			Actual: func(tree fs.FS) (string, error) { return exists(tree, above, epic, f.Text) },
		})
	}
	return all
}

// Rooted reports whether name, with slashes, leads from the root of a file system, of
// whichever system, or from the home of a user.
func Rooted(name string) bool {
	drive := len(name) > 1 && name[1] == ':' && unicode.IsLetter(rune(name[0]))
	return path.IsAbs(name) || strings.HasPrefix(name, "~") || drive
}

// exists looks for the file that is called name, or has that name without the lines
// behind it.
func exists(tree, above fs.FS, epic, name string) (found string, err error) {
	name = strings.ReplaceAll(strings.TrimSpace(name), `\`, "/")
	if strings.Contains(name, "://") {
		return "", errors.New("it is a URL")
	}
	for _, name := range [...]string{name, withoutLines(name)} {
		if found, err = existsAs(tree, above, epic, name); err != nil || found != claim.Absent {
			break
		}
	}
	return found, err
}

// withoutLines is a name without the line, lines or column that stand behind colons:
// spec.md of spec.md:12, spec.md:12-30 and spec.md:12:5.
func withoutLines(name string) string {
	for {
		i := strings.LastIndexByte(name, ':')
		if i <= 0 || i+1 == len(name) || strings.Trim(name[i+1:], "0123456789-") != "" {
			return name
		}
		name = name[:i]
	}
}

// existsAs looks for name in the epic, then at the root of the tree, and then at that
// of the repository. A name that leads out of the tree is an error.
func existsAs(tree, above fs.FS, epic, name string) (string, error) {
	if Rooted(name) {
		return claim.Exists("/" + name)(tree)
	}
	root := path.Clean(name)
	found, err := claim.Exists(path.Join(epic, name))(tree)
	for _, t := range [...]fs.FS{tree, above} {
		if err == nil && found == claim.Absent && t != nil && fs.ValidPath(root) {
			found, err = claim.Exists(root)(t)
		}
	}
	return found, err
}
