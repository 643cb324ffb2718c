package compare_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/ohrfc/compare"
)

// TestNoPanics checks that no exported function or method panics, whatever it is given.
func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Checkpoints": compare.Checkpoints,
	})
}
