// Package archtest checks the imports of each package, the contents of the binary, and what runs
// before main.
package archtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// layer lists the packages that a package may import. The ending /... means all packages below.
type layer struct {
	who  string
	whom []string
}

// groups are the packages of commands. They do not import each other.
var groups = []string{"agent", "agents", "ccc", "check", "handoff", "loop", "ohrfc", "plan", "read", "restore", "section", "tool"}

// edge lists the packages that all packages of the command line may import.
var edge = []string{
	"mdck/bootstrap", "mdck/lint", "mdck/templates", "mdck/tokens", "mdck/mdcheckpoint", "mdck/mdcheckpoint/claim", "mdck/mdcheckpoint/jsondoc",
	"mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/source", "mdck/internal/spelling",
	"mdck/internal/baseline", "mdck/internal/change", "mdck/internal/config", "mdck/internal/gitrepo", "mdck/internal/history", "mdck/internal/hook/...",
	"mdck/internal/hook", "mdck/internal/linear", "mdck/internal/lock", "mdck/internal/lsp", "mdck/internal/nearest", "mdck/internal/report", "mdck/internal/tree", "mdck/internal/uuid", "mdck/internal/workspace",
}

// commandLine returns the layers of internal/cli from top to bottom.
func commandLine() []layer {
	const cli = "mdck/internal/cli"
	all := []layer{
		{cli + "/app", edge},
		{cli + "/clitest", append([]string{cli + "/app", "mdck/internal/testtmp", "mdck/mdcheckpoint/protocols"}, edge...)},
		{cli + "/pick", append([]string{cli + "/app"}, edge...)},
		{cli + "/write", append([]string{cli + "/app", cli + "/pick"}, edge...)},
	}
	top := append([]string{cli + "/app", "mdck/mdcheckpoint/protocols"}, edge...)
	for _, g := range groups {
		whom := append([]string{cli + "/app", cli + "/pick", cli + "/write", "mdck/mdcheckpoint/" + g + "/...", "mdck/internal/protocols/" + g + "/..."}, edge...)
		all = append(all, layer{cli + "/" + g, append(whom, cli+"/"+g+"/...")})
		top = append(top, cli+"/"+g)
	}
	return append(all, layer{cli, top})
}

var layers = append(commandLine(), []layer{
	{"mdck/cmd/mdck", []string{"mdck/internal/cli", "mdck/internal/stack"}},
	{"mdck/internal/stack", nil},
	{"mdck/internal/cli/ccc/save", []string{"mdck/internal/cli/app", "mdck/internal/change", "mdck/internal/gitrepo", "mdck/internal/linear", "mdck/internal/lock", "mdck/internal/report", "mdck/internal/tree", "mdck/internal/workspace", "mdck/lint", "mdck/mdcheckpoint/ccc/...", "mdck/internal/protocols/ccc/...", "mdck/mdcheckpoint/claim", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/source", "mdck/internal/spelling"}},
	{"mdck/internal/hook", []string{"mdck/bootstrap", "mdck/internal/change", "mdck/lint", "mdck/mdcheckpoint/claim", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/source", "mdck/internal/spelling", "mdck/internal/config", "mdck/internal/report", "mdck/internal/tree", "mdck/internal/workspace"}},
	{"mdck/internal/report", []string{"mdck/bootstrap", "mdck/internal/tree", "mdck/lint", "mdck/mdcheckpoint/...", "mdck/tokens", "mdck/internal/spelling"}},
	{"mdck/internal/baseline", []string{"mdck/lint", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/source"}},
	{"mdck/internal/workspace", []string{"mdck/tokens", "mdck/mdcheckpoint/schema", "mdck/bootstrap", "mdck/mdcheckpoint/claim", "mdck/lint", "mdck/mdcheckpoint", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/protocols", "mdck/internal/baseline", "mdck/internal/config", "mdck/internal/gitrepo", "mdck/internal/safefile", "mdck/internal/tree", "mdck/mdcheckpoint/source", "mdck/internal/spelling"}},
	{"mdck/internal/gitrepo", []string{"mdck/internal/tree", "mdck/mdcheckpoint/source"}},
	{"mdck/internal/config", []string{"mdck/internal/tree", "mdck/internal/nearest", "mdck/lint", "mdck/tokens", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/yamldoc", "mdck/mdcheckpoint/source"}},
	{"mdck/internal/hook/settings", []string{"mdck/internal/hook", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/source"}},
	{"mdck/internal/hook/doctor", []string{"mdck/internal/hook", "mdck/internal/hook/settings", "mdck/internal/report", "mdck/mdcheckpoint/jsondoc"}},
	{"mdck/internal/history", []string{"mdck/mdcheckpoint/claim", "mdck/mdcheckpoint/source"}},
	{"mdck/internal/uuid", nil},
	{"mdck/internal/linear", []string{"mdck/internal/uuid"}},
	{"mdck/internal/linear/curltest", nil},
	{"mdck/internal/lsp", []string{"mdck/lint", "mdck/mdcheckpoint", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/schema", "mdck/internal/spelling", "mdck/mdcheckpoint/source", "mdck/internal/baseline", "mdck/internal/config", "mdck/internal/report", "mdck/internal/tree", "mdck/internal/workspace"}},
	{"mdck/internal/lock", nil},
	{"mdck/internal/change", []string{"mdck/internal/lock", "mdck/internal/safefile", "mdck/internal/tree", "mdck/internal/workspace", "mdck/lint", "mdck/mdcheckpoint/claim", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/source", "mdck/internal/spelling"}},
	{"mdck/internal/testtmp", nil},
	{"mdck/internal/tree", []string{"mdck/mdcheckpoint/source"}},
	{"mdck/internal/nearest", nil},
	{"mdck/internal/safefile", []string{"mdck/internal/lock", "mdck/internal/safefile/disk", "mdck/internal/tree", "mdck/mdcheckpoint/source"}},
	{"mdck/internal/safefile/disk", []string{"mdck/internal/lock", "mdck/internal/tree"}},
	{"mdck/internal/safefile/faults", []string{"mdck/internal/safefile/disk"}},
	{"mdck/internal/archtest", nil},
	{"mdck/internal/integration", nil},
	{"mdck/lint", []string{"mdck/tokens", "mdck/mdcheckpoint", "mdck/mdcheckpoint/claim", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/source", "mdck/internal/nearest", "mdck/internal/spelling"}},
	{"mdck/bootstrap", []string{"mdck/tokens", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source"}},
	{"mdck/mdcheckpoint/plan", []string{"mdck/mdcheckpoint/plan/...", "mdck/internal/protocols/plan/...", "mdck/lint", "mdck/bootstrap", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/yamldoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source", "mdck/internal/nearest", "mdck/templates"}},
	{"mdck/mdcheckpoint/protocol", []string{"mdck/lint", "mdck/bootstrap", "mdck/mdcheckpoint", "mdck/mdcheckpoint/claim", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/jsondoc", "mdck/internal/spelling", "mdck/mdcheckpoint/source"}},
	{"mdck/mdcheckpoint/protocols", []string{"mdck/mdcheckpoint/..."}},
	{"mdck/internal/protocoltest", []string{"mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/source"}},
	{"mdck/mdcheckpoint/store", []string{"mdck/bootstrap", "mdck/tokens", "mdck/mdcheckpoint/claim", "mdck/internal/config", "mdck/internal/change", "mdck/internal/tree", "mdck/internal/workspace", "mdck/lint", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/protocols"}},
	{"mdck/templates", nil},
	{"mdck/tokens", nil},
	{"mdck/mdcheckpoint/ohrfc", []string{"mdck/lint", "mdck/bootstrap", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/yamldoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source", "mdck/internal/nearest", "mdck/templates"}},
	{"mdck/mdcheckpoint/ohrfc/compare", []string{"mdck/mdcheckpoint/ohrfc", "mdck/mdcheckpoint", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/source", "mdck/internal/spelling"}},
	{"mdck/internal/protocols/ccc/prose", []string{"mdck/internal/spelling"}},
	{"mdck/mdcheckpoint/ccc/engine", []string{"mdck/mdcheckpoint/claim", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/source", "mdck/internal/spelling", "mdck/mdcheckpoint/yamldoc"}},
	{"mdck/mdcheckpoint/ccc", []string{"mdck/mdcheckpoint/ccc/...", "mdck/internal/protocols/ccc/...", "mdck/lint", "mdck/bootstrap", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/yamldoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source", "mdck/internal/nearest", "mdck/templates"}},
	{"mdck/mdcheckpoint/agents", []string{"mdck/lint", "mdck/bootstrap", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/yamldoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source", "mdck/internal/nearest", "mdck/templates"}},
	{"mdck/mdcheckpoint/loop", []string{"mdck/mdcheckpoint/loop/...", "mdck/internal/protocols/loop/...", "mdck/lint", "mdck/bootstrap", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/yamldoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source", "mdck/templates"}},
	{"mdck/mdcheckpoint/loop/tasks", []string{"mdck/mdcheckpoint/protocol", "mdck/internal/spelling", "mdck/mdcheckpoint/source"}},
	{"mdck/internal/protocols/loop/tracks", []string{"mdck/mdcheckpoint/loop/tasks"}},
	{"mdck/mdcheckpoint/plan/planfile", []string{"mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/yamldoc", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source", "mdck/internal/nearest"}},
	{"mdck/mdcheckpoint/custom", []string{"mdck/lint", "mdck/bootstrap", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/yamldoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source", "mdck/internal/nearest", "mdck/templates"}},
	{"mdck/mdcheckpoint/handoff", []string{"mdck/lint", "mdck/bootstrap", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint", "mdck/mdcheckpoint/schema", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source"}},
	{"mdck/internal/protocols/plan/threshold", []string{"mdck/lint", "mdck/mdcheckpoint/yamldoc", "mdck/mdcheckpoint/protocol", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source", "mdck/internal/nearest"}},
	{"mdck/internal/protocols/plan/position", []string{"mdck/bootstrap", "mdck/mdcheckpoint/plan/planfile", "mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/claim", "mdck/internal/spelling", "mdck/mdcheckpoint/source"}},
	{"mdck/mdcheckpoint/schema", []string{"mdck/mdcheckpoint", "mdck/internal/spelling", "mdck/mdcheckpoint/source"}},
	{"mdck/mdcheckpoint/jsondoc", []string{"mdck/mdcheckpoint/source", "mdck/internal/spelling", "mdck/internal/nearest"}},
	{"mdck/mdcheckpoint/yamldoc", []string{"mdck/mdcheckpoint/jsondoc", "mdck/mdcheckpoint/source"}},
	{"mdck/mdcheckpoint/claim", []string{"mdck/internal/spelling", "mdck/mdcheckpoint/source"}},
	{"mdck/mdcheckpoint", []string{"mdck/mdcheckpoint/source"}},
	{"mdck/internal/spelling", []string{"mdck/mdcheckpoint/source"}},
	{"mdck/mdcheckpoint/source", nil},
}...)

type listed struct {
	ImportPath string
	Name       string
	Dir        string
	Standard   bool
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	Module     *struct{ Path string }
}

var module = sync.OnceValues(func() ([]listed, error) { return goList("./...") })

func packages(t *testing.T) []listed {
	t.Helper()
	all, err := module()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func list(t *testing.T, args ...string) []listed {
	t.Helper()
	all, err := goList(args...)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func goList(args ...string) ([]listed, error) {
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Name,Dir,Standard,GoFiles,Imports,Module"}, args...)...)
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var p listed
		if err := decoder.Decode(&p); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func matches(pattern, name string) bool {
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == below || strings.HasPrefix(name, below+"/")
	}
	return pattern == name
}

func TestLayers(t *testing.T) {
	for i, l := range layers {
		for _, other := range layers[:i] {
			if other.who == l.who {
				t.Errorf("%s has two rows", l.who)
			}
		}
	}
	for _, p := range packages(t) {
		i := slices.IndexFunc(layers, func(l layer) bool { return matches(l.who, p.ImportPath) })
		if i < 0 {
			t.Errorf("%s is in no layer: add a row to layers in archtest_test.go, with what it may import", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			inside := strings.HasPrefix(imported, "mdck/")
			if inside && !slices.ContainsFunc(layers[i].whom, func(w string) bool { return matches(w, imported) }) {
				t.Errorf("%s may not import %s: its row in layers of archtest_test.go does not have it", p.ImportPath, imported)
			}
		}
	}
}

// TestPure checks the packages that must not use disk, processes, network, clock or goroutines.
func TestPure(t *testing.T) {
	for _, p := range packages(t) {
		if p.Name == "main" || isEdge(p.ImportPath) {
			continue
		}
		for _, imported := range p.Imports {
			if slices.Contains([]string{"os", "os/exec", "net", "net/http", "log", "log/slog", "syscall", "unsafe"}, imported) {
				t.Errorf("%s imports %s", p.ImportPath, imported)
			}
		}
		eachFile(t, p, func(name string, file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "Now" {
					if x, ok := s.X.(*ast.Ident); ok && x.Name == "time" {
						t.Errorf("%s asks the clock", name)
					}
				}
				if _, ok := n.(*ast.GoStmt); ok && !strings.HasPrefix(p.ImportPath, "mdck/tokens") {
					t.Errorf("%s starts a goroutine", name)
				}
				return true
			})
		})
	}
}

func isEdge(path string) bool {
	inner := matches("mdck/internal/protocols/...", path) || path == "mdck/internal/spelling"
	return strings.HasPrefix(path, "mdck/internal/") && !inner || path == "mdck/mdcheckpoint/store"
}

func TestNoInit(t *testing.T) {
	for _, p := range packages(t) {
		if p.ImportPath == "mdck/internal/stack" {
			continue // ADR 20
		}
		eachFile(t, p, func(name string, file *ast.File) {
			for _, decl := range file.Decls {
				switch d := decl.(type) {
				case *ast.FuncDecl:
					if d.Name.Name == "init" && d.Recv == nil {
						t.Errorf("%s has an init function", name)
					}
				case *ast.GenDecl:
					if d.Tok == token.VAR {
						checkVariables(t, name, d)
					}
				}
			}
		})
	}
}

func checkVariables(t *testing.T, name string, d *ast.GenDecl) {
	t.Helper()
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.MapType:
			t.Errorf("%s makes a map for a package variable", name)
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && f.Name != "new" && f.Name != "len" && f.Name != "string" {
				t.Errorf("%s calls %s for a package variable", name, f.Name)
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "regexp" && strings.HasPrefix(n.Sel.Name, "MustCompile") {
				t.Errorf("%s compiles a regular expression for a package variable", name)
			}
		}
		return true
	})
}

func eachFile(t *testing.T, p listed, visit func(name string, file *ast.File)) {
	t.Helper()
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		file, ok := parsed[path]
		if !ok {
			var err error
			if file, err = parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution); err != nil {
				t.Fatal(err)
			}
			parsed[path] = file
		}
		visit(p.ImportPath+"/"+name, file)
	}
}

var parsed = map[string]*ast.File{}
