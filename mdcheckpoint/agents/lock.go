package agents

import (
	"fmt"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// settle is how long after taking the lock to check that it still exists: scripts
// write theirs without a look. Source: locks.
const settle = 100 * time.Millisecond

// processFormat is that of a process: its id, host and space.
const processFormat = "%d %q %q"

// lockText is a lock file; all values are JSON. Holder is the id of the agent, holder_id the
// session; others may take the lock from expires_at on. The process is of mdck: the protocol has
// nothing by which one finds out whether a holder is gone. Source: locks.
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

// NewLock is the text of a lock file that an agent takes for an operation, as the process
// that self names. holderID is any text that no other holder has.
func NewLock(holder, holderID, operation string, self protocol.LockOwner) string {
	q := func(text string) string { return jsondoc.Quote(oneLine(text)) }
	return fmt.Sprintf(lockText, q(holder), q(holderID), q(stamp(self.Since)), q(operation), q(stamp(self.Since.Add(LockLasts))),
		q(fmt.Sprintf(processFormat, self.PID, self.Host, self.Space)))
}

// ParseLock returns who holds the lock, from its text. The lock expires at expires_at or, if that cannot be read, [LockLasts] after acquired_at; if
// neither can be read, the age of the file counts. A lock with auto_release false does not expire.
func ParseLock(text string) protocol.LockOwner {
	l, err := Parse(EpicLock, text)
	if err != nil {
		return protocol.LockOwner{Name: "somebody; the lock cannot be read: " + err.Error()}
	}
	released, isBool := l.Doc.Root.Get("auto_release").Bool()
	o := protocol.LockOwner{Name: known(l.Str("holder")), Kept: isBool && !released}
	if at, ok := readTime(l.Str("acquired_at")); ok {
		o.Until = at.Add(LockLasts)
	}
	if at, ok := readTime(l.Str("expires_at")); ok {
		o.Until = at
	}
	if operation := oneLine(l.Str("operation")); operation != "" {
		o.Name += fmt.Sprintf(" for %q", operation)
	}
	if !o.Until.IsZero() {
		o.Name += " until " + stamp(o.Until)
	}
	if _, err := fmt.Sscanf(l.Str("process"), processFormat, &o.PID, &o.Host, &o.Space); err != nil {
		o.PID = 0
	}
	return o
}

// lockEpic takes the protocol's lock of EPIC_README.md for the primary, until the edit is
// made.
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
