package yamldoc_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/yamldoc"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Parse": yamldoc.Parse,
	})
}
