package agents

import (
	"fmt"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// Keys of a lock. Source: locks.
const (
	holderKey      = "holder"       // id of the agent
	holderIDKey    = "holder_id"    // the session
	acquiredKey    = "acquired_at"  // time, in UTC
	operationKey   = "operation"    // what it is held for
	expiresKey     = "expires_at"   // time from which others may take it, in UTC
	autoReleaseKey = "auto_release" // always true
	processKey     = "process"      // of mdck: the protocol has nothing that tells whether a holder is gone
)

// A Lock is a lock file, read.
type Lock struct{ Doc *jsondoc.Document }

// ParseLock reads text as the lock file called name. It fails as [Parse] does.
func ParseLock(name, text string) (*Lock, error) {
	c, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	return &Lock{c.Doc}, nil
}

func (l *Lock) str(key string) string {
	s, _ := l.Doc.Root.Get(key).Str()
	return s
}

// Holder is the agent that holds the lock.
func (l *Lock) Holder() string { return l.str(holderKey) }

// Operation is what the lock is held for.
func (l *Lock) Operation() string { return l.str(operationKey) }

// Expires is the time from which others may take the lock: expires_at, or if that cannot
// be read, [LockLasts] after acquired_at. It is zero if neither can be read: then the lock
// expires [LockLasts] after its file was written.
func (l *Lock) Expires() time.Time {
	if at, ok := ReadTime(l.str(expiresKey)); ok {
		return at
	}
	if at, ok := ReadTime(l.str(acquiredKey)); ok {
		return at.Add(LockLasts)
	}
	return time.Time{}
}

// Kept reports whether the lock does not expire: it says that it is not released by itself.
func (l *Lock) Kept() bool {
	released, known := l.Doc.Root.Get(autoReleaseKey).Bool()
	return known && !released
}

// String says who holds the lock, for a message.
func (l *Lock) String() string {
	text := known(l.Holder())
	if op := oneLine(l.Operation()); op != "" {
		text += fmt.Sprintf(" for %q", op)
	}
	if at := l.Expires(); !at.IsZero() {
		text += " until " + stamp(at)
	}
	return text
}

// Owner is who holds the lock.
func (l *Lock) Owner() protocol.LockOwner {
	o := protocol.LockOwner{Until: l.Expires(), Kept: l.Kept(), Name: l.String()}
	if _, err := fmt.Sscanf(l.str(processKey), processFormat, &o.PID, &o.Host, &o.Space); err != nil {
		o.PID = 0
	}
	return o
}

// processFormat is that of a process: its id, host and space.
const processFormat = "%d %q %q"

// NewLock is the text of a lock file that an agent takes for an operation, as the process
// that self names; without an id it names none. holderID is any text that no other holder has.
func NewLock(holder, holderID, operation string, self protocol.LockOwner) string {
	q := func(text string) string { return jsondoc.Quote(oneLine(text)) }
	members := [][2]string{
		{holderKey, q(holder)}, {holderIDKey, q(holderID)}, {acquiredKey, q(stamp(self.Since))},
		{operationKey, q(operation)}, {expiresKey, q(stamp(self.Since.Add(LockLasts)))}, {autoReleaseKey, "true"},
	}
	if self.PID > 0 {
		members = append(members, [2]string{processKey, q(fmt.Sprintf(processFormat, self.PID, self.Host, self.Space))})
	}
	lines := make([]string, len(members))
	for i, m := range members {
		lines[i] = "  " + jsondoc.Quote(m[0]) + ": " + m[1]
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}\n"
}
