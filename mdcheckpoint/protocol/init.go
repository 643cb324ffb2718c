package protocol

// An Init describes how to create checkpoints. If the protocol has a Home, each checkpoint is a
// directory in it, and the id is the name of the directory. Otherwise the checkpoint is in the
// project directory.
type Init struct {
	Flags []string // flags of mdck init that the protocol accepts, except --title
	// Check returns an error if the checkpoint cannot be created. It runs before any file is
	// written.
	Check func(r InitRequest) error
	Make  func(r InitRequest) Edit
}

// An InitRequest describes the checkpoint to create.
type InitRequest struct {
	ID, Title    string
	Flags        map[string]string
	Team, Branch string // team for counting issues, and name of the current branch
}

// A Start describes how mdck init begins a checkpoint, after asking the user.
type Start struct {
	Keeps   string   // what users record in such a checkpoint, for people
	Command []string // arguments of mdck, with "" for the name; nil if mdck creates nothing
	Ask     string
	Name    string // the default for the name, or ""
	Usual   bool   // the choice for users of none of the protocols
}
