package workspace

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"mdck/internal/config"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
)

// Input is what lint is to know of t in files, under the configuration c, besides
// what the ledger says of it; see [Target.Last]. A nil counter counts no tokens. The command
// line, the hooks of agents and the language server all take it from here, so that they
// report the same.
func Input(c *config.Config, counter lint.Counter, files fs.FS, t *Target) lint.Input {
	above, _ := t.Around()
	return lint.Input{
		Checker: t.Row().Checker, Rules: t.Table().Rules, Tree: files, Path: t.Path, Main: t.Main, State: t.State, Outside: claim.Outside{Team: c.Team()}, Visible: t.visible(), Above: above,
		Format: c.FormatModel(t.Format), Limits: c.Limits(t.Protocol), Counter: counter, Levels: c.Levels(), Off: c.Off(),
	}
}

// Around is the repository that the root of t is in, and the path from there to its root,
// for a protocol whose files name paths in it; nil outside of any, and for others, whose
// trees have all that they name.
func (t *Target) Around() (repository fs.FS, up string) {
	if !t.Row().Repository {
		return nil, ""
	}
	root := Repository(t.Root)
	up, err := filepath.Rel(t.Root, root)
	if root == "" || err != nil {
		return nil, ""
	}
	return tree.Dir(root), filepath.ToSlash(up)
}

// InStore is the name that a path of the tree has in the store of t.
func (t *Target) InStore(name string) string {
	if dir := path.Dir(t.Main); dir != "." && t.Dir() != t.Root {
		return strings.TrimPrefix(name, dir+"/")
	}
	return name
}

// Last is the last line of the ledger about the checkpoint of t; nil if there is none.
func (t *Target) Last() (*safefile.Entry, error) {
	return safefile.Store{Dir: t.Dir()}.Last(t.InStore(t.Main))
}

// Record is a line of the ledger as lint knows it; nil for none.
func Record(last *safefile.Entry) *lint.Record {
	if last == nil {
		return nil
	}
	return &lint.Record{Version: last.Version, Content: last.Content, Source: "the ledger"}
}

// Fix gives the text of the file at in.Path, which is text, with all fixes made
// that change no other file and keep nothing in the archive, and what is found in
// it then. It may fail with a [*lint.GrowthError].
func Fix(in lint.Input, text string) (fixed string, left []lint.Diagnostic, err error) {
	in.Alone = true
	all, err := lint.FixAll(in, "")
	if err != nil {
		return "", nil, err
	}
	if changed, ok := all.Texts[in.Path]; ok {
		text = changed
	}
	return text, all.Left, nil
}
