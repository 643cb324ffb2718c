package prose

import (
	"regexp"
	"testing"
)

func TestNamesIssue(t *testing.T) {
	const letters = "aA-1 é"
	texts := []string{""}
	for range 5 {
		for _, text := range texts[:len(texts):len(texts)] {
			for _, c := range letters {
				texts = append(texts, text+string(c))
			}
		}
	}
	for _, id := range []string{"A-1", "a-a", "1", "é", "-"} {
		whole := regexp.MustCompile(`(?i)(?:^|[^a-z0-9])` + regexp.QuoteMeta(id) + `(?:[^a-z0-9]|$)`)
		for _, text := range texts {
			if got := NamesIssue(text, id); got != whole.MatchString(text) {
				t.Fatalf("%q names %q: %v", text, id, got)
			}
		}
	}
	if NamesIssue("a", "") {
		t.Error("no id is named")
	}
}
