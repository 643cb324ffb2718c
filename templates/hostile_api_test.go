package templates_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/templates"
)

// TestNoPanics checks that no exported function or method panics, whatever its arguments.
func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Progress": templates.Progress, "Track": templates.Track, "Questions": templates.Questions, "Reorient": templates.Reorient,
	})
}
