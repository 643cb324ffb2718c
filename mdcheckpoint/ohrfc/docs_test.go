package ohrfc

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestStateTable(t *testing.T) {
	page, err := os.ReadFile("../../docs/ohrfc.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.SplitSeq(string(page), "\n") {
		if strings.HasPrefix(line, "| ") && strings.Contains(line, " | `") && strings.Contains(line, "` | ") && !strings.HasPrefix(line, "| from") {
			rows++
		}
	}
	if rows != len(Transitions) {
		t.Errorf("%d rows, expected %d", rows, len(Transitions))
	}
	for _, row := range Transitions {
		if line := fmt.Sprintf("\n| %s | `%s` | %s | ", row.From, row.Event, strings.Join(row.To, " or ")); !strings.Contains(string(page), line) {
			t.Errorf("no row %q", line)
		}
	}
}
