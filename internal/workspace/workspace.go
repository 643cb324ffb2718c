// Package workspace knows which files are checkpoints, of which protocol, and
// where they lie on disk.
package workspace

import (
	"errors"
	"fmt"
	"io/fs"
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
	Root     string // absolute path of the directory that paths are relative to
	Main     string // slash path of the checkpoint, whether or not it is there; of agents that of their folder
	State    string // slash path of the JSON state that belongs to it, likewise
	Path     string // slash path of what was asked for: Main, or a file that belongs to it
	Folder   string // slash path of the folder that a plan lies in with the others of its project; else ""
	Format   string // the name of the format of a file of [Format]; else ""
	absolute bool   // the user named it by an absolute path
	cwd      string // what paths are shown relative to; "" asks the system each time
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

// An UnknownError says that a file is of no known protocol.
type UnknownError struct{ Path string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%s is not a checkpoint of any known protocol", e.Path)
}

// Named gives the targets that a path on a command line means: a file, or all
// below a directory. A path that does not exist is an error of [fs.ErrNotExist],
// a file of no protocol an [*UnknownError]. A directory may hold none.
func Named(name string) ([]Target, error) { return Finder{}.Named(name) }

// Named is the function of that name, for files of formats, too.
func (f Finder) Named(name string) ([]Target, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, clean(name, err)
	}
	var targets []Target
	if info.IsDir() {
		targets, err = f.Below(behind(abs))
	} else if t, ok := f.Detect(abs); ok {
		targets = []Target{t}
	} else {
		return nil, &UnknownError{Path: name}
	}
	for i := range targets {
		targets[i].absolute = filepath.IsAbs(name)
	}
	showFromHere(targets)
	return targets, err
}

// showFromHere asks for the current directory once for all targets, not for each
// name that is shown.
func showFromHere(targets []Target) {
	cwd, err := os.Getwd()
	if err != nil {
		return
	}
	for i := range targets {
		targets[i].cwd = cwd
	}
}

// behind is the directory that abs is a link to, where only that one is known by
// its name as one that holds checkpoints.
func behind(abs string) string {
	if real, err := filepath.EvalSymlinks(abs); err == nil && (isWorkspace(real) || filepath.Base(real) == ohrfc.Dir) {
		return real
	}
	return abs
}

// clean is err about name as the user wrote it.
func clean(name string, err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: pe.Op, Path: name, Err: pe.Err}
	}
	return err
}

// Here gives the targets of the repository that dir lies in: of the workspace
// itself within one, else of everything below the nearest directory, dir or one
// above it, that holds checkpoints or is the root of a repository. The session of a
// project that a variable names is one of them wherever it lies.
func Here(dir string) ([]Target, error) { return Finder{}.Here(dir) }

// Here is the function of that name, for files of formats, too.
func (f Finder) Here(dir string) ([]Target, error) {
	targets, err := f.Below(Start(dir))
	targets = with(targets)
	showFromHere(targets)
	return targets, err
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// Below gives the targets in dir and all directories below it, by path.
// Directories that begin with a dot and those that git ignores are seen; what
// holds no sources is not entered. A link is followed where it is dir itself, a
// directory .ohrfc, a folder of plans or a workspace, and nowhere else. A directory that cannot be
// read does not stop the others; the error names it.
func Below(dir string) ([]Target, error) { return Finder{}.Below(dir) }

// Below is the function of that name, for files of formats, too.
func (f Finder) Below(dir string) ([]Target, error) {
	if isWorkspace(dir) {
		return workspaceAt(dir)
	}
	if filepath.Base(dir) == ohrfc.Dir {
		return workspacesIn(dir)
	}
	root := filepath.Clean(dir)
	if !os.IsPathSeparator(root[len(root)-1]) {
		root += string(filepath.Separator) // a walk follows a link that ends so
	}
	var targets []Target
	var faults []error
	sessions, folders, linked := newSessionFinder(), &folderFinder{}, linkedFolders{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			faults = append(faults, err)
			return nil
		}
		t, ok := sessions.find(name, d.Name())
		if !ok {
			t, ok = folders.find(name, d.Name())
		}
		if t, ok = f.visit(name, d.Name(), dir, t, ok); ok {
			targets = append(targets, t)
		}
		switch {
		case d.Name() == ohrfc.Dir && (d.IsDir() || isDirectory(name)):
			found, err := workspacesIn(name)
			targets = append(targets, found...)
			faults = append(faults, err)
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir() && name != root && skipped(name, d.Name()):
			return fs.SkipDir
		case linked.add(name, d):
			found, err := Below(name)
			targets = append(targets, plansOf(found)...)
			faults = append(faults, err)
		}
		return nil
	})
	return linked.once(targets), errors.Join(append(faults, err)...)
}

// skipped reports whether a directory is not entered.
func skipped(name, base string) bool {
	switch base {
	case ".git", ".mdck", "node_modules":
		return true
	case "backups":
		return filepath.Base(filepath.Dir(name)) == "agent_checkpoints"
	}
	return exists(filepath.Join(name, "pyvenv.cfg")) // a virtual environment, whatever its name
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// ByID gives the targets below the start of dir that have that id. Within a
// workspace an id names its neighbours, too.
func ByID(dir, id string) ([]Target, error) { return Finder{}.ByID(dir, id) }

// ByID is the function of that name, for files of formats, too.
func (f Finder) ByID(dir, id string) ([]Target, error) {
	start := Start(dir)
	if isWorkspace(start) {
		start = filepath.Dir(start)
	}
	all, err := f.Below(start)
	all = with(all)
	showFromHere(all)
	return slices.DeleteFunc(all, func(t Target) bool { return t.ID() != id }), err
}
