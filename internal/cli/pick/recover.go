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
	if found.Recovered {
		fmt.Fprintf(s.Err, "mdck: %s: finished a write that was interrupted\n", shown)
	}
	if found.Dropped {
		fmt.Fprintf(s.Err, "mdck: %s: dropped a write that was interrupted before anything was changed\n", shown)
	}
	if found.Undone != nil {
		fmt.Fprintf(s.Err, "mdck: %s: an interrupted write was undone: %s; what it was to write is kept: %s\n", shown, report.OneLine(found.Undone.Err.Error()), report.OneLine(found.Undone.Copies()))
	}
	if found.Aside != "" {
		fmt.Fprintf(s.Err, "mdck: %s: .mdck/txn %s: it is not followed, and is now .mdck/txn.aside\n", shown, report.OneLine(found.Aside))
	}
	for _, kept := range found.Rescued {
		fmt.Fprintf(s.Err, "mdck: %s: a write was interrupted while another program saved; what that saved is kept as %s\n", shown, report.Name(kept))
	}
	for _, kept := range found.Late {
		fmt.Fprintf(s.Err, "mdck: %s: another program wrote into the file after it was replaced; what it wrote is kept as %s\n", shown, report.Name(kept))
	}
	for _, lost := range found.Lost {
		fmt.Fprintf(s.Err, "mdck: %s: %s\n", shown, report.OneLine(lost))
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
