package archtest

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"testing"
)

var starters = []struct{ file, why string }{
	{"mdck/internal/gitrepo/command.go", "git"},
	{"mdck/internal/gitrepo/group_other.go", "taskkill, to end git"},
	{"mdck/internal/linear/curl.go", "curl"},
}

// shells lists programs that run a command line, and their flags except -c, which git has too.
var shells = []string{"sh", "bash", "dash", "zsh", "ksh", "fish", "cmd", "cmd.exe", "powershell", "pwsh", "env", "xargs", "/c", "/C"}

var starting = []string{"exec.Command", "exec.CommandContext", "os.StartProcess", "syscall.Exec", "syscall.ForkExec", "syscall.StartProcess", "unix.Exec"}

func TestStarts(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range packages(t) {
		eachFile(t, p, func(path string, file *ast.File) {
			if !calls(file, starting) {
				return
			}
			seen[path] = true
			if !slices.ContainsFunc(starters, func(s struct{ file, why string }) bool { return s.file == path }) {
				t.Errorf("%s starts a program: give it a row", path)
			}
			if word := shellIn(file); word != "" {
				t.Errorf("%s names the shell %q", path, word)
			}
		})
	}
	for _, s := range starters {
		if !seen[s.file] && s.why != "taskkill, to end git" { // taskkill is for Windows
			t.Errorf("%s starts nothing", s.file)
		}
	}
}

func calls(file *ast.File, names []string) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && slices.Contains(names, x.Name+"."+s.Sel.Name) {
			found = true
		}
		return true
	})
	return found
}

func shellIn(file *ast.File) string {
	word := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && word == "" {
			if text, err := strconv.Unquote(l.Value); err == nil && slices.Contains(shells, text) {
				word = text
			}
		}
		return true
	})
	return word
}
