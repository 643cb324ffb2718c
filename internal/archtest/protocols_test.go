package archtest

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocols"
)

// maxNames limits the literals outside of protocols that are equal to the name of a protocol. Never
// increase it.
const maxNames = 3

func protocolPackages(t *testing.T) []string {
	t.Helper()
	all := packages(t)
	i := slices.IndexFunc(all, func(p listed) bool { return p.ImportPath == "mdck/mdcheckpoint/protocols" })
	return slices.DeleteFunc(slices.Clone(all[i].Imports), func(path string) bool {
		return !strings.HasPrefix(path, "mdck/") || path == "mdck/mdcheckpoint/protocol"
	})
}

// TestProtocolsAreInTheTable checks that only the table and its commands import a protocol.
func TestProtocolsAreInTheTable(t *testing.T) {
	ofProtocol, protocolNames := protocolPackages(t), protocols.Default().Names()
	protocolOf := func(path string) string {
		i := slices.IndexFunc(ofProtocol, func(of string) bool {
			return matches(of+"/...", path) || matches("mdck/internal/protocols/"+strings.TrimPrefix(of, "mdck/mdcheckpoint/")+"/...", path)
		})
		if i < 0 {
			return ""
		}
		return ofProtocol[i]
	}
	names := 0
	for _, p := range packages(t) {
		if protocolOf(p.ImportPath) != "" || p.ImportPath == "mdck/mdcheckpoint/protocols" {
			continue
		}
		eachFile(t, p, func(name string, file *ast.File) {
			for _, spec := range file.Imports {
				imported, _ := strconv.Unquote(spec.Path.Value)
				of := protocolOf(imported)
				if of != "" && !matches("mdck/internal/cli/"+path.Base(of)+"/...", p.ImportPath) {
					t.Errorf("%s imports a protocol: ask the table", name)
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil && slices.Contains(protocolNames, text) {
						names++
					}
				}
				return true
			})
		})
	}
	if names > maxNames {
		t.Errorf("%d literals are the name of a protocol; at most %d are allowed", names, maxNames)
	}
}
