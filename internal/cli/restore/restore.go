package restore

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/mdcheckpoint/protocol"
)

const restoreHelp = `Without --backup, --refused or --archive, the command lists the texts that can be restored:

    an RFC           backups of checkpoint.md and state.json; archived rounds
    a session        backups of .ccc-progress.md and .ccc-state.json
    a track          backups of metadata.json
    plans            backups of the file that you name
    another file     backups and archived sections

For agents, use mdck agents restore.

A restored backup gets the next version number, and state.json is updated. A restored round returns to its place. The replaced text becomes the newest backup. --backup latest restores the newest readable backup that differs from the file. A backup that is not a readable checkpoint can only be printed, with --print.

--force restores a section even if the file already has as many sections as its format keeps.

If another program saves a file while mdck writes it, mdck aborts the write. The text that mdck could not write is listed as refused, and --refused restores it.

Files of a session, a track, plans or a format are restored byte for byte.

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
var Command = app.Command{Name: "restore", Summary: "restore a backup or an archived text", Help: restoreHelp, Grammar: &restoreCommand{}}

type restoreCommand struct {
	Target  string  `arg:"" optional:"" name:"id|path" help:"The checkpoint, or the file to restore, such as state.json or metadata.json; ccc means the session."`
	As      string  `help:"Read the file as a file of this protocol or format, whatever its path is." placeholder:"NAME"`
	Backup  *string `xor:"text" help:"The number of the backup to restore, or the word latest." placeholder:"N"`
	Refused *string `xor:"text" help:"The number of the refused text to restore, or the word latest." placeholder:"N"`
	Archive *string `xor:"text" help:"The archived round or section to restore: its number, its file name, or a name such as round-1." placeholder:"NAME"`
	Print   bool    `xor:"output" help:"Print the text to stdout as it is; write nothing."`
	Diff    bool    `xor:"output" help:"Print a unified diff of the changes; write nothing."`
	Force   bool    `help:"Restore even if the result exceeds a budget, or has more rounds than mdck keeps."`
	JSON    bool    `help:"Print the list as one JSON object."`
	pick.SettingFlags
	app.NowFlag
	app.LinksFlag
}

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

func (c *restoreCommand) checkFlags(from *choice) error {
	t := from.target
	switch {
	case t.Row().PutBack == nil && c.Archive != nil:
		return app.WithHints(fmt.Errorf("--archive does not work for %s", t.Row().Noun),
			"to list the backups: mdck restore "+app.Quote(pick.DisplayFile(t)), "archived texts are plain files in .mdck/archive")
	case from.isMade() && c.JSON:
		return errors.New("--json cannot be used with --backup, --refused or --archive")
	case !from.isMade() && (c.Print || c.Diff || c.Force):
		return app.Errorf("to list the backups and archived texts: mdck restore", "--print, --diff and --force require --backup, --refused or --archive")
	case c.Archive != nil && t.Path != t.Main:
		return fmt.Errorf("an archived text can only be restored to %s, not to %s", t.InStore(t.Main), t.InStore(t.Path))
	case !slices.Contains(pick.RestorableFiles(t), t.Path):
		return fmt.Errorf("%s has no backups; files with backups: %s", t.DisplayPath(t.Path), app.DisplayList(pick.RestorableFiles(t), t.InStore))
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

func (c *restoreCommand) restore(std app.Streams, from *choice) error {
	row := from.target.Row()
	by := row.Restore
	if c.Archive != nil {
		by = row.PutBack
	}
	w := &write.Writer{Std: std, Name: "restore", Target: *from.target, Clock: c.Clock, Diff: c.Diff, Force: c.Force, RestoresText: true}
	if by != nil || from.target.Format != "" { // a text that is restored as it is need not be linted
		var err error
		if w.Settings, err = c.Pick.SettingsFor(from.target); err != nil {
			return err
		}
	}
	err := w.Write(func(read *protocol.Reader) (*protocol.Change, error) {
		if by != nil { // errors about the file come first
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
			return nil, app.WithHints(err, "--print prints the text of the copy")
		}
		return asItIs(kept, read)
	})
	if _, hinted := errors.AsType[*app.Hint](err); hinted || c.Force {
		return err
	}
	if _, ok := errors.AsType[app.Refusal](err); ok {
		return app.WithHints(err, "--force restores it anyway")
	}
	return err
}

func asItIs(k protocol.Kept, read *protocol.Reader) (*protocol.Change, error) {
	now, exists, err := read.Text(k.File)
	if err != nil {
		return nil, err
	}
	f := protocol.File{Name: k.File, Before: now, After: k.Text, Exists: exists, Did: []string{"restored " + k.Name}}
	if exists && now == k.Text {
		f.Did = []string{"the file already has the same text as " + k.Name + "; nothing was written"}
	}
	change := &protocol.Change{}
	change.AddFile(f)
	return change, nil
}
