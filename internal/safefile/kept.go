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
// that is not a file.
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
	which := path.Base(path.Dir(rel))
	_, err := filepath.Localize(rel)
	if err != nil || rel != path.Join(home, which, path.Base(rel)) || !slices.Contains([]string{backupsDir, archiveDir, refusedDir}, which) {
		return "", &FileError{Name: rel, Reason: fmt.Sprintf("is not a backup, an archived text or a refused text; expected a file in %s/%s, %s/%s or %s/%s", home, backupsDir, home, archiveDir, home, refusedDir)}
	}
	for _, dir := range []string{"", which} {
		if err := s.isOurs(s.own(dir), fs.ModeDir); err != nil {
			return "", err
		}
	}
	info, err := s.fs().Lstat(s.at(rel))
	if err == nil && !info.Mode().IsRegular() {
		err = &FileError{Name: rel, Reason: fmt.Sprintf("is a %s; expected a file", disk.Kind(info))}
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
	if len(texts) == 0 {
		return false, nil
	}
	kept, last, err := t.archivedAs(texts)
	for _, a := range texts {
		key := Archived{a.Name, hash(a.Text)}
		if err == nil && kept[key] == "" {
			last, fresh = last+1, true
			kept[key] = path.Join(home, archiveDir, fmt.Sprintf("%04d-%s", last, a.Name))
			err = t.name(t.at(kept[key]), a.Text, attr, nil)
		}
		if err != nil {
			return false, fmt.Errorf("archive %q: %w", a.Name, err)
		}
		t.result.Archived = append(t.result.Archived, kept[key])
	}
	if err := t.FS.SyncDir(t.own(archiveDir)); err != nil {
		return false, fmt.Errorf("archive %q: %w", texts[len(texts)-1].Name, err)
	}
	return fresh, nil
}

// archivedAs returns the paths of what is in the archive under the names of texts, by name and
// hash of the text, and the highest number there. It makes the archive if need be.
func (t *txn) archivedAs(texts []Archived) (kept map[Archived]string, last int, err error) {
	wanted := map[string]bool{}
	for _, a := range texts {
		wanted[a.Name] = true
		if _, err := filepath.Localize(a.Name); err != nil || a.Name == "." || strings.Contains(a.Name, "/") {
			return nil, 0, &FileError{Name: a.Name, Reason: "is not a name for the archive; expected one element of a path"}
		}
	}
	if err := t.makeHome(archiveDir); err != nil {
		return nil, 0, err
	}
	there, last, err := t.archived()
	kept = map[Archived]string{}
	for _, k := range slices.Backward(there) { // of several with one text the first counts
		if !wanted[k.Name] {
			continue
		}
		if text, err := t.readOurs(t.at(k.Path)); err == nil {
			kept[Archived{k.Name, hash(text)}] = k.Path
		}
	}
	return kept, last, err
}
