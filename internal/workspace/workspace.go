// Package workspace finds checkpoints on disk, as the table of protocols defines them, and collects
// the input of lint: the configuration, git, the ledger and the baseline. It writes nothing.
package workspace

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A Target is a checkpoint to work on.
type Target struct {
	protocol.Target
	finder   Finder
	absolute bool   // the user gave an absolute path
	named    string // link through which the user named the target, or ""
	cwd      string // directory of displayed paths; "" means the current one
}

// Table returns the table of protocols that found the target.
func (t *Target) Table() *protocol.Table { return t.finder.Table }

//go:noinline
func (t *Target) Row() *protocol.Protocol {
	if p := t.Table().Named(t.Protocol); p != nil {
		return p
	}
	return &protocol.Protocol{}
}

// ID returns the target's name on the command line.
func (t *Target) ID() string {
	if id := t.Row().ID; id != nil {
		return id(t.Target)
	}
	return path.Base(path.Dir(filepath.ToSlash(t.File(t.Main))))
}

// Argument returns the words of a command line that select t, quoted for a shell: the id, or a path
// if the id is ambiguous or t is of another project than the current directory. shown displays paths
// relative to the current directory.
func (t *Target) Argument(shown bootstrap.DisplayPath, ambiguous bool) string {
	row, root := t.Row(), shown(".")
	if row.Args != nil {
		return row.Args(t.Target, root, spelling.ShellWord)
	}
	elsewhere := strings.Trim(root, "./") != "" // neither here nor above
	if id := t.ID(); !elsewhere && !ambiguous && !strings.HasPrefix(id, "-") {
		return spelling.ShellWord(id)
	}
	name := t.Main
	if row.Home != "" {
		name = path.Dir(name)
	}
	return spelling.ShellPath(shown(name))
}

// Dir returns the absolute directory of the target's .mdck.
func (t *Target) Dir() string {
	if t.Row().AtRoot {
		return t.Root
	}
	return filepath.Dir(t.File(t.Main))
}

// Files returns the slash paths of the files that change together, the main file first.
func (t *Target) Files() []string {
	switch files := t.Row().Files; {
	case files != nil:
		return files(disk{}, t.Target)
	case t.State != "":
		return []string{t.Main, t.State}
	}
	return []string{t.Main}
}

// Parse checks that text can be parsed as the file at t.Path.
func (t *Target) Parse(text string) error {
	row := t.Row()
	switch {
	case row.Parse != nil:
		return row.Parse(t.Path, text)
	case row.Markdown && t.Path == t.Main:
		_, err := mdcheckpoint.Parse(t.Path, text)
		return err
	}
	_, err := jsondoc.Parse(t.Path, text)
	return err
}

// Named returns t with its paths displayed like name: absolute or relative.
func (t Target) Named(name string) Target {
	t.absolute = filepath.IsAbs(name)
	return t
}

// DisplayPath returns a path of the target for messages.
func (t *Target) DisplayPath(name string) string {
	file := t.File(name)
	if t.absolute {
		return filepath.ToSlash(file)
	}
	cwd := t.cwd
	if cwd == "" {
		cwd, _ = os.Getwd()
	}
	return tree.Relative(cwd, file)
}

func showFromHere(targets ...Target) []Target {
	if len(targets) == 0 {
		return targets
	}
	if cwd, err := os.Getwd(); err == nil {
		for i := range targets {
			targets[i].cwd = cwd
		}
	}
	return targets
}

// InDiff returns a path of the target for a diff that patch and git apply accept.
func (t *Target) InDiff(name string) string {
	if real, ok := tree.Within(tree.RealPath(t.Root), tree.RealPath(t.File(name))); ok {
		name = real
	}
	relative := t.Named("")
	if shown := relative.DisplayPath(name); !strings.HasPrefix(shown, "../") {
		return shown
	}
	return name
}
