package plan_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/plan"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"IsCalled": plan.IsCalled, "Restart": plan.Restart, "Claims": plan.Claims,
	})
}
