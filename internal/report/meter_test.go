package report

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/schema"
)

func TestPercent(t *testing.T) {
	for a, want := range map[schema.Amount]int{
		{Used: 5}: 0, {Used: 0, Limit: 7}: 0, {Used: 199, Limit: 200}: 99, {Used: 200, Limit: 200}: 100, {Used: 201, Limit: 200}: 101,
		{Used: 2999, Limit: 3000}: 99, {Used: 3001, Limit: 3000}: 101, {Used: 1 << 40, Limit: 1}: 100 << 40,
	} {
		if got := Percent(a); got != want {
			t.Errorf("%+v: %d, want %d", a, got, want)
		}
	}
}

func TestUsage(t *testing.T) {
	for want, a := range map[string]*schema.Amount{
		"73/200 36%": {Used: 73, Limit: 200}, "1212/1000 122% over": {Used: 1212, Limit: 1000}, "-": nil, "1": {Used: 1}, "7": {Used: 7}, "0/7 0%": {Limit: 7},
	} {
		if got := Usage(a); got != want {
			t.Errorf("%+v: %q, want %q", a, got, want)
		}
	}
}

func TestTablePaint(t *testing.T) {
	rows := [][]string{{"a", "bc", "d"}, {"", "e", ""}, {"検査検査", "x\x1b[2J", "last  "}}
	least := []int{0, 4, 4}
	for _, width := range []int{0, 12, 80} {
		bare := TableLines(rows, least, width, nil)
		for i, line := range TableLines(rows, least, width, func(int, int) string { return red }) {
			if got := strings.NewReplacer(red, "", plain, "").Replace(line); got != bare[i] {
				t.Errorf("width %d: %q, want %q", width, got, bare[i])
			}
		}
	}
}
