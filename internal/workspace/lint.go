package workspace

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"mdck/bootstrap"
	"mdck/internal/safefile"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

// Input returns the lint input for t in files. The caller sets [lint.Input.Last].
func (s *Settings) Input(files fs.FS, t *Target) lint.Input {
	in, git := t.Input(files), t.Git()
	git.brief = true
	in.Rules, in.Outside, in.Visible = t.Table().Rules, t.Outside(git, claim.Outside{Team: s.Config.Team()}), t.visible(git)
	in.Above, _ = t.Around()
	in.Past = sync.OnceValue(func() bool { return new(History).Has(t, files) })
	in.Format, in.Limits, in.Counter = s.Config.FormatModel(t.Format), s.Config.Limits(t.Protocol), s.Counter
	in.Levels, in.Off = s.Config.Levels(), s.Config.Off()
	if t.Row().FolderStatus != nil {
		in.Committed = t.Repository(git).Committed
	}
	return in
}

// Input returns the input for reading t in files.
func (t *Target) Input(files fs.FS) lint.Input {
	return lint.Input{Checker: t.Row().Checker, Tree: files, Path: t.Path, Main: t.Main, State: t.State, Ledger: t.Ledger}
}

// RestartInput returns the input of the restart sequence, without git and skill. root is the path
// of the root of t, as displayed.
func (t *Target) RestartInput(root string) bootstrap.Input {
	in := bootstrap.Input{Tree: tree.Read(t.Root), Path: t.Main, State: t.State, Ledger: t.Ledger}
	if t.Row().Separate {
		in.Path, in.ID = t.Path, t.ID()
		in.Above, in.Up = t.Around()
	}
	if t.Folder != "" {
		in.Path, in.ID = t.Folder, t.ID()
	}
	if t.Folder != "" && t.Path != t.Folder {
		in.Selected = t.Path
	}
	if args := t.Row().Args; args != nil {
		in.Args = args(t.Target, root, spelling.ShellWord)
	}
	return in
}

// Around returns the tree of the repository, and the path to it from the root of t; nil if there is
// none.
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

// InStore converts a path in the tree to a name in the store.
func (t *Target) InStore(name string) string { return strings.TrimPrefix(name, t.storeDir()+"/") }

// InTree converts a name in the store to a path in the tree.
func (t *Target) InTree(name string) string { return path.Join(t.storeDir(), name) }

func (t *Target) storeDir() string {
	if t.Dir() == t.Root {
		return "."
	}
	return path.Dir(t.Main)
}

// Entries converts lines of the ledger, with paths in the tree.
func (t *Target) Entries(lines []safefile.Entry) (all []claim.Entry) {
	for _, e := range lines {
		e.Path = t.InTree(e.Path)
		all = append(all, claim.Entry(e))
	}
	return all
}

// Due returns the actions that the protocol requires now. c was read from in; nil reads it.
func (t *Target) Due(in lint.Input, c *lint.Checkpoint) []protocol.Due {
	if t.Row().Due == nil {
		return nil
	}
	if c == nil && t.Folder == "" {
		c = in.Checker.Read(in)
	}
	return t.Row().Due(in, c)
}

// Record converts the last entry of the ledger.
func Record(last claim.Entry) *lint.Record {
	return &lint.Record{Version: last.Version, Content: last.Content, Source: "the ledger"}
}

// Fix applies fixes to text, which is that of in.Path, and returns the remaining findings. The
// error may be a [*lint.GrowthError].
func Fix(in lint.Input, text string) (fixed string, left []lint.Diagnostic, err error) {
	in.Alone = true
	all, err := lint.FixAll(in, time.Time{})
	if err != nil {
		return "", nil, err
	}
	if changed, ok := all.Texts[in.Path]; ok {
		text = changed
	}
	return text, all.Left, nil
}
