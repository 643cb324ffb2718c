package cli

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"mdck/internal/testtmp"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocols"
)

// setting matches the variables that mdck, git and agents read.
var setting = regexp.MustCompile(`^(MDCK|CCC|SDD|LINEAR|GIT|CLAUDE|CODEX|GEMINI)_|^(CI|GITHUB_ACTIONS|NO_COLOR)$`)

// TestMain unsets the settings of whoever runs the tests.
func TestMain(m *testing.M) {
	for _, e := range os.Environ() {
		if name, _, _ := strings.Cut(e, "="); setting.MatchString(name) && name != "MDCK_HOSTILE" {
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
