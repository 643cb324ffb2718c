package archtest

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

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

func TestContributing(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Concat(directories(t, root), madeFiles(t, root), slowTests(t, root))
	if len(want) < 100 {
		t.Errorf("%d names", len(want))
	}
	for _, name := range want {
		if !strings.Contains(string(page), name) {
			t.Errorf("CONTRIBUTING.md does not name %s", name)
		}
	}
}

func directories(t *testing.T, root string) []string {
	t.Helper()
	var all []string
	for _, p := range packages(t) {
		all = append(all, "`"+strings.TrimPrefix(p.ImportPath, "mdck/")+"/`")
	}
	for _, dir := range []string{"", "internal/"} {
		entries, err := os.ReadDir(filepath.Join(root, dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() && e.Name() != ".git" && e.Name() != ".mdck" {
				all = append(all, "`"+dir+e.Name()+"/")
			}
		}
	}
	return all
}

func madeFiles(t *testing.T, root string) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"*", "docs/*", "tokens/*"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			text, _ := os.ReadFile(name) // none for a directory
			first, _, _ := strings.Cut(string(text), "\n")
			if strings.Contains(first, "Made by go test") || filepath.Ext(name) == ".table" {
				all = append(all, strings.TrimPrefix(filepath.ToSlash(name), "../../"))
			}
		}
	}
	return all
}

func slowTests(t *testing.T, root string) []string {
	t.Helper()
	var all []string
	flag := regexp.MustCompile(`flag\.(?:Bool|Int|Duration|String)\("(\w+)", `)
	for _, p := range packages(t) {
		for _, m := range flag.FindAllStringSubmatch(testCode(t, p.Dir), -1) {
			all = append(all, " -"+m[1])
		}
	}
	programs, err := filepath.Glob(filepath.Join(root, ".ci", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range programs {
		all = append(all, ".ci/"+filepath.Base(name))
	}
	script, err := os.ReadFile(filepath.Join(root, ".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	alone := regexp.MustCompile(`(?m)^alone='\^\((.*)\)\$'`).FindStringSubmatch(string(script))
	if alone == nil {
		t.Fatal(".ci/run has no list of tests that run alone")
	}
	for _, name := range strings.Split(alone[1], "|") {
		all = append(all, "`"+name+"`")
	}
	return all
}

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

func TestGoCommands(t *testing.T) {
	root := filepath.Join("..", "..")
	command := regexp.MustCompile(`go test((?: \./[a-z/.]+)+)(?: -update| -tags \w+)*(?: -run (?:'([^']*)'|(\S+?))(?: |\x60|$))?`)
	n := 0
	for _, document := range []string{"CONTRIBUTING.md", "docs/testing.md", "docs/tokens.md", "docs/performance.md"} {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range command.FindAllStringSubmatch(string(text), -1) {
			n++
			names := testsIn(t, root, strings.Fields(m[1]))
			pattern, _, _ := strings.Cut(strings.ReplaceAll(m[2]+m[3], `\|`, "|"), "/")
			if pattern != "" && pattern != "^$" && !slices.ContainsFunc(names, regexp.MustCompile(pattern).MatchString) {
				t.Errorf("%s: %s: no such test", document, m[0])
			}
		}
	}
	if n < 20 {
		t.Errorf("%d commands", n)
	}
}

func testsIn(t *testing.T, root string, dirs []string) []string {
	t.Helper()
	function := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	var names []string
	for _, dir := range dirs {
		code := testCode(t, filepath.Join(root, strings.TrimSuffix(dir, "...")))
		if code == "" && !strings.HasSuffix(dir, "...") {
			t.Errorf("a document names %s, which has no tests", dir)
		}
		for _, f := range function.FindAllStringSubmatch(code, -1) {
			names = append(names, f[1])
		}
	}
	return names
}

func testCode(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for _, name := range files {
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, code...)
	}
	return string(all)
}
