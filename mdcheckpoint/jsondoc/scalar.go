package jsondoc

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// dateTime is the format that is checked.
const dateTime = "date-time"

// A decimal is the exact value of a JSON number: 0.digits times ten to the
// power of point. The digits begin and end with none that is 0.
type decimal struct {
	negative bool
	digits   string
	point    int
}

// parseDecimal reads a number as JSON spells it. Exponents beyond any use count
// as very large.
func parseDecimal(text string) decimal {
	text, negative := strings.CutPrefix(text, "-")
	text = strings.ReplaceAll(text, "E", "e")
	mantissa, power, _ := strings.Cut(text, "e")
	whole, part, _ := strings.Cut(mantissa, ".")
	exponent, _ := strconv.Atoi(cmp.Or(power, "0"))
	const huge = 1 << 40
	digits := strings.TrimLeft(whole+part, "0")
	d := decimal{
		negative: negative,
		digits:   strings.TrimRight(digits, "0"),
		point:    min(max(exponent, -huge), huge) + len(digits) - len(part),
	}
	if d.digits == "" {
		return decimal{}
	}
	return d
}

// compare is negative, 0 or positive as d is less than e, equal or greater.
func (d decimal) compare(e decimal) int {
	if s := d.sign() - e.sign(); s != 0 {
		return s
	}
	c := d.point - e.point
	if c == 0 {
		c = strings.Compare(d.digits, e.digits)
	}
	if d.negative {
		return -c
	}
	return c
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	default:
		return 1
	}
}

// isNumber reports whether s is a number as JSON spells it.
func isNumber(s string) bool {
	v, err := parseNew(s)
	return err == nil && v.Kind&Number != 0 && v.text == s
}

// isDateTime reports whether s is a date-time of RFC 3339, section 5.6. Package
// time alone will not do: it refuses leap seconds and small letters, and takes
// a comma for the point.
func isDateTime(s string) bool {
	if len(s) < len("2006-01-02T15:04:05Z") || s[10] != 'T' && s[10] != 't' {
		return false
	}
	_, err := time.Parse(time.DateOnly, s[:10])
	clock, ok := clockMinutes(s[11:16])
	if err != nil || !ok || s[16] != ':' {
		return false
	}
	second, ok := twoDigits(s[17:19], 60)
	if !ok {
		return false
	}
	zone, ok := zoneMinutes(afterFraction(s[19:]))
	const day = 24 * 60
	leap := (clock-zone+day)%day == day-1
	return ok && (second < 60 || leap)
}

// afterFraction is s without the fraction of a second that it begins with. A
// point without digits stays, and is no zone.
func afterFraction(s string) string {
	digits, ok := strings.CutPrefix(s, ".")
	rest := strings.TrimLeft(digits, "0123456789")
	if !ok || rest == digits {
		return s
	}
	return rest
}

// zoneMinutes reads Z, +hh:mm or -hh:mm.
func zoneMinutes(s string) (int, bool) {
	if s == "Z" || s == "z" {
		return 0, true
	}
	if len(s) != len("+00:00") || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	n, ok := clockMinutes(s[1:])
	if s[0] == '-' {
		n = -n
	}
	return n, ok
}

// clockMinutes reads hh:mm.
func clockMinutes(s string) (int, bool) {
	hour, ok := twoDigits(s[:2], 23)
	minute, ok2 := twoDigits(s[3:], 59)
	return 60*hour + minute, ok && ok2 && s[2] == ':'
}

// twoDigits reads a number of two digits that is at most most.
func twoDigits(s string, most int) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 8)
	return int(n), err == nil && int(n) <= most
}
