package agents

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
)

// backupLayout is the layout of the time in the name of a backup. Source: checkpoint.
const backupLayout = "20060102_150405"

// backupOf parses the file name of a backup, such as secondary_a_20060102_150405.json. It returns
// the file name of the checkpoint, secondary_a.json, and the time of the backup. For any other
// name, ok is false.
func backupOf(name string) (checkpoint string, at time.Time, ok bool) {
	rest, ok := strings.CutSuffix(name, extension)
	i := len(rest) - len(backupLayout)
	if !ok || i < 2 || rest[i-1] != '_' {
		return "", at, false
	}
	at, err := time.Parse(backupLayout, rest[i:])
	return rest[:i-1] + extension, at, err == nil
}

// Backups returns the elements of names that are backups of the checkpoint called name, newest
// first. A backup of secondary_a_new.json is not a backup of secondary_a.json.
func Backups(name string, names []string) []string {
	all := slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		checkpoint, _, ok := backupOf(n)
		return !ok || checkpoint != name
	})
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

// backupName returns the file name of a new backup of the checkpoint called name. The name contains
// the time of the backup, the parameter at. But if names has a backup with the same or a later
// time, the new name contains the second after that time. So the names sort in the order of the
// writes even after the clock was set back.
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

// newestBackup returns the newest usable backup of the checkpoint called name, and the file name of
// the backup; nil if there is none. A usable backup has the agent_id of current and is older than
// current. If current is nil, the agent_id must match the file name of the checkpoint.
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

func (d *Draft) newestBackup(name string) (*Checkpoint, string) {
	c, file := newestBackup(d.read.Tree, name, nil)
	return c, path.Join(BackupDir, file)
}

// parseBackup parses the file called backup as the checkpoint called name. It returns nil if the
// file cannot be read.
func parseBackup(tree fs.FS, name, backup string) *Checkpoint {
	b := readCheckpoint(tree, path.Join(BackupDir, backup))
	if b.Err != nil {
		return nil
	}
	c, _ := Parse(path.Join(CheckpointDir, name), b.Text()) // cannot fail: the same text was parsed above
	return c
}

// precedes compares last_checkpoint of c and o, and reports whether c is older. A checkpoint
// without a time is older than every checkpoint with a time. If o has no time, every c with a
// different text is older.
func (c *Checkpoint) precedes(o *Checkpoint) bool {
	at, known := o.Last()
	return c.isBefore(at) || !known && c.Text() != o.Text()
}

// isBefore returns true for a checkpoint without a time.
func (c *Checkpoint) isBefore(at time.Time) bool {
	last, _ := c.Last()
	return last.Before(at)
}

// backUp adds a copy of each checkpoint that the change replaces, unless the change already keeps
// the old text. A readable checkpoint is copied to the backup folder of the protocol, any other
// text to the archive of mdck. If there are more than [KeptBackups] backups, backUp removes the
// oldest.
func backUp(read *protocol.Reader, change *protocol.Change) error {
	names, err := readNames(read.Tree, BackupDir)
	var copies []protocol.File
	for _, f := range change.Files {
		base := path.Base(f.Name)
		isCheckpoint := path.Dir(f.Name) == CheckpointDir && KindOf(base).MayBeAgent()
		if !isCheckpoint || !f.Exists || f.Before == f.After || slices.Contains(change.Kept, f.Name) {
			continue
		}
		change.Kept = append(change.Kept, f.Name)
		if _, err := Parse(f.Name, f.Before); err != nil {
			change.Archive = append(change.Archive, protocol.Text{Name: base, Text: f.Before})
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
