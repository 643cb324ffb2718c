package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestEditorCommand(t *testing.T) {
	for _, e := range []struct{ visual, editor, term, want string }{
		{"code --wait", "ed", "", "code --wait"}, {"", "ed", "dumb", "ed"}, {" ", "ed", "xterm", "ed"}, {"", "", "xterm", "vi"}, {"", " ", "dumb", ""},
	} {
		env := map[string]string{"VISUAL": e.visual, "EDITOR": e.editor, "TERM": e.term}
		if got := editorCommand(func(name string) string { return env[name] }); got != e.want {
			t.Errorf("%+v: got %q", e, got)
		}
	}
}

// TestCommandWords checks that a command is the words that a shell makes of it, or is
// refused for a sign that only a shell acts upon.
func TestCommandWords(t *testing.T) {
	for command, want := range map[string][]string{
		"ed": {"ed"}, " code \t--wait ": {"code", "--wait"}, `a "b c" "d"`: {"a", "b c", "d"}, `a ''`: {"a", ""}, `a'b c'"d"e`: {"ab cde"},
		`"x \y" -w`: {`x \y`, "-w"}, `a '$(b); "c"'`: {"a", `$(b); "c"`}, `a "\"b\""`: {"a", `"b"`}, "a b#c d=e f~": {"a", "b#c", "d=e", "f~"},
	} {
		if got, err := commandWords(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %q, %v", command, got, err)
		}
	}
	for command, sign := range map[string]string{
		"a $HOME": "$", "a; b": ";", "a | b": "|", "a & b": "&", "a `b`": "`", "a > b": ">", "a < b": "<", "(a)": "(", "a *": "*", "a ?": "?", "a [b]": "[", "a\nb": "\n",
		`a "$b"`: "$", "a \"`b`\"": "`", "~/a": "~", "a #": "#", "B=1 a": "=", `a "b`: "", "a 'b": "",
	} {
		_, err := commandWords(command)
		if fault, ok := errors.AsType[*signError](err); !ok || fault.sign != sign {
			t.Errorf("%q: got %v", command, err)
		}
	}
}

// TestSlashes checks what a backslash is: on Windows, where paths have them, itself.
func TestSlashes(t *testing.T) {
	for command, want := range map[string][2]string{`a\ b`: {"a b", ""}, `"a\\b"`: {`a\b`, `a\\b`}, `C:\x\ed`: {"C:xed", `C:\x\ed`}} {
		got, err := commandWords(command)
		if i := slices.Index([]string{"windows"}, runtime.GOOS) + 1; err != nil || want[i] != "" && got[0] != want[i] {
			t.Errorf("%q: got %q, %v", command, got, err)
		}
	}
}

// TestProcess checks that a command is started as it is, with the file as its last argument.
func TestProcess(t *testing.T) {
	for command, want := range map[string][]string{"vi": {"vi", "a b"}, "code --wait": {"code", "--wait", "a b"}} {
		got, err := (&editor{command: command}).process("a b")
		if err != nil || !slices.Equal(got.Args, want) {
			t.Errorf("%q: got %q, %v", command, got.Args, err)
		}
	}
}

// FuzzCommandWords states the law: words that are quoted and joined are taken apart again.
func FuzzCommandWords(f *testing.F) {
	f.Add("a b", "'")
	f.Add("$x", `\"`)
	f.Fuzz(func(t *testing.T, one, two string) {
		quoted := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'" }
		if got, err := commandWords(quoted(one) + " " + quoted(two)); err != nil || !slices.Equal(got, []string{one, two}) {
			t.Errorf("%q, %q: got %q, %v", one, two, got, err)
		}
		if words, err := commandWords(one); err == nil && len(strings.Fields(one)) > 0 && len(words) == 0 && strings.Trim(one, " \t") != "" {
			t.Errorf("%q has no words", one)
		}
	})
}

// TestEdit checks that the user gets the text in a file of their own, and that what
// became of it is given back, with the file in place.
func TestEdit(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	e := &editor{command: "no such program", tempDir: dir, std: Streams{In: strings.NewReader(""), Out: &out, Err: &out}}
	text, file, err := e.edit("x.md", "begun\n")
	if err == nil || text != "begun\n" {
		t.Errorf("got %q, %v", text, err)
	}
	if _, ended := errors.AsType[*editorError](err); ended {
		t.Errorf("an editor that did not start ended: %v", err)
	}
	if left, err := os.ReadFile(file); err != nil || string(left) != "begun\n" || filepath.Base(file) != "x.md" || filepath.Dir(filepath.Dir(file)) != dir {
		t.Errorf("%s holds %q, %v", file, left, err)
	}
	if _, file, err := (&editor{command: "vi", tempDir: filepath.Join(dir, "none")}).edit("x.md", ""); err == nil || file != "" {
		t.Errorf("got %q, %v", file, err)
	}
}
