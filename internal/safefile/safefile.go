// Package safefile changes the files of a checkpoint so that nothing is lost:
// lock, read, change, back up, journal and replace are one operation, called
// [Store.Update].
//
// What holds after a crash at any instant, and after any failure:
//
//   - A file has its old contents or its new ones, whole.
//   - Files that change in one Update have all of them the old contents or all
//     the new ones as soon as the next Update or [Store.Recover] has run. Until
//     then they may differ; the journal .mdck/txn says so.
//   - A replaced file has its line in the ledger, and a line in the ledger has
//     its replaced file, with the same delay.
//   - What a file held before is in .mdck/backups, or where [Change.Kept] has it,
//     and what was pruned from it in .mdck/archive, before the file is replaced. The
//     file that was replaced takes the place of that copy, so what another program
//     still writes into it is kept.
//   - What a file was to hold, where another program saved it meanwhile, is in
//     .mdck/refused, and the files that change with it have their old contents.
//
// An Update that finds nothing to do, or is refused, writes nothing. A .mdck that
// it made and that has nothing is removed again, also after one that makes new files only.
//
// No file is changed but those that [Store.Owns], of whatever name a journal speaks.
//
// Owner, mode and extended attributes of a file stay as far as the system lets us, and
// symbolic links stay links. A group that could not open the old file gets no right to the
// new one. Other names by hard links keep the old text, because a file is replaced by
// another one. What of owner, group and hard links is lost is in [Found]. A file that is
// read-only itself is replaced if its directory can be written.
package safefile

import (
	"fmt"
	"time"

	"mdck/internal/safefile/disk"
)

// A Store is a directory whose checkpoint files change together. The directory
// must exist. In it .mdck/ is kept, with a .gitignore of "*": lock, txn,
// ledger.jsonl, archive/, backups/ and refused/.
//
// A Store holds no state, so it may be copied and used by many goroutines.
type Store struct {
	Dir    string        // directory of the files
	Holder string        // what the lock file says of its holder, such as "mdck append"; process and host are added
	Wait   time.Duration // how long to wait for the lock; 0 means 10 s, less than 0 not at all
	// Waiting is told what is waited for, once that takes a second or a signal ends it;
	// nil is not.
	Waiting func(what string)
	FS      FS // the seam for faults; nil means the operating system

	// Owns reports whether the file of that name is one of those that change here. No
	// other is changed, whatever a journal says: it may have come with a repository of
	// a stranger. Without Owns nothing is.
	Owns func(name string) bool
	// Tracked reports whether git tracks the file of that name: mdck did not write such a
	// journal or temporary file here. Nil is that it does not.
	Tracked func(name string) bool

	// Also takes a lock of another protocol on the same files, which is held besides
	// the lock of the Store, taken after it and given back before it; nil takes none.
	// An error of it is given as it is, and then nothing is done. Still is asked just
	// before each file is replaced whether the lock is held yet: its error stops the
	// replacement. An [lock.ErrLost] of release after one is a [*LostError], any other error
	// an [*UnfinishedError].
	Also func() (still, release func() error, err error)

	// Roots gives the directories, absolute paths, each of which Dir has to lie below once
	// links are resolved: those above it as it was found. It is asked before something is
	// made. Nil, or a nil answer, lets Dir be wherever it is.
	Roots func() []string

	// FollowOutside allows a file to be a symbolic link that leads out of Dir, and Dir to
	// be reached by one that leads out of Roots.
	FollowOutside bool

	// Refills allows a file to be written which is empty and was not when mdck wrote
	// last, as a command may whose work is to give a file its text again. Without it
	// that is an [*EmptiedError].
	Refills bool
}

// An FS is what a Store asks of the operating system.
type FS = disk.FS

// A File is one file's new contents. Name is relative to Dir, slash separated,
// and may not leave it or enter a .mdck or a .git; [Store.Owns] says which there are, and
// whether a memo of Dir, such as .mdck/answers.json, is one.
// Directories on the way to a new file are made.
type File struct {
	Name string
	New  string
}

// An Archived is a text that is kept for ever, in .mdck/archive under Name with
// a number before it. Name is one element of a path, such as
// "gate-b-round-1.md". A text that exists under that name is not kept twice.
type Archived struct {
	Name string
	Text string
}

// A Change is what one Update does.
type Change struct {
	Files   []File     // all are replaced or none; one equal to what exists is left alone, its time too
	Archive []Archived // is on disk before anything is replaced
	Ledger  []Entry    // is appended after the replacement, unless there was nothing to replace or archive

	// Gone are the names of files that are taken away, after the others are in
	// place. One that does not exist is left out.
	Gone []string
	// Like gives, by the name of a new file, that of the one whose mode and owner
	// it gets, as a copy should. No copy can be run as a program.
	Like map[string]string
	// Kept are names of files that get no backup in .mdck, because their present text
	// is kept by the change itself: it is that of one of Files, which are put in place
	// in their order, or of Archive. A file of which that is not so gets its backup.
	Kept []string
}

// Old gives the present text of a file of the Store; ok is false if there is no
// such file. It may be called only while the change that it is given to runs,
// and by one goroutine at a time.
type Old func(name string) (text string, ok bool, err error)

// A Result says what an Update did. Backups and Archived are paths relative to
// Dir, slash separated.
type Result struct {
	Changed  []string // names of the files that were replaced or taken away
	Backups  []string // one for each file that was replaced and not new; the newest there was if that holds the same
	Archived []string // one for each text of Change.Archive
	Found
}

// A Found is what an Update found of an earlier one that was interrupted.
type Found struct {
	Recovered bool         // it was decided, and was finished
	Dropped   bool         // it was not, and what it left was taken away
	Undone    *UndoneError // it was decided, and undone because of a file that was changed since; or nil
	Aside     string       // why its journal is never followed and was renamed to .mdck/txn.aside; ""
	Rescued   []string     // backups of what another program saved at the moment of the interruption; paths as in Result

	// Late are the same of what another program wrote into a file after it was replaced, by
	// this Update or an earlier one.
	Late []string

	// Lost says of files that this Update replaced, by name, what they could not keep:
	// their owner, their group, other names by hard links.
	Lost []string
}

// Update replaces files by what change makes of them: all, or none.
//
// While change runs, Update holds a lock that other calls of Update for the
// same Dir wait for, in this process or another; waiting too long is a
// [*lock.LockedError]. The lock is a file that is never replaced and never deleted.
// Editors do not take it, so a file that one has saved a moment ago is waited for until
// it stands still, for a second at most, and every file that change has seen is read again just
// before the first one is replaced: if one differs, nothing is replaced and the
// error is an [*UndoneError] that wraps [ErrChanged].
//
// An Update that was interrupted earlier is finished before change runs, or undone if a
// file was edited since that it had not replaced yet: see [Found]. A journal that is not to be
// followed is a [*JournalError] of every Update until somebody takes it away.
//
// An [*UnfinishedError] means that the rest of the change is left to the next Update or
// Recover; after any other error no file is replaced, or has its old text again, though
// backups or texts in the archive may be new. Of these errors that of the operating system is a
// [*FailedError], and an [*UndoneError] says where what was to be written is.
func (s Store) Update(change func(old Old) (Change, error)) (Result, error) {
	return s.locked(func(t *txn) error {
		t.result.Changed = nil
		c, err := change(t.old)
		if err != nil {
			return err
		}
		return failed(t.write(c))
	})
}

// Recover finishes an Update that was interrupted, or undoes it, and says so. Without a
// journal it costs one look at a name and takes no lock. Its errors are those of Update.
func (s Store) Recover() (Found, error) {
	if _, err := s.fs().Lstat(s.own(journalName)); missing(err) {
		return Found{}, nil
	}
	if info, err := s.fs().Lstat(s.own("")); err == nil && !info.IsDir() {
		return Found{}, &JournalError{Path: s.own(""), Reason: fmt.Sprintf("is a %s; expected a directory", disk.Kind(info))}
	}
	r, err := s.locked(func(*txn) error { return nil })
	return r.Found, err
}

// locked takes the lock, finishes an interrupted Update, and calls do.
func (s Store) locked(do func(t *txn) error) (_ Result, err error) {
	t, err := s.begin()
	if err != nil {
		return Result{}, failed(err)
	}
	defer func() { err = first(err, t.end()) }()
	if err = t.recover(); err != nil {
		return t.result, failed(err)
	}
	err = do(t)
	return t.result, err
}

func (s Store) fs() FS {
	if s.FS == nil {
		return OS()
	}
	return s.FS
}
