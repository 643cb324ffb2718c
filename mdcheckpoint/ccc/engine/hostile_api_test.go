package engine_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/ccc/engine"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"ReadPreferences": engine.ReadPreferences, "SetScope": engine.SetScope, "Parse": engine.Parse, "IsWarning": engine.IsWarning,
		"SignalWords": engine.SignalWords,
	})
}
