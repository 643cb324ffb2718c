package read

import (
	"fmt"
	"strings"
	"testing"

	"mdck/internal/report"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

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

func TestStatusLines(t *testing.T) {
	for _, n := range []int{0, 1, 2, 200} {
		rows := hardRows(n)
		for _, width := range []int{0, 80, 81, 100, 120, 160, 400} {
			lines := statusLines(rows, statusStyle{width: width})
			if len(lines) != n+min(n, 1) {
				t.Fatalf("%d lines for %d rows", len(lines), n)
			}
			for i, coloured := range statusLines(rows, statusStyle{width: width, colour: true}) {
				of := &statusRow{} // line 0 is the heading
				if i > 0 {
					of = &rows[i-1]
				}
				checkLine(t, of, lines[i], width)
				bare := strings.NewReplacer("\x1b[1;31m", "", "\x1b[1;33m", "", "\x1b[0m", "").Replace(coloured)
				if bare != lines[i] {
					t.Errorf("width %d: %q is %q in colour", width, lines[i], coloured)
				}
			}
		}
	}
}

func checkLine(t *testing.T, r *statusRow, line string, width int) {
	t.Helper()
	line, ended := strings.CutSuffix(line, "\n")
	if width > 0 && report.Width(line) > width {
		t.Errorf("width %d: %d columns: %q", width, report.Width(line), line)
	}
	if !ended || report.OneLine(line) != line {
		t.Errorf("width %d: a terminal would obey %q", width, line)
	}
	for _, a := range []*schema.Amount{r.lines, r.tokens} {
		if a == nil || a.Limit == 0 || width > 0 && width < 400 {
			continue
		}
		if !strings.Contains(line, fmt.Sprintf("%d/%d ", a.Used, a.Limit)) || strings.Count(line, "over") < strings.Count(fmt.Sprint(a.State()), "over") {
			t.Errorf("width %d: %+v is not in %q", width, *a, line)
		}
	}
}
