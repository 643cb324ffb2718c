package uuid

import (
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		id := New()
		if len(id) != 36 || id[14] != '4' || !strings.Contains("89ab", id[19:20]) || seen[id] {
			t.Fatalf("%q is no new UUID of version 4", id)
		}
		seen[id] = true
	}
}
