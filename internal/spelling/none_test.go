package spelling

import "testing"

func TestIsNone(t *testing.T) {
	for text, want := range map[string]bool{
		"No blockers.": true, "none currently": true, "None at this time": true, "*No active blockers*": true, "Nothing to report": true,
		"None — all clear": true, "none, go on": true, "**None:** see above": true, "no decisions made yet": true, "(none so far)": true,
		"no": false, "no tests": false, "no blockers but one": false, "none of the tests run": false, "nothing works": false, "blockers": false, "nonesuch": false,
		"There are no blockers.": true, "No blockers right now": true, "No known blockers; the sample came": true, "Nothing blocking": true, "Not blocked.": true,
		"not blocked right now": true, "None 🎉": true, "Nil": true, "Keine": true, "无": true, "なし": true, "none - go on": true, "None!": true,
		"Not blocked, but the key is missing": false, "**None** in this round": true, "No new tensions came up.": true, "no known issues": true,
		"no access to the issue tracker": false, "no blockers - go on": true, "[none]": true, "": true, "n/a": true, "NULL": true, "nothing pending; waiting": true,
		"none-root containers fail": false, "There is no sample": false, "no, it fails": false, "not blocked by CI but by finance": false, "❌ a": false, "nothing, but CI": false,
	} {
		if got := IsNone(text); got != want {
			t.Errorf("%q is blank: %v", text, got)
		}
	}
}
