package gitrepo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
)

// local has the variables that bind git to one repository, as "git rev-parse --local-env-vars"
// prints them.
const local = "GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR GIT_PREFIX " +
	"GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE " +
	"GIT_GRAFT_FILE GIT_SHALLOW_FILE GIT_REPLACE_REF_BASE GIT_NO_REPLACE_OBJECTS " +
	"GIT_IMPLICIT_WORK_TREE GIT_INTERNAL_SUPER_PREFIX GIT_CONFIG"

func (g git) lookup(key string) string {
	for _, v := range slices.Backward(g.env) {
		if k, value, _ := strings.Cut(v, "="); k == key {
			return value
		}
	}
	return ""
}

func (g git) unbound() git {
	g.env = slices.DeleteFunc(slices.Clone(g.env), func(v string) bool {
		key, _, _ := strings.Cut(v, "=")
		return slices.Contains(strings.Fields(local), key)
	})
	return g
}

func (g git) withVariable(key, value string) git {
	g.env = append(slices.Clone(g.env), key+"="+value)
	return g
}

func (g git) pinned() bool { return g.lookup("GIT_DIR") != "" || g.lookup("GIT_WORK_TREE") != "" }

// find returns g in the root of the work tree of dir.
//
// Variables such as GIT_DIR apply only if dir is in the work tree that they select. find makes
// their paths absolute, because they are relative to the current directory.
func (g git) find(dir string) (git, error) {
	if !g.pinned() && g.lookup("GIT_INDEX_FILE") == "" {
		return g.top(dir)
	}
	cwd, err := os.Getwd()
	if err != nil {
		return g, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return g, err
	}
	home, homeErr := g.home(cwd)
	if tree.RealPath(abs) == tree.RealPath(cwd) {
		return home, homeErr
	}
	own, ownErr := g.unbound().top(abs)
	_, inside := tree.Within(tree.RealPath(home.dir), tree.RealPath(abs))
	if homeErr == nil && (own.dir == home.dir || ownErr != nil && inside) {
		return home, nil
	}
	return own, ownErr
}

// home returns g for the work tree that the variables select in cwd, with absolute paths.
func (g git) home(cwd string) (git, error) {
	home, err := g.top(cwd)
	if err != nil || !g.pinned() {
		return home, err
	}
	g.dir = cwd
	dir, err := g.gitDir()
	return home.withVariable("GIT_DIR", dir).withVariable("GIT_WORK_TREE", home.dir), err
}

// gitDir returns the absolute directory of HEAD and the index.
func (g git) gitDir() (string, error) {
	out, err := g.output("rev-parse", "--absolute-git-dir")
	return filepath.FromSlash(strings.TrimSuffix(out, "\n")), err
}

// top returns g in the root of the work tree of dir. The error may be [ErrBroken] or
// [ErrNotRepo].
func (g git) top(dir string) (git, error) {
	g.dir = dir
	dot, odd := dotGit(dir)
	if dot == "" && !g.pinned() {
		return g, fmt.Errorf("%q is %w", dir, ErrNotRepo)
	}
	if odd != "" && !g.pinned() {
		return g, fmt.Errorf("%w %q: %q is not a file", ErrBroken, dot, odd)
	}
	out, err := g.output("rev-parse", "--is-shallow-repository", "--show-toplevel")
	if e, ok := errors.AsType[*commandError](err); ok && e.says(notRepo...) {
		if dot != "" && e.says(notRepo[0]) && !g.pinned() {
			return g, fmt.Errorf("%w %q: %s", ErrBroken, dot, oneLine(e.stderr))
		}
		return g, fmt.Errorf("%q is %w", dir, ErrNotRepo)
	}
	shallow, top, _ := strings.Cut(out, "\n")
	g.shallow, g.dir = shallow == "true", filepath.FromSlash(strings.TrimSuffix(top, "\n"))
	return g, err
}

// notRepo has messages of git outside a work tree. The first one means that there is no repository.
var notRepo = []string{
	"not a git repository",
	"must be run in a work tree",
	"cannot use bare repository",
}
