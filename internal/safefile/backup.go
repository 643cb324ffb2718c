package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// keptBackups limits the backups of a file, and its refused texts.
const keptBackups = 10

// A Backup is the text that a file had before an Update, or a refused text.
type Backup struct {
	Path string // slash path from Dir
	Seq  int    // from 1
	Hash string // first 8 hex digits of the SHA-256
	Time time.Time
	Late bool   // another program wrote into the replaced file later
	sum  string // SHA-256 of the text; "" if unreadable
}

// Backups lists the backups of the file called name, newest first.
func (s Store) Backups(name string) ([]Backup, error) { return s.copies(backupsDir, name) }

// Refused lists the texts of undone writes to name, newest first.
func (s Store) Refused(name string) ([]Backup, error) { return s.copies(refusedDir, name) }

// copies lists the copies of name in .mdck/class, newest first.
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
			continue // another process has removed it
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
	sort.SliceStable(found, func(i, j int) bool { return found[i].Seq > found[j].Seq })
	return found, nil
}

func parseBackup(file, prefix string) (seq int, sum string, ok bool) {
	rest, ok := strings.CutPrefix(file, prefix)
	number, sum, ok2 := strings.Cut(rest, ".")
	seq, err := strconv.Atoi(number)
	if !ok || !ok2 || err != nil || number != fmt.Sprintf("%06d", seq) || !isHex(sum, 8) {
		return 0, "", false
	}
	return seq, sum, true
}

// maxFlat leaves space for number and hash in the 255 bytes of a file name.
const maxFlat = 200

// flat converts name to one path element, unique for each name.
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

// copyTo saves text as the newest copy of name and returns its path. It removes older copies of the
// same text, and copies above keptBackups.
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
		err = t.FS.SyncDir(t.inHome(class)) // the process that wrote the copy may have ended before the flush
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
			_ = t.FS.Remove(t.at(b.Path)) // after an error, the next write removes it
		} else {
			left++
		}
	}
	return file, nil
}

// recheck returns the newest copy of name; its Seq is 0 without one. It first renames each copy
// into which another program has written.
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
