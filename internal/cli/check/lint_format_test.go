package check

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	var rows []string
	for _, f := range formats() {
		rows = append(rows, f.name)
	}
	field, _ := reflect.TypeFor[lintCommand]().FieldByName("Format")
	if values := field.Tag.Get("enum"); values != strings.Join(rows, ",") {
		t.Errorf("the enum of Format in lint.go is %q, the rows of formats in lint_format.go are %q", values, rows)
	}
	guide, err := os.ReadFile("../../../docs/reports.md")
	for _, name := range rows {
		if err != nil || !strings.Contains(string(guide), "\n| `"+name+"`") {
			t.Errorf("the table of docs/reports.md has no row for %s (%v)", name, err)
		}
	}
}
