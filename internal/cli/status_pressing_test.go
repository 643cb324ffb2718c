package cli

import "testing"

// TestPressing holds that what matters is drawn first where not all has room.
func TestPressing(t *testing.T) {
	rows := []statusRow{{id: "a"}, {id: "b", warnings: 1}, {id: "c", errors: 1}, {id: "d", unread: true}}
	got := ""
	for _, r := range pressing(rows) {
		got += r.id
	}
	if got != "cdab" || rows[0].id != "a" {
		t.Errorf("the order is %q", got)
	}
}
