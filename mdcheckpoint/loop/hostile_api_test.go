package loop_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/loop"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Edit": loop.Edit, "StatusOf": loop.StatusOf, "Fold": loop.Fold, "Parse": loop.Parse, "FormatOwner": loop.FormatOwner,
		"ParseOwner": loop.ParseOwner, "Restart": loop.Restart, "Read": loop.Read,
	})
}
