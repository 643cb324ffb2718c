package plan_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/plan"
)

// TestNoPanics checks that exported functions and methods do not panic on any arguments.
func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"IsCalled": plan.IsCalled, "Restart": plan.Restart, "Claims": plan.Claims,
	})
}
