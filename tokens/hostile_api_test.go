package tokens_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/tokens"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Generations": tokens.Generations, "GenerationOf": tokens.GenerationOf, "New": tokens.New, "Encodings": tokens.Encodings,
	})
}
