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

func TestCommandWords(t *testing.T) {
	for command, want := range map[string][]string{
		"ed": {"ed"}, " code  --wait ": {"code", "--wait"}, `"C:\Program Files\x.exe" -w`: {`C:\Program Files\x.exe`, "-w"}, `a "b c" "d"`: {"a", "b c", "d"},
	} {
		if got := commandWords(command); !slices.Equal(got, want) {
			t.Errorf("%q: got %q", command, got)
		}
	}
}

// TestProcess is how a command becomes a process, with a shell and without.
func TestProcess(t *testing.T) {
	dir := t.TempDir()
	for _, e := range []struct {
		command string
		shell   bool
		want    []string
	}{
		{"vi", true, []string{"vi", "a b"}},
		{"vi", false, []string{"vi", "a b"}},
		{"code --wait", true, []string{"sh", "-c", `code --wait "$@"`, "code --wait", "a b"}},
		{"code --wait", false, []string{"code", "--wait", "a b"}},
	} {
		t.Setenv("PATH", dir)
		name := "sh"
		if runtime.GOOS == "windows" {
			name = "sh.exe"
		}
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if e.shell {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		got := (&editor{command: e.command}).process("a b").Args
		got[0] = strings.TrimSuffix(filepath.Base(got[0]), ".exe")
		if !slices.Equal(got, e.want) {
			t.Errorf("%q, shell %v: got %q", e.command, e.shell, got)
		}
	}
}

// TestEdit holds that the user gets the text in a file of their own, and that what
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
