package archtest

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestNamesInDocuments checks that the files and names of packages exist which the documents
// for contributors name. A word in capitals in a path stands for a name.
func TestNamesInDocuments(t *testing.T) {
	root := filepath.Join("..", "..")
	file := regexp.MustCompile("`((?:bench|cmd|docs|internal|lint|mdcheckpoint)/[^` ]+)`")
	name := regexp.MustCompile("`\\*?([a-z]+)\\.([A-Z]\\w*)[^` ]*`")
	declared := declaredNames(t)
	for _, document := range []string{"CONTRIBUTING.md", "docs/architecture.md", "docs/testing.md"} {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range file.FindAllStringSubmatch(string(text), -1) {
			pattern := regexp.MustCompile("[A-Z]{2,}").ReplaceAllString(m[1], "*")
			if found, err := filepath.Glob(filepath.Join(root, pattern)); err != nil || len(found) == 0 {
				t.Errorf("%s names %s, which does not exist", document, m[1])
			}
		}
		for _, m := range name.FindAllStringSubmatch(string(text), -1) {
			if names, ok := declared[m[1]]; ok && !slices.Contains(names, m[2]) {
				t.Errorf("%s names %s.%s, which does not exist", document, m[1], m[2])
			}
		}
	}
}

// declaredNames returns the exported names of packages of the module, by the name of the package.
func declaredNames(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, p := range packages(t) {
		eachFile(t, p, func(_ string, file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					all[p.Name] = append(all[p.Name], n.Name.Name)
					return false
				case *ast.TypeSpec:
					all[p.Name] = append(all[p.Name], n.Name.Name)
				case *ast.ValueSpec:
					for _, id := range n.Names {
						all[p.Name] = append(all[p.Name], id.Name)
					}
				}
				return true
			})
		})
	}
	return all
}
