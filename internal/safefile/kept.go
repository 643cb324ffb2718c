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
