package check

import (
	"reflect"
	"strings"
	"testing"
)

// TestFormats checks that every value of --format has a row in formats, in that order.
func TestFormats(t *testing.T) {
	var rows []string
	for _, f := range formats() {
		rows = append(rows, f.name)
	}
	field, _ := reflect.TypeFor[lintCommand]().FieldByName("Format")
	if values := field.Tag.Get("enum"); values != strings.Join(rows, ",") {
		t.Errorf("the enum of Format in lint.go is %q, the rows of formats in lint_format.go are %q", values, rows)
	}
}
