package templates_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/templates"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Progress": templates.Progress, "Track": templates.Track, "Questions": templates.Questions, "Reorient": templates.Reorient,
	})
}
