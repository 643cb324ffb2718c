package tasks_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/loop/tasks"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"ReadLine": tasks.ReadLine, "CutBox": tasks.CutBox, "IDOf": tasks.IDOf, "Key": tasks.Key, "Parse": tasks.Parse,
	})
}
