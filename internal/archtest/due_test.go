package archtest

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// TestDue checks that only a protocol creates protocol.Due and protocol.Refused.
func TestDue(t *testing.T) {
	calls := map[string][]string{}
	for _, p := range packages(t) {
		isProtocol := strings.HasPrefix(p.ImportPath, "mdck/mdcheckpoint/") || matches("mdck/internal/protocols/...", p.ImportPath)
		eachFile(t, p, func(name string, file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					if made := selected(n.Type); !isProtocol && (made == "protocol.Due" || made == "protocol.Refused") {
						t.Errorf("%s makes a %s", name, made)
					}
				case *ast.CallExpr:
					if called := selected(n.Fun); called == "().Due" || called == "p.Allow" {
						calls[called] = append(calls[called], name)
					}
				}
				return true
			})
		})
	}
	for called, want := range map[string]string{"().Due": "mdck/internal/workspace/lint.go", "p.Allow": "mdck/mdcheckpoint/protocol/due.go"} {
		if got := slices.Compact(calls[called]); len(got) != 1 || got[0] != want {
			t.Errorf("%s is called in %q, want %s alone", called, got, want)
		}
	}
}

// selected formats a selector as "x.Name", or as "().Name" if x is a call.
func selected(e ast.Expr) string {
	if slice, ok := e.(*ast.ArrayType); ok {
		e = slice.Elt
	}
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	switch x := s.X.(type) {
	case *ast.Ident:
		return x.Name + "." + s.Sel.Name
	case *ast.CallExpr:
		return "()." + s.Sel.Name
	}
	return ""
}
