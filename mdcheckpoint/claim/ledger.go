package claim

// An Entry is the ledger's record of one file that a command wrote.
type Entry struct {
	Path    string // path of the file
	Version int    // version of the checkpoint; 0 if it has none
	Before  string // SHA-256 of the file before the write, in hex; "" if there was no file; edits leave it empty
	After   string // SHA-256 of the file after the write, in hex; edits leave it empty
	Content string // hash of the new contents without white space
	Event   string // name of the transition; "" if there was none
	Forced  bool   // the write was forced although the protocol did not allow it
	About   string // SHA-256, in hex, of the text that Event refers to: a file under review, or a composed prompt; "" if there is none
	Command string // name of the command; edits leave it empty
	Time    string // time of the write, in spelling.TimeLayout; edits leave it empty
}
