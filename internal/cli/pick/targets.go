package pick

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// ErrNoCheckpoint means that there is nothing to work on.
var ErrNoCheckpoint = errors.New("no checkpoint found")

// NoCheckpointError returns errNoCheckpoint with the place that was searched, and hints which
// files the protocols and the formats there have.
func (f *ConfigFlags) NoCheckpointError(where string, formats ...protocol.Format) error {
	looked := SearchedFiles(protocolsNamed(f.Table, "")...)
	if files := formatFiles(formats); files != "" {
		looked += ", " + "files of the formats of " + config.Name + ": " + files
	}
	return app.Hinted(fmt.Errorf("%w in %s", ErrNoCheckpoint, where),
		looked, f.CreateHint("")+"; mdck restore ID restores a workspace that was lost")
}

// TargetOptions say which checkpoints the paths of a command line may name.
type TargetOptions struct {
	Protocol      string   // "" takes all
	IgnoreUnknown bool     // skip files of no known protocol, and files that the configuration ignores though they were named
	AllowEmpty    bool     // that there is nothing is no error
	As            []string // the protocols that --as of the command takes; nil for those without the flag
	Skips         bool     // the command has --ignore-unknown
}

// Targets finds the checkpoints that paths name; without paths, those of the current
// directory. Files of no known protocol are an error unless they are ignored, and
// so are directories without checkpoints unless they may be empty. What the
// configuration ignores is left out of directories.
func (f *ConfigFlags) Targets(paths []string, c TargetOptions) ([]workspace.Target, error) {
	if len(paths) == 0 {
		found, err := f.FindHere(c.Protocol)
		if c.AllowEmpty {
			err = app.IgnoreError(err, ErrNoCheckpoint)
		}
		return found, err
	}
	var all []workspace.Target
	var faults []error
	for _, path := range paths {
		found, err := f.FindNamed(path, c)
		all = append(all, found...)
		faults = append(faults, err)
	}
	return DistinctTargets(all), errors.Join(faults...)
}

// FindHere finds the checkpoints of the current directory, of one protocol or, for "", of all.
func (f *ConfigFlags) FindHere(protocol string) ([]workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if t, ok := f.within(cwd); ok && (protocol == "" || protocol == AnyProtocol || protocol == t.Protocol) {
		return []workspace.Target{t}, nil
	}
	found, err := f.findRecovering(func(l workspace.Finder) ([]workspace.Target, error) { return l.Here(cwd) })
	if err != nil && len(found) == 0 {
		return nil, err
	}
	found, fault := FilterProtocol(protocol, found)
	if fault != nil {
		return nil, errors.Join(err, fault)
	}
	if start := f.Finder().Start(cwd); f.isSearched(start) || len(found) == 0 {
		kept, fault := f.DropIgnored(found, start, "this repository", protocol)
		return kept, errors.Join(err, fault)
	}
	return found, err
}

// FindNamed finds the checkpoints that one path names, or an id if nothing has that path.
func (f *ConfigFlags) FindNamed(path string, c TargetOptions) ([]workspace.Target, error) {
	if IsID(path) {
		cwd, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		if found, err := f.findRecovering(func(l workspace.Finder) ([]workspace.Target, error) { return l.ByID(cwd, path) }); len(found) > 0 {
			found, fault := FilterProtocol(c.Protocol, found)
			return found, errors.Join(err, fault)
		}
	}
	found, err := f.findRecovering(func(l workspace.Finder) ([]workspace.Target, error) { return l.Named(path) })
	if found, fault := FilterProtocol(c.Protocol, found); fault != nil {
		return found, errors.Join(err, fault)
	}
	if _, unknown := errors.AsType[*workspace.UnknownError](err); unknown {
		if _, fault := f.WalkConfig(path); fault != nil {
			return nil, fault // it may have a format for the file
		}
		switch {
		case c.IgnoreUnknown:
			return nil, nil
		case f.respelled(path) != "":
			err = app.Hinted(err, "its name must be spelled "+f.respelled(path))
		default:
			err = f.UnknownHint(err, path, c)
		}
		return nil, err
	}
	if err != nil && len(found) == 0 {
		return nil, f.MissingHint(err, path, c.Protocol)
	}
	found, _ = FilterProtocol(c.Protocol, found)
	if c.IgnoreUnknown || f.isSearched(path) {
		kept, fault := f.DropIgnored(found, path, path, c.Protocol)
		if c.IgnoreUnknown || c.AllowEmpty {
			fault = app.IgnoreError(fault, ErrNoCheckpoint)
		}
		return kept, errors.Join(err, fault)
	}
	if len(found) == 0 && err == nil && !c.AllowEmpty { // a workspace without files
		err = f.NoCheckpointError(path)
	}
	return found, err
}

// respelled returns the name that the file at path must have to be found; "" if its spelling is right.
func (f *ConfigFlags) respelled(path string) string {
	for _, p := range f.Table.All() {
		if p.Respelled != nil && p.Respelled(filepath.Base(path)) != "" {
			return p.Respelled(filepath.Base(path))
		}
	}
	return ""
}

// isSearched reports whether path is a directory that checkpoints are looked for in,
// and not a workspace, whose path names its checkpoint.
func (f *ConfigFlags) isSearched(path string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	return app.IsDir(abs) && !f.Finder().IsWorkspace(abs)
}

// DropIgnored returns those of found that neither the configuration of the place where
// the walk began ignores, whatever stands below it, nor their own. That there is
// none, or none is left, is errNoCheckpoint. With a configuration that makes no sense
// there is nothing to work on. The protocol is the one that is wanted, "" for any.
func (f *ConfigFlags) DropIgnored(found []workspace.Target, start, where, protocol string) ([]workspace.Target, error) {
	var kept []workspace.Target
	var faults []error
	outer, err := f.WalkConfig(start)
	if err != nil {
		return nil, err
	}
	for i := range found {
		file := found[i].File(found[i].Main)
		if outer.Ignored(file) {
			continue
		}
		c, err := f.ConfigFor(&found[i])
		switch {
		case err != nil:
			faults = app.AppendDistinct(faults, err)
		case !c.Ignored(file):
			kept = append(kept, found[i])
		}
	}
	switch {
	case len(faults) > 0:
		return nil, errors.Join(faults...)
	case len(kept) > 0:
		return kept, nil
	case len(found) > 0:
		return nil, app.Hinted(fmt.Errorf("%w in %s", ErrNoCheckpoint, where), fmt.Sprintf("%d left out, as the configuration says: mdck config show", len(found)))
	}
	err = f.NoCheckpointError(where, outer.Formats()...)
	if protocol != "" { // the command works on no format
		err = f.NoCheckpointError(where)
	}
	return nil, app.AddHints(err, append(f.emptyHint(start), nestedHint(start)...)...)
}

// emptyHint returns what the files of the project at dir say of checkpoints that it does not have.
func (f *ConfigFlags) emptyHint(dir string) (hints []string) {
	for _, p := range f.Table.All() {
		if p.Empty == nil {
			continue
		}
		if text := p.Empty(tree.Dir(dir)); text != "" {
			hints = append(hints, text)
		}
	}
	return hints
}

// nestedHint names the first repository that is directly in dir, as a walk does not enter it.
func nestedHint(dir string) []string {
	entries, _ := os.ReadDir(dir) // the search reported a directory that cannot be read
	for _, e := range entries {
		if name := filepath.Join(dir, e.Name()); e.IsDir() && tree.IsRepository(name) {
			return []string{report.Name(app.DisplayPath(name)) + " is a repository of its own, which is not searched from here; name it"}
		}
	}
	return nil
}

// WalkConfig loads the configuration of the directory, or of the directory of the file,
// where a walk begins.
func (f *ConfigFlags) WalkConfig(start string) (*config.Config, error) {
	dir, err := filepath.Abs(start)
	if err != nil {
		return nil, err
	}
	if !app.IsDir(dir) {
		dir = filepath.Dir(dir)
	}
	return f.Loader.For(dir, dir)
}

// AsTargets are the files as checkpoints of that protocol, wherever they lie.
func (f *ConfigFlags) AsTargets(files []string, protocol string) ([]workspace.Target, error) {
	if len(files) == 0 {
		return nil, errors.New("--as says what files are; name the files")
	}
	var found []workspace.Target
	for _, name := range files {
		if _, err := os.Stat(name); err != nil {
			return nil, err
		}
		t, err := f.TargetAs(name, protocol)
		if err != nil {
			return nil, err
		}
		found = append(found, t)
	}
	return DistinctTargets(found), nil
}

// DistinctTargets drops what is named twice, and files whose checkpoint is named too.
func DistinctTargets(all []workspace.Target) []workspace.Target {
	type key struct{ root, path string }
	seen := map[key]bool{}
	for _, t := range all {
		if t.Path == t.Main {
			seen[key{t.Root, t.Main}] = true
		}
	}
	var kept []workspace.Target
	done := map[key]bool{}
	for _, t := range all {
		k := key{t.Root, t.Path}
		if done[k] || t.Path != t.Main && seen[key{t.Root, t.Main}] {
			continue
		}
		done[k] = true
		kept = append(kept, t)
	}
	return kept
}

// IsID reports whether name can be an id: it is no path, and nothing has it as its path.
func IsID(name string) bool {
	_, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `/\`) && name != "." && name != ".."
}

// TargetDirs lists the directories of the checkpoints.
func TargetDirs(all []workspace.Target) string {
	var names []string
	for i := range all {
		names = append(names, all[i].Shown(path.Dir(all[i].Main)))
	}
	return strings.Join(names, ", ")
}

// WorkspacesDir returns the directory called home that belongs to start, the start of
// a walk: the one that start is in, if it is a workspace itself.
func WorkspacesDir(start, home string) string {
	if dir := filepath.Dir(start); filepath.Base(dir) == home {
		return dir
	}
	return filepath.Join(start, home)
}
