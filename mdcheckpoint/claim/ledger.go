package claim

import "time"

// An Entry records that a command wrote a file.
type Entry struct {
	Path    string
	Version int       // 0 without a version
	Before  string    // SHA-256 before the write, in hex; "" if there was no file; set by the write
	After   string    // SHA-256 after the write, in hex; set by the write
	Content string    // hash of the new contents without white space
	Event   string    // name of the transition, or ""
	Forced  bool      // the write was forced, because the protocol did not allow it
	About   string    // SHA-256, in hex, of the text that Event refers to, or ""
	Command string    // set by the write
	Time    time.Time // in UTC and whole seconds; set by the write
}
