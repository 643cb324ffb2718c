package report

import (
	"fmt"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/schema"
)

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

// Usage formats an amount and, if it has a limit, the part of that in percent: "1",
// "73/200 36%", "73/72 102% over"; "-" for nil.
func Usage(a *schema.Amount) string {
	switch {
	case a == nil:
		return "-"
	case a.Limit <= 0:
		return strconv.Itoa(a.Used)
	}
	text := fmt.Sprintf("%d/%d %d%%", a.Used, a.Limit, Percent(*a))
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
