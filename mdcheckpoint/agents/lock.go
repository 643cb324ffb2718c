package agents

import (
	"fmt"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// settle is the wait before mdck reads its lock again, because the protocol's scripts can overwrite a
// lock. Source: locks.
const settle = 100 * time.Millisecond

// processFormat formats the process in a lock file: process id, host and namespace.
const processFormat = "%d %q %q"

// lockText is the format of a lock file, for JSON values. Source: locks; only mdck writes process.
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

// NewLock returns the text of a lock file. holderID must be unique.
func NewLock(agent, holderID, purpose string, self protocol.LockOwner) string {
	q := func(text string) string { return jsondoc.Quote(spelling.CleanLine(text)) }
	return fmt.Sprintf(lockText, q(agent), q(holderID), q(spelling.FormatTime(self.Since)), q(purpose), q(spelling.FormatTime(self.Since.Add(LockLasts))),
		q(fmt.Sprintf(processFormat, self.PID, self.Host, self.Space)))
}

// ParseLock returns the holder of a lock. Until is zero if no time can be read.
func ParseLock(text string) protocol.LockOwner {
	l, err := Parse(EpicLock, text)
	if err != nil {
		return protocol.LockOwner{Name: "an unknown agent, because the lock cannot be read"}
	}
	o := protocol.LockOwner{Name: fmt.Sprintf("%s for %q", cleanOrUnknown(l.Str("holder")), spelling.CleanLine(l.Str("operation")))}
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

// lockEpic locks EPIC_README.md for the primary until the edit is done. id must be unique.
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
