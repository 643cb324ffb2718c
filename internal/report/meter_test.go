package report

import (
	"math"
	"strings"
	"testing"

	"mdck/mdcheckpoint/schema"
)

// TestMeterBar states what holds of every bar: it has its width, is empty only if
// nothing is used, full only if nothing is left, and never shrinks as more is used.
func TestMeterBar(t *testing.T) {
	for _, m := range []Meter{{Cells: 8}, {Cells: 8, Plain: true}, {Cells: 1}, {Cells: 1, Plain: true}} {
		full, empty, none := m.Bar(schema.Amount{Used: 1, Limit: 1}), m.Bar(schema.Amount{Limit: 1}), strings.Repeat(" ", m.Cells)
		for _, limit := range []int{0, 1, 2, 7, 8, 63, 64, 65, 200, 3000, math.MaxInt32} {
			before := 0
			for _, used := range []int{0, 1, limit / 100, limit / 2, limit - 1, limit, limit + 1, 2 * limit} {
				a := schema.Amount{Used: max(used, 0), Limit: limit}
				bar := m.Bar(a)
				if Width(bar) != m.Cells {
					t.Errorf("%+v %+v: bar %q is %d columns wide", m, a, bar, Width(bar))
				}
				if limit == 0 {
					if bar != none {
						t.Errorf("%+v: bar %q without a limit", m, bar)
					}
					continue
				}
				if (bar == empty) != (a.Used == 0) || bar == full && m.Cells > 1 && a.Used < limit {
					t.Errorf("%+v %+v: bar %q", m, a, bar)
				}
				if now := eighthsOf(bar); a.Used > 0 && now < before {
					t.Errorf("%+v %+v: bar %q is shorter than with less", m, a, bar)
				} else {
					before = now
				}
			}
		}
	}
}

// eighthsOf is how many eighths of cells a bar fills.
func eighthsOf(bar string) int {
	n := 0
	for _, r := range bar {
		switch r {
		case '#', '█':
			n += 8
		case '.', '░':
		default:
			n += 7 - int(r-'▉')
		}
	}
	return n
}

func TestMeterBars(t *testing.T) {
	for want, a := range map[string]schema.Amount{
		"░░░░": {Limit: 32}, "▏░░░": {Used: 1, Limit: 3200}, "▉░░░": {Used: 7, Limit: 32}, "█░░░": {Used: 8, Limit: 32},
		"██▌░": {Used: 20, Limit: 32}, "███▉": {Used: 3199, Limit: 3200}, "████": {Used: 99, Limit: 32},
	} {
		if got := (Meter{Cells: 4}).Bar(a); got != want {
			t.Errorf("%+v: %q, want %q", a, got, want)
		}
	}
	if got := (Meter{Cells: 4, Plain: true}).Bar(schema.Amount{Used: 20, Limit: 32}); got != "##.." {
		t.Errorf("%q", got)
	}
}

// TestPercent checks that 100 is what is used up, and more than that what is over.
func TestPercent(t *testing.T) {
	for a, want := range map[schema.Amount]int{
		{Used: 5}: 0, {Used: 0, Limit: 7}: 0, {Used: 199, Limit: 200}: 99, {Used: 200, Limit: 200}: 100, {Used: 201, Limit: 200}: 101,
		{Used: 2999, Limit: 3000}: 99, {Used: 3001, Limit: 3000}: 101, {Used: 1 << 40, Limit: 1}: 100 << 40,
	} {
		if got := Percent(a); got != want {
			t.Errorf("%+v: %d, want %d", a, got, want)
		}
	}
}

// TestMeterColumn checks that the parts stand below each other, and that what is over
// says so.
func TestMeterColumn(t *testing.T) {
	m := Meter{Cells: 4, Plain: true}
	got := m.Column([]*schema.Amount{{Used: 73, Limit: 200}, {Used: 1212, Limit: 1000}, nil, {Used: 1}}, "lines")
	want := []string{"#...   73/200 lines   36%", "#### 1212/1000 lines 122% over", "-", "        1 line"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := m.Column([]*schema.Amount{{Used: 7}, nil}, "lines"); got[0] != "7 lines" || got[1] != "-" {
		t.Errorf("no limits: %q", got)
	}
}

// TestTablePaint checks that colours change no other byte of a table.
func TestTablePaint(t *testing.T) {
	rows := [][]string{{"a", "bc", "d"}, {"", "e", ""}, {"検査検査", "x\x1b[2J", "last  "}}
	least := []int{0, 4, 4}
	for _, width := range []int{0, 12, 80} {
		bare := TableLines(rows, least, width, nil)
		for i, line := range TableLines(rows, least, width, func(int, int) string { return red }) {
			if got := strings.NewReplacer(red, "", plain, "").Replace(line); got != bare[i] {
				t.Errorf("width %d: %q, want %q", width, got, bare[i])
			}
		}
	}
}
