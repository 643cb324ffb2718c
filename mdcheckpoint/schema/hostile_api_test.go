package schema_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/schema"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"NewlyOver": schema.NewlyOver, "HasBlankLines": schema.HasBlankLines, "LineEnd": schema.LineEnd, "NewBullets": schema.NewBullets,
		"HasContent": schema.HasContent, "CheckIntact": schema.CheckIntact, "CheckOthersIntact": schema.CheckOthersIntact, "Body": schema.Body,
		"Items": schema.Items, "Range": schema.Range, "Marker": schema.Marker,
		"Fill": schema.Fill,
	})
}
