package plot

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"mdck/internal/history"
)

// TestScale holds that ticks are round, few, and that the scale holds what it is for.
func TestScale(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for n := range 3000 {
		most := n
		if n > 2000 {
			most = r.IntN(1 << 30)
		}
		s := scaleFor(most)
		ticks := s.ticks()
		digits := strings.TrimRight(fmt.Sprint(s.step), "0")
		if s.most < most || digits != "1" && digits != "2" && digits != "5" || len(ticks) < 2 || len(ticks) > wantedTicks+2 {
			t.Fatalf("up to %d: a scale to %d with ticks %v", most, s.most, ticks)
		}
		if y := s.y(most); y < top || s.y(0) != height-bottom {
			t.Fatalf("up to %d: the highest lies at %f", most, y)
		}
	}
}

// monthly are n states, each at the end of a month.
func monthly(n int) []history.Row {
	rows := make([]history.Row, n)
	for i := range rows {
		rows[i].Time = time.Date(2026, time.Month(i+1), 0, 12, 0, 0, 0, time.UTC)
	}
	return rows
}

// letters is how wide text is in DejaVu Sans, a wide font, on a narrow screen.
func letters(text string) float64 {
	thin := strings.Count(text, "-") + strings.Count(text, ":")
	return 15 * (0.636*float64(len(text)-thin) + 0.361*float64(thin))
}

// TestLabels holds that there is a gap between the names below an axis, and that they lie
// within the plot.
func TestLabels(t *testing.T) {
	for n := 1; n < 300; n++ {
		for _, rows := range [][]history.Row{rowsOf(n), monthly(n), make([]history.Row, n)} {
			labels, end := rowLabels(rows), -6.0
			for _, l := range labels {
				from, to := l.at-letters(l.text)/2, l.at+letters(l.text)/2
				if l.anchor == "end" {
					from, to = l.at-letters(l.text), l.at
				}
				if from < end+6 || to > width {
					t.Fatalf("of %d rows, %v meet or lie outside", n, labels)
				}
				end = to
			}
		}
	}
}

// TestLabelsEven holds that names which differ are as far apart as each other, the last row
// has one, and that there are two at least.
func TestLabelsEven(t *testing.T) {
	for n := 2; n < 300; n++ {
		labels := rowLabels(monthly(n))
		if labels[len(labels)-1].row != n-1 || len(labels) < min(n, 2) {
			t.Fatalf("of %d rows, there are %v", n, labels)
		}
		step := labels[1].row - labels[0].row
		for i := 1; i < len(labels); i++ {
			if labels[i].row-labels[i-1].row != step {
				t.Fatalf("of %d rows, %v are not even", n, labels)
			}
		}
	}
	for n, want := range map[int]string{1: "[0]", 2: "[0 1]", 4: "[0 1 2 3]", 5: "[0 2 4]", 6: "[1 3 5]", 7: "[0 2 4 6]", 13: "[0 4 8 12]", 100: "[0 33 66 99]"} {
		var got []int
		for _, l := range rowLabels(monthly(n)) {
			got = append(got, l.row)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("of %d rows %v are named, want %s", n, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
	if got := short(20000, 5000); got != "20k" {
		t.Errorf("on an axis 20000 is %q", got)
	}
}

// TestBudgetLabel holds that the name of a budget is drawn over all that could cross it, on a
// ground of the page's colour, whichever that is, which leaves the budget's line free.
func TestBudgetLabel(t *testing.T) {
	page := written(t, &Page{Path: "a.md", Lines: 150, Tokens: 2000, Rows: rowsOf(12)})
	for plot := range strings.SplitSeq(page, "<svg ") {
		_, behind, found := strings.Cut(plot, `class="limit"`)
		for _, drawn := range []string{"<polyline", "<circle", `class="grid"`, `class="mark"`} {
			if found && strings.Contains(behind, drawn) {
				t.Errorf("%s is drawn over the name of the budget", drawn)
			}
		}
	}
	_, rule, _ := strings.Cut(style, "svg text.limit{")
	rule, _, _ = strings.Cut(rule, "}")
	for _, want := range []string{"paint-order:stroke", "stroke:var(--paper)", "stroke-width:6px"} {
		if !strings.Contains(rule, want) {
			t.Errorf("the name of a budget has the style %q, want %s", rule, want)
		}
	}
	if n := strings.Count(style, "--paper:#"); n != 2 {
		t.Errorf("the page has %d colours, want a light and a dark one", n)
	}
}
