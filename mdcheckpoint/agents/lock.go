package agents

import (
	"fmt"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// settle is how long mdck waits after it wrote a lock. It then checks that the lock still has its
// text, because the protocol's scripts can overwrite a lock without looking. Source: locks.
const settle = 100 * time.Millisecond

// processFormat is the format of the process in a lock file: process id, host and namespace.
const processFormat = "%d %q %q"

// lockText is the format of a lock file. All arguments are JSON values. In the file, holder is the
// id of the agent, and holder_id is the id of the session. After expires_at, other agents can take
// the lock. Source: locks. The key process is an addition of mdck, because the protocol has no way
// to find out whether the holder still runs.
const lockText = `{
  "holder": %s,
  "holder_id": %s,
  "acquired_at": %s,
  "operation": %s,
  "expires_at": %s,
  "auto_release": true,
  "process": %s
}
`

// NewLock returns the text of the lock file for an agent. The parameter holderID is a unique text,
// purpose says what the lock is for, and self describes the process that takes the lock.
func NewLock(agent, holderID, purpose string, self protocol.LockOwner) string {
	q := func(text string) string { return jsondoc.Quote(oneLine(text)) }
	return fmt.Sprintf(lockText, q(agent), q(holderID), q(spelling.FormatTime(self.Since)), q(purpose), q(spelling.FormatTime(self.Since.Add(LockLasts))),
		q(fmt.Sprintf(processFormat, self.PID, self.Host, self.Space)))
}

// ParseLock returns the holder of a lock from the text of the lock file. The lock expires at
// expires_at. If that cannot be read, it expires [LockLasts] after acquired_at. If neither can be
// read, Until is zero and the caller uses the age of the file.
func ParseLock(text string) protocol.LockOwner {
	l, err := Parse(EpicLock, text)
	if err != nil {
		return protocol.LockOwner{Name: "an unknown agent; the lock cannot be read: " + err.Error()}
	}
	o := protocol.LockOwner{Name: fmt.Sprintf("%s for %q", orUnknown(l.Str("holder")), oneLine(l.Str("operation")))}
	if at, ok := readTime(l.Str("acquired_at")); ok {
		o.Until = at.Add(LockLasts)
	}
	if at, ok := readTime(l.Str("expires_at")); ok {
		o.Until = at
	}
	if !o.Until.IsZero() {
		o.Name += " until " + spelling.FormatTime(o.Until)
	}
	if _, err := fmt.Sscanf(l.Str("process"), processFormat, &o.PID, &o.Host, &o.Space); err != nil {
		o.PID = 0
	}
	return o
}

// lockEpic takes the protocol's lock of EPIC_README.md for the primary until the edit is done. The
// parameter id must be unique.
func (d *Draft) lockEpic(id, operation string) error {
	return d.read.Lock(&protocol.Lock{
		Path:   EpicLock,
		Stale:  LockLasts,
		Settle: settle,
		Parse:  ParseLock,
		Format: func(self protocol.LockOwner) string {
			self.Since = d.read.Now
			return NewLock(idOf(Primary), id, operation, self)
		},
	})
}
