package protocol

// An Init describes how mdck init creates checkpoints.
type Init struct {
	Flags []string // flags of mdck init, except --title
	// Check returns why the checkpoint cannot be created, or nil. It runs before any write.
	Check func(r InitRequest) error
	Make  func(r InitRequest) Edit
}

// An InitRequest describes the checkpoint to create.
type InitRequest struct {
	ID, Title    string
	Flags        map[string]string
	Team, Branch string // prefix of issue ids, and name of the current branch
}

// A Start is a choice that mdck init offers.
type Start struct {
	Keeps   string   // text for the list of choices, such as ".ohrfc/ID, an RFC"
	Command []string // arguments of mdck with "" for the name; nil if mdck creates nothing
	Ask     string
	Name    string // the default for the name, or ""
	Usual   bool   // the default choice, for users of no protocol
}
