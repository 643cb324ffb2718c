package safefile

// What a file was to hold and did not get is no backup of it: it must not push out what
// the file did hold, nor be taken for the latest of that. So it has a directory of its own.

// Refused lists what the file called name was to hold and did not get, newest first: the
// write was undone. [Store.Text] reads it.
func (s Store) Refused(name string) ([]Backup, error) {
	return s.copies(refusedDir, name)
}
