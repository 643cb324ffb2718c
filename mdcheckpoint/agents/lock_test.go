package agents

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

func TestNewLock(t *testing.T) {
	text := NewLock("Secondary-A", "5c1e", "update the \"epic\"", protocol.LockOwner{Since: now})
	protocoltest.Equal(t, "lock", text, `{
  "holder": "Secondary-A",
  "holder_id": "5c1e",
  "acquired_at": "2026-01-15T15:00:05Z",
  "operation": "update the \"epic\"",
  "expires_at": "2026-01-15T15:05:05Z",
  "auto_release": true,
  "process": "0 \"\" \"\""
}
`)
	protocoltest.Equal(t, "in words", ParseLock(text).Name, `Secondary-A for "update the \"epic\"" until 2026-01-15T15:05:05Z`)
	protocoltest.Equal(t, "an empty one in words", ParseLock("{}").Name, `unknown for ""`)
	if self := (protocol.LockOwner{PID: 7, Host: "a b", Space: `"`, Since: now}); ParseLock(NewLock("x", "", "", self)).Host != self.Host {
		t.Errorf("the process is lost in %s", NewLock("x", "", "", self))
	}
}

func TestLockExpiry(t *testing.T) {
	for text, want := range map[string]string{
		`{"expires_at": "2026-01-15T15:00:04Z"}`:                        "2026-01-15T15:00:04Z",
		`{"expires_at": "2026-01-15T15:00:05Z", "auto_release": true}`:  "2026-01-15T15:00:05Z",
		`{"expires_at": "soon", "acquired_at": "2026-01-15T14:55:06Z"}`: "2026-01-15T15:00:06Z",
		`{"acquired_at": "N/A"}`:                                        "0001-01-01T00:00:00Z",
		`{}`:                                                            "0001-01-01T00:00:00Z",
		`{"expires_at": "2026-01-15T16:00:00+01:00", "acquired_at": "2026-01-15"}`:     "2026-01-15T15:00:00Z",
		`{"expires_at": "2026-01-15T15:00:04Z", "auto_release": "yes", "holder": [1]}`: "2026-01-15T15:00:04Z",
	} {
		protocoltest.Equal(t, text, spelling.FormatTime(ParseLock(text).Until), want)
	}
}
