package read

import (
	"fmt"
	"strings"
	"testing"

	"mdck/internal/report"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// hardRows are rows of all kinds, as hard to show as can be.
func hardRows(n int) []statusRow {
	long, minutes := strings.Repeat("検査", 40), 1<<30
	var rows []statusRow
	for i := range n {
		r := statusRow{protocol: "agents", id: fmt.Sprintf("id-%d", i), Status: protocol.Status{Phase: "S2.P1", Next: "go on"}}
		switch i % 6 {
		case 0:
			r.lines, r.tokens = &schema.Amount{Used: 199, Limit: 200}, &schema.Amount{Used: 3001, Limit: 3000}
		case 1:
			r.id, r.Phase, r.State, r.Next, r.VersionText = long, long, long, long, long
			r.lines, r.tokens = &schema.Amount{Used: 1 << 20, Limit: 1}, &schema.Amount{Used: 1 << 20, Limit: 1 << 30}
		case 2:
			r.Agent, r.Class, r.minutes, r.errors, r.warnings = "é\x1b[2J\t\u202e", "warning", &minutes, 1<<20, 1<<20
			r.lines = &schema.Amount{Used: 1}
		case 3:
			r.unread, r.Next = true, ""
		case 4:
			r.lines, r.tokens = &schema.Amount{Used: 0, Limit: 200}, &schema.Amount{}
		}
		rows = append(rows, r)
	}
	return rows
}

// TestStatusBlocks checks the rows at every width from the least on: no line is wider;
// each row has one, and a second one only with budgets; the numbers of budgets are whole,
// and colours change no other byte.
func TestStatusBlocks(t *testing.T) {
	for _, n := range []int{0, 1, 2, 200} {
		rows := hardRows(n)
		for _, width := range []int{0, 80, 81, 100, 120, 160, 400} {
			look := statusLook{width: width}
			blocks := statusBlocks(rows, look)
			if len(blocks) != n {
				t.Fatalf("%d blocks for %d rows", len(blocks), n)
			}
			look.colour = true
			for i, coloured := range statusBlocks(rows, look) {
				checkBlock(t, &rows[i], blocks[i], width)
				bare := strings.NewReplacer("\x1b[1;31m", "", "\x1b[1;33m", "", "\x1b[0m", "").Replace(strings.Join(coloured, "\n"))
				if bare != strings.Join(blocks[i], "\n") {
					t.Errorf("width %d: %q is %q in colour", width, blocks[i], coloured)
				}
			}
		}
	}
}

func checkBlock(t *testing.T, r *statusRow, block []string, width int) {
	t.Helper()
	if n := len(block); n == 0 || n > 2 || n == 2 && (width == 0 || !r.budgeted()) {
		t.Fatalf("width %d: %q", width, block)
	}
	for _, line := range block {
		if width > 0 && report.Width(line) > width {
			t.Errorf("width %d: %d columns: %q", width, report.Width(line), line)
		}
		if report.OneLine(line) != line {
			t.Errorf("width %d: a terminal would obey %q", width, line)
		}
	}
	for _, a := range []*schema.Amount{r.lines, r.tokens} {
		if a == nil || a.Limit == 0 {
			continue
		}
		whole := strings.Join(block, "\n")
		if !strings.Contains(whole, fmt.Sprintf("%d/%d ", a.Used, a.Limit)) || strings.Count(whole, "over") < strings.Count(fmt.Sprint(a.Standing()), "over") {
			t.Errorf("width %d: %+v is not in %q", width, *a, block)
		}
	}
}
