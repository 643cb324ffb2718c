package tokens_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/tokens"
)

// TestNoPanics checks that no exported function or method panics, whatever its arguments.
func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Generations": tokens.Generations, "GenerationOf": tokens.GenerationOf, "New": tokens.New, "Encodings": tokens.Encodings,
	})
}
