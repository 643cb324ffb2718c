package schema_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/schema"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Broken": schema.Broken, "Roomy": schema.Roomy, "LineEnd": schema.LineEnd, "NewBullets": schema.NewBullets,
		"HasContent": schema.HasContent, "Intact": schema.Intact, "Body": schema.Body,
		"Items": schema.Items, "Range": schema.Range,
		"Fill": schema.Fill,
	})
}
