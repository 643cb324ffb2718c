package spelling

import (
	"os/exec"
	"testing"
)

func TestShellWord(t *testing.T) {
	words := []string{"", "-x", "a.go", "b c.go", "it's", "$HOME", "`x`", "a;b", "é", "*", "~x", "#x", "a\tb", `a\b`, "a\x7f", "a\nb", "A=b,c@d%e+f:"}
	if _, err := exec.LookPath("sh"); err == nil {
		for _, word := range words {
			out, err := exec.Command("sh", "-c", "printf %s -- "+ShellWord(word)).Output()
			if err != nil || string(out) != "--"+word {
				t.Errorf("%q is quoted as %s, and read as %q (%v)", word, ShellWord(word), out, err)
			}
		}
	}
	for word, want := range map[string]string{"": "''", "\x7f": "'\x7f'", "\u0080": "\u0080", "a-b": "a-b"} {
		if got := ShellWord(word); got != want {
			t.Errorf("%q is quoted as %q, want %q", word, got, want)
		}
	}
}

func TestShellPath(t *testing.T) {
	for name, want := range map[string]string{"-x y": "'./-x y'", "a/-x": "a/-x"} {
		if got := ShellPath(name); got != want {
			t.Errorf("%q is quoted as %q, want %q", name, got, want)
		}
	}
}
