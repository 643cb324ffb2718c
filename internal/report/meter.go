package report

import (
	"fmt"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/schema"
)

// meter returns the bar of an amount in exactly so many columns; spaces where it has no limit.
func meter(a schema.Amount, cells int) string {
	if a.Limit <= 0 {
		return strings.Repeat(" ", cells)
	}
	return barOf(a, cells)
}

// barOf returns the part of its limit that a takes in so many cells. A cell is # or, if only
// half of it is used, =. The bar is empty only if nothing is used, and full only if
// nothing is left.
func barOf(a schema.Amount, cells int) string {
	used := int(int64(min(a.Used, a.Limit)) * int64(2*cells) / int64(a.Limit))
	if a.Used > 0 {
		used = max(used, 1)
	}
	bar := strings.Repeat("#", used/2) + strings.Repeat("=", used%2)
	return bar + strings.Repeat("-", cells-len(bar))
}

// Percent is the part of its limit that a takes: rounded down as long as it is kept,
// so that 100 says that nothing is left, and up beyond it. 0 without a limit.
func Percent(a schema.Amount) int {
	if a.Limit <= 0 {
		return 0
	}
	used, limit := int64(a.Used), int64(a.Limit)
	if used > limit {
		return int((used*100 + limit - 1) / limit)
	}
	return int(used * 100 / limit)
}

// Amounts returns a text for each amount, the same parts below each other: a bar of so many
// columns, used/limit unit, the percentage, and "over" where it is. An amount without a limit
// has neither bar nor percentage; nil is "-". Unit is the plural: lines.
func Amounts(all []*schema.Amount, unit string, cells int) []string {
	used, rest, barred := 0, 0, false
	for _, a := range all {
		if a == nil {
			continue
		}
		used = max(used, len(strconv.Itoa(a.Used)))
		if a.Limit > 0 {
			barred, rest = true, max(rest, len(ofLimit(*a, unit)))
		}
	}
	texts := make([]string, len(all))
	for i, a := range all {
		if texts[i] = "-"; a == nil {
			continue
		}
		texts[i] = fmt.Sprintf("%*d%s", used, a.Used, ofLimit(*a, unit))
		if a.Limit > 0 {
			texts[i] = fmt.Sprintf("%-*s%s", used+rest, texts[i], share(*a))
		}
		if barred && cells > 0 {
			texts[i] = meter(*a, cells) + " " + texts[i]
		}
	}
	return texts
}

// ofLimit returns what follows the number that a uses: its limit and the unit.
func ofLimit(a schema.Amount, unit string) string {
	if a.Limit > 0 {
		return fmt.Sprintf("/%d %s", a.Limit, unit)
	}
	if a.Used == 1 {
		unit = strings.TrimSuffix(unit, "s")
	}
	return " " + unit
}

// share is the percentage, and whether it is too much, which no colour has to say.
func share(a schema.Amount) string {
	text := fmt.Sprintf(" %3d%%", Percent(a))
	if a.Standing() == schema.Over {
		text += " over"
	}
	return text
}

// ColourOf is the escape sequence for the standing of an amount: what is over has the
// colour of an error, what is near that of a warning.
func ColourOf(s schema.Standing) string {
	switch s {
	case schema.Over:
		return red
	case schema.Near:
		return yellow
	}
	return ""
}
