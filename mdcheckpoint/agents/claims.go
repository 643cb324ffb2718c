package agents

import (
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/claim"
)

// ClaimFile is the key of the claim that a file of files_modified exists.
const ClaimFile = "file"

// EpicDir is the folder of the epic whose checkpoints lie in the folder of c: what
// the paths in c are relative to. "." is the root of the tree.
func (c *Checkpoint) EpicDir() string { return path.Dir(path.Dir(c.Path())) }

// Claims are that the files_modified exist, relative to the epic or, as some
// files have them, to the root of the tree. They need the path of c in the tree.
func (c *Checkpoint) Claims() []claim.Claim {
	var all []claim.Claim
	epic := c.EpicDir()
	for _, f := range c.Files() {
		all = append(all, claim.Claim{
			Key: ClaimFile, Name: "file " + oneLine(f.Text), Span: f.Span, Recorded: claim.Present,
			Actual: func(tree fs.FS) (string, error) { return exists(tree, epic, f.Text) },
		})
	}
	return all
}

// exists looks for name in the epic and then at the root. A name that leads out of
// the tree is an error.
func exists(tree fs.FS, epic, name string) (string, error) {
	name = strings.ReplaceAll(strings.TrimSpace(name), `\`, "/")
	if path.IsAbs(name) || strings.HasPrefix(name, "~") {
		return claim.Exists("/" + name)(tree)
	}
	found, err := claim.Exists(path.Join(epic, name))(tree)
	if root := path.Clean(name); err == nil && found == claim.Absent && fs.ValidPath(root) {
		return claim.Exists(root)(tree)
	}
	return found, err
}
