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

// How the names of our temporary files end.
const (
	tempSuffix = ".tmp" // what is being written, by us alone
	outSuffix  = ".out" // what was swapped with a file of the user, and may be his: it is not lost
)

// tempPrefix is how the names of our temporary files in dir begin. It depends
// on the way from dir to the Store: the temporary file of another Store, whose
// lock we do not hold, is not ours to remove, and a tree that was moved as a
// whole keeps its names.
func (t *txn) tempPrefix(dir string) string {
	way, err := filepath.Rel(dir, t.Dir)
	if err != nil {
		way = t.Dir
	}
	return ".mdck-" + hash(filepath.ToSlash(way))[:8] + "-"
}

// tempName is a name for a temporary file beside path that nothing has. It begins with
// what says for which file it is.
func (t *txn) tempName(path string) string {
	dir, base := filepath.Split(path)
	return filepath.Join(dir, t.tempPrefix(filepath.Clean(dir))+hash(base)[:8]+fmt.Sprintf("%08x", rand.Uint32())+tempSuffix)
}

// clean removes what a crash left of temporary files, in the directories of the
// Store and of the files of j, except what is not known. It does what it can.
func (t *txn) clean(j journal) {
	dirs := []string{t.Dir, t.own(""), t.own(backupsDir), t.own(archiveDir), t.own(refusedDir)}
	for _, f := range j.Files {
		t.know(string(f.Old), string(f.New)) // the one has a backup, the other is in the journal
		if path, err := t.find(f.place()); err == nil {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		t.cleanDir(dir)
	}
}

// know notes texts that nothing is lost of when a copy goes.
func (t *txn) know(texts ...string) {
	for _, text := range texts {
		t.known = append(t.known, hash(text))
	}
}

// cleanDir is clean for one directory.
func (t *txn) cleanDir(dir string) {
	entries, err := t.FS.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		key, out, ok := t.leftover(dir, e)
		switch at := filepath.Join(dir, e.Name()); {
		case !ok || t.inUse(at) || t.isTracked(at): // git tracks what came with the repository
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

// inUse reports whether the file at path was prepared by this run and is not used yet, or
// was swapped out by it and is looked at again later.
func (t *txn) inUse(path string) bool {
	return slices.Contains(slices.Collect(maps.Values(t.ready)), path) ||
		slices.ContainsFunc(t.outs, func(s swapped) bool { return s.path == path })
}

// leftover takes apart the name of a temporary file of ours: key says for which file it
// was, and out whether it was swapped with that.
func (t *txn) leftover(dir string, e fs.DirEntry) (key string, out, ok bool) {
	digits, ours := strings.CutPrefix(e.Name(), t.tempPrefix(dir))
	digits, out = strings.CutSuffix(digits, outSuffix)
	digits, temp := strings.CutSuffix(digits, tempSuffix)
	if !ours || out == temp || !isHex(digits, 16) || !e.Type().IsRegular() {
		return "", false, false
	}
	return digits[:8], out, true
}

// named gives the name of the file that a temporary one was for; of one that is gone it
// says so.
func named(entries []fs.DirEntry, key string) string {
	for _, e := range entries {
		if hash(e.Name())[:8] == key {
			return e.Name()
		}
	}
	return "interrupted"
}

// rescue removes a file that was swapped with the one called base beside it. What it
// has is what the user's file had, or should have got: where that is kept nowhere, it becomes a
// backup, which is noted in kept.
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

// backupOf returns the path of the backup of the file called name that has text, or "".
func (t *txn) backupOf(name, text string) string {
	all, err := t.Backups(name)
	i := slices.IndexFunc(all, func(b Backup) bool { return b.sum == hash(text) })
	if err != nil || i < 0 {
		return ""
	}
	return t.at(all[i].Path)
}

// isHex reports whether s is n lower-case hex digits.
func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}
