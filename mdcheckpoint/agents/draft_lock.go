package agents

import (
	"time"

	"mdck/mdcheckpoint/protocol"
)

// settle is how long after taking the lock to check that it is still there: scripts
// write theirs without a look. Source: locks.
const settle = 100 * time.Millisecond

// lockEpic takes the protocol's lock of EPIC_README.md for the primary, until the edit is
// made.
func (d *Draft) lockEpic(id, operation string) error {
	return d.read.Lock(&protocol.Lock{
		Path: EpicLock, Stale: LockLasts, Settle: settle,
		Format: func(self protocol.LockOwner) string {
			self.Since = d.read.Now
			return NewLock(IDOf(Primary), id, operation, self)
		},
		Parse: func(text string) protocol.LockOwner {
			l, err := ParseLock(EpicLock, text)
			if err != nil {
				return protocol.LockOwner{Name: "somebody: it cannot be read: " + err.Error()}
			}
			return l.Owner()
		},
	})
}
