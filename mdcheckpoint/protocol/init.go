package protocol

// An Init makes new checkpoints: each in a directory of the Home of the protocol that has its
// id as its name, or without a Home that of the project.
type Init struct {
	Flags []string // of mdck init, that it takes besides --title
	// Check returns why there can be no such checkpoint, before anything is made.
	Check func(r InitRequest) error
	Make  func(r InitRequest) Edit
}

// An InitRequest asks for a new checkpoint.
type InitRequest struct {
	ID, Title    string
	Flags        map[string]string // that were given, by name
	Team, Branch string            // whose issues count, and what is checked out
}

// A Start is how mdck init begins a checkpoint for somebody whom it asks.
type Start struct {
	Keeps   string   // what the user keeps then, for people
	Command []string // arguments of mdck, "" for a name that is asked for; nil if mdck makes nothing
	Ask     string   // for that name, for people
	Name    string   // the one that is taken if none is given; "" if there is none
	Usual   bool     // it is for those who follow none of the protocols
}
