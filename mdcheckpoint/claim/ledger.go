package claim

import "time"

// An Entry records the write of a file. The write sets Before, After, Command and Time.
type Entry struct {
	Path    string
	Version int    // 0 without a version
	Before  string // SHA-256 before the write, in hex; "" if there was no file
	After   string // SHA-256 after the write, in hex
	Content string // hash of the new contents without white space
	Event   string // name of the transition, or ""
	Forced  bool   // although the protocol did not allow it
	About   string // SHA-256, in hex, of the text that Event refers to, or ""
	Command string
	Time    time.Time // in UTC and whole seconds
}
