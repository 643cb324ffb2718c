package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"mdck/internal/config"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/format"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan/planfile"
)

// errNothing says that there is nothing to work on.
var errNothing = errors.New("no checkpoint found")

// nothing is errNothing with where was looked, and for which files: those of the protocols
// and of the formats that hold there.
func nothing(where string, formats ...*format.Format) error {
	looked := lookedFor("")
	if files := formatFiles(formats); files != "" {
		looked += ", " + lookedForFormats + ": " + files
	}
	return hinted(fmt.Errorf("%w in %s", errNothing, where),
		looked, "mdck init ohrfc ID makes a workspace, mdck restore ID one that was lost; mdck init ccc begins a session; "+agentsMaker)
}

// A choice says what of the paths of a command line is taken.
type choice struct {
	protocol      string   // "" takes all
	ignoreUnknown bool     // skip files of no known protocol, and files that the configuration ignores though they were named
	allowEmpty    bool     // that there is nothing is no error
	as            []string // the protocols that --as of the command takes; nil for those without the flag
	skips         bool     // the command has --ignore-unknown
}

// targets gives what the paths mean; without paths, what the current directory
// stands in. Files of no known protocol are an error unless they are ignored, and
// so are directories without checkpoints unless they may be empty. What the
// configuration ignores is left out of directories.
func (f *configFlags) targets(paths []string, c choice) ([]workspace.Target, error) {
	if len(paths) == 0 {
		found, err := f.here(c.protocol)
		if c.allowEmpty {
			err = unless(err, errNothing)
		}
		return found, err
	}
	var all []workspace.Target
	var faults []error
	for _, path := range paths {
		found, err := f.named(path, c)
		all = append(all, found...)
		faults = append(faults, err)
	}
	return distinct(all), errors.Join(faults...)
}

// here is what the current directory stands in, of one protocol or, for "", of all.
func (f *configFlags) here(protocol string) ([]workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if t, ok := standingTrack(cwd); ok && (protocol == "" || protocol == ofProtocols || protocol == workspace.Loop) {
		return []workspace.Target{t}, nil
	}
	found, err := f.seek(func(l workspace.Finder) ([]workspace.Target, error) { return l.Here(cwd) })
	if err != nil && len(found) == 0 {
		return nil, err
	}
	found, fault := ofProtocol(protocol, found)
	if fault != nil {
		return nil, errors.Join(err, fault)
	}
	if start := workspace.Start(cwd); walked(start) || len(found) == 0 {
		kept, fault := f.unignored(found, start, "this repository", protocol)
		return kept, errors.Join(err, fault)
	}
	return found, err
}

// named is what one path means; what exists under no such path may be an id.
func (f *configFlags) named(path string, c choice) ([]workspace.Target, error) {
	if isID(path) {
		cwd, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		if found, err := f.seek(func(l workspace.Finder) ([]workspace.Target, error) { return l.ByID(cwd, path) }); len(found) > 0 {
			found, fault := ofProtocol(c.protocol, found)
			return found, errors.Join(err, fault)
		}
	}
	found, err := f.seek(func(l workspace.Finder) ([]workspace.Target, error) { return l.Named(path) })
	if found, fault := ofProtocol(c.protocol, found); fault != nil {
		return found, errors.Join(err, fault)
	}
	if _, unknown := errors.AsType[*workspace.UnknownError](err); unknown {
		if _, fault := f.outer(path); fault != nil {
			return nil, fault // it may have a format for the file
		}
		switch {
		case c.ignoreUnknown:
			return nil, nil
		case planfile.WantedCase(filepath.Base(path)) != "":
			err = hinted(err, fmt.Sprintf("plans end in capitals: %s", planfile.WantedCase(filepath.Base(path))))
		default:
			err = f.unknownHint(err, path, c)
		}
		return nil, err
	}
	if err != nil && len(found) == 0 {
		return nil, f.missingHint(err, path, c.protocol)
	}
	found, _ = ofProtocol(c.protocol, found)
	if c.ignoreUnknown || walked(path) {
		kept, fault := f.unignored(found, path, path, c.protocol)
		if c.ignoreUnknown || c.allowEmpty {
			fault = unless(fault, errNothing)
		}
		return kept, errors.Join(err, fault)
	}
	if len(found) == 0 && err == nil && !c.allowEmpty { // a workspace without files
		err = nothing(path)
	}
	return found, err
}

// walked reports whether path is a directory that checkpoints are looked for in,
// and not a workspace, whose path names its checkpoint.
func walked(path string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	_, workspaced := workspace.Detect(filepath.Join(abs, ohrfc.CheckpointFile))
	return isDir(abs) && !workspaced
}

// unignored are those of found that neither the configuration of the place where
// the walk began ignores, whatever stands below it, nor their own. That there is
// none, or none is left, is errNothing. With a configuration that makes no sense
// there is nothing to work on. The protocol is the one that is wanted, "" for any.
func (f *configFlags) unignored(found []workspace.Target, start, where, protocol string) ([]workspace.Target, error) {
	var kept []workspace.Target
	var faults []error
	outer, err := f.outer(start)
	if err != nil {
		return nil, err
	}
	for i := range found {
		file := found[i].File(found[i].Main)
		if outer.Ignored(file) {
			continue
		}
		c, err := f.configOf(&found[i])
		switch {
		case err != nil:
			faults = distinctError(faults, err)
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
		return nil, hinted(fmt.Errorf("%w in %s", errNothing, where), fmt.Sprintf("%d left out, as the configuration says: mdck config show", len(found)))
	}
	if protocol != "" { // the command works on no format
		return nil, nothing(where)
	}
	return nil, nothing(where, outer.Formats()...)
}

// outer is the configuration of the directory, or of the directory of the file,
// where a walk begins.
func (f *configFlags) outer(start string) (*config.Config, error) {
	dir, err := filepath.Abs(start)
	if err != nil {
		return nil, err
	}
	if !isDir(dir) {
		dir = filepath.Dir(dir)
	}
	return f.loader.For(dir, dir)
}

// asTargets are the files as checkpoints of that protocol, wherever they lie.
func (f *configFlags) asTargets(files []string, protocol string) ([]workspace.Target, error) {
	if len(files) == 0 {
		return nil, errors.New("--as says what files are; name the files")
	}
	var found []workspace.Target
	for _, name := range files {
		if _, err := os.Stat(name); err != nil {
			return nil, err
		}
		t, err := f.as(name, protocol)
		if err != nil {
			return nil, err
		}
		found = append(found, t)
	}
	return distinct(found), nil
}

// distinct drops what is named twice, and files whose checkpoint is named too.
func distinct(all []workspace.Target) []workspace.Target {
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

// isID reports whether name is an id and not a path: nothing has that path.
func isID(name string) bool {
	_, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `/\`) && name != "." && name != ".."
}

// places is where the checkpoints of all would be.
func places(all []workspace.Target) string {
	var names []string
	for i := range all {
		names = append(names, all[i].Shown(path.Dir(all[i].Main)))
	}
	return strings.Join(names, ", ")
}

// workspacesOf is the directory of workspaces that belongs to start, the start of
// a walk: beside it if it is a workspace itself.
func workspacesOf(start string) string {
	if dir := filepath.Dir(start); filepath.Base(dir) == ohrfc.Dir {
		return dir
	}
	return filepath.Join(start, ohrfc.Dir)
}
