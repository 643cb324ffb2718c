package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/store"
)

// The example marks a task as done in the progress file of a session, and reads the old text from
// the backup.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, ".ccc-progress.md")
	if err := os.WriteFile(name, []byte("# Session Progress\n\n- write the parser\n"), 0o644); err != nil {
		fmt.Println(err)
		return
	}

	session, err := store.Open(name, store.Options{Command: "example"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = session.Change(func(read *protocol.Reader) (*protocol.Change, error) {
		before, exists, err := read.Text(session.Main)
		after := strings.Replace(before, "write the parser", "write the parser ✓", 1)
		return &protocol.Change{Files: []protocol.File{{Name: session.Main, Before: before, After: after, Exists: exists}}}, err
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	backups, err := session.Backups(session.Main)
	if err != nil {
		fmt.Println(err)
		return
	}
	old, err := session.Text(backups[0])
	now, _ := os.ReadFile(name)
	fmt.Printf("%s: %s\nbackup %d: %q, %v\nnow: %q\n", session.Protocol().Name, session.Main, backups[0].Number, old, err, now)
	// Output:
	// ccc: .ccc-progress.md
	// backup 1: "# Session Progress\n\n- write the parser\n", <nil>
	// now: "# Session Progress\n\n- write the parser ✓\n"
}
