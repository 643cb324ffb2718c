package schema_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/schema"
)

// TestNoPanics checks that no exported function or method panics, whatever its arguments.
func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Broken": schema.Broken, "Roomy": schema.Roomy, "LineEnd": schema.LineEnd, "NewBullets": schema.NewBullets, "JoinLines": schema.JoinLines,
		"BulletText": schema.BulletText, "HasContent": schema.HasContent, "Trimmed": schema.Trimmed, "Intact": schema.Intact, "Body": schema.Body,
		"Items": schema.Items, "ForPeople": schema.ForPeople, "Range": schema.Range, "Slug": schema.Slug, "Fold": schema.Fold, "Loosened": schema.Loosened,
		"Uncolon": schema.Uncolon, "Bare": schema.Bare, "Fill": schema.Fill,
	})
}
