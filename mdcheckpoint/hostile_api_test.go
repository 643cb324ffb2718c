package mdcheckpoint_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint"
)

// TestNoPanics checks that no exported function or method panics, whatever it is given.
func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Endings": mdcheckpoint.Endings, "Parse": mdcheckpoint.Parse, "Walk": mdcheckpoint.Walk,
	})
}
