package agents

import (
	"fmt"
	"time"

	"mdck/mdcheckpoint/jsondoc"
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

// Process names the process that holds the lock, as mdck writes it; "" if it is not known.
func (l *Lock) Process() string { return l.str(processKey) }

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

// NewLock is the text of a lock file that an agent takes at now for an operation.
// holderID is any text that no other holder has, and process names the process that takes
// it; "" names none.
func NewLock(holder, holderID, operation, process string, now time.Time) (string, error) {
	q := func(text string) string { return jsondoc.Quote(oneLine(text)) }
	members := [][2]string{
		{holderKey, q(holder)}, {holderIDKey, q(holderID)}, {acquiredKey, q(stamp(now))},
		{operationKey, q(operation)}, {expiresKey, q(stamp(now.Add(LockLasts)))}, {autoReleaseKey, "true"},
	}
	if process != "" {
		members = append(members, [2]string{processKey, q(process)})
	}
	return layOut(object(members))
}
