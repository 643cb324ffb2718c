package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/config"
	"mdck/internal/dirlock"
	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/stores"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan"
)

// errNothing says that there is nothing to work on.
var errNothing = errors.New("no checkpoint found")

// nothing is errNothing with where was looked.
func nothing(where string) error {
	return hinted(fmt.Errorf("%w in %s", errNothing, where),
		lookedFor(""), "mdck init ohrfc ID makes a workspace, mdck restore ID one that was lost; mdck init ccc begins a session; "+agentsMaker)
}

// A choice says what of the paths of a command line is taken.
type choice struct {
	protocol      string // "" takes all
	ignoreUnknown bool   // skip files of no known protocol, and files that the configuration ignores though they were named
	allowEmpty    bool   // that there is nothing is no error
	hint          string // what can be done about a file of no known protocol
}

// asHint is for commands that have the flag.
func asHint() string {
	return "--as PROTOCOL reads it as one (" + strings.Join(workspace.Protocols, ", ") + ")"
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

// unless is err, if it is not the one that is expected.
func unless(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// here is what the current directory stands in, of one protocol or, for "", of all.
func (f *configFlags) here(protocol string) ([]workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if t, ok := standingTrack(cwd); ok && (protocol == "" || protocol == workspace.Loop) {
		return []workspace.Target{t}, nil
	}
	found, err := workspace.Here(cwd)
	if err != nil && len(found) == 0 {
		return nil, err
	}
	found, fault := ofProtocol(protocol, found)
	if fault != nil {
		return nil, errors.Join(err, fault)
	}
	if start := workspace.Start(cwd); walked(start) || len(found) == 0 {
		kept, fault := f.unignored(found, start, "this repository")
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
		if found, err := workspace.ByID(cwd, path); len(found) > 0 {
			found, fault := ofProtocol(c.protocol, found)
			return found, errors.Join(err, fault)
		}
	}
	found, err := workspace.Named(path)
	if found, fault := ofProtocol(c.protocol, found); fault != nil {
		return found, errors.Join(err, fault)
	}
	if _, unknown := errors.AsType[*workspace.UnknownError](err); unknown {
		switch {
		case c.ignoreUnknown:
			return nil, nil
		case plan.WantedCase(filepath.Base(path)) != "":
			err = hinted(err, fmt.Sprintf("plans end in capitals: %s", plan.WantedCase(filepath.Base(path))))
		case c.hint != "":
			err = hinted(err, c.hint)
		}
		return nil, err
	}
	if err != nil && len(found) == 0 {
		if cwd, fault := os.Getwd(); fault == nil && known(cwd, path) != "" {
			err = hinted(err, "ids of checkpoints here: "+known(cwd, path))
		}
		return nil, err
	}
	found, _ = ofProtocol(c.protocol, found)
	if c.ignoreUnknown || walked(path) {
		kept, fault := f.unignored(found, path, path)
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
// there is nothing to work on.
func (f *configFlags) unignored(found []workspace.Target, start, where string) ([]workspace.Target, error) {
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
	return nil, nothing(where)
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
func asTargets(files []string, protocol string) ([]workspace.Target, error) {
	if len(files) == 0 {
		return nil, errors.New("--as says what files are; name the files")
	}
	var found []workspace.Target
	for _, name := range files {
		if _, err := os.Stat(name); err != nil {
			return nil, err
		}
		t, err := workspace.As(name, protocol)
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

// one gives the only checkpoint of a protocol, "" for any, that name means: a path,
// an id, or, if it is empty, what the current directory stands in.
func (f *configFlags) one(protocol, name, command string) (workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return workspace.Target{}, err
	}
	var found []workspace.Target
	switch {
	case name == "":
		if t, ok, err := projectSession(protocol, cwd); ok || err != nil {
			return t, err
		}
		found, err = f.here(protocol)
	case isID(name):
		found, err = workspace.ByID(cwd, name)
	default:
		found, err = workspace.Named(name)
		found = own(name, found)
		if err == nil && len(found) == 0 {
			found = empty(name)
		}
	}
	if err != nil && len(found) == 0 {
		return workspace.Target{}, err
	}
	if found, err = ofProtocol(protocol, found); err != nil {
		return workspace.Target{}, err
	}
	if !isFile(name) {
		found = workspace.ByFolder(found)
	}
	switch len(found) {
	case 0:
		where := name
		if where == "" {
			where = "this repository"
		}
		if ids := known(cwd, name); ids != "" {
			return workspace.Target{}, hinted(fmt.Errorf("no checkpoint %q found", name), "there is "+ids)
		}
		return workspace.Target{}, hinted(fmt.Errorf("%w in %s", errNothing, where), lookedFor(protocol), makes(protocol))
	case 1:
		return found[0], nil
	}
	return workspace.Target{}, severalError(found, command)
}

// known lists the ids that could have been meant by name, an id that none has.
func known(cwd, name string) string {
	if !isID(name) {
		return ""
	}
	all, err := workspace.Here(cwd)
	if err != nil {
		return ""
	}
	var ids []string
	for _, t := range all {
		if t.Protocol == workspace.Plan {
			continue // all plans of a project have one, which is the name of its directory
		}
		if id := t.ID(); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return strings.Join(ids, ", ")
}

// isID reports whether name is an id and not a path: nothing has that path.
func isID(name string) bool {
	_, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `/\`) && name != "." && name != ".."
}

// empty is the workspace at a directory .ohrfc/<id> that holds no file yet.
func empty(name string) []workspace.Target {
	abs, err := filepath.Abs(name)
	if err != nil || filepath.Base(filepath.Dir(abs)) != ohrfc.Dir {
		return nil
	}
	if t, ok := workspace.Detect(filepath.Join(abs, ohrfc.CheckpointFile)); ok {
		return []workspace.Target{t}
	}
	return nil
}

// store is the place where the files of t change together.
func store(t *workspace.Target, command string) safefile.Store {
	return stores.Of(t, "mdck "+command)
}

// recoverWrite finishes a write of t that was interrupted, and says so to talk. What
// keeps it from that is told, and no error, where the files can be read all the same.
func recoverWrite(t *workspace.Target, talk io.Writer) error {
	recovered, err := stores.Patient(t, "mdck recovery").Recover()
	name := report.Name(t.Shown(t.Main))
	switch {
	case err == nil && recovered:
		fmt.Fprintf(talk, "mdck: %s: finished a write that was interrupted\n", name)
	case unfinishable(err):
		fmt.Fprintf(talk, "mdck: %s: a write was interrupted and cannot be finished: %s\n", name, report.OneLine(err.Error()))
		return nil
	}
	return err
}

// unfinishable reports whether err says why an interrupted write has to stay as it
// is, which keeps nobody from reading: the directory may not be written, the journal
// is a stranger's, or somebody else is at work on the files.
func unfinishable(err error) bool {
	_, foreign := errors.AsType[*safefile.JournalError](err)
	_, locked := errors.AsType[*safefile.LockedError](err)
	_, held := errors.AsType[*dirlock.LockedError](err)
	return foreign || locked || held || errors.Is(err, fs.ErrPermission)
}

// lastWrite is the last line of the ledger about the checkpoint of t; nil if
// there is none.
func lastWrite(t *workspace.Target) (*safefile.Entry, error) {
	last, err := store(t, "").Last(inStore(t, t.Main))
	if err != nil {
		name := filepath.Join(t.Dir(), ".mdck", "ledger.jsonl")
		return nil, hinted(fmt.Errorf("%s: %w", shownPath(name), err), "no command can tell any more what was written last; move the file away to begin a new one")
	}
	return last, nil
}
