package mdcheckpoint_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Endings": mdcheckpoint.Endings, "Parse": mdcheckpoint.Parse, "Walk": mdcheckpoint.Walk,
	})
}
