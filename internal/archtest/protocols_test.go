package archtest

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// maxNames is how many string literals outside of the protocols' packages may be the name
// of a protocol. It may only shrink.
const maxNames = 3

// ofProtocol matches the import paths of protocols and of the packages in them.
var ofProtocol = regexp.MustCompile(`^mdck/mdcheckpoint/(ohrfc|ccc|agents|loop|plan|custom)(/|$)`)

// protocolNames are the names in the table.
var protocolNames = []string{"ohrfc", "ccc", "agents", "loop", "plan", "format"}

// TestProtocolsAreInTheTable checks that only the table and the commands of a protocol import
// it, and that the names of protocols are not spelled out elsewhere.
func TestProtocolsAreInTheTable(t *testing.T) {
	names := 0
	for _, p := range packages(t) {
		if ofProtocol.MatchString(p.ImportPath) || p.ImportPath == "mdck/mdcheckpoint/protocols" {
			continue
		}
		eachFile(t, p, func(name string, file *ast.File) {
			for _, spec := range file.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				of := ofProtocol.FindStringSubmatch(path)
				if of != nil && !matches("mdck/internal/cli/"+of[1]+"/...", p.ImportPath) {
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
