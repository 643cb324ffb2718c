//go:build integration

package integration

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type diagnostic struct {
	Line     int `json:"lnum"` // 0-based
	Column   int `json:"col"`  // 0-based, in bytes
	Severity int
	Message  string
	Source   string
	UserData struct {
		LSP struct{ Code string }
	} `json:"user_data"` // by a language server
}

// neovim runs a recipe and a script in Neovim. It decodes what the script passes to answer().
func neovim(t *testing.T, dir, recipe, script string, answer any) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "answer")
	plugins := read(t, filepath.Join("testdata", "plugins.lua"))
	lua := plugins + "\nlocal function answer(v) vim.fn.writefile({ vim.fn.json_encode(v) }, [[" + out + "]]) end\n" +
		"vim.o.fixendofline = false\n" +
		"local ok, fault = pcall(function()\n" + recipe + "\n" + script + "\nend)\n" +
		"if not ok then answer({ Error = tostring(fault) }) end\nvim.cmd('qall!')\n"
	edit(t, []string{"nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "filetype on", "-S", written(t, "script.lua", lua)}, dir)
	var failed struct{ Error string }
	if json.Unmarshal([]byte(read(t, out)), &failed) == nil && failed.Error != "" {
		t.Fatal(failed.Error)
	}
	if err := json.Unmarshal([]byte(read(t, out)), answer); err != nil {
		t.Fatal(err)
	}
}

const typing = `
vim.cmd("edit ` + checkpoint + `")
vim.cmd("silent %s/- last_phase/- Last_phase/")
`

func ofFile(all []finding, file string) []finding {
	return slices.DeleteFunc(all, func(f finding) bool { return f.Path != file })
}

func sameDiagnostics(t *testing.T, file string, got []diagnostic, want []finding) {
	t.Helper()
	var read []finding
	for _, d := range got {
		i := strings.LastIndex(d.Message, " [")
		if i < 0 || d.Source != "mdck" {
			t.Fatalf("a diagnostic is %#v", d)
		}
		read = append(read, finding{
			Path: file, Line: d.Line + 1, Column: d.Column + 1, Severity: []string{"", "error", "warning"}[d.Severity],
			Message: d.Message[:i], Rule: strings.TrimSuffix(d.Message[i+2:], "]"),
		})
	}
	same(t, read, want)
}

var linters = map[string]struct{ section, with, run string }{
	"nvim-lint": {"Neovim", `require("lint")`, "lint.try_lint()"},
	"none-ls":   {"none-ls", "null_ls.register", `none_ls("diagnostics")`},
}

func TestNeovimLint(t *testing.T) {
	for name, l := range linters {
		t.Run(name, func(t *testing.T) {
			dir, file := opened(t, "lines")
			before := read(t, file)
			typed := strings.Replace(before, "- last_phase", "- Last_phase", 1)
			all := findings(t, dir, typed, "--stdin-filename", file)
			want := ofFile(slices.Clone(all), file)
			if len(all) == len(want) {
				t.Fatal("nothing is found in the files beside it")
			}
			var got []diagnostic
			neovim(t, dir, block(t, "editors.md", l.section, "lua", l.with), typing+l.run+"\nanswer(vim.diagnostic.get(0))", &got)
			sameDiagnostics(t, file, got, want)
			sameText(t, read(t, file), before)
		})
	}
}

func TestNeovimLintOnSave(t *testing.T) {
	dir, file := opened(t, "lines")
	var got []diagnostic
	neovim(t, dir, block(t, "editors.md", "Neovim", "lua", `require("lint")`), typing+"vim.cmd('write')\nanswer(vim.diagnostic.get(0))", &got)
	if text := read(t, file); !strings.Contains(text, "- Last_phase") {
		t.Fatal("the buffer was not saved")
	}
	sameDiagnostics(t, file, got, ofFile(findings(t, dir, "", filepath.Dir(file)), file))
}

func TestNeovimLintElsewhere(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "notes.md"), "#Notes \n")
	for _, l := range linters {
		var got []diagnostic
		neovim(t, dir, block(t, "editors.md", l.section, "lua", l.with), "vim.cmd('edit notes.md')\n"+l.run+"\nanswer(vim.diagnostic.get(0))", &got)
		if len(got) != 0 {
			t.Errorf("found %v", got)
		}
	}
}

var formatters = map[string]struct{ section, with, run string }{
	"conform": {"Neovim", `require("conform")`, ""},
	"none-ls": {"none-ls", "formatter_factory", `none_ls("formatting")`},
}

func TestNeovimFormat(t *testing.T) {
	for name, f := range formatters {
		for form := range buffers {
			t.Run(name+" "+form, func(t *testing.T) {
				dir, file := opened(t, form)
				typed := strings.Replace(read(t, file), "- last_phase", "- Last_phase", 1)
				want, _, status := mdck(t, dir, typed, "fmt", "--stdin-filename", file)
				if status != 0 || want == typed {
					t.Fatalf("nothing to fix, or status %d", status)
				}
				var done bool
				neovim(t, dir, block(t, "editors.md", f.section, "lua", f.with), typing+f.run+"\nvim.cmd('write')\nanswer(true)", &done)
				sameText(t, read(t, file), want)

				// The saved file gives the same text.
				write(t, file, typed)
				out, _, _ := mdck(t, dir, "", "fmt", file)
				sameText(t, out, want)
			})
		}
	}
}

func TestNeovimFormatFails(t *testing.T) {
	for name, f := range formatters {
		t.Run(name, func(t *testing.T) {
			dir, file := opened(t, "lines")
			typed := strings.Replace(read(t, file), "- last_phase", "- Last_phase", 1)
			write(t, filepath.Join(dir, ".mdck.yaml"), "budgets: 1\n")
			var done bool
			neovim(t, dir, block(t, "editors.md", f.section, "lua", f.with), typing+f.run+"\nvim.cmd('write')\nanswer(true)", &done)
			sameText(t, read(t, file), typed)
		})
	}
}
