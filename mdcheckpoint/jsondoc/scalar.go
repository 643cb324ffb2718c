package jsondoc

import (
	"strconv"
	"strings"
	"time"
)

// No other format is checked.
const dateTime = "date-time"

// parseNumber returns an infinite value if the number is too large.
func parseNumber(text string) float64 {
	n, _ := strconv.ParseFloat(text, 64)
	return n
}

func isNumber(s string) bool {
	v, err := parseNew(s)
	return err == nil && v.Kind&Number != 0 && v.text == s
}

// isDateTime reports whether s is a date-time of RFC 3339, section 5.6, in upper or lower case, but
// without leap seconds. Package time accepts more: hours of one digit, commas, and zones that do
// not exist.
func isDateTime(s string) bool {
	s = strings.ToUpper(s)
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || strings.Contains(s, ",") || !strings.HasPrefix(s, t.Format("2006-01-02T15:04:05")) {
		return false
	}
	_, zone := t.Zone()
	return strings.HasSuffix(s, "Z") || strings.HasSuffix(s, t.Format("-07:00")[1:]) && max(zone, -zone) < 24*60*60
}
