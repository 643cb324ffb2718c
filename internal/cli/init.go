package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/templates"
)

const initHelp = `For ohrfc it makes .ohrfc/ID with state.json, evidence.json and rfc.md as the protocol's own script makes them. The first checkpoint is written by mdck append.

In a workspace that has its state.json, what is missing is made, checkpoint.md included, with a comment in each section that is to be filled in; where a checkpoint was lost, it gets the next version, in state.json, too. Nothing else that is there is touched. Within .ohrfc/ID the id may be left out.

For ccc it makes .ccc-progress.md of a session, in the project that mdck ccc works on, and never writes over one. Shape P has header lines and a continuation prompt, shape E the goal and learnings of the execution engine. An issue that is not given is that of .ccc-state.json or of the branch; .ccc-state.json itself is made by the loop.

The checkpoints of agents are made by mdck agents create, a track by the conductor's own command, plans by the planner of their family.

Examples:

    mdck init ohrfc rfc-20261104-sync --title "Offline sync"
    mdck init ohrfc rfc-20261104-sync --strictness full
    mdck init ccc CIA-123 --title "Parse the header" --mode tdd`

type initCommand struct {
	Protocol   string `arg:"" help:"The protocol: ${enum}." enum:"ohrfc,ccc"`
	ID         string `arg:"" optional:"" name:"id|issue" help:"Name of the workspace (default: the one you stand in), or issue of the session."`
	Title      string `help:"Title of the RFC (default: the id), or of the issue." placeholder:"TITLE"`
	Strictness string `help:"ohrfc: how strict the workflow is: light, standard (default) or full." placeholder:"LEVEL"`
	Mode       string `help:"ccc: execution mode, such as tdd (default: that of .ccc-state.json)." placeholder:"MODE"`
	Shape      string `help:"ccc: shape of the progress file, P (default) or E." placeholder:"SHAPE"`
	nowFlag
	linksFlag
}

// Run makes what the workspace lacks.
func (c *initCommand) Run(std Streams) error {
	if err := c.fits(); err != nil {
		return err
	}
	if c.Protocol == ccc.Name {
		return c.session(std)
	}
	t, unmake, err := c.target(std)
	if err != nil {
		return err
	}
	if err := recoverWrite(t, std.Err); err != nil {
		return err
	}
	var made []ohrfc.NewFile
	var room *ohrfc.Workspace
	result, err := std.store(t, "init").Update(func(old safefile.Old) (safefile.Change, error) {
		if room, err = initRoom(t, old); err != nil {
			return safefile.Change{}, err
		}
		if made, err = room.Init(ohrfc.Init{Title: c.Title, Strictness: c.Strictness, Recorded: highestVersion(t), Hint: templates.Skeleton}, c.clock()); err != nil {
			return safefile.Change{}, err
		}
		if len(made) == 0 {
			return safefile.Change{}, fmt.Errorf("workspace %q is there already, with all its files; nothing was written", t.ID())
		}
		return c.files(t, made), nil
	})
	if err != nil {
		unmake()
		return withConflictHint(t, withRequestHint(err))
	}
	std.printFound(report.Name(t.Shown(t.Main)), result.Found)
	return c.print(std, t, room, made)
}

// fits refuses flags of another protocol.
func (c *initCommand) fits() error {
	for _, f := range []struct{ name, value, protocol string }{
		{"--strictness", c.Strictness, ohrfc.Name}, {"--mode", c.Mode, ccc.Name}, {"--shape", c.Shape, ccc.Name},
	} {
		if f.value != "" && f.protocol != c.Protocol {
			return fmt.Errorf("%s is for mdck init %s, not for %s", f.name, f.protocol, c.Protocol)
		}
	}
	return nil
}

// target is the workspace to make, its directory made; unmake takes away of that what is
// empty.
func (c *initCommand) target(std Streams) (t *workspace.Target, unmake func(), err error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	finder := std.finder()
	start := finder.Start(cwd)
	id := c.ID
	if id == "" {
		if !finder.IsWorkspace(start) {
			return nil, nil, hinted(errors.New("init: no id was given"), "mdck init ohrfc ID; only within "+ohrfc.Dir+"/ID it may be left out")
		}
		id = filepath.Base(start)
	}
	if levels := []string{"", "light", "standard", "full"}; !slices.Contains(levels, c.Strictness) {
		return nil, nil, fmt.Errorf("--strictness is %q, want %s", c.Strictness, strings.Join(levels[1:], ", "))
	}
	if _, err := ohrfc.New(id, c.Title, "standard", c.clock()); err != nil {
		return nil, nil, err // before anything is made
	}
	dir := filepath.Join(workspacesDir(start), id)
	found, ok := finder.Detect(filepath.Join(dir, ohrfc.CheckpointFile))
	if !ok {
		return nil, nil, fmt.Errorf("id %q: %s would be no workspace", id, dir)
	}
	unmake, err = std.makeWorkspace(&found, dir)
	return &found, unmake, err
}

// makeWorkspace makes the directory of t, and says what is in its way. Unmake is that of
// [safefile.MakeDirs].
func (s Streams) makeWorkspace(t *workspace.Target, dir string) (unmake func(), err error) {
	for _, d := range []string{filepath.Dir(dir), dir} {
		if info, err := os.Stat(d); err == nil && !info.IsDir() {
			return nil, fmt.Errorf("%s is a file, want a directory for the workspace", t.Shown(filepath.ToSlash(relative(t.Root, d))))
		}
	}
	if err := s.store(t, "init").Allowed(); err != nil {
		return nil, err
	}
	return safefile.MakeDirs(dir)
}

func relative(root, name string) string {
	if rel, err := filepath.Rel(root, name); err == nil {
		return rel
	}
	return name
}

// initRoom reads the workspace as it is in the store, so that the write is given
// up if another program changes one of its files meanwhile.
func initRoom(t *workspace.Target, old safefile.Old) (*ohrfc.Workspace, error) {
	texts, err := currentTexts(t, old)
	if err != nil {
		return nil, err
	}
	text, ok, err := old(ohrfc.RFCFile)
	if err != nil {
		return nil, err
	}
	if ok {
		texts[path.Join(path.Dir(t.Main), ohrfc.RFCFile)] = text
	}
	return ohrfc.Read(tree.Overlay(tree.Dir(t.Root), texts), t.Main), nil
}

// files are the files to make. A checkpoint gets its line in the ledger.
func (c *initCommand) files(t *workspace.Target, made []ohrfc.NewFile) safefile.Change {
	var change safefile.Change
	for _, f := range made {
		change.Files = append(change.Files, safefile.File{Name: f.Name, New: f.Text})
		if f.Name == ohrfc.CheckpointFile {
			change.Ledger = append(change.Ledger, ledgerEntry(t, f.Text, "init", c.now()))
		}
	}
	return change
}

// print lists what was made, and what comes next.
func (c *initCommand) print(std Streams, t *workspace.Target, room *ohrfc.Workspace, made []ohrfc.NewFile) error {
	next := false
	for _, f := range made {
		next = next || f.Name == ohrfc.CheckpointFile || f.Name == ohrfc.StateFile && room.Checkpoint == nil
		if _, err := fmt.Fprintln(std.Out, report.Name(t.Shown(path.Join(path.Dir(t.Main), f.Name)))); err != nil {
			return err
		}
	}
	if room.State == nil {
		if err := printLostState(std, t, room); err != nil {
			return err
		}
	}
	if !next {
		return nil
	}
	_, err := fmt.Fprintln(std.Out, "Next: mdck prompt discover asks the questions, mdck append --section discover writes the answers.")
	return err
}

// printLostState prints what a state.json that was made anew has not got back.
func printLostState(std Streams, t *workspace.Target, room *ohrfc.Workspace) error {
	var b strings.Builder
	if room.Checkpoint != nil {
		fmt.Fprintf(&b, "%s is in step with %s, but for current_phase, which begins at %s.\n", ohrfc.StateFile, ohrfc.CheckpointFile, ohrfc.PhaseDiscover)
	}
	if all, err := store(t, "init").Backups(ohrfc.StateFile); err == nil && len(all) > 0 {
		name := report.Name(t.Shown(path.Join(path.Dir(t.Main), ohrfc.StateFile)))
		fmt.Fprintf(&b, "There is a backup of it: mdck restore %s --backup latest takes it back.\n", name)
	}
	_, err := io.WriteString(std.Out, b.String())
	return err
}
