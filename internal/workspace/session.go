package workspace

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/ccc"
)

// Variables that say where a session lies: its project, the older name of the same
// after the newer one, and its files, relative to the project. Source: the engine's
// configuration, and the hooks that read them.
const (
	rootVariable     = "CCC_PROJECT_ROOT"
	oldRootVariable  = "SDD_PROJECT_ROOT"
	progressVariable = "SDD_PROGRESS_FILE"
	stateVariable    = "SDD_STATE_FILE"
)

// Roles of the files of a session.
const (
	progressRole = iota
	stateRole
)

var roles = [...]struct{ variable, name string }{
	progressRole: {progressVariable, ccc.ProgressFile},
	stateRole:    {stateVariable, ccc.StateFile},
}

// sessionFile is the slash path, relative to the project at root, of the file that
// has a role.
func sessionFile(root string, role int) (string, error) {
	value := os.Getenv(roles[role].variable)
	if value == "" {
		return roles[role].name, nil
	}
	rel := filepath.Clean(value)
	if filepath.IsAbs(rel) {
		var err error
		if rel, err = filepath.Rel(root, rel); err != nil {
			rel = value
		}
	}
	if !filepath.IsLocal(rel) || rel == "." {
		return "", fmt.Errorf("%s is %q, want a file in the project %s", roles[role].variable, value, root)
	}
	return filepath.ToSlash(rel), nil
}

// SessionAt is the session of the project at the directory root, whether or not it
// has files. The error is about a variable that names a file outside of it.
func SessionAt(root string) (Target, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return Target{}, err
	}
	t, err := sessionAt(abs)
	t.absolute = filepath.IsAbs(root)
	return t, err
}

// sessionAt is SessionAt of an absolute path.
func sessionAt(root string) (t Target, err error) {
	t = Target{Protocol: CCC, Root: root}
	if t.Main, err = sessionFile(root, progressRole); err != nil {
		return t, err
	}
	t.State, err = sessionFile(root, stateRole)
	t.Path = t.Main
	if err == nil && t.Main == t.State {
		err = fmt.Errorf("%s and %s both name %q, want two files", progressVariable, stateVariable, t.Main)
	}
	return t, err
}

// detectSession is [Detect] for files of a session: those that the variables name,
// and those of the usual names, whatever the variables say.
func detectSession(slash string) (t Target, ok bool) {
	for role := range roles {
		for _, name := range []string{filepath.ToSlash(os.Getenv(roles[role].variable)), roles[role].name} {
			root, found := rootOf(slash, name)
			if !found {
				continue
			}
			t, _ = sessionAt(root) // a variable that makes no sense here names no file here
			t.Path = strings.TrimPrefix(slash, strings.TrimSuffix(filepath.ToSlash(root), "/")+"/")
			if role == progressRole {
				t.Main = t.Path
			} else {
				t.State = t.Path
			}
			fill(&t)
			return t, true
		}
	}
	return Target{}, false
}

// fill gives the files that have no name their usual one.
func fill(t *Target) {
	if t.Main == "" {
		t.Main = ccc.ProgressFile
	}
	if t.State == "" {
		t.State = ccc.StateFile
	}
}

// rootOf is the project in which the file at an absolute slash path has that name.
func rootOf(slash, name string) (root string, ok bool) {
	switch {
	case name == "" || !isAbsolute(slash):
		return "", false
	case isAbsolute(name):
		root = projectOf(slash)
		return root, path.Clean(name) == slash && root != filepath.FromSlash(slash)
	}
	rest, ok := strings.CutSuffix(slash, "/"+path.Clean(name))
	if !ok {
		return "", false
	}
	root = filepath.FromSlash(rest)
	if root == "" || strings.HasSuffix(root, ":") {
		root += string(filepath.Separator)
	}
	return root, true
}

// isAbsolute reports whether a slash path is that of a place on disk, be it of this
// system or of Windows.
func isAbsolute(slash string) bool {
	return strings.HasPrefix(slash, "/") || len(slash) > 2 && slash[1:3] == ":/"
}

// projectOf is the project of the file at an absolute slash path that a variable
// names: that which another variable names, if the file lies in it, else the
// repository of the file or, outside of any, its directory.
func projectOf(slash string) string {
	file := filepath.FromSlash(slash)
	if root, err := variableRoot(); err == nil && root != "" {
		if _, ok := tree.Within(root, file); ok {
			return root
		}
	}
	if top := Repository(filepath.Dir(file)); top != "" {
		return top
	}
	return filepath.Dir(file)
}

// fixedRoot is the project of a file that a variable names by an absolute path; ""
// if none does.
func fixedRoot() string {
	for _, r := range roles {
		if name := path.Clean(filepath.ToSlash(os.Getenv(r.variable))); isAbsolute(name) {
			return projectOf(name)
		}
	}
	return ""
}

// variableRoot is the project that a variable names; "" if none does.
func variableRoot() (string, error) {
	for _, name := range []string{rootVariable, oldRootVariable} {
		value := os.Getenv(name)
		if value == "" {
			continue
		}
		root, err := filepath.Abs(value)
		if err == nil && !isDirectory(root) {
			err = fmt.Errorf("%s is %q, want a directory", name, value)
		}
		return root, err
	}
	return "", nil
}

// CheckProject reports a variable that names a project which is no directory.
func CheckProject() error {
	_, err := variableRoot()
	return err
}

// Session is the session that a command in dir works on, whether or not it has files
// yet: that of the project which a variable names, else that of the nearest
// directory, dir or one above it, that has a file of one, as far as the root of the
// repository, else that of this root, else that of dir.
func Session(dir string) (Target, error) {
	root, err := variableRoot()
	if err != nil {
		return Target{}, err
	}
	if root == "" {
		root = sessionRoot(dir)
	}
	t, err := sessionAt(root)
	all := []Target{t}
	showFromHere(all)
	return all[0], err
}

func sessionRoot(dir string) string {
	top := Repository(dir)
	found, ok := above(dir, func(d string) bool { return hasSession(d) || d == top })
	if !ok {
		return dir
	}
	return found
}

// hasSession reports whether the project at root has a file of a session. A file that
// is named by its absolute path is one of its own project only.
func hasSession(root string) bool {
	if fixed := fixedRoot(); fixed != "" && fixed != filepath.Clean(root) {
		return false
	}
	t, err := sessionAt(root)
	return err == nil && (exists(t.File(t.Main)) || exists(t.File(t.State)))
}

// Elsewhere is the session of the project that a variable names, if it has files.
func Elsewhere() (t Target, ok bool) {
	root, err := variableRoot()
	if err != nil || root == "" || !hasSession(root) {
		return Target{}, false
	}
	t, err = sessionAt(root)
	all := []Target{t}
	showFromHere(all)
	return all[0], err == nil
}

// with adds the session of a project that a variable names to all, unless it is
// among them.
func with(all []Target) []Target {
	t, ok := Elsewhere()
	same := func(o Target) bool { return o.Protocol == CCC && sameFile(o.File(o.Main), t.File(t.Main)) }
	if !ok || slices.ContainsFunc(all, same) {
		return all
	}
	return append(all, t)
}

// sameFile reports whether two absolute paths name one place.
func sameFile(a, b string) bool {
	return a == b || inDirectory(a) == inDirectory(b)
}

// inDirectory is file without symbolic links in its directories.
func inDirectory(file string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		return filepath.Join(dir, filepath.Base(file))
	}
	return file
}

// A sessionFinder finds sessions among the files of a walk.
type sessionFinder struct {
	bases []string        // names of files that may be those of a session
	seen  map[string]bool // roots of those that were found
}

func newSessionFinder() *sessionFinder {
	f := &sessionFinder{}
	for _, r := range roles {
		name := r.name
		if value := os.Getenv(r.variable); value != "" {
			name = filepath.Base(filepath.Clean(value))
		}
		f.bases = append(f.bases, name)
	}
	return f
}

// find is the session that the file at an absolute path belongs to, the first time
// that one of its files is met.
func (f *sessionFinder) find(name, base string) (t Target, ok bool) {
	if base != f.bases[progressRole] && base != f.bases[stateRole] {
		return t, false
	}
	t, ok = detectSession(filepath.ToSlash(name))
	if !ok || f.seen[t.Root] {
		return t, false
	}
	if usual, err := sessionAt(t.Root); err != nil || t.Path != usual.Main && t.Path != usual.State {
		return t, false // of the usual name, where a variable gives another
	}
	if f.seen == nil {
		f.seen = map[string]bool{}
	}
	f.seen[t.Root] = true
	t.Path = t.Main
	return t, true
}
