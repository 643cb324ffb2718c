// Package safefile changes the files of a checkpoint without losing data. [Store.Update] does all
// that is necessary: lock, read, change, back up, write a journal and replace.
//
// Guarantees after any error and, once the next Update or [Store.Recover] has run, after a crash:
//
//   - A file has its complete old or new text, even before the next run.
//   - The files of one Update have all their old texts or all their new texts.
//   - The ledger has the entries of all replaced files, and of no others.
//   - Before a file is replaced, its old text is in .mdck/backups, or in the place that [Change.Kept]
//     requires. Text pruned from it is in .mdck/archive.
//   - The replaced file itself then becomes the backup. So the backup has what another program
//     writes into the file later.
//   - If another program saves a file meanwhile, the change is undone. The new texts are then in
//     .mdck/refused.
//
// An Update that has nothing to do, or is refused, writes nothing. If it created .mdck and put no
// data there, it removes .mdck again.
//
// A Store changes only the files that [Store.Owns] allows, even if a journal names others.
//
// A file keeps its owner, mode and extended attributes as far as the system allows, and symbolic
// links stay links. A group that could not open the old file gets no access to the new one. Other
// hard links keep the old text, because the file is replaced by a new one. [Found] reports lost
// owners, groups and hard links. A read-only file is replaced if its directory is writable.
package safefile

import (
	"cmp"
	"time"

	"mdck/internal/safefile/disk"
	"mdck/mdcheckpoint/source"
)

// A Store is a directory whose files change together. The directory must exist. Its subdirectory
// .mdck/ has a .gitignore of "*", lock, txn, ledger.jsonl, archive/, backups/ and refused/. A Store
// may be copied, and is safe for concurrent use.
type Store struct {
	Dir    string
	Holder string        // for the lock file, such as "mdck append"
	Wait   time.Duration // 0 means 10 s, less than 0 no wait
	// Waiting, if not nil, is called with a message after one second of waiting.
	Waiting func(what string)
	FS      FS // nil means the operating system

	// Owns reports whether the Store may change a file; nil means none. A journal may come from a
	// stranger and name other files.
	Owns func(name string) bool
	// Tracked reports whether git tracks a file. mdck did not write such a file here. Nil means no.
	Tracked func(name string) bool

	// Also, if not nil, takes the lock of another program while the Store holds its own. Its error
	// is returned unchanged, and nothing is written.
	//
	// The Store calls still before each replacement, and release at the end. If release fails after
	// a replacement, the error is a [*LostError] or an [*UnfinishedError].
	Also func() (still, release func() error, err error)

	// Roots returns absolute directories, which must all contain Dir after links are resolved. Nil
	// means anywhere.
	Roots func() []string

	// FollowOutside allows links out of Dir, or out of Roots.
	FollowOutside bool

	// RestoresText allows writing a file that another program has emptied. Otherwise the error is
	// an [*EmptiedError].
	RestoresText bool
}

// An FS is the interface of a Store to the operating system.
type FS = disk.FS

// A File is the new text of a file. Name is a slash path in Dir. Missing directories are created.
type File struct {
	Name string
	New  string
}

// A Change describes the changes of one Update.
type Change struct {
	Files   []File         // all are replaced or none
	Archive []source.Named // texts for .mdck/archive, on disk before any replacement; each Name is one path element
	Ledger  []Entry        // appended after the replacement, unless nothing was replaced or archived

	// Gone lists files to remove at the end. They may be missing.
	Gone []string
	// Like maps a new file to the file that provides its mode and owner, without execute
	// permission.
	Like map[string]string
	// Kept lists files that need no backup, because Files or Archive has their old text.
	Kept []string
}

// Old returns the current text of a file. It may only be called while the change function runs, and
// not concurrently.
type Old func(name string) (text string, ok bool, err error)

// A Result describes what an Update did. Paths are slash paths from Dir.
type Result struct {
	Changed  []string // replaced and removed files
	Backups  []string // one for each changed file that existed
	Archived []string
	Found
}

// A Found says what happened to an interrupted Update, and what this Update lost.
type Found struct {
	Recovered bool         // the earlier Update is completed
	Dropped   bool         // the earlier Update was not decided, so its temporary files are gone
	Undone    *UndoneError // not nil if the earlier Update was undone, because another program changed a file
	Aside     string       // why the earlier journal was moved to .mdck/txn.aside; or ""
	Rescued   []string     // backups of texts that other programs saved at the interruption

	// Late lists backups into which another program has written.
	Late []string

	// Lost says which owners, groups and hard links replaced files lost.
	Lost []string
}

// Add adds what a later try found.
func (f *Found) Add(later Found) {
	f.Recovered, f.Dropped = f.Recovered || later.Recovered, f.Dropped || later.Dropped
	f.Undone, f.Aside = cmp.Or(f.Undone, later.Undone), cmp.Or(f.Aside, later.Aside)
	f.Rescued = append(f.Rescued, later.Rescued...)
	f.Late, f.Lost = append(f.Late, later.Late...), append(f.Lost, later.Lost...)
}

// Update calls change, and makes all of the changes that it returns, or none.
//
// Another Update for the same Dir waits for the lock. After the wait, its error is a
// [*lock.LockedError]. Editors take no lock. So Update waits, for at most a second, until a file no
// longer changes, and reads all files again before the first replacement. If one differs, nothing
// is replaced, and the error is an [*UndoneError] that wraps [ErrChanged].
//
// Update first completes or undoes an interrupted Update: see [Found]. If a journal must not be
// followed, the error is a [*JournalError]. An [*UnfinishedError] means that the next Update
// completes the change, a [*LostError] that the change was made. After any other error, all files
// have their old texts. The error of a system call is a [*FailedError].
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

// Recover completes or undoes an interrupted Update. Its errors are those of Update.
func (s Store) Recover() (Found, error) {
	if _, err := s.fs().Lstat(s.inHome(journalName)); missing(err) {
		return Found{}, nil
	}
	if info, err := s.fs().Lstat(s.inHome("")); err == nil && !info.IsDir() {
		return Found{}, &JournalError{Path: s.inHome(""), Reason: "is a " + disk.Kind(info) + "; expected a directory"}
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
