package archtest

import (
	"go/ast"
	"slices"
	"testing"
)

// readers lists the packages that may open files.
var readers = []string{"mdck/internal/tree", "mdck/internal/lock", "mdck/internal/safefile/...", "mdck/internal/cli/clitest"}

var opening = []string{"os.ReadFile", "os.Open", "os.OpenFile", "os.OpenInRoot", "os.OpenRoot", "os.DirFS", "syscall.Open", "unix.Open"}

func TestReads(t *testing.T) {
	for _, p := range packages(t) {
		reads := slices.ContainsFunc(readers, func(r string) bool { return matches(r, p.ImportPath) })
		eachFile(t, p, func(name string, file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if f := selected(n); !reads && slices.Contains(opening, f) {
						t.Errorf("%s calls %s: read with tree.ReadFile, or a tree of tree.Dir", name, f)
					}
				case *ast.CallExpr:
					if selected(n.Fun) == "io.ReadAll" && !isBounded(n.Args[0]) {
						t.Errorf("%s reads a stream without a limit", name)
					}
				}
				return true
			})
		})
	}
}

func isBounded(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && slices.Contains([]string{"io.LimitReader", "io.NewSectionReader"}, selected(call.Fun))
}
