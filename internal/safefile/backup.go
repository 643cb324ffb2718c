package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// keptBackups is how many backups of a file are kept: enough for a day of gate
// rounds.
const keptBackups = 10

// A Backup is what a file held before an Update replaced it, or what a file
// should have got in a [Conflict].
type Backup struct {
	Path string    // relative to Dir, slash separated
	Seq  int       // counts the backups of one file, from 1
	Hash string    // the first 8 hex digits of the SHA-256 of the contents
	Time time.Time // when the backup was made
}

// Holds reports whether text is what the backup was made of.
func (b *Backup) Holds(text string) bool { return strings.HasPrefix(hash(text), b.Hash) }

// Backups lists the backups of the file called name, newest first.
func (s Store) Backups(name string) ([]Backup, error) {
	if err := s.ownDir(backupsDir); err != nil {
		return nil, ignoreMissing(err)
	}
	return backups(s.fs(), s.Dir, name)
}

func backups(f FS, dir, name string) ([]Backup, error) {
	entries, err := f.ReadDir(filepath.Join(dir, home, backupsDir))
	if err != nil {
		return nil, ignoreMissing(err)
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
		found = append(found, Backup{path.Join(home, backupsDir, e.Name()), seq, sum, info.ModTime()})
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

func backupName(name string, seq int, text string) string {
	return fmt.Sprintf("%s.%06d.%s", flat(name), seq, hash(text)[:8])
}

// backUp keeps text as the newest backup of the file called name and gives its
// path. If the newest one holds that text already, so that a write that was
// tried again and again does not push older ones out, that one is used.
func (t *txn) backUp(name, text string, a attributes) (string, error) {
	if err := t.makeHome(backupsDir); err != nil {
		return "", err
	}
	there, err := backups(t.fs, t.root, name)
	if err != nil {
		return "", err
	}
	next := 1
	if len(there) > 0 {
		next = there[0].Seq + 1
		if t.holds(there[0].Path, text) {
			return there[0].Path, t.fs.SyncDir(t.own(backupsDir)) // perhaps it was made by a process that could not
		}
	}
	file := backupName(name, next, text)
	if _, err := t.put(t.own(filepath.Join(backupsDir, file)), text, a, nil); err != nil {
		return "", err
	}
	for i := keptBackups - 1; i < len(there); i++ {
		_ = t.fs.Remove(filepath.Join(t.root, there[i].Path)) // or next time
	}
	return path.Join(home, backupsDir, file), nil
}

// holds reports whether the file at the path, relative to Dir, has this text.
func (t *txn) holds(rel, text string) bool {
	raw, err := t.fs.ReadFile(filepath.Join(t.root, rel))
	return err == nil && string(raw) == text
}

// archive keeps a text for ever and gives its path. Fresh is false if the text
// was there under that name before.
func (t *txn) archive(a Archived, attr attributes) (rel string, fresh bool, err error) {
	if _, err := filepath.Localize(a.Name); err != nil || a.Name == "." || strings.Contains(a.Name, "/") {
		return "", false, &FileError{a.Name, "is not a name for the archive: want one element of a path"}
	}
	if err := t.makeHome(archiveDir); err != nil {
		return "", false, err
	}
	if t.kept == nil {
		if err := t.listArchive(); err != nil {
			return "", false, err
		}
	}
	if rel, ok := t.kept.find(t, a); ok {
		return rel, false, t.fs.SyncDir(t.own(archiveDir))
	}
	file := fmt.Sprintf("%04d-%s", t.kept.last+1, a.Name)
	rel = path.Join(home, archiveDir, file)
	if _, err = t.put(t.own(filepath.Join(archiveDir, file)), a.Text, attr, nil); err == nil {
		t.kept.last++
		t.kept.texts[Archived{a.Name, hash(a.Text)}] = rel
	}
	return rel, true, err
}

// An archive is what is known of the archive in one transaction, so that keeping
// thousands of texts lists it once and reads no text twice.
type archive struct {
	last   int                 // the highest number
	unread map[string][]string // paths by name, of texts that were not read yet
	texts  map[Archived]string // paths by name and hash of the text
}

// listArchive sets t.kept to what is in the archive now.
func (t *txn) listArchive() error {
	entries, err := t.fs.ReadDir(t.own(archiveDir))
	if err != nil {
		return err
	}
	t.kept = &archive{unread: map[string][]string{}, texts: map[Archived]string{}}
	for _, e := range entries {
		number, name, _ := strings.Cut(e.Name(), "-")
		n, err := strconv.Atoi(number)
		if err != nil {
			continue
		}
		t.kept.last = max(t.kept.last, n)
		t.kept.unread[name] = append(t.kept.unread[name], path.Join(home, archiveDir, e.Name()))
	}
	return nil
}

// find is where the archive has a text already. Of several places it is the
// first.
func (k *archive) find(t *txn, a Archived) (rel string, ok bool) {
	for _, rel := range k.unread[a.Name] {
		raw, err := t.fs.ReadFile(filepath.Join(t.root, rel))
		key := Archived{a.Name, hash(string(raw))}
		if _, ok := k.texts[key]; err == nil && !ok {
			k.texts[key] = rel
		}
	}
	delete(k.unread, a.Name)
	rel, ok = k.texts[Archived{a.Name, hash(a.Text)}]
	return rel, ok
}
