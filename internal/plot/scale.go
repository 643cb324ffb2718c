package plot

import (
	"math"
	"strconv"
	"time"

	"mdck/internal/history"
)

// The drawing area of a plot, in units of the SVG.
const (
	width, height = 480, 270
	left, right   = 54, 14
	top, bottom   = 28, 28
	plotWidth     = width - left - right
	plotHeight    = height - top - bottom
)

// A scale maps numbers from 0 to top of the plot.
type scale struct {
	most int // at the upper end, 1 at least
	step int // between round ticks
}

// wantedTicks is about how many ticks an axis has.
const wantedTicks = 4

// scaleFor is a scale that holds numbers up to most, with round ticks: 1, 2 or 5 times
// a power of ten.
func scaleFor(most int) scale {
	most = max(most, 1)
	s := scale{most: most, step: 1}
	for factor := 1; s.step*wantedTicks < most; factor *= 10 {
		for _, unit := range [...]int{1, 2, 5} {
			if s.step = unit * factor; s.step*wantedTicks >= most {
				break
			}
		}
	}
	s.most = (most + s.step - 1) / s.step * s.step
	if s.most*20 < most*21 { // room above the highest point
		s.most += s.step / 2
		s.most = max(s.most, most+1)
	}
	return s
}

// ticks are the round numbers on the scale, 0 first.
func (s scale) ticks() []int {
	var all []int
	for n := 0; n <= s.most; n += s.step {
		all = append(all, n)
	}
	return all
}

// y is where n stands.
func (s scale) y(n int) float64 {
	return top + plotHeight*(1-float64(n)/float64(s.most))
}

// slot is how wide the place of one of n rows is.
func slot(n int) float64 { return float64(plotWidth) / float64(max(n, 1)) }

// x is where row i of n stands: all are as far apart, whatever their times.
func x(i, n int) float64 { return left + slot(n)*(float64(i)+0.5) }

// number is a coordinate, to a tenth.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
}

// A tickLabel names a row on the horizontal axis.
type tickLabel struct {
	row  int
	text string
}

// maxLabels is how many rows are named, so that dates do not meet.
const maxLabels = 4

// rowLabels name a few rows, the first and the last among them: by their day, or by
// the time of the day if all are of one. What would be named like its neighbour is not.
func rowLabels(rows []history.Row) []tickLabel {
	layout := time.DateOnly
	if len(rows) > 1 && oneDay(rows) {
		layout = "15:04"
	}
	n := min(len(rows), maxLabels)
	var all []tickLabel
	for k := range n {
		i := 0
		if n > 1 {
			i = k * (len(rows) - 1) / (n - 1)
		}
		text := rows[i].Source()
		if t := rows[i].Time; !t.IsZero() {
			text = t.UTC().Format(layout)
		}
		if len(all) == 0 || all[len(all)-1].text != text {
			all = append(all, tickLabel{i, text})
		}
	}
	return all
}

// oneDay reports whether all times are of one day.
func oneDay(rows []history.Row) bool {
	day := ""
	for i := range rows {
		if rows[i].Time.IsZero() {
			continue
		}
		d := rows[i].Time.UTC().Format(time.DateOnly)
		if day != "" && d != day {
			return false
		}
		day = d
	}
	return true
}
