package agents

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
)

// backupLayout is the time in the name of a backup. Source: checkpoint.
const backupLayout = "20060102_150405"

// backupOf returns the checkpoint that a file is a backup of by its name,
// STEM_20060102_150405.json; ok is false for any other name.
func backupOf(name string) (of string, at time.Time, ok bool) {
	rest, ok := strings.CutSuffix(name, extension)
	i := len(rest) - len(backupLayout)
	if !ok || i < 2 || rest[i-1] != '_' {
		return "", at, false
	}
	at, err := time.Parse(backupLayout, rest[i:])
	return rest[:i-1] + extension, at, err == nil
}

// Backups returns the names that are backups of the checkpoint called name, newest first. Backups
// of secondary_a_new.json are not backups of secondary_a.json.
func Backups(name string, names []string) []string {
	all := slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		of, _, ok := backupOf(n)
		return !ok || of != name
	})
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

// backupName returns the name of a backup of the checkpoint called name that is made at that
// time, in the zone of at. It is later than all backups in names, even if the clock was set back,
// so that the names sort in the order of the writes.
func backupName(name string, at time.Time, names []string) string {
	stamp := at.Format(backupLayout)
	if all := Backups(name, names); len(all) > 0 {
		_, newest, _ := backupOf(all[0])
		stamp = max(stamp, newest.Add(time.Second).Format(backupLayout))
	}
	return stem(name) + "_" + stamp + extension
}

// surplus returns the backups of the checkpoint called name beyond [KeptBackups].
func surplus(name string, names []string) []string {
	all := Backups(name, names)
	return all[min(len(all), KeptBackups):]
}

// hasBackup reports whether a backup of the checkpoint called name can be restored in the epic in tree.
func hasBackup(tree fs.FS, name string) bool {
	found, _ := newestBackup(tree, name, nil)
	return found != nil
}

// newestBackup returns the newest backup of the checkpoint called name, and its file name; nil without one. The backup must have the agent of
// current, or of name if current is nil. If current is not nil, the backup must be older than it.
func newestBackup(tree fs.FS, name string, current *Checkpoint) (newest *Checkpoint, file string) {
	agent := foldID(stem(name))
	if current != nil {
		agent = current.Agent()
	}
	names, _ := readNames(tree, BackupDir)
	for _, backup := range Backups(name, names) {
		b := parseBackup(tree, name, backup)
		switch {
		case b == nil || b.ID() == "" || b.Agent() != agent:
		case current == nil:
			return b, backup
		case b.precedes(current) && (newest == nil || newest.precedes(b)):
			newest, file = b, backup
		}
	}
	return newest, file
}

// newestBackup returns the newest backup of the checkpoint called name, which cannot be read, and its
// path; nil without one.
func (d *Draft) newestBackup(name string) (*Checkpoint, string) {
	c, file := newestBackup(d.read.Tree, name, nil)
	return c, path.Join(BackupDir, file)
}

// parseBackup reads a backup as the checkpoint called name; nil if it cannot be read.
func parseBackup(tree fs.FS, name, backup string) *Checkpoint {
	b := readCheckpoint(tree, path.Join(BackupDir, backup))
	if b.Err != nil {
		return nil
	}
	c, _ := Parse(path.Join(CheckpointDir, name), b.Text()) // which could be read under its own name
	return c
}

// precedes reports whether c was written before o, according to their times; a checkpoint without
// a time precedes one with a time. If o has no time, every c with another text precedes it.
func (c *Checkpoint) precedes(o *Checkpoint) bool {
	at, known := o.Last()
	return c.isBefore(at) || !known && c.Text() != o.Text()
}

// isBefore reports whether c was written before a time, or has no time.
func (c *Checkpoint) isBefore(at time.Time) bool {
	last, _ := c.Last()
	return last.Before(at)
}

// backUp adds to a change the backups of checkpoints that it replaces and does not keep.
func backUp(read *protocol.Reader, change *protocol.Change) error {
	copies, err := Edit(func(d *Draft) {
		for _, f := range change.Files {
			base := path.Base(f.Name)
			isCheckpoint := path.Dir(f.Name) == CheckpointDir && KindOf(base).isAgent()
			if isCheckpoint && f.Exists && f.Before != f.After && !slices.Contains(change.Kept, f.Name) {
				d.keep(&current{name: base, text: f.Before, exists: true})
			}
		}
	})(read)
	if err != nil {
		return err
	}
	change.Files = append(copies.Files, change.Files...)
	change.Kept = append(change.Kept, copies.Kept...)
	change.Surplus = append(change.Surplus, copies.Surplus...)
	return nil
}
