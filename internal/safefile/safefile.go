// Package safefile changes the files of a checkpoint without losing data. The method [Store.Update]
// does everything that is necessary: lock, read, change, back up, write a journal and replace.
//
// Guarantees after a crash at any time, and after any error:
//
//   - A file has its complete old or new text.
//   - The files of one Update have all their old texts or all their new texts. After an interruption,
//     this is so when the next Update or [Store.Recover] has run. Until then, there is a journal
//     .mdck/txn.
//   - The ledger has the entries of all replaced files, and no entry of a file that was not replaced.
//     After an interruption, this is also so when the next Update or [Store.Recover] has run.
//   - Before a file is replaced, its old text is in .mdck/backups, or in the place that [Change.Kept]
//     requires. Text pruned from it is in .mdck/archive.
//   - The replaced file itself then becomes the backup. So the backup has what another program
//     writes into the file later.
//   - If another program saves a file meanwhile, the change is undone. The new texts are then in
//     .mdck/refused.
//
// An Update that has nothing to do, or is refused, writes nothing. If an Update created .mdck and
// put no data into it, the Update removes .mdck again.
//
// A Store changes only the files that [Store.Owns] allows, even if a journal names others.
//
// A file keeps its owner, mode and extended attributes as far as the system allows, and symbolic
// links stay links. A group that could not open the old file gets no access to the new one. Other
// hard links keep the old text, because the file is replaced by a new one. [Found] reports lost
// owners, groups and hard links. A read-only file is replaced if its directory is writable.
package safefile

import (
	"fmt"
	"time"

	"mdck/internal/safefile/disk"
)

// A Store is a directory whose checkpoint files change together. The directory must exist. Its
// subdirectory .mdck/ has a .gitignore of "*", lock, txn, ledger.jsonl, archive/, backups/ and
// refused/.
//
// A Store has no state. It may be copied, and is safe for concurrent use.
type Store struct {
	Dir    string
	Holder string        // name for the lock file, such as "mdck append"; process and host are added
	Wait   time.Duration // maximum wait for the lock; 0 means 10 s, less than 0 means no wait
	// Waiting, if not nil, is called with a message about the lock after one second of waiting. It
	// is also called if a signal ends the wait.
	Waiting func(what string)
	FS      FS // file system, for fault injection; nil means the operating system

	// Owns reports whether the Store may change the file called name. The Store changes no other
	// file, even if a journal names it, because the journal may have come with a stranger's
	// repository. If Owns is nil, the Store changes nothing.
	Owns func(name string) bool
	// Tracked reports whether git tracks the file called name. A tracked journal or temporary file
	// was not written by mdck here. Nil means that git tracks nothing.
	Tracked func(name string) bool

	// Also takes the lock of another program on the same files. The Store calls it after it took
	// its
	// own lock. If Also is nil, there is no second lock. If it returns an error, the Store returns
	// that
	// error unchanged and writes nothing.
	//
	// The Store calls still just before it replaces a file. If still returns an error, the second
	// lock is lost and the file is not replaced.
	//
	// The Store calls release before it releases its own lock. If release fails after a file was
	// replaced, the error of the Store is a [*LostError] for [lock.ErrLost], and an
	// [*UnfinishedError] for any other error.
	Also func() (still, release func() error, err error)

	// Roots returns absolute paths of directories that must contain Dir, after links in Dir are
	// resolved. The Store calls Roots before it creates anything. If Roots or its result is nil,
	// Dir may be anywhere.
	Roots func() []string

	// FollowOutside allows symbolic links that lead outside: from a file out of Dir, or from Dir
	// out of Roots.
	FollowOutside bool

	// RestoresText allows writing a file that has become empty since the last write of mdck. A command
	// that restores the text of a file needs this. Without RestoresText, the error is an
	// [*EmptiedError].
	RestoresText bool
}

// An FS is the interface of a Store to the operating system.
type FS = disk.FS

// A File is the new text of a file. Name is relative to Dir, with slashes, and must not lead out of
// Dir or into a .mdck or .git. The exception is a memo in the .mdck of Dir, such as
// .mdck/answers.json, if [Store.Owns] it. Missing directories are created.
type File struct {
	Name string
	New  string
}

// An Archived is a text that is kept permanently, in .mdck/archive under a number and Name. Name is
// a single path element, such as "gate-b-round-1.md". A text with an archived copy under that name
// is not archived again.
type Archived struct {
	Name string
	Text string
}

// A Change describes the changes of one Update.
type Change struct {
	Files   []File     // all are replaced or none; a file with an equal text is not touched
	Archive []Archived // on disk before any replacement
	Ledger  []Entry    // appended after the replacement, unless nothing was replaced or archived

	// Gone lists files to remove after the others are in place. Missing files are skipped.
	Gone []string
	// Like maps the name of a new file to the name of the file that it copies. The new file gets
	// the mode and owner of that file, but is never executable.
	Like map[string]string
	// Kept lists files that need no backup in .mdck, because the change saves their old text. The
	// text must be in an earlier element of Files or in Archive. Otherwise the file gets a backup.
	Kept []string
}

// Old returns the current text of a file of the Store. ok is false if the file does not exist. Old
// may only be called while the change function runs, and not concurrently.
type Old func(name string) (text string, ok bool, err error)

// A Result describes what an Update did. Paths in Backups and Archived are relative to Dir, with
// slashes.
type Result struct {
	Changed  []string // names of the replaced and removed files
	Backups  []string // one for each changed file that existed before; it may be an older backup of the same text
	Archived []string
	Found
}

// A Found describes how an Update handled an earlier interrupted Update, and what it lost itself.
type Found struct {
	Recovered bool         // the earlier Update was decided, and is completed
	Dropped   bool         // the earlier Update was not decided, so its temporary files are removed
	Undone    *UndoneError // not nil if the earlier Update was decided and then undone, because another program changed a file
	Aside     string       // reason why the earlier journal was moved to .mdck/txn.aside and will not be followed; or ""
	Rescued   []string     // backups of texts that another program saved at the moment of the interruption; paths as in Result

	// Late lists backups into which another program has written. Such a backup is a file that this
	// Update or an earlier one replaced.
	Late []string

	// Lost describes what files lost when this Update replaced them: owner, group, or other hard
	// links.
	Lost []string
}

// Update calls change, and makes the changes that it returns: all of them, or none.
//
// While change runs, Update holds a lock. Other calls of Update for the same Dir wait for it, in
// this process or another. After the maximum wait, the error is a [*lock.LockedError]. The lock is
// a file that is never replaced and, once .mdck is in use, never deleted.
//
// Editors do not take the lock. If a file was saved a moment ago, Update waits until the file no
// longer changes, for at most a second. Just before the first replacement, Update again reads the
// files that change has read. If one of them differs, Update replaces nothing. The error is an
// [*UndoneError] that wraps [ErrChanged].
//
// Before change runs, Update completes an earlier interrupted Update. If another program has edited
// a file that was not replaced yet, Update undoes the earlier Update: see [Found]. If a journal
// must not be followed, every Update returns a [*JournalError] until somebody removes the journal.
//
// An [*UnfinishedError] means that the next Update or Recover completes the change. After any other
// error, all files have their old texts, though there may be new backups or archived texts. An
// error of the operating system is then a [*FailedError], and an [*UndoneError] has the paths of
// the saved new texts.
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

// Recover completes or undoes an interrupted Update, and reports which. Without a journal it needs
// one Lstat and takes no lock. Its errors are those of Update.
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
