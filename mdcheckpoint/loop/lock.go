package loop

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// OwnerFile is the file in [LockDir] that says who holds the lock. It has to be
// gone before the lock is released: shells release it with rmdir.
const OwnerFile = "owner"

// LockStale is the age at which a lock was left behind. The documents of the protocol
// have none.
const LockStale = 10 * time.Minute

// An Owner is who holds the lock.
type Owner struct {
	PID   int
	Host  string
	Space string    // names the processes among which PID is one, on one line; "" if that is not known
	At    time.Time // when it was taken; zero if that is not known
}

// Text is the owner file, a line for each field.
func (o Owner) Text() string {
	host := strings.Join(strings.Fields(strings.ToValidUTF8(o.Host, "\ufffd")), " ")
	text := fmt.Sprintf("pid: %d\nhost: %s\ntime: %s\n", o.PID, host, o.At.UTC().Format(TimeLayout))
	if o.Space != "" {
		text += "space: " + o.Space + "\n"
	}
	return text
}

// ParseOwner reads an owner file. What cannot be read is zero; ok is false where
// there is no process to be read, as in a file that is not written to its end.
func ParseOwner(text string) (o Owner, ok bool) {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "pid":
			if n, err := strconv.Atoi(value); err == nil && n > 0 {
				o.PID = n
			}
		case "host":
			o.Host = value
		case "space":
			o.Space = value
		case "time":
			o.At, _ = ReadTime(value)
		}
	}
	return o, o.PID > 0
}

// A Lock is a lock that somebody holds.
type Lock struct {
	Owner Owner
	Known bool      // whether Owner could be read: shells leave none
	Since time.Time // when the directory was made, as the file system says; zero if that is not known
}

// Stale reports whether the lock was left behind, and why: its process is gone from
// this host, or it is older than [LockStale]. host is the name of this host. gone
// reports whether there is no process with that id; it is asked only about this
// host, and nil means that there is no telling.
func (l Lock) Stale(now time.Time, host string, gone func(pid int) bool) (why string, stale bool) {
	if l.Known && l.Owner.Host == host && gone != nil && gone(l.Owner.PID) {
		return fmt.Sprintf("process %d is gone", l.Owner.PID), true
	}
	since := l.Owner.At
	if !l.Known || since.IsZero() || since.After(now) {
		since = l.Since
	}
	if age := now.Sub(since); !since.IsZero() && age > LockStale {
		return fmt.Sprintf("held for %v", age.Truncate(time.Second)), true
	}
	return "", false
}

// Holder says who holds the lock, for people.
func (l Lock) Holder() string {
	if !l.Known {
		return "someone who left no " + OwnerFile + " file, such as a shell"
	}
	who := fmt.Sprintf("process %d on %s", l.Owner.PID, l.Owner.Host)
	if l.Owner.At.IsZero() {
		return who
	}
	return who + " since " + l.Owner.At.UTC().Format(TimeLayout)
}
