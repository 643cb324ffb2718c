package protocol

// An Init describes how to create checkpoints. If the protocol has a Home, each checkpoint is a
// directory of Home whose name is the id of the checkpoint. Without a Home, the checkpoint is in
// the project directory.
type Init struct {
	Flags []string // flags of mdck init that the protocol accepts besides --title
	// Check returns an error if the checkpoint cannot be created. It runs before any file is
	// written.
	Check func(r InitRequest) error
	Make  func(r InitRequest) Edit
}

// An InitRequest describes the checkpoint to create.
type InitRequest struct {
	ID, Title    string
	Flags        map[string]string // the flags that the user gave, by name
	Team, Branch string            // team whose issues count, and name of the current branch
}

// A Start describes how mdck init begins a checkpoint after asking the user.
type Start struct {
	Keeps   string   // what users record in such a checkpoint, for people
	Command []string // arguments of mdck, with "" for a name to ask for; nil if mdck creates nothing
	Ask     string   // the question for the name
	Name    string   // the default for the name; "" if there is none
	Usual   bool     // the choice for users who use none of the protocols
}
