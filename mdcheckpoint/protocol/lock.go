package protocol

import "time"

// A Lock is a lock file or lock directory. Other programs of a protocol take it before they change
// files.
type Lock struct {
	Path      string        // path with slashes, relative to the root of the target
	OwnerFile string        // file with the owner, in a lock directory; "" for a lock file
	Stale     time.Duration // age from which any process may break the lock
	Settle    time.Duration // time to wait before checking that a new lock still exists
	// Format returns the text to write into a lock for the owner self. Parse reads the text of any
	// lock. If these functions are nil, the text begins with a process id.
	Format func(self LockOwner) string
	Parse  func(text string) LockOwner
}

// A LockOwner is the owner of a lock, as read from the text of the lock.
type LockOwner struct {
	PID   int // 0 if unknown
	Host  string
	Space string    // group of processes in which PID is unique, as one line; "" if unknown
	Since time.Time // when the lock was taken; zero means the creation time of the lock
	Until time.Time // when the lock expires; zero means Stale after Since
	Name  string    // name for messages; the default contains the process
}
