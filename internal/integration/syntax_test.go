//go:build integration

package integration

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var checkers = map[string][]string{
	"lua":   {"nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-es", "--cmd", "lua local ok, fault = loadfile(vim.v.argv[#vim.v.argv]) if not ok then io.stderr:write(fault) vim.cmd('cquit') end vim.cmd('qall!')"},
	"toml":  {"python3", "-c", "import sys, tomllib; tomllib.load(open(sys.argv[1], 'rb'))"},
	"js":    {"node", "--check"},
	"elisp": {"emacs", "--batch", "-Q", "-l"},
	"sh":    {"sh", "-n"},
	"vim":   {"vim", "-N", "-u", "NONE", "-i", "NONE", "-n", "-es", "-c", "try | execute 'source' argv(0) | catch | cquit | endtry | qall!"},
}

func TestSyntax(t *testing.T) {
	fence := regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```")
	for _, document := range []string{"editors.md", "lsp.md"} {
		for _, b := range fence.FindAllStringSubmatch(read(t, filepath.Join(repository(t), "docs", document)), -1) {
			checker := checkers[b[1]]
			if checker == nil {
				if !slices.Contains([]string{"json", "yaml", "text"}, b[1]) {
					t.Errorf("docs/%s: nobody reads %s", document, b[1])
				}
				continue
			}
			if fault := syntaxErrors(t, checker, b[1], b[2]); fault != "" {
				t.Errorf("docs/%s: %s in\n%s", document, fault, b[2])
			}
			broken := strings.TrimRight(b[2], "\n)]}\"'`") // invalid, to test the checker
			if b[1] == "vim" {
				broken += "\nif\n"
			}
			if b[1] != "sh" && syntaxErrors(t, checker, b[1], "(["+broken) == "" {
				t.Errorf("%s passes anything", checker[0])
			}
		}
	}
}

func syntaxErrors(t *testing.T, checker []string, language, text string) string {
	t.Helper()
	name := written(t, "block."+language, text)
	out, talk, status := program(t, t.TempDir(), "", checker[0], append(slices.Clone(checker[1:]), name)...)
	if status == 0 {
		return ""
	}
	return strings.TrimSpace(out+talk) + " (status " + string(rune('0'+status%10)) + ")"
}

func TestEveryBlockRuns(t *testing.T) {
	run := []string{"MdckRun"} // tested with Vim
	for _, l := range linters {
		run = append(run, l.with)
	}
	for _, f := range formatters {
		run = append(run, f.with)
	}
	for _, s := range servers {
		run = append(run, s.with)
	}
	fence := regexp.MustCompile("(?ms)^```(?:lua|vim)\n(.*?)^```")
	for _, document := range []string{"editors.md", "lsp.md"} {
		for _, b := range fence.FindAllStringSubmatch(read(t, filepath.Join(repository(t), "docs", document)), -1) {
			if !slices.ContainsFunc(run, func(with string) bool { return strings.Contains(b[1], with) }) {
				t.Errorf("docs/%s: no test runs\n%s", document, b[1])
			}
		}
	}
}
