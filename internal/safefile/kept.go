package safefile

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Kept is a text in the archive.
type Kept struct {
	Path string // slash path from Dir
	Seq  int    // from 1
	Name string // such as "gate-b-round-1.md"
}

// Archive lists the archived texts, oldest first.
func (s Store) Archive() ([]Kept, error) {
	found, _, err := s.archived()
	return found, err
}

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
	sort.SliceStable(found, func(i, j int) bool {
		return cmp.Or(found[i].Seq-found[j].Seq, strings.Compare(found[i].Name, found[j].Name)) < 0
	})
	return found, last, err
}

// Text returns the text at a path from [Store.Backups], [Store.Archive] or [Store.Refused]. Other
// paths are a [*FileError].
func (s Store) Text(rel string) (string, error) {
	which := path.Base(path.Dir(rel))
	_, err := filepath.Localize(rel)
	if err != nil || rel != path.Join(home, which, path.Base(rel)) || !slices.Contains([]string{backupsDir, archiveDir, refusedDir}, which) {
		return "", &FileError{Name: rel, Reason: "is not a backup, an archived text or a refused text"}
	}
	for _, dir := range []string{"", which} {
		if err := s.checkType(s.inHome(dir), fs.ModeDir); err != nil {
			return "", err
		}
	}
	return s.readOurs(s.at(rel))
}

// archive saves texts permanently and records their paths. fresh is false if all were saved before.
func (t *txn) archive(texts []source.Named, attr attributes) (fresh bool, err error) {
	if len(texts) == 0 {
		return false, nil
	}
	kept, last, err := t.archivedAs(texts)
	for _, a := range texts {
		key := source.Named{Name: a.Name, Text: hash(a.Text)}
		if err == nil && kept[key] == "" {
			last, fresh = last+1, true
			kept[key] = path.Join(home, archiveDir, fmt.Sprintf("%04d-%s", last, a.Name))
			err = t.writeNew(t.at(kept[key]), a.Text, attr, nil)
		}
		if err != nil {
			return false, fmt.Errorf("archive %q: %w", a.Name, err)
		}
		t.result.Archived = append(t.result.Archived, kept[key])
	}
	if err := t.FS.SyncDir(t.inHome(archiveDir)); err != nil {
		return false, fmt.Errorf("archive %q: %w", texts[len(texts)-1].Name, err)
	}
	return fresh, nil
}

// archivedAs returns the paths of archived texts by name and hash. last is the highest number in
// use.
func (t *txn) archivedAs(texts []source.Named) (kept map[source.Named]string, last int, err error) {
	wanted := map[string]bool{}
	for _, a := range texts {
		wanted[a.Name] = true
		if _, err := filepath.Localize(a.Name); err != nil || a.Name == "." || strings.Contains(a.Name, "/") {
			return nil, 0, &FileError{Name: a.Name, Reason: "is not a name for the archive; expected a file name without a directory"}
		}
	}
	if err := t.makeHome(archiveDir); err != nil {
		return nil, 0, err
	}
	there, last, err := t.archived()
	kept = map[source.Named]string{}
	for _, k := range slices.Backward(there) { // the first of equal texts wins
		if !wanted[k.Name] {
			continue
		}
		if text, err := t.readOurs(t.at(k.Path)); err == nil {
			kept[source.Named{Name: k.Name, Text: hash(text)}] = k.Path
		}
	}
	return kept, last, err
}
