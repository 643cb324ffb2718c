package custom_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/custom"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Parse": custom.Parse, "Read": custom.Read, "ParseFormats": custom.ParseFormats,
	})
}
