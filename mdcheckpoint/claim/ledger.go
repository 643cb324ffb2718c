package claim

import "time"

// An Entry is the ledger's record of one file that a command wrote.
type Entry struct {
	Path    string
	Version int       // 0 if the checkpoint has none
	Before  string    // SHA-256 of the file before the write, in hex; "" if there was no file; filled in by the write
	After   string    // SHA-256 of the file after the write, in hex; filled in by the write
	Content string    // hash of the new contents without white space
	Event   string    // name of the transition, or ""
	Forced  bool      // the write was forced although the protocol did not allow it
	About   string    // SHA-256, in hex, of the text that Event refers to: a file under review, or a composed prompt; "" if there is none
	Command string    // filled in by the write
	Time    time.Time // time of the write, in UTC and whole seconds; filled in by the write
}
