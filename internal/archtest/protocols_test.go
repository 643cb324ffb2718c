package archtest

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// knowing are the files outside of the protocols' packages, of the table and of the command
// line that import a protocol. Each is to ask the table instead: the list may only shrink.
var knowing = []string{
	"internal/config/config.go", "internal/config/format.go", "internal/config/table.go", "internal/config/threshold.go",
}

// maxNames is how many string literals outside of the protocols' packages may be the name
// of a protocol. It may only shrink.
const maxNames = 17

// ofProtocol matches the import paths of protocols and of the packages in them.
var ofProtocol = regexp.MustCompile(`^mdck/mdcheckpoint/(ohrfc|ccc|agents|loop|plan|custom)(/|$)`)

// protocolNames are the names in the table.
var protocolNames = []string{"ohrfc", "ccc", "agents", "loop", "plan", "format"}

// TestProtocolsAreInTheTable checks that only the command line, the table and the files in
// the list above import a protocol, that each of these still does, and that the names of
// protocols are not spelled out elsewhere.
func TestProtocolsAreInTheTable(t *testing.T) {
	importing := map[string]bool{}
	names := 0
	for _, p := range list(t, "./...") {
		if ofProtocol.MatchString(p.ImportPath) || p.ImportPath == "mdck/mdcheckpoint/protocols" {
			continue
		}
		eachFile(t, p, func(name string, file *ast.File) {
			name = strings.TrimPrefix(name, "mdck/")
			for _, spec := range file.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				if ofProtocol.MatchString(path) && !matches("mdck/internal/cli/...", p.ImportPath) {
					importing[name] = true
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
	for name := range importing {
		if !slices.Contains(knowing, name) {
			t.Errorf("%s imports a protocol: ask the table", name)
		}
	}
	for _, name := range knowing {
		if !importing[name] {
			t.Errorf("%s imports no protocol any more: take it off the list", name)
		}
	}
	if names > maxNames {
		t.Errorf("%d literals are the name of a protocol; at most %d are allowed", names, maxNames)
	}
}
