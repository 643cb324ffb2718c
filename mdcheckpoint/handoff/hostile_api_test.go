package handoff_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/handoff"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Evidence": handoff.Evidence, "Parse": handoff.Parse, "ReadSheet": handoff.ReadSheet, "Edit": handoff.Edit,
	})
}
