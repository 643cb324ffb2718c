package safefile

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/safefile/disk"
)

// A Kept is a text in the archive.
type Kept struct {
	Path string // relative to Dir, slash separated
	Seq  int    // the number before the name, counted from 1
	Name string // what it was archived as, such as "gate-b-round-1.md"
}

// Archive lists what was archived, oldest first. Files that have no number
// before their name are not of the archive and are left out, as is everything
// that is no file.
func (s Store) Archive() ([]Kept, error) {
	found, _, err := s.archived()
	return found, err
}

// archived is Archive with the highest number that something has there.
func (s Store) archived() (found []Kept, last int, err error) {
	entries, err := s.listOurs(archiveDir)
	for _, e := range entries {
		number, name, ok := strings.Cut(e.Name(), "-")
		seq, err := strconv.Atoi(number)
		if !ok || err != nil || number != fmt.Sprintf("%04d", seq) {
			continue
		}
		if last = max(last, seq); e.Type().IsRegular() {
			found = append(found, Kept{path.Join(home, archiveDir, e.Name()), seq, name})
		}
	}
	slices.SortFunc(found, func(a, b Kept) int { return cmp.Or(a.Seq-b.Seq, strings.Compare(a.Name, b.Name)) })
	return found, last, err
}

// Text gives the text of a backup, of an archived text or of a refused one, by the path
// that [Store.Backups], [Store.Archive] or [Store.Refused] gave. Any other path is a [*FileError], and
// so is something there that is not a file: links are not followed.
func (s Store) Text(rel string) (string, error) {
	dir, _ := path.Split(rel)
	which, ok := strings.CutPrefix(path.Clean(dir), home+"/")
	if _, err := filepath.Localize(rel); err != nil || path.Clean(rel) != rel || !ok || !slices.Contains([]string{backupsDir, archiveDir, refusedDir}, which) {
		return "", &FileError{Name: rel, Reason: fmt.Sprintf("is neither a backup nor an archived text nor a refused one: want a file in %s/%s, %s/%s or %s/%s", home, backupsDir, home, archiveDir, home, refusedDir)}
	}
	for _, dir := range []string{"", which} {
		if err := s.isOurs(s.own(dir), fs.ModeDir); err != nil {
			return "", err
		}
	}
	info, err := s.fs().Lstat(s.at(rel))
	if err == nil && !info.Mode().IsRegular() {
		err = &FileError{Name: rel, Reason: fmt.Sprintf("is a %s, want a file", disk.Kind(info))}
	}
	if err != nil {
		return "", err
	}
	raw, err := s.fs().ReadFile(s.at(rel))
	return string(raw), err
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
	if err := t.FS.SyncDir(t.own(archiveDir)); err != nil {
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
	if err := t.readArchive(a.Name); err != nil {
		return "", false, err
	}
	key := Archived{a.Name, hash(a.Text)}
	if rel, ok := t.kept.texts[key]; ok {
		return rel, false, nil
	}
	rel = path.Join(home, archiveDir, fmt.Sprintf("%04d-%s", t.kept.last+1, a.Name))
	if err := t.name(t.at(rel), a.Text, attr, nil); err != nil {
		return "", false, err
	}
	t.kept.last++
	t.kept.texts[key] = rel
	return rel, true, nil
}

// An archive is what is known of the archive in one transaction, so that keeping
// thousands of texts lists it once and reads no text twice.
type archive struct {
	last   int                 // the highest number
	unread map[string][]string // paths by name, of texts that were not read yet
	texts  map[Archived]string // paths by name and hash of the text, of several the first
}

// readArchive reads the texts of a name, and before that what names there are in the archive,
// which it makes if need be.
func (t *txn) readArchive(name string) error {
	if t.kept == nil {
		if err := t.makeHome(archiveDir); err != nil {
			return err
		}
		there, last, err := t.archived()
		if err != nil {
			return err
		}
		t.kept = &archive{last: last, unread: map[string][]string{}, texts: map[Archived]string{}}
		for _, k := range there {
			t.kept.unread[k.Name] = append(t.kept.unread[k.Name], k.Path)
		}
	}
	for _, rel := range slices.Backward(t.kept.unread[name]) {
		if text, err := t.readOurs(t.at(rel)); err == nil {
			t.kept.texts[Archived{name, hash(text)}] = rel
		}
	}
	delete(t.kept.unread, name)
	return nil
}
