package handoff

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestDocs(t *testing.T) {
	raw, err := os.ReadFile("../../docs/handoff.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	_, text, _ := strings.Cut(page, "```markdown\n")
	text, _, _ = strings.Cut(text, "```\n")
	n, err := Parse(File, text)
	if err != nil || !isOurs(text) || len(n.again()) > 0 || len(n.Entries[nextKey]) != 1 {
		t.Fatalf("the example note: %v, %+v", err, n)
	}
	asJSON, err := json.Marshal(n.sheet())
	if err != nil {
		t.Fatal(err)
	}
	var sheet map[string]any
	if err := json.Unmarshal(asJSON, &sheet); err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(page, "| what | in the note |")
	rows := strings.Split(strings.TrimSpace(table), "\n")[2:]
	if len(rows) != 10 {
		t.Errorf("the table has %d rows", len(rows))
	}
	for _, row := range rows {
		cells := strings.Split(row, "|")
		for key := range strings.SplitSeq(strings.TrimSpace(cells[3]), ", ") {
			key = strings.Trim(key, "`")
			if !has(sheet, key) && key != "stale" { // "stale" needs a difference from the repository
				t.Errorf("the table has the key %q, for which the example note has no value: %s", key, asJSON)
			}
		}
	}
}

func has(v any, key string) bool {
	for part := range strings.SplitSeq(key, ".") {
		part, list := strings.CutSuffix(part, "[]")
		object, _ := v.(map[string]any)
		v = object[part]
		if all, _ := v.([]any); list && len(all) > 0 {
			v = all[0]
		}
	}
	switch v := v.(type) {
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	}
	return false
}
