package cli

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"mdck/internal/testtmp"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocols"
)

// setting matches the variables that mdck, git and agents read.
const setting = `^(MDCK|CCC|SDD|LINEAR|GIT|CLAUDE|CODEX|GEMINI)_|^(CI|GITHUB_ACTIONS|NO_COLOR)$`

// runTests runs the tests of a package without the settings of whoever runs them.
func runTests(m *testing.M) {
	settings := regexp.MustCompile(setting)
	for _, e := range os.Environ() {
		if name, _, _ := strings.Cut(e, "="); settings.MatchString(name) && name != "MDCK_HOSTILE" {
			os.Unsetenv(name)
		}
	}
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	testtmp.Use()
	os.Exit(m.Run())
}

// known returns a Finder of the protocols of mdck.
func known() workspace.Finder { return workspace.Finder{Table: protocols.Default()} }

// helpOf returns what --help of a command prints.
func helpOf(t *testing.T, c command) string {
	t.Helper()
	var out, talk bytes.Buffer
	if err := c.run([]string{"--help"}, Streams{In: strings.NewReader(""), Out: &out, Err: &talk}); err != nil {
		t.Fatalf("mdck %s --help: %v\n%s", c.name, err, talk.String())
	}
	return out.String()
}

// textOf returns the text of a file; "" if it cannot be read.
func textOf(file string) string {
	raw, _ := os.ReadFile(file)
	return string(raw)
}

// writeText writes a file.
func writeText(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
