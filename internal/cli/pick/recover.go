package pick

import (
	"fmt"
	"io"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/workspace"
)

// PrintFound prints what a write found of an interrupted one before it, and what the
// files that it replaced could not keep.
func PrintFound(s app.Streams, shown string, found change.Found) {
	var lines []string
	if found.Recovered {
		lines = append(lines, "finished a write that was interrupted")
	}
	if found.Dropped {
		lines = append(lines, "dropped a write that was interrupted before anything was changed")
	}
	if found.Undone != nil {
		lines = append(lines, "an interrupted write was undone: "+found.Undone.Err.Error()+"; what it was to write is kept: "+found.Undone.Copies())
	}
	if found.Aside != "" {
		lines = append(lines, ".mdck/txn "+found.Aside+": it is not followed, and is now .mdck/txn.aside")
	}
	for _, kept := range found.Rescued {
		lines = append(lines, "a write was interrupted while another program saved; what that saved is kept as "+kept)
	}
	for _, kept := range found.Late {
		lines = append(lines, "another program wrote into the file after it was replaced; what it wrote is kept as "+kept)
	}
	for _, line := range append(lines, found.Lost...) {
		fmt.Fprintf(s.Err, "mdck: %s: %s\n", shown, report.OneLine(line))
	}
}

// PrintWaiting returns a function that prints to talk what is waited for.
func PrintWaiting(talk io.Writer) func(what string) {
	return func(what string) { fmt.Fprintf(talk, "mdck: %s\n", report.OneLine(what)) }
}

// RecoverWrite finishes an interrupted write of t and reports it to talk.
func RecoverWrite(t *workspace.Target, talk io.Writer) error {
	if !t.Interrupted() {
		return nil
	}
	found, err := change.Recover(t, change.Options{Command: "recovery", Waiting: PrintWaiting(talk)})
	return PrintRecovered(app.Streams{Err: talk}, report.Name(t.Shown(t.Main)), found, err)
}

// PrintRecovered prints what became of an interrupted write. That it cannot be finished is an
// error only if the files cannot be read.
func PrintRecovered(s app.Streams, name string, found change.Found, err error) error {
	PrintFound(s, name, found)
	if change.Unfinishable(err) {
		fmt.Fprintf(s.Err, "mdck: %s: a write was interrupted and cannot be finished: %s\n", name, report.OneLine(err.Error()))
		return nil
	}
	return err
}
