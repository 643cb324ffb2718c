package archtest

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

var changing = []string{
	"os.WriteFile", "os.Create", "os.CreateTemp", "os.OpenFile", "os.Mkdir", "os.MkdirAll", "os.MkdirTemp", "os.Rename", "os.Link", "os.Symlink",
	"os.Remove", "os.RemoveAll", "os.Truncate", "os.Chmod", "os.Chown", "os.Chtimes", "os.CopyFS", "os.OpenRoot",
}

func TestOneWriter(t *testing.T) {
	for _, p := range packages(t) {
		mayWrite := slices.Contains([]string{"mdck/internal/change", "mdck/internal/workspace"}, p.ImportPath)
		if slices.Contains(p.Imports, "mdck/internal/safefile") && !mayWrite {
			t.Errorf("%s imports safefile", p.ImportPath)
		}
		if slices.Contains([]string{"mdck/internal/safefile/disk", "mdck/internal/safefile/faults", "mdck/internal/lock", "mdck/internal/cli/clitest"}, p.ImportPath) || strings.HasPrefix(p.ImportPath, "mdck/bench/") {
			continue
		}
		eachFile(t, p, func(name string, file *ast.File) {
			if !mayWrite && slices.Contains(p.Imports, "mdck/internal/workspace") && selects(file, "Store") {
				t.Errorf("%s uses the store of a target, or of a writer", name)
			}
			opensToRead := name == "mdck/internal/tree/read.go"
			if name != "mdck/internal/gitrepo/commit_run.go" && !opensToRead && calls(file, changing) {
				t.Errorf("%s changes files", name)
			}
		})
	}
}

func selects(file *ast.File, name string) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		found = found || ok && s.Sel.Name == name
		return true
	})
	return found
}
