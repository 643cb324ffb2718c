package report

import (
	"fmt"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/schema"
)

// barOf draws the used fraction of an amount's limit. A cell is "#", or "=" if only half of it is
// used. The bar is empty only if nothing is used, and full only if nothing is left.
func barOf(a schema.Amount, cells int) string {
	used := int(int64(min(a.Used, a.Limit)) * int64(2*cells) / int64(a.Limit))
	if a.Used > 0 {
		used = max(used, 1)
	}
	bar := strings.Repeat("#", used/2) + strings.Repeat("=", used%2)
	return bar + strings.Repeat("-", cells-len(bar))
}

// Percent returns the used percentage of an amount's limit, or 0 if there is no limit. Up to the
// limit it rounds down, so that 100 means that nothing is left. Beyond the limit it rounds up.
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

// Usage formats an amount and, if it has a limit, the used percentage. Examples are "1", "73/200
// 36%" and "73/72 102% over". For nil it returns "-".
func Usage(a *schema.Amount) string {
	switch {
	case a == nil:
		return "-"
	case a.Limit <= 0:
		return strconv.Itoa(a.Used)
	}
	text := fmt.Sprintf("%d/%d %d%%", a.Used, a.Limit, Percent(*a))
	if a.State() == schema.Over {
		text += " over"
	}
	return text
}

// ColourOf returns the escape sequence for the standing of an amount. Beyond the limit it is the
// colour of an error, and near the limit that of a warning.
func ColourOf(s schema.BudgetState) string {
	switch s {
	case schema.Over:
		return red
	case schema.Near:
		return yellow
	}
	return ""
}
