package protocol

import "time"

// A TargetLock describes a lock that the scripts of a protocol take before they change its files.
type TargetLock struct {
	Path      string        // absolute; the directory that contains it exists
	Dir       bool          // it is a directory; otherwise a file
	OwnerFile string        // name of the file in a Dir that names the owner
	Stale     time.Duration // age from which anybody may break the lock
	// Format returns the text of a lock, and Parse reads one. Nil: the text is a process id.
	Format func(o TargetOwner) string
	Parse  func(text string) TargetOwner
}

// A TargetOwner is who holds a TargetLock.
type TargetOwner struct {
	PID   int
	Host  string
	Space string    // the processes among which PID is unique; "" if it is not known
	Since time.Time // zero: when the lock was created
	Name  string    // for messages; "" names the process
}
