package tasks_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/loop/tasks"
)

// TestNoPanics checks that no exported function or method panics, whatever it is given.
func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"ReadLine": tasks.ReadLine, "CutBox": tasks.CutBox, "IDOf": tasks.IDOf, "Key": tasks.Key, "Parse": tasks.Parse,
	})
}
