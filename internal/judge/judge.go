// Package judge gathers what lint is to know of a checkpoint from the places where it
// stands: the configuration, the disk, git, the ledger and the baseline. The command
// line, the hooks of agents and the language server all go through it, so that they
// give the same verdict. It writes nothing.
package judge

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"mdck/internal/config"
	"mdck/internal/safefile"
	"mdck/internal/stores"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocols"
)

// Input is what lint is to know of t in files, under the configuration c, besides
// what git and the ledger say of it; see [Last]. A nil counter counts no tokens.
func Input(c *config.Config, counter lint.Counter, files fs.FS, t *workspace.Target) lint.Input {
	above, _ := Repository(t)
	table := protocols.Default()
	return lint.Input{
		Checker: table.Named(t.Protocol).Checker, Rules: table.Rules, Tree: files, Path: t.Path, Main: t.Main, State: t.State, Outside: claim.Outside{Team: c.Team()}, Visible: Visible(t), Above: above,
		Format: c.FormatNamed(t.Format), Limits: c.Limits(), Counter: counter, Levels: c.Levels(), Off: c.Off(),
	}
}

// Repository is the work tree that the epic of agents lies in, and the path from the
// root of t to its root; nil outside of any, and for other protocols, whose trees have
// all that they name.
func Repository(t *workspace.Target) (above fs.FS, up string) {
	if t.Protocol != workspace.Agents {
		return nil, ""
	}
	root := workspace.Repository(t.Root)
	up, err := filepath.Rel(t.Root, root)
	if root == "" || err != nil {
		return nil, ""
	}
	return tree.Dir(root), filepath.ToSlash(up)
}

// InStore is the name that a path of the tree has in the store of t.
func InStore(t *workspace.Target, name string) string {
	if dir := path.Dir(t.Main); dir != "." && t.Dir() != t.Root {
		return strings.TrimPrefix(name, dir+"/")
	}
	return name
}

// Last is the last line of the ledger about the checkpoint of t; nil if there is
// none.
func Last(t *workspace.Target) (*safefile.Entry, error) {
	return stores.Of(t, "").Last(InStore(t, t.Main))
}

// Record is a line of the ledger as lint knows it; nil for none.
func Record(last *safefile.Entry) *lint.Record {
	if last == nil {
		return nil
	}
	return &lint.Record{Version: last.Version, Content: last.Content, Source: "the ledger"}
}
