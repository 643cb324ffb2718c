package safefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mdck/internal/safefile/disk"
	"mdck/internal/tree"
)

// A journal is what an Update will change, and what is needed to undo it. The change is decided
// when the journal has its final name. Files are replaced in its order, those to remove last.
type journal struct {
	Files      []journalFile `json:"files"`
	Ledger     []Entry       `json:"ledger"`
	LedgerSize int64         `json:"ledger_size"` // in bytes, before the entries
}

type journalFile struct {
	Name string      `json:"name"`
	At   string      `json:"at,omitempty"`   // name behind the links in Name; "" without links
	Old  []byte      `json:"old"`            // nil without a file; not a string, because JSON changes text that is not UTF-8
	New  []byte      `json:"new"`            // nil if the Update removes the file
	Like string      `json:"like,omitempty"` // file whose attributes a new file gets
	Mode fs.FileMode `json:"mode,omitempty"`
}

func (f *journalFile) place() string {
	if f.At == "" {
		return f.Name
	}
	return f.At
}

const (
	// journalHead begins a journal, followed by the hash of the rest.
	journalHead = "mdck txn 2 "
	// maxFiles is more than any write changes.
	maxFiles = 1000
)

func (j journal) encode() (string, error) {
	body, err := json.Marshal(j)
	if err == nil && len(body) > tree.MaxRead/2 || len(j.Files) > maxFiles {
		err = fmt.Errorf("%d files with %d bytes exceed the limit of one write", len(j.Files), len(body))
	}
	return journalHead + hash(string(body)) + "\n" + string(body), err
}

// narrow returns attributes that give access only to readers of all files of j.
func (j journal) narrow() attributes {
	mode := newFile
	for _, f := range j.Files {
		if f.Old != nil {
			mode &= f.Mode
		}
	}
	if mode == newFile {
		return attributes{}
	}
	return attributes{kept: true, mode: mode | 0o600}
}

func decode(text string) (j journal, err error) {
	sum, ok := strings.CutPrefix(text, journalHead)
	sum, body, _ := strings.Cut(sum, "\n")
	switch {
	case !ok:
		return j, fmt.Errorf("expected a text that starts with %q, found %q", journalHead, text[:min(len(text), len(journalHead))])
	case sum != hash(body):
		return j, errors.New("the checksum is wrong")
	}
	if err = json.Unmarshal([]byte(body), &j); err != nil {
		return j, err
	}
	if len(j.Files) > maxFiles {
		return j, fmt.Errorf("the journal names %d files, which exceeds the limit of one write", len(j.Files))
	}
	names := map[string]bool{}
	for _, f := range j.Files {
		if names[f.place()] {
			return j, fmt.Errorf("it names %q twice", f.place())
		}
		names[f.place()] = true
	}
	return j, nil
}

// Pending returns the files, relative to dir, that an interrupted Update was to change, or nil. The
// names may come from a stranger.
func Pending(dir string) []string {
	text, err := Store{Dir: dir}.readOurs(filepath.Join(dir, home, journalName))
	if err != nil {
		return nil
	}
	j, err := decode(text)
	if err != nil {
		return nil
	}
	var names []string
	for _, f := range j.Files {
		names = append(names, f.Name)
	}
	return names
}

// journal reads the journal. A [*JournalError] means that it must not be followed.
func (t *txn) journal() (j journal, ok bool, err error) {
	info, err := t.FS.Lstat(t.inHome(journalName))
	switch {
	case missing(err):
		return j, false, nil
	case errors.Is(err, fs.ErrPermission):
		return j, false, t.distrust(unreadable)
	case err != nil:
		return j, false, err
	}
	switch uid, _, known := disk.Owner(info); {
	case !info.Mode().IsRegular():
		return j, false, t.distrust("is a %s; expected a regular file", disk.Kind(info))
	case known && uid != os.Geteuid():
		return j, false, t.never("belongs to user %d", uid)
	case info.Size() > tree.MaxRead:
		return j, false, t.never("has %d bytes, which exceeds the limit of one write", info.Size())
	case t.Tracked != nil && t.Tracked(home+"/"+journalName):
		return j, false, t.never("is tracked by git, so mdck did not write it")
	}
	raw, err := t.FS.ReadFile(t.inHome(journalName))
	if errors.Is(err, fs.ErrPermission) {
		return j, false, t.distrust(unreadable)
	} else if err != nil {
		return j, false, err
	}
	if j, err = decode(string(raw)); err != nil {
		return j, false, t.never("is not valid (%v)", err)
	}
	for _, f := range j.Files {
		if err := t.trusted(f); err != nil {
			return j, false, err
		}
	}
	return j, true, nil
}

const unreadable = "cannot be read, so an interrupted write may have left files half-written"

func (t *txn) never(format string, args ...any) error {
	e := t.distrust(format, args...)
	e.never = true
	return e
}

func (t *txn) setAside(why string) error {
	if err := first(t.FS.Rename(t.inHome(journalName), t.inHome(asideName)), t.FS.SyncDir(t.inHome(""))); err != nil {
		return t.distrust("%s, and it cannot be moved aside: %v", why, err)
	}
	t.result.Aside = why
	return nil
}
