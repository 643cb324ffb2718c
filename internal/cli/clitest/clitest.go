package clitest

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/internal/testtmp"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocols"
)

// setting matches variables that affect mdck, git and agents.
const setting = `^(MDCK|CCC|SDD|LINEAR|GIT|CLAUDE|CODEX|GEMINI)_|^(CI|GITHUB_ACTIONS|NO_COLOR)$`

// Main runs the tests of a package without the user's settings.
func Main(m *testing.M) {
	settings := regexp.MustCompile(setting)
	for _, e := range os.Environ() {
		if name, _, _ := strings.Cut(e, "="); settings.MatchString(name) && name != "MDCK_HOSTILE" && name != "MDCK_LONG" {
			os.Unsetenv(name)
		}
	}
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	testtmp.Use()
	os.Exit(m.Run())
}

// Known returns a Finder for mdck's protocols.
func Known() workspace.Finder { return workspace.Finder{Table: protocols.Default()} }

// HelpOf returns the --help output of a command.
func HelpOf(t *testing.T, c app.Command) string {
	t.Helper()
	var out, talk bytes.Buffer
	if err := c.Run([]string{"--help"}, app.Streams{In: strings.NewReader(""), Out: &out, Err: &talk}); err != nil {
		t.Fatalf("mdck %s --help: %v\n%s", c.Name, err, talk.String())
	}
	return out.String()
}

// TextOf returns the text of a file, or "".
func TextOf(file string) string {
	raw, _ := os.ReadFile(file)
	return string(raw)
}

// WriteText writes a file.
func WriteText(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
