package protocol

// An Init makes new checkpoints. With a Home, each checkpoint is a directory of Home with its id as
// the name; without a Home, the checkpoint is in the project directory.
type Init struct {
	Flags []string // flags of mdck init that the protocol accepts besides --title
	// Check returns an error if the checkpoint cannot be made. It runs before any file is written.
	Check func(r InitRequest) error
	Make  func(r InitRequest) Edit
}

// An InitRequest describes the checkpoint to create.
type InitRequest struct {
	ID, Title    string
	Flags        map[string]string // the flags that were given, by name
	Team, Branch string            // the team whose issues matter, and the branch that is checked out
}

// A Start describes how mdck init begins a checkpoint after asking the user.
type Start struct {
	Keeps   string   // what the user records in such a checkpoint, for people
	Command []string // arguments of mdck, "" for a name to ask for; nil if mdck creates nothing
	Ask     string   // the question for the name
	Name    string   // the default for the name; "" if there is none
	Usual   bool     // the choice for users who follow none of the protocols
}
