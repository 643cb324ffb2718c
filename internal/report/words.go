package report

import "mdck/mdcheckpoint/schema"

// Measure is an amount with its limits, and its headroom where that is to be said, as
// [Sheet.Draw] has them: "15/40", "38/40, 2 left", "5/1-3, 2 over".
func Measure(a schema.Amount) string {
	if m := mark(a); m != "" {
		return amount(a) + ", " + m
	}
	return amount(a)
}
