// Package workspace knows which files are checkpoints, of which protocol, and
// where they lie on disk.
package workspace

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
)

// The protocols whose files are known.
const (
	Ohrfc  = "ohrfc"
	CCC    = "ccc"
	Agents = "agents"
	Loop   = "loop"
	Plan   = "plan"
)

// Protocols are the names that --as takes.
var Protocols = []string{Ohrfc, CCC, Agents, Loop, Plan}

// A Target is a checkpoint to work on.
type Target struct {
	Protocol string
	Root     string  // absolute path of the directory that paths are relative to
	Main     string  // slash path of the checkpoint, whether or not it is there; of agents that of their folder
	State    string  // slash path of the JSON state that belongs to it, likewise
	Path     string  // slash path of what was asked for: Main, or a file that belongs to it
	Folder   string  // slash path of the folder that a plan lies in with the others of its project; else ""
	Format   string  // the name of the format of a file of [Format]; else ""
	finder   *Finder // that found it, where it is a file of [Format]; else nil
	absolute bool    // the user named it by an absolute path
	named    string  // absolute path of the link that the user named and it was found behind; else ""
	cwd      string  // what paths are shown relative to; "" asks the system each time
}

// ID is the name by which the target is asked for.
func (t *Target) ID() string {
	switch t.Protocol {
	case CCC:
		return CCC
	case Agents, Plan:
		return filepath.Base(t.Root)
	case Format:
		return strings.TrimSuffix(path.Base(t.Main), path.Ext(t.Main))
	}
	if id := ohrfc.WorkspaceID(t.Main); id != "" {
		return id
	}
	return path.Base(path.Dir(filepath.ToSlash(t.File(t.Main))))
}

// Dir is the absolute path of the directory that holds all files of the target,
// and .mdck beside them: that of the checkpoint, the project of a session, the epic
// of agents, or the project of plans.
func (t *Target) Dir() string {
	if t.Protocol == CCC || t.Protocol == Agents || t.Protocol == Plan {
		return t.Root
	}
	return filepath.Dir(t.File(t.Main))
}

// Files are the slash paths of the files that can be edited together, whether or
// not they are there, the checkpoint first.
func (t *Target) Files() []string {
	switch t.Protocol {
	case CCC:
		return []string{t.Main, t.State}
	case Agents:
		return agentFiles(t)
	case Loop, Plan, Format:
		return []string{t.Main}
	}
	dir := path.Dir(t.Main)
	return []string{t.Main, t.State, path.Join(dir, ohrfc.EvidenceFile), path.Join(dir, ohrfc.SummaryFile)}
}

// File is the absolute path on disk of a slash path of the target.
func (t *Target) File(name string) string { return filepath.Join(t.Root, filepath.FromSlash(name)) }

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

// InDiff is a slash path of the target as a unified diff names it: as it is shown,
// but where that would lead out of the current directory, which patch and git
// apply refuse, relative to the directory that holds the workspace.
func (t *Target) InDiff(name string) string {
	if shown := t.Shown(name); !strings.HasPrefix(shown, "../") {
		return shown
	}
	return name
}

// Detect says which checkpoint the file at an absolute path belongs to, by its
// path and the variables of sessions alone, but for a file among those of agents whose
// name says nothing. ok is false for a file of no known protocol.
func Detect(file string) (t Target, ok bool) {
	slash := filepath.ToSlash(file)
	for _, detect := range [...]func(string) (Target, bool){detectOhrfc, detectSession, detectAgents, detectLoop, detectPlan} {
		if t, ok = detect(slash); ok {
			return t, true
		}
	}
	return Target{}, false
}

// Unsaved says which checkpoint a text belongs to that has this name, absolute or
// relative, whether or not a file is there. ok is false for a name of no known
// protocol.
func Unsaved(name string) (t Target, ok bool, err error) { return Finder{}.Unsaved(name) }

// Unsaved is the function of that name, for files of formats, too.
func (f Finder) Unsaved(name string) (t Target, ok bool, err error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return t, false, err
	}
	t, ok = f.Detect(abs)
	t.absolute = filepath.IsAbs(name)
	return t, ok, nil
}

// As is the file as a checkpoint of that protocol, wherever it lies.
func As(file, protocol string) (Target, error) {
	if !slices.Contains(Protocols, protocol) {
		return Target{}, fmt.Errorf("unknown protocol %q, want one of %s", protocol, strings.Join(Protocols, ", "))
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return Target{}, err
	}
	if t, ok := Detect(abs); ok && t.Protocol == protocol && (t.Path == t.Main || protocol == CCC || protocol == Agents) {
		t.absolute = filepath.IsAbs(file)
		return t, nil
	}
	name := filepath.Base(abs)
	t := Target{Protocol: protocol, Root: filepath.Dir(abs), Main: name, Path: name, absolute: filepath.IsAbs(file)}
	switch {
	case protocol == Ohrfc:
		t.State = ohrfc.StateFile
	case protocol == Loop:
	case protocol == Plan:
		t.Folder = "."
	case protocol == Agents:
		t.Main = filepath.Base(t.Root)
		t.Root, t.Path = filepath.Dir(t.Root), t.Main+"/"+name
	case filepath.Ext(name) == ".json":
		t.Main, t.State = ccc.ProgressFile, name
	default:
		t.State = ccc.StateFile
	}
	return t, nil
}
