package yamldoc_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/yamldoc"
)

// TestNoPanics checks that no exported function or method panics, whatever its arguments.
func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Parse": yamldoc.Parse,
	})
}
