package planfile

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestPlainID(t *testing.T) {
	for id, want := range map[ID]bool{{"03", "06"}: true, {"03.1", "06b"}: true, {"03", "a b"}: false, {"03", "$x"}: false, {"03", "A"}: false} {
		if got := id.IsPlain(); got != want {
			t.Errorf("%s: %t", id, got)
		}
	}
}

func TestGuide(t *testing.T) {
	raw, err := os.ReadFile("../../../docs/plan.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	_, table, _ := strings.Cut(string(raw), "| fact | files | words |\n")
	for line := range strings.Lines(table) {
		if fact, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " | "); ok {
			rows[fact] = line
		}
	}
	for _, c := range facts() {
		files, words, _ := strings.Cut(strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(rows[string(c.fact)], "| "+string(c.fact)+" | "), "|\n")), " | ")
		has := func(list, want string) bool {
			return strings.Contains(", "+strings.ReplaceAll(strings.ReplaceAll(list, " and ", ", "), " ", ", ")+",", ", "+want+",")
		}
		for _, want := range slices.Concat(slices.Collect(c.ends.all()), slices.Collect(c.dirs.all())) {
			if !has(strings.ReplaceAll(files, ",", ""), want) {
				t.Errorf("the guide does not list the evidence for %s: %q is not in %s", c.fact, want, files)
			}
		}
		for want := range c.words.all() {
			if !strings.Contains(", "+words+",", ", "+want+",") {
				t.Errorf("the guide does not list the evidence for %s: %q is not in %s", c.fact, want, words)
			}
		}
	}
	if len(rows) < len(facts()) {
		t.Errorf("%d rows, want %d", len(rows), len(facts()))
	}
}
