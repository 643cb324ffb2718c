package compare_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/ohrfc/compare"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Checkpoints": compare.Checkpoints,
	})
}
