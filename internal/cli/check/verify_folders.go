package check

import (
	"fmt"

	"mdck/internal/report"
	"mdck/mdcheckpoint/claim"
)

// leftOut says how many claims of the file that is shown as name were not verified.
func leftOut(name string, n int) []string {
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s: %s not verified: the first %d of a file are", report.Name(name), report.Counted(n, "claim"), claim.Most)}
}
