package agentdir

import (
	"path"
	"path/filepath"
	"time"

	"mdck/internal/safefile"
	"mdck/mdcheckpoint/agents"
)

// BackUp adds to change, which is made otherwise than by a [Draft], a backup of each
// checkpoint that it replaces, where the protocol has them. old gives the texts that
// are there. prune takes the backups away that are too many, when the change is made.
func (e *Epic) BackUp(change *safefile.Change, old safefile.Old, now time.Time) (prune func(), err error) {
	d := &Draft{epic: e, job: Job{Now: now}}
	if err := d.begin(old); err != nil {
		return nil, err
	}
	for _, f := range change.Files {
		name := path.Base(f.Name)
		if path.Dir(f.Name) != agents.CheckpointDir || !agents.KindOf(name).IsAgent() {
			continue
		}
		text, there, err := old(f.Name)
		if err != nil {
			return nil, err
		}
		if there && text != f.New {
			d.keep(&current{name: name, text: text, there: true})
		}
	}
	change.Files = append(d.change.Files, change.Files...) // a copy comes before what is replaced
	change.Kept, change.Like = d.change.Kept, d.change.Like
	return d.prune, nil
}

// prune takes the backups away that are too many. One that stays is one for the next
// time.
func (d *Draft) prune() {
	for _, dir := range []string{agents.CheckpointDir, agents.BackupDir} {
		// A link that came with a repository could lead anywhere.
		if info, err := d.epic.fs().Lstat(filepath.Join(d.epic.Root, filepath.FromSlash(dir))); err != nil || !info.IsDir() {
			return
		}
	}
	for _, name := range d.surplus {
		_ = d.epic.fs().Remove(filepath.Join(d.epic.Root, filepath.FromSlash(agents.BackupDir), name))
	}
}
