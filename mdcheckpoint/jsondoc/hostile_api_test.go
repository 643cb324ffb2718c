package jsondoc_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/jsondoc"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"NewEditor": jsondoc.NewEditor, "Parent": jsondoc.Parent, "Matcher": jsondoc.Matcher, "Parse": jsondoc.Parse, "ParseChecked": jsondoc.ParseChecked,
		"Schema": jsondoc.Schema, "Table": jsondoc.Table, "Literal": jsondoc.Literal, "Quote": jsondoc.Quote, "Encode": jsondoc.Encode, "Exactly": jsondoc.Exactly,
		"Visible": jsondoc.Visible,
	})
}
