package agents

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// backupLayout is the time in the name of a backup. Source: checkpoint.
const backupLayout = "20060102_150405"

// A backup is the name of one, read: STEM_20060102_150405.json, or with _2, _3 and
// so on behind the time where one second has several.
type backup struct {
	name, stem, stamp string
	n                 int // 1 without a number
}

func readBackup(name string) (backup, bool) {
	rest, ok := strings.CutSuffix(name, extension)
	b := backup{name: name, n: 1}
	if i := strings.LastIndexByte(rest, '_'); ok && i > 0 && len(rest)-i-1 != len("150405") {
		b.n, ok = atoi(rest[i+1:])
		rest = rest[:i]
	}
	i := len(rest) - len(backupLayout)
	if !ok || i < 2 || rest[i-1] != '_' {
		return b, false
	}
	b.stem, b.stamp = rest[:i-1], rest[i:]
	_, err := time.Parse(backupLayout, b.stamp)
	return b, err == nil
}

// backups returns those of names that are backups of the checkpoint called name, newest first.
func backups(name string, names []string) []backup {
	var all []backup
	for _, n := range names {
		if b, ok := readBackup(n); ok && b.stem+extension == name {
			all = append(all, b)
		}
	}
	slices.SortFunc(all, func(a, b backup) int {
		return cmp.Or(strings.Compare(b.stamp, a.stamp), cmp.Compare(b.n, a.n), strings.Compare(b.name, a.name))
	})
	return all
}

// Backups are those of names that are backups of the checkpoint called name,
// newest first. Those of secondary_a_new.json are none of secondary_a.json.
func Backups(name string, names []string) []string {
	var all []string
	for _, b := range backups(name, names) {
		all = append(all, b.name)
	}
	return all
}

// BackupName is the name for a backup of the checkpoint called name that is made
// at that time, in the zone of at. It is newer than all backups among names, even
// if the clock was set back, so that the names are in the order of the writes.
func BackupName(name string, at time.Time, names []string) string {
	b := backup{stem: strings.TrimSuffix(name, extension), stamp: at.Format(backupLayout), n: 1}
	if all := backups(name, names); len(all) > 0 && all[0].stamp >= b.stamp {
		b.stamp, b.n = all[0].stamp, all[0].n+1
	}
	text := b.stem + "_" + b.stamp
	if b.n > 1 {
		text += "_" + strconv.Itoa(b.n)
	}
	return text + extension
}

// Surplus are the backups among names of the checkpoint called name that are over
// [KeptBackups].
func Surplus(name string, names []string) []string {
	all := Backups(name, names)
	return all[min(len(all), KeptBackups):]
}

// HasBackup reports whether a backup of the checkpoint called name can be restored, in the epic in
// that folder of the tree.
func HasBackup(tree fs.FS, epic, name string) bool {
	found, _ := newestBackup(tree, epic, name, nil)
	return found != nil
}

// newestBackup returns the newest backup of the checkpoint called name that is one of its agent,
// and its file name; nil without one. With the checkpoint as it is, the agent is that of current,
// and the backup is older than it.
func newestBackup(tree fs.FS, epic, name string, current *Checkpoint) (newest *Checkpoint, file string) {
	agent := FoldID(stem(name))
	if current != nil {
		agent = current.Agent()
	}
	names, _ := readNames(tree, path.Join(epic, BackupDir))
	for _, backup := range Backups(name, names) {
		b := parseBackup(tree, epic, name, backup)
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

// newestCopy returns the newest backup of the checkpoint called name, which cannot be read, and its
// path; nil without one. A backup in .mdck may be what another program saved at the moment of a
// write.
func (d *Draft) newestCopy(name string) (newest *Checkpoint, file string) {
	newest, file = newestBackup(d.read.Tree, ".", name, nil)
	file = path.Join(BackupDir, file)
	for _, kept := range d.read.Backups(path.Join(CheckpointDir, name)) {
		c, err := Parse(path.Join(CheckpointDir, name), kept.Text)
		if err == nil && c.ID() != "" && c.Agent() == FoldID(stem(name)) && (newest == nil || newest.precedes(c)) {
			newest, file = c, kept.Name
		}
	}
	return newest, file
}

// parseBackup reads a backup as the checkpoint called name; nil if it cannot be read.
func parseBackup(tree fs.FS, epic, name, backup string) *Checkpoint {
	text, err := source.ReadRegular(tree, path.Join(epic, BackupDir, backup))
	c, fault := Parse(path.Join(CheckpointDir, name), text)
	if err != nil || fault != nil {
		return nil
	}
	return c
}

// precedes reports whether c was written before o, by what they say; what says no time
// comes before what does.
func (c *Checkpoint) precedes(o *Checkpoint) bool {
	at, known := o.Last()
	return c.isBefore(at) || !known && c.Text() != o.Text()
}

// isBefore reports whether c was written before a time, or does not say when.
func (c *Checkpoint) isBefore(at time.Time) bool {
	last, _ := c.Last()
	return last.Before(at)
}

// backUp adds to a change the backups of checkpoints that it replaces and does not keep.
func backUp(read *protocol.Reader, change *protocol.Change) error {
	copies, err := Edit(func(d *Draft) error {
		for _, f := range change.Files {
			base := path.Base(f.Name)
			isCheckpoint := path.Dir(f.Name) == CheckpointDir && KindOf(base).IsAgent()
			if isCheckpoint && f.Exists && f.Before != f.After && !slices.Contains(change.Kept, f.Name) {
				d.keep(&current{name: base, text: f.Before, exists: true})
			}
		}
		return nil
	})(read)
	if err != nil {
		return err
	}
	change.Files = append(copies.Files, change.Files...)
	change.Kept = append(change.Kept, copies.Kept...)
	change.Surplus = append(change.Surplus, copies.Surplus...)
	return nil
}
