package agents

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// backupLayout is the time layout in the names of backups. Source: checkpoint.
const backupLayout = "20060102_150405"

// backupOf splits the file name of a backup, such as secondary_a_20060102_150405.json.
func backupOf(name string) (checkpoint string, at time.Time, ok bool) {
	rest, ok := strings.CutSuffix(name, extension)
	i := len(rest) - len(backupLayout)
	if !ok || i < 2 || rest[i-1] != '_' {
		return "", at, false
	}
	at, err := time.Parse(backupLayout, rest[i:])
	return rest[:i-1] + extension, at, err == nil
}

// Backups returns the names of backups of the checkpoint called name, newest first.
func Backups(name string, names []string) []string {
	all := slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		checkpoint, _, ok := backupOf(n)
		return !ok || checkpoint != name
	})
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

// backupName returns a file name that sorts after those in names.
func backupName(name string, at time.Time, names []string) string {
	stamp := at.Format(backupLayout)
	if all := Backups(name, names); len(all) > 0 {
		_, newest, _ := backupOf(all[0])
		stamp = max(stamp, newest.Add(time.Second).Format(backupLayout))
	}
	return stem(name) + "_" + stamp + extension
}

func hasBackup(tree fs.FS, name string) bool {
	found, _ := newestBackup(tree, name, nil)
	return found != nil
}

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

func (d *Draft) backups(name string) []string {
	names, err := readNames(d.read.Tree, BackupDir)
	d.fail(err)
	return Backups(name, names)
}

func (d *Draft) newestBackup(name string) (*Checkpoint, string) {
	c, file := newestBackup(d.read.Tree, name, nil)
	return c, path.Join(BackupDir, file)
}

func parseBackup(tree fs.FS, name, backup string) *Checkpoint {
	b := readCheckpoint(tree, path.Join(BackupDir, backup))
	if b.Err != nil {
		return nil
	}
	c, _ := Parse(path.Join(CheckpointDir, name), b.Text()) // cannot fail: the same text was parsed above
	return c
}

func (c *Checkpoint) precedes(o *Checkpoint) bool {
	at, known := o.Last()
	return c.isBefore(at) || !known && c.Text() != o.Text()
}

// isBefore returns true for a checkpoint without a time.
func (c *Checkpoint) isBefore(at time.Time) bool {
	last, _ := c.Last()
	return last.Before(at)
}

// backUp copies the checkpoints that the change replaces, and removes old backups.
func backUp(read *protocol.Reader, change *protocol.Change) error {
	names, err := readNames(read.Tree, BackupDir)
	var copies []protocol.File
	for _, f := range change.Files {
		base := path.Base(f.Name)
		isCheckpoint := path.Dir(f.Name) == CheckpointDir && KindOf(base).MayBeAgent()
		if !isCheckpoint || !f.Exists || f.Before == f.After || slices.Contains(change.NoBackup, f.Name) {
			continue
		}
		change.NoBackup = append(change.NoBackup, f.Name)
		if _, err := Parse(f.Name, f.Before); err != nil {
			change.Archive = append(change.Archive, source.Named{Name: base, Text: f.Before})
			continue
		}
		backup := backupName(base, read.Now, names)
		names = append(names, backup)
		copies = append(copies, protocol.File{Name: path.Join(BackupDir, backup), After: f.Before, Like: f.Name, Backup: true})
		all := Backups(base, names)
		for _, old := range all[min(len(all), KeptBackups):] {
			change.Surplus = append(change.Surplus, path.Join(BackupDir, old))
		}
	}
	change.Files = append(copies, change.Files...)
	return err
}
