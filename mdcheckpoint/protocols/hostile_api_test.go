package protocols_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/protocols"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Default": protocols.Default,
	})
}
