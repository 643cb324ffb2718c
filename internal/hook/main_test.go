package hook

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"mdck/internal/testtmp"
)

var setting = regexp.MustCompile(`^(MDCK|CCC|SDD|LINEAR|GIT|CLAUDE|CODEX|GEMINI)_`)

func TestMain(m *testing.M) {
	for _, e := range os.Environ() {
		if name, _, _ := strings.Cut(e, "="); setting.MatchString(name) {
			os.Unsetenv(name)
		}
	}
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	testtmp.Use()
	os.Exit(m.Run())
}
