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

const claimFile = "file"

func (c *Checkpoint) epicDir() string { return path.Dir(path.Dir(c.Path())) }

// claimsBelow returns the claims about files_modified. above is the repository around the tree, or
// nil.
func (c *Checkpoint) claimsBelow(above fs.FS) []claim.Claim {
	files, epic := c.Items(filesKey), c.epicDir()
	all := make([]claim.Claim, 0, len(files))
	for _, f := range files {
		if !f.IsText {
			continue // not a path
		}
		all = append(all, claim.Claim{
			Key:      claimFile,
			Name:     "file " + spelling.CleanLine(f.Text),
			Span:     f.Span,
			Path:     c.Path(),
			Recorded: claim.Present,
			Actual:   func(tree fs.FS) (string, error) { return exists(tree, above, epic, f.Text) },
		})
	}
	return all
}

func rooted(name string) bool {
	drive := len(name) > 1 && name[1] == ':' && unicode.IsLetter(rune(name[0]))
	return path.IsAbs(name) || strings.HasPrefix(name, "~") || drive
}

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

// locate returns the path of a file that a checkpoint names. isAbove means that it is in above, not in
// tree.
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

// withoutLines removes line numbers: spec.md:12-30 becomes spec.md.
func withoutLines(name string) string {
	for {
		i := strings.LastIndexByte(name, ':')
		if i <= 0 || i+1 == len(name) || strings.Trim(name[i+1:], "0123456789-") != "" {
			return name
		}
		name = name[:i]
	}
}
