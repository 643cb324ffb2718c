package cli

import (
	"os"
	"strings"
	"testing"
)

// TestMain takes out of the way what the shell says of where sessions lie.
func TestMain(m *testing.M) {
	for _, e := range os.Environ() {
		if name, _, _ := strings.Cut(e, "="); strings.HasPrefix(name, "CCC_") || strings.HasPrefix(name, "SDD_") {
			os.Unsetenv(name)
		}
	}
	os.Exit(m.Run())
}
