package claim

// An Entry is what the ledger records of one file that a command wrote.
type Entry struct {
	Path    string // of the file
	Version int    // of the checkpoint; 0 if it has none
	Before  string // SHA-256 of the file before the write, in hex; "" for no file; read only
	After   string // the same, after the write; read only
	Content string // the hash of its new contents without white space
	Event   string // name of the transition that was made; "" if none was
	Forced  bool   // although the protocol did not allow it
	About   string // SHA-256, in hex, of the text that Event is about: a file that it is a verdict on, a prompt that it composed; "" for none
	Command string // name of the command; read only
	Time    string // of the write, as spelling.TimeLayout; read only
}
