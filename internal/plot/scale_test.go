package plot

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
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

// TestLabels holds that the names below an axis do not meet.
func TestLabels(t *testing.T) {
	for n := 1; n < 300; n++ {
		end := math.Inf(-1)
		labels := rowLabels(rowsOf(n))
		for _, l := range labels {
			half := float64(len(l.text)) * 8.5 / 2
			at := x(l.row, n)
			if at > width-right-36 && n > 1 {
				at = width - right + 6 - half
			}
			if at-half < end {
				t.Fatalf("of %d rows, %v meet", n, labels)
			}
			end = at + half
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
