//go:build linux || darwin

package disk

import "testing"

func TestOfBytes(t *testing.T) {
	for name, want := range map[string]bool{"security.ima": true, "security.capability": true, "user.note": false, "system.posix_acl_access": false} {
		if ofBytes(name) != want {
			t.Errorf("%s: %v, want %v", name, !want, want)
		}
	}
}
