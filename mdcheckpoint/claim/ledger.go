package claim

// An Entry is the ledger's record of one file that a command wrote.
type Entry struct {
	Path    string
	Version int    // 0 if the checkpoint has none
	Before  string // SHA-256 of the file before the write, in hex; "" if there was no file; empty in an edit
	After   string // SHA-256 of the file after the write, in hex; empty in an edit
	Content string // hash of the new contents without white space
	Event   string // name of the transition, or ""
	Forced  bool   // the write was forced although the protocol did not allow it
	About   string // SHA-256, in hex, of the text that Event refers to: a file under review, or a composed prompt; "" if there is none
	Command string // empty in an edit
	Time    string // time of the write, in spelling.TimeLayout; empty in an edit
}
