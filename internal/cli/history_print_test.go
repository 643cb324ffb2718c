package cli

import (
	"strings"
	"testing"
	"time"

	"mdck/internal/history"
	"mdck/internal/report"
)

// TestHistoryWidth holds that no line is wider than a terminal from 60 columns on, with
// numbers as large as they can be, and that nothing is shortened where there is room.
func TestHistoryWidth(t *testing.T) {
	version, most := 123, 1<<20
	var rows []history.Row
	for i := range 3 {
		rows = append(rows, history.Row{
			Commit: strings.Repeat("a", 40), Time: time.Date(2026, 11, 20+i, 8, 0, 0, 0, time.UTC), Version: &version, LinesChange: &most, TokensChange: &most,
			Subject: strings.Repeat("word ", 30), Text: history.Text{Lines: most, Tokens: most},
		})
	}
	for width := 60; width < 200; width++ {
		cells, least := historyTable(rows, width)
		for _, line := range report.TableLines(cells, least, width, nil) {
			if report.Width(line) > width {
				t.Fatalf("%d columns of %d: %q", report.Width(line), width, line)
			}
		}
		if whole := cells[1][timeColumn] == "2026-11-20T08:00:00Z"; whole && width < 100 || !whole && width > 130 {
			t.Errorf("in %d columns the time is %q", width, cells[1][timeColumn])
		}
	}
	if cells, _ := historyTable(rows, 0); len(cells[0]) != len(historyHead) || cells[1][timeColumn] != "2026-11-20T08:00:00Z" {
		t.Errorf("without a width the cells are %q", cells)
	}
}
