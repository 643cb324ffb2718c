package jsondoc

import (
	"strconv"
	"strings"
	"time"
)

// dateTime is the only format that is checked.
const dateTime = "date-time"

// parseNumber returns infinity for a number that is too large.
func parseNumber(text string) float64 {
	n, _ := strconv.ParseFloat(text, 64)
	return n
}

func isNumber(s string) bool {
	v, err := parseNew(s)
	return err == nil && v.Kind&Number != 0 && v.text == s
}

func isDateTime(s string) bool {
	_, err := time.Parse(time.RFC3339, strings.ToUpper(s))
	return err == nil
}
