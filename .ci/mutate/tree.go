package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// module is what the import paths of all our packages begin with.
const module = "mdck/"

// A tree is the copy that is broken.
type tree struct {
	dir, work string
}

// A source is a parsed and typed package of the tree.
type pack struct {
	path  string // without the module
	dir   string
	fset  *token.FileSet
	files []*ast.File
	names []string // of the files
	info  *types.Info
}

// copy takes the files that git knows of or would add.
func (t *tree) copy() error {
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate").Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if err := copyFile(name, filepath.Join(t.dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	if info.Mode().Type() == os.ModeSymlink {
		link, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(link, to)
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, info.Mode().Perm())
}

type listed struct {
	ImportPath, Dir, Export, Name      string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Standard                           bool
}

// command runs the go command in the copy.
func (t *tree) command(args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = t.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false")
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("go %s: %w\n%s", args[0], err, exit.Stderr)
	}
	return out, err
}

func (t *tree) list(args ...string) ([]listed, error) {
	out, err := t.command(append([]string{"list", "-json=ImportPath,Dir,Export,Name,GoFiles,TestGoFiles,XTestGoFiles,Standard"}, args...)...)
	if err != nil {
		return nil, err
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := dec.Decode(&l); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
}

// load parses our packages and works out their types, from their sources: only what
// others made is compiled, and that is in the cache of the go command, while the copy
// never is.
func (t *tree) load() ([]*pack, error) {
	all, err := t.list("-deps", "./...")
	if err != nil {
		return nil, err
	}
	ours := slices.DeleteFunc(slices.Clone(all), func(l listed) bool { return !own(l.ImportPath) })
	foreign := []string{"-export"}
	for _, l := range all {
		if !own(l.ImportPath) && l.ImportPath != "unsafe" {
			foreign = append(foreign, l.ImportPath)
		}
	}
	others, err := t.list(foreign...)
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, l := range others {
		exports[l.ImportPath] = l.Export
	}
	fset := token.NewFileSet()
	known := imported{map[string]*types.Package{}, importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	var packs []*pack
	for _, l := range ours { // what is imported comes first
		p, err := known.check(fset, l)
		if err != nil {
			return nil, err
		}
		packs = append(packs, p)
	}
	return packs, nil
}

func own(path string) bool { return strings.HasPrefix(path, module) }

// imported gives packages to those that import them: ours as they were checked, and
// those of others.
type imported struct {
	ours   map[string]*types.Package
	others types.Importer
}

func (k imported) Import(path string) (*types.Package, error) {
	if p, ok := k.ours[path]; ok {
		return p, nil
	}
	return k.others.Import(path)
}

func (k imported) check(fset *token.FileSet, l listed) (*pack, error) {
	p := &pack{path: strings.TrimPrefix(l.ImportPath, module), dir: l.Dir, fset: fset, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
	}}
	for _, name := range l.GoFiles {
		name = filepath.Join(l.Dir, name)
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files, p.names = append(p.files, f), append(p.names, name)
	}
	made, err := (&types.Config{Importer: k}).Check(l.ImportPath, fset, p.files, p.info)
	k.ours[l.ImportPath] = made
	return p, err
}
