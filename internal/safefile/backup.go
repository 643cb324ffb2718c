package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// keptBackups is how many backups of a file are kept: enough for a day of gate
// rounds. Of refused texts it is as many.
const keptBackups = 10

// A Backup is what a file held before an Update replaced it, or, of [Store.Refused], what
// it should have got. Of several that hold the same only the newest is kept.
type Backup struct {
	Path string    // relative to Dir, slash separated
	Seq  int       // counts the backups of one file, from 1
	Hash string    // the first 8 hex digits of the SHA-256 of the contents
	Time time.Time // when the backup was made
	Late bool      // another program wrote into it after it was made: it was the file that was replaced
	sum  string    // SHA-256 of the contents; "" where they cannot be read
}

// Backups lists the backups of the file called name, newest first.
func (s Store) Backups(name string) ([]Backup, error) { return s.copies(backupsDir, name) }

// Refused lists what the file called name was to hold and did not get, newest first: the
// write was undone. That is not a backup: it must not push out what the file did hold, nor be taken
// for the latest of that. [Store.Text] reads it.
func (s Store) Refused(name string) ([]Backup, error) { return s.copies(refusedDir, name) }

// copies lists what is kept in a directory of ours of the file called name, newest first.
func (s Store) copies(class, name string) ([]Backup, error) {
	entries, err := s.listOurs(class)
	if err != nil {
		return nil, err
	}
	var found []Backup
	prefix := flat(name) + "."
	for _, e := range entries {
		seq, sum, ok := parseBackup(e.Name(), prefix)
		if !ok {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // rotated away since the directory was read
		}
		if err != nil {
			return nil, err
		}
		b := Backup{Path: path.Join(home, class, e.Name()), Seq: seq, Hash: sum, Time: info.ModTime()}
		if text, err := s.readOurs(s.at(b.Path)); err == nil {
			b.sum = hash(text)
			b.Hash = b.sum[:8]
			b.Late = b.Hash != sum
		}
		found = append(found, b)
	}
	slices.SortFunc(found, func(a, b Backup) int { return b.Seq - a.Seq })
	return found, nil
}

// parseBackup takes apart the file name of a backup; prefix is the flat name of
// the file and a dot.
func parseBackup(file, prefix string) (seq int, sum string, ok bool) {
	rest, ok := strings.CutPrefix(file, prefix)
	number, sum, ok2 := strings.Cut(rest, ".")
	seq, err := strconv.Atoi(number)
	if !ok || !ok2 || err != nil || number != fmt.Sprintf("%06d", seq) || !isHex(sum, 8) {
		return 0, "", false
	}
	return seq, sum, true
}

// maxFlat leaves room for number and hash in the 255 bytes that most systems
// allow for a file name.
const maxFlat = 200

// flat makes a name of one element of a path, different for different names.
func flat(name string) string {
	f := strings.ReplaceAll(strings.ReplaceAll(name, "%", "%25"), "/", "%2F")
	if len(f) > maxFlat {
		f = strings.ToValidUTF8(f[:maxFlat-18], "") + "%~" + hash(name)[:16]
	}
	return f
}

func backupName(name string, seq int, sum string) string {
	return fmt.Sprintf("%s.%06d.%s", flat(name), seq, sum[:8])
}

// copyTo keeps text as the newest of a class and gives its path. What holds the same goes,
// so that a write that was tried again and again does not push others out.
func (t *txn) copyTo(class, name, text string, a attributes) (string, error) {
	if err := t.makeHome(class); err != nil {
		return "", err
	}
	newest, err := t.recheck(class, name)
	if err != nil {
		return "", err
	}
	file, sum := newest.Path, hash(text)
	if newest.sum == sum {
		err = t.FS.SyncDir(t.own(class)) // perhaps it was made by a process that could not
	} else {
		file = path.Join(home, class, backupName(name, newest.Seq+1, sum))
		_, err = t.put(t.at(file), text, a, nil)
	}
	if err != nil {
		return "", err
	}
	left := 0
	there, _ := t.copies(class, name)
	for _, b := range there {
		if b.Path != file && b.sum == sum || left >= keptBackups && !b.Late {
			_ = t.FS.Remove(t.at(b.Path)) // or next time
		} else {
			left++
		}
	}
	return file, nil
}

// recheck gives the newest copy of a class, whose Seq is 0 if there is none. One that has changed
// since it was made was the file itself, into which another program still wrote after it was
// replaced: it becomes the newest, under the hash that it has now.
func (t *txn) recheck(class, name string) (newest Backup, err error) {
	there, err := t.copies(class, name)
	if len(there) > 0 {
		newest = there[0]
	}
	for _, b := range slices.Backward(there) {
		if !b.Late {
			continue
		}
		from := t.at(b.Path)
		b.Seq = newest.Seq + 1
		b.Path = path.Join(home, class, backupName(name, b.Seq, b.sum))
		if err := t.FS.Rename(from, t.at(b.Path)); err != nil {
			return newest, err
		}
		newest = b
		t.result.Late = append(t.result.Late, b.Path)
	}
	return newest, err
}
