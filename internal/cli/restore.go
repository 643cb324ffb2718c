package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"

	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
)

const restoreHelp = `Without a choice it lists what can be taken back: the backups of checkpoint.md and state.json, newest first, and the archived Gate-B rounds; of a session those of .ccc-progress.md and .ccc-state.json; of a track those of metadata.json; of plans those of the file that is named. The backups of agents are their protocol's own: mdck agents restore.

A backup comes back under the version that is next, with state.json in step; a round goes back to its place. What was there becomes the newest backup, so that --backup latest, which is the newest that can be read as what it is and is not what the file holds, undoes a restore; what cannot be read as a checkpoint comes back with --print only. checkpoint.md itself may be missing or unreadable.

Of a file of a format of the configuration, which is to be named where there are other checkpoints, there are backups and the sections that were archived: one of these goes back to its place if the format keeps that many, or with --force.

What a write that was given up was to hold, because another program had saved the file, is listed as refused: it is no backup, is never the latest, and comes back by its path.

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
    mdck restore .mdck/refused/checkpoint.md.000001.1f0c2d3e --print`

type restoreCommand struct {
	Target  string  `arg:"" optional:"" name:"id|path" help:"The checkpoint, its state.json, ccc for the session, metadata.json of a track, a file of plans or of a format, or a file in .mdck/backups, .mdck/refused or .mdck/archive beside it."`
	As      string  `help:"Read the file as one of this format, wherever it lies." placeholder:"FORMAT"`
	Backup  *string `help:"Take back this backup of the file: its number, or latest." placeholder:"N"`
	Archive *string `help:"Put this archived round back: its file name, the number before it, or round-N." placeholder:"NAME"`
	Print   bool    `help:"Print the text to stdout as it is; write nothing."`
	Diff    bool    `help:"Print what would be written as a unified diff; write nothing."`
	Force   bool    `help:"Restore over a budget, or a round that newer ones leave no room for."`
	JSON    bool    `help:"Print the list as JSON."`
	settingFlags
	nowFlag
	linksFlag
}

// Run lists what can be taken back, prints it, or takes it back.
func (c *restoreCommand) Run(std Streams) error {
	t, kept, err := c.target(c.Target)
	if err != nil {
		return err
	}
	from := &restoreSource{target: &t, named: kept, backup: c.Backup, archive: c.Archive}
	if err := c.checkFlags(from); err != nil {
		return err
	}
	switch {
	case !from.chosen():
		return c.list(std, from)
	case c.Print:
		return c.print(std, from)
	case t.Protocol == workspace.Format && from.fromArchive():
		return c.restoreSection(std, from)
	case t.Protocol != workspace.Ohrfc:
		return c.plain(std, from)
	}
	return c.restore(std, from)
}

// checkFlags refuses flags that contradict each other.
func (c *restoreCommand) checkFlags(from *restoreSource) error {
	switch {
	case from.target.Protocol != workspace.Ohrfc && from.target.Protocol != workspace.Format && (c.Archive != nil || path.Dir(from.named) == ".mdck/archive"):
		return errNoRounds(from.target)
	case from.named != "" && (c.Backup != nil || c.Archive != nil):
		return fmt.Errorf("%s is what to take back, and so is --backup or --archive: not both", c.Target)
	case c.Backup != nil && c.Archive != nil:
		return errors.New("--backup and --archive both say what to take back: not both")
	case c.Print && c.Diff:
		return errors.New("--print and --diff: not both")
	case from.chosen() && c.JSON:
		return errors.New("--json is for the list of what can be taken back")
	case !from.chosen() && (c.Print || c.Diff || c.Force):
		return hinted(errors.New("--print, --diff and --force want a choice"), "--backup N|latest or --archive NAME|ROUND is one; mdck restore without flags lists them")
	case c.Archive != nil && path.Base(from.target.Path) == ohrfc.StateFile:
		return fmt.Errorf("an archived round goes back to %s, not to %s", ohrfc.CheckpointFile, ohrfc.StateFile)
	}
	return from.check()
}

func (c *restoreCommand) print(std Streams, from *restoreSource) error {
	if err := recoverWrite(from.target, std.Err); err != nil {
		return err
	}
	taken, err := from.pick()
	if err != nil {
		return err
	}
	_, err = io.WriteString(std.Out, taken.text)
	return err
}

func (c *restoreCommand) restore(std Streams, from *restoreSource) error {
	settings, err := c.settingsFor(from.target)
	if err != nil {
		return err
	}
	w := &writer{std: std, name: "restore", target: *from.target, settings: settings, clock: c.clock, diff: c.Diff, force: c.Force, refills: true}
	err = w.write(func(read *protocol.Reader) (*protocol.Change, error) {
		if _, err := read.Snapshot(); err != nil { // what cannot be replaced comes before what is wrong with the choice
			return nil, err
		}
		taken, err := from.pick()
		if err != nil {
			return nil, err
		}
		if err := taken.intact(c.Force); err != nil {
			return nil, err
		}
		row, kept := from.target.Row(), protocol.Kept{Name: report.OneLine(taken.name), Text: taken.text, Force: c.Force}
		if taken.file == "" {
			return row.PutBack(kept)(read)
		}
		kept.File = from.inTree(taken.file)
		return row.Restore(kept)(read)
	})
	if _, told := errors.AsType[*hint](err); told || c.Force {
		return err
	}
	if _, ok := errors.AsType[refusal](err); ok {
		return hinted(err, "--force restores it all the same")
	}
	return err
}

// first says how the file called name is taken back, which comes first.
func (k *restoreSource) first(name string) string {
	if !k.canRestore(name) {
		return "there is no backup of " + name + " to take back: mend it first"
	}
	return fmt.Sprintf("restore %s first: mdck restore %s --backup latest", name, k.displayPath(name))
}

// displayPath is a file of the workspace as the user is shown it.
func (k *restoreSource) displayPath(name string) string {
	if k.rooted() {
		return k.target.Shown(name)
	}
	return k.target.Shown(path.Join(path.Dir(k.target.Main), name))
}

// target is the checkpoint that name means, and the path in its store of
// the backup or archived text that name is, "" for none. Files that are lost are
// what restore is for: they need not be there.
func (c *restoreCommand) target(name string) (t workspace.Target, kept string, err error) {
	if t, kept, ok := c.formatBackupTarget(name); ok {
		return t, kept, nil
	}
	if err := c.keptStrange(name); err != nil {
		return t, "", err
	}
	if c.As != "" {
		t, err = c.formatTargetAs(name, c.As)
		return t, "", err
	}
	if t, kept, ok := keptFile(name); ok {
		return t, kept, nil
	}
	if t, ok := lostFile(name); ok {
		return t, "", nil
	}
	if t, ok, err := restoredSession(name); ok || err != nil {
		return t, "", err
	}
	if t, ok, err := restoredTrack(name); ok || err != nil {
		return t, "", err
	}
	if t, ok, err := restoredPlan(name); ok || err != nil {
		return t, "", err
	}
	if t, ok := c.formatTarget(name); ok {
		return t, "", nil
	}
	if lost := lostWorkspaces(); name == "" && len(lost) > 0 {
		t, err = c.chooseLost(lost)
		return t, "", err
	}
	t, err = c.only(name)
	if err != nil {
		if t, ok := lostWorkspace(name); ok {
			return t, "", nil
		}
		if t, ok := lostSession(); ok && name == "" && errors.Is(err, errNoCheckpoint) {
			return t, "", nil
		}
		err = cmp.Or(c.strange(name), err)
	}
	return t, "", err
}

// only is the one checkpoint that name means; those of agents do not count where no
// name is given, as their backups are not kept here, and neither do plans, whose files
// are many.
func (c *restoreCommand) only(name string) (workspace.Target, error) {
	found, err := c.findHere("")
	mine := slices.DeleteFunc(slices.Clone(found), func(t workspace.Target) bool {
		return t.Protocol == workspace.Agents || t.Protocol == workspace.Plan || t.Protocol == workspace.Format
	})
	switch {
	case name != "" || err != nil || len(mine) == 0 || len(mine) == len(found):
		t, err := c.findOne("", name, "restore")
		switch {
		case err != nil:
		case t.Protocol == workspace.Agents:
			err = notForAgents(&t)
		case t.Protocol == workspace.Plan:
			err = notForPlans(&t)
		}
		return t, err
	case len(mine) == 1:
		return mine[0], nil
	}
	return workspace.Target{}, severalError(mine, "restore")
}

// notForAgents refuses the checkpoint of agents.
func notForAgents(t *workspace.Target) error {
	agent := "AGENT"
	if t.Path != t.Main {
		agent = agentArgs(t, path.Base(t.Path))
	} else if epic := t.Shown("."); epic != "." {
		agent += " --epic " + quote(epic)
	}
	return hinted(fmt.Errorf("%s belongs to %s, whose backups are their protocol's own", report.Name(t.Shown(t.Path)), protocolNoun(t.Protocol)),
		"mdck agents restore "+agent+" takes back the newest")
}

// chooseLost returns the only workspace that can be meant if some have lost both files:
// the only one of these, unless others are sound.
func (c *restoreCommand) chooseLost(lost []workspace.Target) (workspace.Target, error) {
	found, err := c.findHere("")
	if ignoreError(err, errNoCheckpoint) != nil {
		return workspace.Target{}, err
	}
	if len(found) == 0 && len(lost) == 1 {
		return lost[0], nil
	}
	lines := []string{"name one: mdck restore ID"}
	for _, t := range append(lost, found...) {
		lines = append(lines, t.ID()+"  "+t.Shown(t.Main))
	}
	return workspace.Target{}, hinted(fmt.Errorf("%d checkpoints found, %d of them without checkpoint and state: want one", len(found)+len(lost), len(lost)), lines...)
}
