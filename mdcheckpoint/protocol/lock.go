package protocol

import "time"

// A Lock is a lock that other programs of a protocol take before they change its files.
type Lock struct {
	Path      string        // slash path, relative to the root of the target
	OwnerFile string        // of a lock that is a directory, the file in it that names the owner; "" for a lock that is a file
	Stale     time.Duration // age from which anybody may break the lock
	Settle    time.Duration // how long after taking it to check that it still exists
	// Format returns the text of a lock that this process takes, and Parse reads one of
	// anybody. Nil: the text begins with a process id.
	Format func(self LockOwner) string
	Parse  func(text string) LockOwner
}

// A LockOwner is who holds a lock, as its text says.
type LockOwner struct {
	PID   int // 0 if it is not known
	Host  string
	Space string    // the processes among which PID is unique, on one line; "" if it is not known
	Since time.Time // zero: when the lock was created
	Until time.Time // when it expires; zero: Stale after Since
	Kept  bool      // it does not expire
	Name  string    // for messages; "" names the process
}
