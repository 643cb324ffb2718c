package ccc

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

var place = protocol.Place{
	Globs:     []string{"**/" + ProgressFile, "**/" + StateFile},
	Variables: []string{progressVariable, stateVariable},
	Watched:   []string{"**/.ccc*"},
	AtRoot:    true, Markdown: true,
	Detect: detect,
	Recognizes: func(text string) bool {
		p, err := ParseProgress("", text)
		return err == nil && p.Prompt.Section != nil
	},
	Find:   findSession,
	As:     as,
	Starts: hasSession,
	ID:     func(protocol.Target) string { return Name },
	IsCopy: isArchive,
	Owns:   owns,

	Current:   currentSession,
	At:        sessionAt,
	Elsewhere: elsewhere,
}

func owns(d protocol.Disk, dir string, _ fs.FS, name string) bool {
	names := []string{ProgressFile, StateFile}
	if t, err := sessionAt(d, dir); err == nil {
		names = append(names, t.Main, t.State)
	}
	return slices.Contains(names, name) || path.Base(name) == name && isArchive(name)
}

// Environment variables for the project of a session, and for its files. Source: the engine's
// configuration and hooks.
const (
	rootVariable     = "CCC_PROJECT_ROOT"
	oldRootVariable  = "SDD_PROJECT_ROOT"
	progressVariable = "SDD_PROGRESS_FILE"
	stateVariable    = "SDD_STATE_FILE"
)

const (
	progressRole = iota
	stateRole
)

var roles = [...]struct{ variable, name string }{
	progressRole: {progressVariable, ProgressFile},
	stateRole:    {stateVariable, StateFile},
}

// sessionFile returns the path of the file with the role, with slashes and relative to root.
func sessionFile(d protocol.Disk, root string, role int) (string, error) {
	value := d.Getenv(roles[role].variable)
	if value == "" {
		return roles[role].name, nil
	}
	name := filepath.Clean(value)
	if !filepath.IsLocal(name) || name == "." {
		return "", fmt.Errorf("%s is %q; expected a relative path of a file below %s", roles[role].variable, value, root)
	}
	return filepath.ToSlash(name), nil
}

func sessionAt(d protocol.Disk, root string) (t protocol.Target, err error) {
	t = protocol.Target{Protocol: Name, Root: root}
	if t.Main, err = sessionFile(d, root, progressRole); err != nil {
		return t, err
	}
	t.State, err = sessionFile(d, root, stateRole)
	t.Path = t.Main
	if err == nil && t.Main == t.State {
		err = fmt.Errorf("%s and %s both name %q; expected two files", progressVariable, stateVariable, t.Main)
	}
	return t, err
}

// as treats a .json file as the state, and any other file as the progress file.
func as(t protocol.Target) protocol.Target {
	if filepath.Ext(t.Path) == ".json" {
		t.Main, t.State = "", t.Path
	}
	return withNames(t)
}

func withNames(t protocol.Target) protocol.Target {
	if t.Main == "" {
		t.Main = ProgressFile
	}
	if t.State == "" {
		t.State = StateFile
	}
	return t
}

func detect(d protocol.Disk, file string) (t protocol.Target, ok bool) {
	for role := range roles {
		for _, name := range []string{filepath.ToSlash(d.Getenv(roles[role].variable)), roles[role].name} {
			root, found := rootOf(file, name)
			if !found {
				continue
			}
			t, _ = sessionAt(d, root) // a variable can be invalid for this project
			t.Path = strings.TrimPrefix(file, strings.TrimSuffix(filepath.ToSlash(root), "/")+"/")
			if role == progressRole {
				t.Main = t.Path
			} else {
				t.State = t.Path
			}
			return withNames(t), true
		}
	}
	return t, false
}

// findSession is like detect, but ignores a file with a usual name if a variable names another.
func findSession(d protocol.Disk, file string) (t protocol.Target, ok bool) {
	t, ok = detect(d, file)
	if !ok {
		return t, false
	}
	usual, err := sessionAt(d, t.Root)
	if err != nil || t.Path != usual.Main && t.Path != usual.State {
		return t, false
	}
	t.Path = t.Main
	return t, true
}

func rootOf(file, name string) (root string, ok bool) {
	rest, ok := strings.CutSuffix(file, "/"+path.Clean(name))
	if !ok || name == "" || !isAbsolute(file) {
		return "", false
	}
	return protocol.Root(rest), true
}

func isAbsolute(slash string) bool {
	return strings.HasPrefix(slash, "/") || len(slash) > 2 && slash[1:3] == ":/"
}

func variableRoot(d protocol.Disk) (string, error) {
	for _, name := range []string{rootVariable, oldRootVariable} {
		value := d.Getenv(name)
		if value == "" {
			continue
		}
		root, err := d.Abs(value)
		if err == nil && !d.IsDir(root) {
			err = fmt.Errorf("%s is %q; expected a directory", name, value)
		}
		return root, err
	}
	return "", nil
}

func currentSession(d protocol.Disk, dir string) (t protocol.Target, err error) {
	root, err := variableRoot(d)
	if err != nil {
		return t, err
	}
	if root == "" {
		root = projectAround(d, dir)
	}
	return sessionAt(d, root)
}

func projectAround(d protocol.Disk, dir string) string {
	top := protocol.Repository(d, dir)
	found, ok := protocol.Above(dir, func(at string) bool { return hasSession(d, at) || at == top })
	if !ok {
		return dir
	}
	return found
}

func hasSession(d protocol.Disk, root string) bool {
	t, err := sessionAt(d, root)
	return err == nil && (d.Exists(t.File(t.Main)) || d.Exists(t.File(t.State)))
}

func elsewhere(d protocol.Disk) (t protocol.Target, ok bool, err error) {
	root, err := variableRoot(d)
	if err != nil || root == "" || !hasSession(d, root) {
		return t, false, err
	}
	t, _ = sessionAt(d, root) // no error, because hasSession has checked it
	return t, true, nil
}
