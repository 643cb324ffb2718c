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
}

// Holds reports whether the backup has text, as far as its hash says.
func (b *Backup) Holds(text string) bool { return strings.HasPrefix(hash(text), b.Hash) }

// Backups lists the backups of the file called name, newest first.
func (s Store) Backups(name string) ([]Backup, error) { return s.copies(backupsDir, name) }

// copies is the function of that name for a directory that may be something else.
func (s Store) copies(class, name string) ([]Backup, error) {
	if err := s.ownDir(class); err != nil {
		return nil, ignoreMissing(err)
	}
	all, err := copies(s.fs(), s.Dir, class, name)
	for i := range all {
		b := &all[i]
		if text, err := readPlain(s.fs(), filepath.Join(s.Dir, b.Path)); err == nil && !b.Holds(text) {
			b.Late, b.Hash = true, hash(text)[:8]
		}
	}
	return all, err
}

// copies lists what is kept in a directory of ours of the file called name, newest first.
func copies(f FS, dir, class, name string) ([]Backup, error) {
	entries, err := f.ReadDir(filepath.Join(dir, home, class))
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
		found = append(found, Backup{Path: path.Join(home, class, e.Name()), Seq: seq, Hash: sum, Time: info.ModTime()})
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

// copyTo keeps text as the newest of a class and gives its path. What holds the same goes,
// so that a write that was tried again and again does not push others out.
func (t *txn) copyTo(class, name, text string, a attributes) (string, error) {
	if err := t.makeHome(class); err != nil {
		return "", err
	}
	there, err := t.recheck(class, name)
	if err != nil {
		return "", err
	}
	if len(there) > 0 && t.holds(there[0].Path, text) {
		t.dropSame(there[1:], text)
		return there[0].Path, t.fs.SyncDir(t.own(class)) // perhaps it was made by a process that could not
	}
	next := 1
	if len(there) > 0 {
		next = there[0].Seq + 1
	}
	file := backupName(name, next, text)
	if _, err := t.put(t.own(filepath.Join(class, file)), text, a, nil); err != nil {
		return "", err
	}
	there = t.dropSame(there, text)
	for i := keptBackups - 1; i < len(there); i++ {
		_ = t.fs.Remove(filepath.Join(t.root, there[i].Path)) // or next time
	}
	return path.Join(home, class, file), nil
}

// recheck lists the copies of a class, newest first. One that has changed since it was made was
// the file itself, into which another program still wrote after it was replaced: it becomes the
// newest, under the hash that it has now.
func (t *txn) recheck(class, name string) ([]Backup, error) {
	there, err := copies(t.fs, t.root, class, name)
	if err != nil || len(there) == 0 {
		return nil, err
	}
	newest, late := there[0].Seq, []Backup(nil)
	for i, b := range slices.Backward(slices.Clone(there)) {
		raw, err := t.fs.ReadFile(filepath.Join(t.root, b.Path))
		if err != nil || b.Holds(string(raw)) {
			continue
		}
		from := b.Path
		b.Seq, b.Hash = newest+1+len(late), hash(string(raw))[:8]
		b.Path = path.Join(home, class, backupName(name, b.Seq, string(raw)))
		if err := t.fs.Rename(filepath.Join(t.root, from), filepath.Join(t.root, b.Path)); err != nil {
			return nil, err
		}
		there, late = slices.Delete(there, i, i+1), append(late, b)
		t.result.Late = append(t.result.Late, b.Path)
	}
	slices.Reverse(late)
	return append(late, there...), nil
}

// dropSame takes away those that hold text, of which a newer one is on disk, and gives the
// others.
func (t *txn) dropSame(there []Backup, text string) []Backup {
	return slices.DeleteFunc(there, func(b Backup) bool {
		if !b.Holds(text) || !t.holds(b.Path, text) {
			return false
		}
		_ = t.fs.Remove(filepath.Join(t.root, b.Path)) // or next time
		return true
	})
}

// holds reports whether the file at the path, relative to Dir, has this text.
func (t *txn) holds(rel, text string) bool { return t.hasSum(rel, hash(text)) }

// hasSum is holds for a text of which the hash is known.
func (t *txn) hasSum(rel, sum string) bool {
	kept, err := readPlain(t.fs, filepath.Join(t.root, rel))
	return err == nil && hash(kept) == sum
}

// archive keeps texts for ever and notes their paths. Fresh is false if all of them were
// there under their names before. Each text is on disk before it has its name; the
// names are flushed together, so that thousands do not each flush the directory.
func (t *txn) archive(texts []Archived, attr attributes) (fresh bool, err error) {
	for _, a := range texts {
		path, isNew, err := t.archiveOne(a, attr)
		if err != nil {
			return false, fmt.Errorf("archive %q: %w", a.Name, err)
		}
		t.result.Archived = append(t.result.Archived, path)
		fresh = fresh || isNew
	}
	if len(texts) == 0 {
		return false, nil
	}
	if err := t.fs.SyncDir(t.own(archiveDir)); err != nil {
		return false, fmt.Errorf("archive %q: %w", texts[len(texts)-1].Name, err)
	}
	return fresh, nil
}

// archiveOne keeps a text under a name that is not flushed yet, and gives its path. Fresh
// is false if the text was there under that name before.
func (t *txn) archiveOne(a Archived, attr attributes) (rel string, fresh bool, err error) {
	if _, err := filepath.Localize(a.Name); err != nil || a.Name == "." || strings.Contains(a.Name, "/") {
		return "", false, &FileError{Name: a.Name, Reason: "is not a name for the archive: want one element of a path"}
	}
	if t.kept == nil {
		if err := t.listArchive(); err != nil {
			return "", false, err
		}
	}
	if rel, ok := t.kept.find(t, a); ok {
		return rel, false, nil
	}
	file := fmt.Sprintf("%04d-%s", t.kept.last+1, a.Name)
	rel = path.Join(home, archiveDir, file)
	place := t.own(filepath.Join(archiveDir, file))
	if _, err := t.name(place, a.Text, attr, t.renaming(place, nil)); err != nil {
		return "", false, err
	}
	t.kept.last++
	t.kept.texts[Archived{a.Name, hash(a.Text)}] = rel
	return rel, true, nil
}

// An archive is what is known of the archive in one transaction, so that keeping
// thousands of texts lists it once and reads no text twice.
type archive struct {
	last   int                 // the highest number
	unread map[string][]string // paths by name, of texts that were not read yet
	texts  map[Archived]string // paths by name and hash of the text
}

// listArchive sets t.kept to what is in the archive now, which it makes if need be.
func (t *txn) listArchive() error {
	if err := t.makeHome(archiveDir); err != nil {
		return err
	}
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
		text, err := readPlain(t.fs, filepath.Join(t.root, rel))
		key := Archived{a.Name, hash(text)}
		if _, ok := k.texts[key]; err == nil && !ok {
			k.texts[key] = rel
		}
	}
	delete(k.unread, a.Name)
	rel, ok = k.texts[Archived{a.Name, hash(a.Text)}]
	return rel, ok
}
