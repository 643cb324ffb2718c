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
	entries, err := s.readHome(archiveDir)
	if err != nil {
		return nil, err
	}
	var found []Kept
	for _, e := range entries {
		number, name, ok := strings.Cut(e.Name(), "-")
		seq, err := strconv.Atoi(number)
		if !ok || err != nil || number != fmt.Sprintf("%04d", seq) || !e.Type().IsRegular() {
			continue
		}
		found = append(found, Kept{path.Join(home, archiveDir, e.Name()), seq, name})
	}
	slices.SortFunc(found, func(a, b Kept) int { return cmp.Or(a.Seq-b.Seq, strings.Compare(a.Name, b.Name)) })
	return found, nil
}

// Text gives the text of a backup, of an archived text or of a refused one, by the path
// that [Store.Backups], [Store.Archive] or [Store.Refused] gave. Any other path is a [*FileError], and
// so is something there that is not a file: links are not followed.
func (s Store) Text(rel string) (string, error) {
	dir, file := path.Split(rel)
	which, ok := strings.CutPrefix(path.Clean(dir), home+"/")
	if _, err := filepath.Localize(rel); err != nil || path.Clean(rel) != rel || !ok || !slices.Contains([]string{backupsDir, archiveDir, refusedDir}, which) {
		return "", &FileError{Name: rel, Reason: fmt.Sprintf("is neither a backup nor an archived text nor a refused one: want a file in %s/%s, %s/%s or %s/%s", home, backupsDir, home, archiveDir, home, refusedDir)}
	}
	if err := s.ownDir(which); err != nil {
		return "", err
	}
	name := filepath.Join(s.Dir, home, which, file)
	info, err := s.fs().Lstat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", &FileError{Name: rel, Reason: fmt.Sprintf("is a %s, want a file", disk.Kind(info))}
	}
	raw, err := s.fs().ReadFile(name)
	return string(raw), err
}

// readHome lists a directory of ours; one that is not there is empty.
func (s Store) readHome(name string) ([]fs.DirEntry, error) {
	if err := s.ownDir(name); err != nil {
		return nil, ignoreMissing(err)
	}
	entries, err := s.fs().ReadDir(filepath.Join(s.Dir, home, name))
	return entries, ignoreMissing(err)
}

// ownDir is isDir of .mdck and of a directory in it.
func (s Store) ownDir(name string) error {
	if err := isDir(s.fs(), filepath.Join(s.Dir, home)); err != nil {
		return err
	}
	return isDir(s.fs(), filepath.Join(s.Dir, home, name))
}
