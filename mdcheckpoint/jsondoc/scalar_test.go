package jsondoc

import (
	"fmt"
	"strings"
	"testing"
)

func TestNumbersInOrder(t *testing.T) {
	ascending := []string{"-1e9999", "-1", "-1e-2", "-0", "1.5e-3", "0.1", "1", "1.50", "12", "0.123E+3", "9007199254740992", "9e99999999999999999999"}
	for i := range ascending[1:] {
		if a, b := ascending[i], ascending[i+1]; parseNumber(a) >= parseNumber(b) {
			t.Errorf("%s is not less than %s", a, b)
		}
	}
	if parseNumber("100e-1") != parseNumber("10.0") {
		t.Error("one number has two values")
	}
}

func FuzzDateTime(f *testing.F) {
	for _, s := range times() {
		f.Add(s)
	}
	validate := compile(f, `{"$schema": "https://json-schema.org/draft/2020-12/schema", "format": "date-time"}`)
	f.Fuzz(func(t *testing.T, s string) {
		if signInClock(s) || len(s) > 19 && s[17:19] == "60" {
			return
		}
		if validate(Quote(s)) == nil && !isDateTime(s) && s == strings.ToValidUTF8(s, "\ufffd") {
			t.Fatalf("%q is not a time", s)
		}
	})
}

// signInClock reports whether the time has a sign, as in "T+1:02:03Z".
func signInClock(s string) bool {
	for i := 11; i < len(s); i++ {
		if (s[i] == '+' || s[i] == '-') && (i < 19 || i != len(s)-6) {
			return true
		}
	}
	return false
}

func times() []string {
	const day = "2024-02-29T"
	list := []string{
		"", "2026-01-02", "2026-01-02T03:04", "2026-01-02 03:04:05Z", "2025-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "2026-13-01T00:00:00Z",
		"2026-01-02T03:04:05", "2026-1-02T03:04:05ZZ", "N/A", "２026-01-02T03:04:05Z",
	}
	for _, clock := range []string{
		"00:00:00Z", "23:59:59z", "23:59:60Z", "22:59:60Z", "15:59:60-08:00", "00:29:60+00:30", "24:00:00Z", "00:60:00Z", "00:00:61Z", "23:59:61Z", "12:00:59Z",
		"00:00:00.5Z", "00:00:00.Z", "00:00:00,5Z", "00:00:00.5", "00:00:00+23:59", "00:00:00-24:00", "00:00:00+00:60", "00:00:00+0000",
		"00:00:00+00", "00:00:00Z ", "0:00:00ZZ", "00.00:00Z", "00:00.00Z", "00:00:00*00:00", "00:00:00+00:0x", "-1:00:00Z", "00:00:00.123456789012345678901234567890+01:00",
	} {
		list = append(list, day+clock, strings.ToLower(day)+clock)
	}
	return list
}

func TestDateTime(t *testing.T) {
	var good []string
	for _, s := range times() {
		if isDateTime(s) {
			good = append(good, strings.TrimPrefix(s, "2024-02-29T"))
		}
	}
	const want = "[0000-01-01T00:00:00Z 00:00:00Z 23:59:59z 12:00:59Z 00:00:00.5Z 00:00:00,5Z 00:00:00+23:59 00:00:00-24:00 00:00:00+00:60 00:00:00.123456789012345678901234567890+01:00]"
	upper := good[:0]
	for _, s := range good {
		if !strings.Contains(s, "t") {
			upper = append(upper, s)
		}
	}
	if got := fmt.Sprint(upper); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
