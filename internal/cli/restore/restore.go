package restore

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

const restoreHelp = `Without a choice it lists what can be taken back: the backups of checkpoint.md and state.json, newest first, and the archived Gate-B rounds; of a session those of .ccc-progress.md and .ccc-state.json; of a track those of metadata.json; of plans those of the file that is named. The backups of agents are their protocol's own: mdck agents restore.

A backup comes back under the version that is next, with state.json in step; a round goes back to its place. What was there becomes the newest backup, so that --backup latest, which is the newest that can be read as what it is and is not what the file holds, undoes a restore; what cannot be read as a checkpoint comes back with --print only. checkpoint.md itself may be missing or unreadable.

Of a file of a format of the configuration, which is to be named where there are other checkpoints, there are backups and the sections that were archived: one of these goes back to its place if the format keeps that many, or with --force.

What a write that was given up was to hold, because another program had saved the file, is listed as refused: it is no backup, is never the latest, and comes back with --refused.

A file of a session, a track or plans comes back byte by byte, and so does a backup of a file of a format. It has no version and no rounds; that of a track is written under the lock of its protocol.

Examples:

    mdck restore
    mdck restore --backup latest --diff
    mdck restore .ohrfc/rfc-20261104-sync/state.json --backup 3
    mdck restore --archive round-1 --print
    mdck restore ccc --backup latest
    mdck restore conductor/tracks/login_20260213/metadata.json --backup latest
    mdck restore .planning/STATE.md --backup latest
    mdck restore HANDOFF.md --archive session-1
    mdck restore notes/today.md --as handoff
    mdck restore rfc-20261104-sync --refused 1 --print`

// Command is mdck restore.
var Command = app.Command{Name: "restore", Summary: "take back a backup, or an archived round", Help: restoreHelp, Grammar: app.New[restoreCommand]}

type restoreCommand struct {
	Target  string  `arg:"" optional:"" name:"id|path" help:"The checkpoint, its state.json, ccc for the session, metadata.json of a track, or a file of plans or of a format."`
	As      string  `help:"Read the file as one of this protocol or format, wherever it is." placeholder:"NAME"`
	Backup  *string `xor:"text" help:"Take back this backup of the file: its number, or latest." placeholder:"N"`
	Refused *string `xor:"text" help:"Take back this text that was refused: its number, or latest." placeholder:"N"`
	Archive *string `xor:"text" help:"Put this archived round back: its file name, the number before it, or round-N." placeholder:"NAME"`
	Print   bool    `xor:"output" help:"Print the text to stdout as it is; write nothing."`
	Diff    bool    `xor:"output" help:"Print what would be written as a unified diff; write nothing."`
	Force   bool    `help:"Restore over a budget, or a round that newer ones leave no room for."`
	JSON    bool    `help:"Print the list as JSON."`
	pick.SettingFlags
	app.NowFlag
	app.LinksFlag
}

// Run lists what can be taken back, prints it, or takes it back.
func (c *restoreCommand) Run(std app.Streams) error {
	t, err := c.target(c.Target)
	if err != nil {
		return err
	}
	from := &choice{&t, c.Backup, c.Refused, c.Archive}
	if err := c.checkFlags(from); err != nil {
		return err
	}
	switch {
	case !from.isMade():
		return c.list(std, &t)
	case c.Print:
		return c.print(std, from)
	}
	return c.restore(std, from)
}

// checkFlags refuses flags that contradict each other.
func (c *restoreCommand) checkFlags(from *choice) error {
	t := from.target
	switch {
	case t.Row().PutBack == nil && c.Archive != nil:
		return app.Hinted(fmt.Errorf("no sections of %s are archived", t.Row().Noun),
			"mdck restore "+app.Quote(pick.DisplayFile(t))+" lists its backups; what lies in .mdck/archive are plain files")
	case from.isMade() && c.JSON:
		return errors.New("--json is for the list of what can be taken back")
	case !from.isMade() && (c.Print || c.Diff || c.Force):
		return app.Hinted(errors.New("--print, --diff and --force want a choice"), "--backup N|latest or --archive NAME|ROUND is one; mdck restore without flags lists them")
	case c.Archive != nil && t.Path != t.Main:
		return fmt.Errorf("an archived text goes back to %s, not to %s", t.InStore(t.Main), t.InStore(t.Path))
	case !slices.Contains(pick.RestorableFiles(t), t.Path):
		return fmt.Errorf("%s has no backups, only %s", t.Shown(t.Path), app.DisplayList(pick.RestorableFiles(t), t.InStore))
	}
	return nil
}

func (c *restoreCommand) print(std app.Streams, from *choice) error {
	if err := pick.RecoverWrite(from.target, std.Err); err != nil {
		return err
	}
	kept, err := from.text()
	if err != nil {
		return err
	}
	_, err = io.WriteString(std.Raw(), kept.Text)
	return err
}

// restore takes back the text that was chosen: as the protocol does it, or byte by byte.
func (c *restoreCommand) restore(std app.Streams, from *choice) error {
	row := from.target.Row()
	by := row.Restore
	if c.Archive != nil {
		by = row.PutBack
	}
	w := &write.Writer{Std: std, Name: "restore", Target: *from.target, Clock: c.Clock, Diff: c.Diff, Force: c.Force, Refills: true}
	if by != nil || from.target.Format != "" { // any other has no rules about what is written
		var err error
		if w.Settings, err = c.SettingsFor(from.target); err != nil {
			return err
		}
	}
	err := w.Write(func(read *protocol.Reader) (*protocol.Change, error) {
		if by != nil { // what cannot be replaced comes before what is wrong with the choice
			if _, err := read.Snapshot(); err != nil {
				return nil, err
			}
		}
		kept, err := from.text()
		if err != nil {
			return nil, err
		}
		if kept.Force = c.Force; by != nil {
			return by(kept)(read)
		}
		if err := pick.ParseKept(from.target, kept.File, kept.Name, kept.Text); err != nil {
			return nil, app.Hinted(err, "--print prints it as it is")
		}
		return asItIs(kept, read)
	})
	if _, said := errors.AsType[*app.Hint](err); said || c.Force {
		return err
	}
	if _, ok := errors.AsType[app.Refusal](err); ok {
		return app.Hinted(err, "--force restores it all the same")
	}
	return err
}

// asItIs returns the change that takes a text back byte by byte.
func asItIs(k protocol.Kept, read *protocol.Reader) (*protocol.Change, error) {
	now, exists, err := read.Text(k.File)
	if err != nil {
		return nil, err
	}
	f := protocol.File{Name: k.File, Before: now, After: k.Text, Exists: exists, Did: []string{"restored " + k.Name}}
	if exists && now == k.Text {
		f.Did = []string{"nothing written: it is what " + k.Name + " has"}
	}
	return &protocol.Change{Files: []protocol.File{f}, Ledger: []claim.Entry{{Path: k.File, Content: claim.ContentHash(k.Text)}}}, nil
}
