package pick

import (
	"fmt"
	"io"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/workspace"
)

// PrintFound prints what mdck did about an interrupted write.
func PrintFound(talk io.Writer, shown string, found change.Found) {
	var lines []string
	if found.Recovered {
		lines = append(lines, "mdck finished an interrupted write")
	}
	if found.Dropped {
		lines = append(lines, "mdck discarded an interrupted write that had changed no file")
	}
	if found.Undone != nil {
		lines = append(lines, "mdck undid an interrupted write: "+found.Undone.Err.Error(), "the undone changes are kept: "+found.Undone.Copies())
	}
	if found.Aside != "" {
		lines = append(lines, ".mdck/txn "+found.Aside+"; mdck ignored .mdck/txn and renamed it to .mdck/txn.aside")
	}
	for _, kept := range found.Rescued {
		lines = append(lines, "another program saved the file during an interrupted write; its text is kept as "+kept)
	}
	for _, kept := range found.Late {
		lines = append(lines, "another program wrote to the file after mdck replaced it; its text is kept as "+kept)
	}
	for _, line := range append(lines, found.Lost...) {
		fmt.Fprintf(talk, "mdck: %s: %s\n", shown, report.OneLine(line))
	}
}

// PrintWaiting returns a function that says what the command waits for.
func PrintWaiting(talk io.Writer) func(what string) {
	return func(what string) { fmt.Fprintf(talk, "mdck: %s\n", report.OneLine(what)) }
}

// RecoverWrite finishes an interrupted write and reports it on talk.
func RecoverWrite(t *workspace.Target, talk io.Writer) error {
	if !t.Interrupted() {
		return nil
	}
	found, err := change.Recover(t, change.Options{Command: "recovery", Waiting: PrintWaiting(talk)})
	return PrintRecovered(talk, report.Name(t.DisplayPath(t.Main)), found, err)
}

// PrintRecovered is like [PrintFound]. It returns err, or prints it if the write cannot be
// finished.
func PrintRecovered(talk io.Writer, name string, found change.Found, err error) error {
	PrintFound(talk, name, found)
	if change.Unfinishable(err) {
		fmt.Fprintf(talk, "mdck: %s: cannot finish an interrupted write: %s\n", name, report.OneLine(err.Error()))
		return nil
	}
	return err
}
