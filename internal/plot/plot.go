package plot

import (
	"fmt"
	"strconv"
	"strings"
)

// A Plot is a curve over states at equal distances, with a limit.
type Plot struct {
	Unit   string // what values count, in the plural
	Limit  int    // 0 for none
	Points []Point
}

// A Point is the value of one state.
type Point struct {
	Name  string
	Value *int // nil if not known
}

// The parts of a drawing, in units of the SVG.
const (
	width, height = 480, 240
	left, right   = 60, width - 12
	top, bottom   = 24, height - 28
)

// A drawing is a plot with the places of its parts, for the template.
type drawing struct {
	Width, Height, Left, Right int

	Label       string // says in words what the plot shows
	First, Last string // names of the first and the last state
	Ticks       []mark
	Curves      []string // points of polylines, which end where a value is missing
	Points      []mark
	Limit       *mark
}

// A mark is something at a place of a drawing.
type mark struct {
	X, Y string
	Name string
	Over bool // the value is over the limit
}

// Drawing places the parts of the plot.
func (p *Plot) Drawing() *drawing {
	step, most := p.scale()
	y := func(n int) string { return coordinate(bottom - float64(n)*(bottom-top)/float64(most)) }
	d := &drawing{Width: width, Height: height, Left: left, Right: right, Label: p.label()}
	for n := 0; n <= most; n += step {
		d.Ticks = append(d.Ticks, mark{Y: y(n), Name: strconv.Itoa(n)})
	}
	if p.Limit > 0 {
		d.Limit = &mark{Y: y(p.Limit), Name: fmt.Sprintf("budget %d %s", p.Limit, p.Unit)}
	}
	var curve []string
	end := func() {
		if len(curve) > 1 {
			d.Curves = append(d.Curves, strings.Join(curve, " "))
		}
		curve = nil
	}
	for i, point := range p.Points {
		if point.Value == nil {
			end()
			continue
		}
		x := coordinate(left + (float64(i)+0.5)*(right-left)/float64(len(p.Points)))
		curve = append(curve, x+","+y(*point.Value))
		name := fmt.Sprintf("%s: %d %s", point.Name, *point.Value, p.Unit)
		d.Points = append(d.Points, mark{X: x, Y: y(*point.Value), Name: name, Over: p.Limit > 0 && *point.Value > p.Limit})
	}
	end()
	if n := len(p.Points); n > 0 {
		d.First = p.Points[0].Name
		if n > 1 {
			d.Last = p.Points[n-1].Name
		}
	}
	return d
}

// scale returns the step between ticks, which is 1, 2 or 5 times a power of ten, and
// the upper end of the axis: a multiple of the step above all values.
func (p *Plot) scale() (step, most int) {
	high := max(p.Limit, 1)
	for _, point := range p.Points {
		if point.Value != nil {
			high = max(high, *point.Value)
		}
	}
	for factor := 1; ; factor *= 10 {
		for _, digit := range [...]int{1, 2, 5} {
			if step = digit * factor; step >= high/5 {
				return step, (high/step + 1) * step
			}
		}
	}
}

// label says in words what the plot shows.
func (p *Plot) label() string {
	var known []int
	for _, point := range p.Points {
		if point.Value != nil {
			known = append(known, *point.Value)
		}
	}
	if len(known) == 0 {
		return "no " + p.Unit + " are known"
	}
	text := fmt.Sprintf("from %d to %d %s", known[0], known[len(known)-1], p.Unit)
	if p.Limit > 0 {
		text += fmt.Sprintf(", budget %d", p.Limit)
	}
	return text
}

// coordinate formats a coordinate to a tenth.
func coordinate(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
