//go:build integration

package integration

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var vims = map[string][]string{
	"vim":  {"vim", "-N", "-u", "NONE", "-i", "NONE", "-n", "-es"},
	"nvim": {"nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-es"},
}

func inVims(t *testing.T, test func(t *testing.T, editor []string)) {
	for name, editor := range vims {
		t.Run(name, func(t *testing.T) { test(t, editor) })
	}
}

const listed = `
function! Listed(items) abort
  return map(a:items, {_, i -> {'Path': i.bufnr ? fnamemodify(bufname(i.bufnr), ':p') : '', 'Line': i.lnum, 'Column': i.col, 'Type': i.type, 'Text': i.text, 'Valid': i.valid}})
endfunction
function! Answer(value) abort
  call writefile([json_encode(a:value)], g:answer)
endfunction
`

type entry struct {
	Path, Type, Text    string
	Line, Column, Valid int
}

func vim(t *testing.T, editor []string, dir, script string, answer any) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "answer")
	lines := "let g:answer = '" + out + "'\n" + listed + block(t, "editors.md", "Vim", "vim", "") +
		"try\n" + script + "\ncatch\ncall Answer({'Error': v:exception . ' at ' . v:throwpoint})\nendtry\nqall!\n"
	edit(t, append(editor, "-S", written(t, "script.vim", lines)), dir)
	var failed struct{ Error string }
	if json.Unmarshal([]byte(read(t, out)), &failed) == nil && failed.Error != "" {
		t.Fatal(failed.Error)
	}
	if err := json.Unmarshal([]byte(read(t, out)), answer); err != nil {
		t.Fatal(err)
	}
}

func edit(t *testing.T, command []string, dir string) {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	// Without $SHELL, Vim searches $PATH for "sh". Without UTF-8 it reads Latin-1.
	cmd.Env = append(os.Environ(), "SHELL=/bin/sh", "LC_ALL=C.UTF-8")
	var talk strings.Builder
	cmd.Stdout, cmd.Stderr = &talk, &talk
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Wait(); err != nil {
		t.Logf("%s: %v\n%s", command[0], err, talk.String())
	}
}

func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	write(t, path, text)
	return path
}

func sameEntries(t *testing.T, dir string, got []entry, want []finding) {
	t.Helper()
	var read []finding
	for _, e := range got {
		i := strings.LastIndex(e.Text, " [")
		if e.Valid != 1 || i < 0 || !strings.HasSuffix(e.Text, "]") {
			t.Fatalf("an entry is %#v", e)
		}
		read = append(read, finding{
			Path: e.Path, Line: e.Line, Column: e.Column, Severity: severities[strings.ToLower(e.Type)],
			Message: e.Text[:i], Rule: strings.TrimSuffix(e.Text[i+2:], "]"),
		})
	}
	same(t, read, absolute(dir, want))
}

var severities = map[string]string{"e": "error", "w": "warning"}

func absolute(dir string, all []finding) []finding {
	for i := range all {
		if !filepath.IsAbs(all[i].Path) {
			all[i].Path = filepath.Join(dir, all[i].Path)
		}
	}
	return all
}

func TestVimErrorformat(t *testing.T) {
	dir := workspaces(t, true)
	want := findings(t, dir, "")
	inVims(t, func(t *testing.T, editor []string) {
		for _, get := range []string{"silent make!", "cgetexpr system('mdck lint')"} {
			var got []entry
			vim(t, editor, dir, get+"\ncall Answer(Listed(getqflist()))", &got)
			sameEntries(t, dir, got, want)
		}
	})
}

func TestVimWindowsPaths(t *testing.T) {
	dir := t.TempDir()
	line := `C:/Users/a b/.ohrfc/x/checkpoint.md:7:26: warning: rfc.md(a5d3b0ec): it was changed [ohrfc/rfc-hash]`
	inVims(t, func(t *testing.T, editor []string) {
		var got []entry
		vim(t, editor, dir, "cgetexpr ["+quoted(line)+"]\ncall Answer(Listed(getqflist()))", &got)
		if len(got) != 1 || !strings.HasSuffix(got[0].Path, "C:/Users/a b/.ohrfc/x/checkpoint.md") || got[0].Line != 7 || got[0].Column != 26 {
			t.Errorf("entries are %#v", got)
		}
	})
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// buffers lists kinds of text, each with the replacement that creates it.
var buffers = map[string]struct{ from, to string }{
	"lines":      {},
	"crlf":       {"\n", "\r\n"},
	"bom":        {"# Checkpoint:", "\ufeff# Checkpoint:"},
	"no newline": {"| <>\n", "| <>"},
}

func TestVimShorter(t *testing.T) {
	inVims(t, func(t *testing.T, editor []string) {
		dir, file := opened(t, "lines")
		text := strings.Replace(read(t, file), "### Scan Insights\n", "### Scan Insights\n<!-- 2-4 bullets -->\n", 1)
		write(t, file, text)
		want, _, _ := mdck(t, dir, "", "fmt", file)
		if strings.Count(want, "\n") >= strings.Count(text, "\n") {
			t.Fatal("mending does not make it shorter")
		}
		var done int
		vim(t, editor, dir, "edit "+checkpoint+"\nsilent write\ncall Answer(1)", &done)
		sameText(t, read(t, file), want)
	})
}

func opened(t *testing.T, form string) (dir, file string) {
	t.Helper()
	dir = workspaces(t, false)
	file = filepath.Join(dir, filepath.FromSlash(checkpoint))
	text := read(t, file)
	if b := buffers[form]; b.from != "" {
		text = strings.ReplaceAll(text, b.from, b.to)
	}
	write(t, file, text)
	return dir, file
}

func TestVimBuffer(t *testing.T) {
	inVims(t, func(t *testing.T, editor []string) {
		for form := range buffers {
			t.Run(form, func(t *testing.T) {
				dir, file := opened(t, form)
				before := read(t, file)
				typed := strings.Replace(before, "- last_phase", "- Last_phase", 1)
				if typed == before {
					t.Fatal("nothing was typed")
				}
				want := absolute(dir, findings(t, dir, strings.ReplaceAll(strings.TrimPrefix(typed, "\ufeff"), "\r\n", "\n"), "--stdin-filename", file))
				var got struct{ Unsaved, Saved []entry }
				vim(t, editor, dir, `
					set nofixendofline " Vim would end the last line itself
					edit `+checkpoint+`
					%s/- last_phase/- Last_phase/
					call MdckLint()
					let got = {'Unsaved': Listed(getloclist(0))}
					if readfile(expand('%'), 'b') != readfile('`+written(t, "before", before)+`', 'b') | throw 'the file was written' | endif
					silent write
					let got.Saved = Listed(getloclist(0))
					call Answer(got)`, &got)
				sameEntries(t, dir, got.Unsaved, want)

				mended, _, status := mdck(t, dir, typed, "fmt", "--stdin-filename", file)
				if status != 0 || mended == typed {
					t.Fatalf("mdck fmt has nothing to fix, or failed: status %d", status)
				}
				sameText(t, read(t, file), mended)
				sameEntries(t, dir, got.Saved, absolute(dir, findings(t, dir, strings.ReplaceAll(strings.TrimPrefix(mended, "\ufeff"), "\r\n", "\n"), "--stdin-filename", file)))
			})
		}
	})
}

func sameText(t *testing.T, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	a, b := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Errorf("line %d is %q, want %q", i+1, a[i], b[i])
			return
		}
	}
	t.Errorf("%d lines, want %d", len(a), len(b))
}

func TestVimFailure(t *testing.T) {
	inVims(t, func(t *testing.T, editor []string) {
		for name, trouble := range map[string]string{
			"configuration": "call writefile(['budgets: 1'], '.mdck.yaml')",
			"no mdck":       "let $PATH = '/nowhere'",
		} {
			t.Run(name, func(t *testing.T) {
				dir, file := opened(t, "lines")
				before := read(t, file)
				var modified int
				vim(t, editor, dir, trouble+"\nedit "+checkpoint+"\ncall MdckFmt()\nlet changed = &modified\nsilent write\ncall Answer(changed)", &modified)
				if modified != 0 || read(t, file) != before {
					t.Error("the buffer was changed")
				}
			})
		}
	})
}

func TestVimElsewhere(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "notes.md"), "#Notes \n")
	inVims(t, func(t *testing.T, editor []string) {
		var got []entry
		vim(t, editor, dir, "edit notes.md\ncall MdckFmt()\ncall MdckLint()\nwrite\ncall Answer(Listed(getloclist(0)))", &got)
		if len(got) != 0 || read(t, filepath.Join(dir, "notes.md")) != "#Notes \n" {
			t.Errorf("entries are %v", got)
		}
	})
}
