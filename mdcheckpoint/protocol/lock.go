package protocol

import "time"

// A Lock is a lock file or lock directory of the protocol's other programs.
type Lock struct {
	Path      string        // relative to the root of the target
	OwnerFile string        // file with the owner, in a lock directory; "" for a lock file
	Stale     time.Duration // age from which anyone may break the lock
	Settle    time.Duration // how long to wait before checking that a new lock still exists
	// Format returns the text of a lock, and Parse reads it. If both are nil, the text begins with
	// a process id.
	Format func(self LockOwner) string
	Parse  func(text string) LockOwner
}

// A LockOwner is what the text of a lock says.
type LockOwner struct {
	PID   int // 0 if unknown
	Host  string
	Space string    // group in which PID is unique, as one line, or ""
	Since time.Time // zero means when the lock was created
	Until time.Time // zero means Stale after Since
	Name  string    // name for messages; the default contains the process
}
