// Package workspace finds checkpoints on disk, and gathers what lint is to know of them:
// the configuration, git, the ledger and the baseline. Which files are checkpoints is for
// the protocols to say; this package walks, and asks the table of them. It writes nothing.
package workspace

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// The names of the protocols, for callers that treat one in a way of its own.
const (
	Ohrfc  = "ohrfc"
	CCC    = "ccc"
	Agents = "agents"
	Loop   = "loop"
	Plan   = "plan"
	Format = "format" // of files that a configuration describes
)

// A Target is a checkpoint to work on.
type Target struct {
	protocol.Target
	finder   Finder // that found it
	absolute bool   // the user named it by an absolute path
	named    string // absolute path of the link that the user named and it was found behind; else ""
	cwd      string // what paths are shown relative to; "" asks the system each time
}

// Table returns the table of protocols that the target was found with.
func (t *Target) Table() *protocol.Table { return t.finder.Table }

// Row returns the protocol of the target.
func (t *Target) Row() *protocol.Protocol {
	if p := t.Table().Named(t.Protocol); p != nil {
		return p
	}
	return &protocol.Protocol{}
}

// ID is the name by which the target is asked for.
func (t *Target) ID() string {
	if id := t.Row().ID; id != nil {
		return id(t.Target)
	}
	return path.Base(path.Dir(filepath.ToSlash(t.File(t.Main))))
}

// Dir is the absolute path of the directory that holds all files of the target,
// and .mdck beside them: that of the main file, or the project.
func (t *Target) Dir() string {
	if t.Row().AtRoot {
		return t.Root
	}
	return filepath.Dir(t.File(t.Main))
}

// Files are the slash paths of the files that can be edited together, whether or
// not they are there, the main one first.
func (t *Target) Files() []string {
	switch files := t.Row().Files; {
	case files != nil:
		return files(disk{}, t.Target)
	case t.State != "":
		return []string{t.Main, t.State}
	}
	return []string{t.Main}
}

// Parse is why the text of the file of t cannot be read as what it is.
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

// Named is t as the user named it: by an absolute path, or by one that is relative to
// the current directory.
func (t Target) Named(name string) Target {
	t.absolute = filepath.IsAbs(name)
	return t
}

// Shown is a slash path of the target as the user is shown it: relative to the
// current directory, unless the user named an absolute path.
func (t *Target) Shown(name string) string {
	file := t.File(name)
	if t.absolute {
		return filepath.ToSlash(file)
	}
	cwd := t.cwd
	if cwd == "" {
		cwd, _ = os.Getwd()
	}
	if rel, err := filepath.Rel(cwd, file); err == nil {
		file = rel
	}
	return filepath.ToSlash(file)
}

// showFromHere asks for the current directory once for all targets, not for each
// name that is shown.
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

// InDiff is a slash path of the target as a unified diff names it: as it is shown,
// but where that would lead out of the current directory, which patch and git
// apply refuse, relative to the directory that holds the workspace.
func (t *Target) InDiff(name string) string {
	if shown := t.Shown(name); !strings.HasPrefix(shown, "../") {
		return shown
	}
	return name
}
