package main

import (
	"fmt"
	"os"
	"strings"
)

// A quantity is a measured value of a command that a goal can limit.
type quantity struct {
	name string
	of   func(r row) float64
}

var (
	wallTime = quantity{"wall time", func(r row) float64 { return float64(median(r.samples, wall)) / 1e6 }}
	pages    = quantity{"page faults", func(r row) float64 { return float64(sorted(r.samples, faults)[0]) }}
	peak     = quantity{"peak MB", func(r row) float64 { return float64(median(r.samples, memory)) * 1024 / 1e6 }}
)

// Quantities that are not measured in one run of a command.
const (
	rateOfTokens = "tokens counted, MB/s"
	keystroke    = "answer to a keystroke, ms"
	size         = "binary, stripped, MB"
)

// A goal is an upper limit for a quantity of a command: a number, or a multiple of the quantity of
// another command.
type goal struct {
	group, command string
	quantity       quantity
	base           string // "" for an absolute limit
	most           float64
}

// Source: design.md, "The cost of mdck itself".
var goals = []goal{
	{"one", "mdck lint", wallTime, uncached, 0.40},
	{"one", "mdck lint", wallTime, schema, 1},
	{"one", "mdck lint", wallTime, parse, 1.5},
	{"one", "mdck lint", pages, library, 1.3},
	{"one", "mdck lint", peak, "", 10.5},
	{"one", "mdck version", wallTime, library, 1.25},
	{"one", "mdck version", pages, library, 1.12},
	{"tree", "mdck lint", wallTime, uncached, 0.45},
	{"tree", "mdck lint", peak, "", 25},
	{"project", "mdck lint", wallTime, "", 1500},
	{"project", "mdck lint", peak, "", 60},
	{"project", "mdck status", wallTime, "", 1500},
	{"project", "mdck status", peak, "", 60},
	{"project", "mdck verify", wallTime, "", 1500},
	{"project", "mdck verify", peak, "", 60},
	{"large", "mdck hook, large", wallTime, "mdck hook, small", 1.3},
	{"large", "mdck lint, large", wallTime, "git status", 1.3},
}

// writeGoals writes a line for each measured goal, and records missed goals.
func (b *bench) writeGoals(out *strings.Builder, measured map[string][]row) {
	out.WriteString("\n### Goals\n\n| what | goal | measured | |\n|---|---|---|---|\n")
	for _, g := range goals {
		r := named(measured[g.group], g.command)
		if r == nil {
			continue
		}
		value, than := g.quantity.of(*r), ""
		if g.base != "" {
			base := named(measured[g.group], g.base)
			if base == nil {
				continue
			}
			value, than = value/g.quantity.of(*base), " of "+g.base
		}
		b.writeGoal(out, fmt.Sprintf("%s, %s%s", g.command, g.quantity.name, than), "at most", g.most, value, value <= g.most)
	}
	if info, err := os.Stat(b.places.fill("{bin}/mdck")); err == nil {
		b.writeGoal(out, size, "at most", 15, float64(info.Size())/1e6, info.Size() <= 15e6)
	}
	if ms := b.given[keystroke]; ms > 0 {
		b.writeGoal(out, keystroke, "less than", 2, ms, ms < 2)
	}
	if rate := b.given[rateOfTokens]; rate > 0 {
		b.writeGoal(out, rateOfTokens, "at least", 25, rate, rate >= 25)
	}
}

func (b *bench) writeGoal(out *strings.Builder, what, than string, goal, value float64, met bool) {
	verdict := "met"
	if !met {
		verdict = "**missed**"
		if b.check {
			b.errs = append(b.errs, fmt.Errorf("%s: %.2f, expected %s %g", what, value, than, goal))
		}
	}
	fmt.Fprintf(out, "| %s | %s %g | %.2f | %s |\n", what, than, goal, value, verdict)
}

func named(rows []row, name string) *row {
	for i := range rows {
		if rows[i].name == name && len(rows[i].samples) > 0 {
			return &rows[i]
		}
	}
	return nil
}
