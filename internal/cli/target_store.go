package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"mdck/internal/change"
	"mdck/internal/lock"
	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/stores"
	"mdck/internal/workspace"
)

// store is the place where the files of t change together.
func store(t *workspace.Target, command string) safefile.Store {
	return stores.Of(t, "mdck "+command)
}

// linksFlag is of commands that write.
type linksFlag struct {
	FollowLinks bool `help:"Write through symbolic links that lead out of the directory, too."`
}

func (f *linksFlag) follows() bool { return f.FollowLinks }

// A linkFollower is the grammar of a command with that flag.
type linkFollower interface{ follows() bool }

// store is the place where the files of t change together, by a command that writes.
func (s Streams) store(t *workspace.Target, command string) safefile.Store {
	place := stores.Telling(t, "mdck "+command, waitingTo(s.Err))
	place.FollowOutside = s.followLinks
	return place
}

// changer returns what makes edits of the files of t.
func (s Streams) changer(t *workspace.Target, command string, clock func() time.Time) *change.Writer {
	return &change.Writer{Store: s.store(t, command), Clock: clock}
}

// tellFound says what a write found of one that was interrupted before it, and what the
// files that it replaced could not keep.
func (s Streams) tellFound(shown string, found safefile.Found) {
	if found.Recovered {
		fmt.Fprintf(s.Err, "mdck: %s: finished a write that was interrupted\n", shown)
	}
	if found.Dropped {
		fmt.Fprintf(s.Err, "mdck: %s: dropped a write that was interrupted before anything was changed\n", shown)
	}
	for _, kept := range found.Rescued {
		fmt.Fprintf(s.Err, "mdck: %s: a write was interrupted while another program saved; what that saved is kept as %s\n", shown, report.Name(kept))
	}
	for _, kept := range found.Late {
		fmt.Fprintf(s.Err, "mdck: %s: another program was still writing the file that was replaced; what it wrote is kept as %s\n", shown, report.Name(kept))
	}
	for _, lost := range found.Lost {
		fmt.Fprintf(s.Err, "mdck: %s: %s\n", shown, report.OneLine(lost))
	}
}

// waitingTo tells talk what is waited for.
func waitingTo(talk io.Writer) func(what string) {
	return func(what string) { fmt.Fprintf(talk, "mdck: %s\n", report.OneLine(what)) }
}

// recoverWrite finishes a write of t that was interrupted, and says so to talk. What
// keeps it from that is told, and no error, where the files can be read all the same.
func recoverWrite(t *workspace.Target, talk io.Writer) error {
	s := stores.Patient(t, "mdck recovery")
	s.Waiting = waitingTo(talk)
	recovered, err := s.Recover()
	name := report.Name(t.Shown(t.Main))
	switch {
	case err == nil && recovered:
		fmt.Fprintf(talk, "mdck: %s: finished a write that was interrupted\n", name)
	case unfinishable(err):
		tellUnfinished(talk, name, err)
		return nil
	}
	return err
}

// tellUnfinished says why an interrupted write stays as it is. Where somebody else can
// finish it, who reads half of it is told how.
func tellUnfinished(talk io.Writer, name string, err error) {
	foreign, ok := errors.AsType[*safefile.JournalError](err)
	if !ok || !foreign.Half() {
		fmt.Fprintf(talk, "mdck: %s: a write was interrupted and cannot be finished: %s\n", name, report.OneLine(err.Error()))
		return
	}
	printError(fmt.Errorf("note: %s: %w", name, err), talk)
}

// unfinishable reports whether err says why an interrupted write has to stay as it
// is, which keeps nobody from reading: the directory may not be written, or lies
// elsewhere, the journal is a stranger's, or somebody else is at work on the files.
func unfinishable(err error) bool {
	_, foreign := errors.AsType[*safefile.JournalError](err)
	_, locked := errors.AsType[*lock.LockedError](err)
	_, elsewhere := errors.AsType[*safefile.FileError](err)
	return foreign || elsewhere || locked || errors.Is(err, fs.ErrPermission)
}

// lastWrite is the last line of the ledger about the checkpoint of t; nil if
// there is none.
func lastWrite(t *workspace.Target) (*safefile.Entry, error) {
	last, err := t.Last()
	if err != nil {
		return nil, brokenLedger(t, err)
	}
	return last, nil
}

// brokenLedger is err about the ledger that t is in, with what can be done.
func brokenLedger(t *workspace.Target, err error) error {
	name := filepath.Join(t.Dir(), ".mdck", "ledger.jsonl")
	return hinted(fmt.Errorf("%s: %w", shownPath(name), err), "no command can tell any more what was written last; move the file away to begin a new one")
}
