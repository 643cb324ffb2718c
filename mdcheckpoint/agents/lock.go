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

// Expires is the time from which the lock is free: expires_at, or if that cannot
// be read, [LockLasts] after acquired_at. ok is false if neither can be read.
func (l *Lock) Expires() (at time.Time, ok bool) {
	if at, ok = ReadTime(l.str(expiresKey)); ok {
		return at, true
	}
	at, ok = ReadTime(l.str(acquiredKey))
	return at.Add(LockLasts), ok
}

// Expired reports whether others may take the lock at now. One whose times cannot
// be read, or that says it is not released by itself, never expires by what it says.
func (l *Lock) Expired(now time.Time) bool {
	at, ok := l.Expires()
	released, known := l.Doc.Root.Get(autoReleaseKey).Bool()
	return ok && !now.Before(at) && (released || !known)
}

// Dated reports whether l tells when it expires, or that it does not by itself. Of
// one that tells nothing the time of its file is to be taken.
func (l *Lock) Dated() bool {
	_, ok := l.Expires()
	released, known := l.Doc.Root.Get(autoReleaseKey).Bool()
	return ok || known && !released
}

// String says who holds the lock, for a message.
func (l *Lock) String() string {
	text := known(l.Holder())
	if op := oneLine(l.Operation()); op != "" {
		text += fmt.Sprintf(" for %q", op)
	}
	if at, ok := l.Expires(); ok {
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
