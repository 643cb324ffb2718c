package report

import (
	"math"
	"strings"
	"testing"

	"mdck/mdcheckpoint/schema"
)

// TestMeter states what holds of every bar: it has its width, is empty only if nothing is used,
// full only if nothing is left, and never shrinks as more is used.
func TestMeter(t *testing.T) {
	for _, cells := range []int{8, 1} {
		full, empty, none := meter(schema.Amount{Used: 1, Limit: 1}, cells), meter(schema.Amount{Limit: 1}, cells), strings.Repeat(" ", cells)
		for _, limit := range []int{0, 1, 2, 7, 8, 63, 64, 65, 200, 3000, math.MaxInt32} {
			before := 0
			for _, used := range []int{0, 1, limit / 100, limit / 2, limit - 1, limit, limit + 1, 2 * limit} {
				a := schema.Amount{Used: max(used, 0), Limit: limit}
				bar := meter(a, cells)
				if len(bar) != cells {
					t.Errorf("%+v: bar %q is %d columns wide", a, bar, len(bar))
				}
				if limit == 0 {
					if bar != none {
						t.Errorf("bar %q without a limit", bar)
					}
					continue
				}
				if (bar == empty) != (a.Used == 0) || bar == full && cells > 1 && a.Used < limit {
					t.Errorf("%+v: bar %q", a, bar)
				}
				now := 2*strings.Count(bar, "#") + strings.Count(bar, "=")
				if a.Used > 0 && now < before {
					t.Errorf("%+v: bar %q is shorter than with less", a, bar)
				}
				before = now
			}
		}
	}
}

func TestMeterBars(t *testing.T) {
	for want, a := range map[string]schema.Amount{
		"----": {Limit: 32}, "=---": {Used: 1, Limit: 3200}, "#---": {Used: 8, Limit: 32}, "##=-": {Used: 20, Limit: 32}, "###=": {Used: 3199, Limit: 3200}, "####": {Used: 99, Limit: 32},
	} {
		if got := meter(a, 4); got != want {
			t.Errorf("%+v: %q, want %q", a, got, want)
		}
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

// TestAmounts checks that the parts stand below each other, and that what is over
// says so.
func TestAmounts(t *testing.T) {
	got := Amounts([]*schema.Amount{{Used: 73, Limit: 200}, {Used: 1212, Limit: 1000}, nil, {Used: 1}}, "lines", 4)
	want := []string{"#---   73/200 lines   36%", "#### 1212/1000 lines 122% over", "-", "        1 line"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := Amounts([]*schema.Amount{{Used: 7}, nil}, "lines", 4); got[0] != "7 lines" || got[1] != "-" {
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
