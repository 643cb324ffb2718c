package report

import (
	"fmt"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/schema"
)

// barOf draws the used part of a limit in cells: "#" used, "=" half used, "-" free.
func barOf(a schema.Amount, cells int) string {
	used := int(int64(min(a.Used, a.Limit)) * int64(2*cells) / int64(a.Limit))
	if a.Used > 0 {
		used = max(used, 1)
	}
	bar := strings.Repeat("#", used/2) + strings.Repeat("=", used%2)
	return bar + strings.Repeat("-", cells-len(bar))
}

// Percent returns the used percentage; 0 without a limit. 100 means that nothing is left.
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

// Usage formats an amount, such as "73/200 36%" or "73/72 102% over"; "-" for nil.
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

// ColourOf returns the escape sequence for a budget that is over or nearly used up, or "".
func ColourOf(s schema.BudgetState) string {
	switch s {
	case schema.Over:
		return red
	case schema.Near:
		return yellow
	}
	return ""
}
