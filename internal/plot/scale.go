package plot

import (
	"math"
	"slices"
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
	row    int
	text   string
	at     float64 // where it is anchored
	anchor string  // which part of it lies there, as SVG says it
}

// How wide letters are at most in the fonts that browsers take, at the size that text has
// on a narrow screen; and what is between two names at least.
const (
	wideLetter = 9.6 // digits: 0.64 of 15; words are thinner on the average
	thinLetter = 5.6 // hyphens and colons
	labelGap   = 8
)

// wide is how much room text takes at most.
func wide(text string) float64 {
	sum := 0.0
	for _, r := range text {
		if r == '-' || r == ':' {
			sum += thinLetter
			continue
		}
		sum += wideLetter
	}
	return sum
}

// placed is the name of row i of n below its point, or within the plot where it would leave
// it on the right.
func placed(i, n int, text string) tickLabel {
	l := tickLabel{i, text, x(i, n), "middle"}
	if edge := float64(width - right + 6); n > 1 && l.at+wide(text)/2 > edge {
		l.at, l.anchor = edge, "end"
	}
	return l
}

// span is from where to where l reaches at most.
func (l tickLabel) span() (from, to float64) {
	w := wide(l.text)
	if l.anchor == "end" {
		return l.at - w, l.at
	}
	return l.at - w/2, l.at + w/2
}

// rowLabels name as many rows as there is room for, the last among them and all as far
// apart: by their day, or by the time of the day if all are of one. What would be named
// like its neighbour is not. With up to twice the distance the first is named, too, where
// that can be.
func rowLabels(rows []history.Row) []tickLabel {
	name := namer(rows)
	step := 1
	for !apart(every(step, len(rows), name)) {
		step++
	}
	for wider := step; wider < 2*step; wider++ {
		if all := every(wider, len(rows), name); (len(rows)-1)%wider == 0 && apart(all) {
			return distinct(all)
		}
	}
	return distinct(every(step, len(rows), name))
}

// namer is what rows are named by.
func namer(rows []history.Row) func(i int) string {
	layout := time.DateOnly
	if len(rows) > 1 && oneDay(rows) {
		layout = "15:04"
	}
	return func(i int) string {
		if t := rows[i].Time; !t.IsZero() {
			return t.UTC().Format(layout)
		}
		return rows[i].Source()
	}
}

// every names the last of n rows and those that are multiples of step before it.
func every(step, n int, name func(int) string) []tickLabel {
	var all []tickLabel
	for i := (n - 1) % step; i < n; i += step {
		all = append(all, placed(i, n, name(i)))
	}
	return all
}

// apart reports whether there is a gap between all neighbours.
func apart(all []tickLabel) bool {
	for i := 1; i < len(all); i++ {
		_, end := all[i-1].span()
		if start, _ := all[i].span(); start < end+labelGap {
			return false
		}
	}
	return true
}

// distinct leaves out what is named like the one before it.
func distinct(all []tickLabel) []tickLabel {
	return slices.CompactFunc(all, func(a, b tickLabel) bool { return a.text == b.text })
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
