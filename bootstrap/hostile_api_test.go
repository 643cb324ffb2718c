package bootstrap_test

import (
	"testing"

	"mdck/bootstrap"
	"mdck/internal/protocoltest"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"AppendCount": bootstrap.AppendCount, "NewFact": bootstrap.NewFact, "NewPart": bootstrap.NewPart, "NewPathFact": bootstrap.NewPathFact, "KnownFacts": bootstrap.KnownFacts,
		"PartsWithTexts": bootstrap.PartsWithTexts, "Unreadable": bootstrap.Unreadable,
	})
}
