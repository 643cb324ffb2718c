package plan_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/plan"
)

// TestNoPanics checks that no exported function or method panics, whatever it is given.
func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"IsCalled": plan.IsCalled, "Restart": plan.Restart, "Claims": plan.Claims,
	})
}
