package safefile

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
)

const (
	tempSuffix = ".tmp" // written by mdck only
	outSuffix  = ".out" // swapped out; may be the user's file, which must not be lost
)

// tempPrefix returns the prefix of our temporary files in dir. Other Stores have other prefixes,
// because we do not hold their locks.
func (t *txn) tempPrefix(dir string) string {
	way, err := filepath.Rel(dir, t.Dir)
	if err != nil {
		way = t.Dir
	}
	return ".mdck-" + hash(filepath.ToSlash(way))[:8] + "-"
}

func (t *txn) tempName(path string) string {
	dir, base := filepath.Split(path)
	return filepath.Join(dir, t.tempPrefix(filepath.Clean(dir))+hash(base)[:8]+fmt.Sprintf("%08x", rand.Uint32())+tempSuffix)
}

// clean removes temporary files that a crash left. A text that exists nowhere else becomes a
// backup.
func (t *txn) clean(j journal) {
	dirs := []string{t.Dir, t.inHome(""), t.inHome(backupsDir), t.inHome(archiveDir), t.inHome(refusedDir)}
	for _, f := range j.Files {
		t.know(string(f.Old), string(f.New)) // they are in the backup and in the journal
		if path, err := t.find(f.place()); err == nil {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		t.cleanDir(dir)
	}
}

// know records that these texts exist elsewhere.
func (t *txn) know(texts ...string) {
	for _, text := range texts {
		t.known = append(t.known, hash(text))
	}
}

func (t *txn) cleanDir(dir string) {
	entries, err := t.FS.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		key, out, ok := t.leftover(dir, e)
		switch at := filepath.Join(dir, e.Name()); {
		case !ok || t.inUse(at) || t.isTracked(at): // a tracked file came with the repository
		case !out:
			t.result.Dropped = true
			_ = t.FS.Remove(at)
		default:
			t.rescue(at, named(entries, key), &t.result.Rescued)
		}
	}
}

func (t *txn) isTracked(path string) bool {
	rel, err := filepath.Rel(t.Dir, path)
	return err == nil && t.Tracked != nil && t.Tracked(filepath.ToSlash(rel))
}

func (t *txn) inUse(path string) bool {
	return slices.Contains(slices.Collect(maps.Values(t.ready)), path) ||
		slices.ContainsFunc(t.outs, func(s swapped) bool { return s.path == path })
}

// leftover parses the name of a temporary file. key identifies the file that it belongs to; out
// means that the two were swapped.
func (t *txn) leftover(dir string, e fs.DirEntry) (key string, out, ok bool) {
	digits, ours := strings.CutPrefix(e.Name(), t.tempPrefix(dir))
	digits, out = strings.CutSuffix(digits, outSuffix)
	digits, temp := strings.CutSuffix(digits, tempSuffix)
	if !ours || out == temp || !isHex(digits, 16) || !e.Type().IsRegular() {
		return "", false, false
	}
	return digits[:8], out, true
}

func named(entries []fs.DirEntry, key string) string {
	for _, e := range entries {
		if hash(e.Name())[:8] == key {
			return e.Name()
		}
	}
	return "interrupted"
}

// rescue removes the swapped-out file at path. If its text exists nowhere else, rescue saves it as
// a backup and adds its path to kept.
func (t *txn) rescue(path, base string, kept *[]string) {
	raw, err := t.FS.ReadFile(path)
	if err != nil {
		return
	}
	text, name := string(raw), base
	if rel, err := filepath.Rel(t.Dir, filepath.Dir(path)); err == nil {
		name = filepath.ToSlash(filepath.Join(rel, base))
	}
	keep := t.backupOf(name, text)
	if keep == "" && !slices.Contains(t.known, hash(text)) {
		info, err := t.FS.Lstat(path)
		if err != nil {
			return
		}
		fresh, err := t.copyTo(backupsDir, name, text, like(info))
		if err != nil {
			return
		}
		*kept = append(*kept, fresh)
		keep = t.at(fresh)
	}
	t.keepAs(path, keep, text)
}

func (t *txn) backupOf(name, text string) string {
	all, err := t.Backups(name)
	i := slices.IndexFunc(all, func(b Backup) bool { return b.sum == hash(text) })
	if err != nil || i < 0 {
		return ""
	}
	return t.at(all[i].Path)
}

func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}
