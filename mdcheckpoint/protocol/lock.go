package protocol

import "time"

// A Lock is a lock file or directory that other programs of a protocol take before they change its
// files.
type Lock struct {
	Path      string        // path with slashes, relative to the root of the target
	OwnerFile string        // file in a lock directory with the name of the owner; "" for a lock file
	Stale     time.Duration // age from which any process may break the lock
	Settle    time.Duration // delay before checking that a new lock still exists
	// Format returns the text of a lock of this process. Parse reads the text of any lock. If these
	// functions are nil, the text of a lock begins with a process id.
	Format func(self LockOwner) string
	Parse  func(text string) LockOwner
}

// A LockOwner is the owner of a lock, as read from the text of the lock.
type LockOwner struct {
	PID   int // 0 if unknown
	Host  string
	Space string    // name, on one line, of the group of processes in which PID is unique; "" if unknown
	Since time.Time // when the lock was taken; zero means the creation time of the lock
	Until time.Time // when the lock expires; zero means Stale after Since
	Kept  bool      // the lock does not expire
	Name  string    // name for messages; the default contains the process
}
