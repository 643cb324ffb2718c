package section

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

const initHelp = `Without arguments it asks what you keep, and offers what fits: the checkpoint, budgets of CLAUDE.md, AGENTS.md and STATE.md where there is such a file, the hooks of agents that it finds, and the check of each commit. It shows what each would write, and asks before it writes. Where standard input or output is not a terminal it asks nothing, lists what it can make, and ends with status 2.

For those who follow no protocol it is handoff.

For ohrfc it makes .ohrfc/ID with state.json, evidence.json and rfc.md as the protocol's own script makes them. The first checkpoint is written by mdck append.

In an existing workspace it makes the files that are missing and changes no other. Within .ohrfc/ID the id may be left out.

For ccc it makes .ccc-progress.md of a session, in the project that mdck ccc works on, and never writes over one. Shape P has header lines and a continuation prompt, shape E the goal and learnings of the execution engine. An issue that is not given is that of .ccc-state.json or of the branch; .ccc-state.json itself is made by the loop.

For loop it makes conductor/tracks/ID with metadata.json (version 3), spec.md and plan.md, and never writes over one; a specification and a plan that exist stay.

For handoff it makes HANDOFF.md at the root of the repository, or takes over a file of that name: it gets a next action and facts, and no byte that is there changes.

The checkpoints of agents are made by mdck agents create, plans by the planner of their family.

A preset is a format for files that many projects have: budgets of CLAUDE.md, AGENTS.md or STATE.md. Nothing goes by it until mdck init PRESET adds it to .mdck.yaml, behind the formats there; change it as you like. mdck init presets lists those that have files here.

pre-commit adds mdck lint --staged to .pre-commit-config.yaml, as a local hook.

Examples:

    mdck init ohrfc rfc-20261104-sync --title "Offline sync"
    mdck init ohrfc rfc-20261104-sync --strictness full
    mdck init ccc CIA-123 --title "Parse the header" --mode tdd
    mdck init loop header_20260213 --title "Parse the header"
    mdck init handoff --diff
    mdck init
    mdck init claude-md
    mdck init pre-commit`

// Init is mdck init.
var Init = app.Command{Name: "init", Summary: "make a workspace, or what it lacks", Help: initHelp, Grammar: app.New[initCommand]}

type initCommand struct {
	Protocol   string `arg:"" optional:"" name:"protocol|preset" help:"What to make: ${enum}. Without one, mdck init asks on a terminal, and elsewhere lists what it can make." enum:"ohrfc,ccc,loop,handoff,claude-md,agents-md,state-md,presets,pre-commit" default:"presets"`
	ID         string `arg:"" optional:"" name:"id|issue" help:"Name of the workspace (default: the one you stand in) or of the track, or issue of the session."`
	Title      string `help:"Title of the RFC or of the track (default: the id), or of the issue." placeholder:"TITLE"`
	Strictness string `help:"ohrfc: how strict the workflow is: light, standard (default) or full." placeholder:"LEVEL"`
	Mode       string `help:"ccc: execution mode, such as tdd (default: that of .ccc-state.json)." placeholder:"MODE"`
	Shape      string `help:"ccc: shape of the progress file, P (default) or E." placeholder:"SHAPE"`
	Type       string `help:"loop: type of the track: feature (default), bugfix, refactor or infrastructure." placeholder:"TYPE"`
	write.Flags
}

// Run makes what the checkpoint lacks.
func (c *initCommand) Run(std app.Streams) error {
	p := std.Table.Named(c.Protocol)
	switch preset := presetNamed(std.Table, c.Protocol); {
	case p == nil && (c.ID != "" || c.Title+c.Strictness+c.Mode+c.Shape+c.Type != ""):
		return fmt.Errorf("init %s takes no id and no flags of a protocol", c.Protocol)
	case c.Protocol == listPresets:
		return offerPresets(std)
	case c.Protocol == preCommit:
		return c.addPreCommit(std)
	case preset != nil:
		return c.addPreset(std, preset)
	}
	r, err := c.request(p, std.Table)
	if err != nil {
		return err
	}
	t, unmake, err := c.target(std, p, &r)
	if err != nil {
		return err
	}
	w := c.Writer(std, "init", t, nil)
	w.Print = func(made *change.Made, _ []lint.Diagnostic) error { return printMade(std, &t, made) }
	if err = w.Write(p.Init.Make(r)); err != nil || c.Diff {
		unmake()
	}
	return err
}

// request reads the flags, and refuses those of another protocol.
func (c *initCommand) request(p *protocol.Protocol, table *protocol.Table) (protocol.InitRequest, error) {
	r := protocol.InitRequest{ID: c.ID, Title: c.Title, Flags: map[string]string{}}
	for _, f := range [][2]string{{"strictness", c.Strictness}, {"mode", c.Mode}, {"shape", c.Shape}, {"type", c.Type}} {
		if f[1] != "" {
			r.Flags[f[0]] = f[1]
		}
		for _, other := range table.All() {
			if f[1] != "" && !slices.Contains(p.Init.Flags, f[0]) && other.Init != nil && slices.Contains(other.Init.Flags, f[0]) {
				return r, fmt.Errorf("--%s is for mdck init %s, not for %s", f[0], other.Name, p.Name)
			}
		}
	}
	return r, nil
}

// target returns the checkpoint to make, its directory made; unmake removes of that what is
// empty.
func (c *initCommand) target(std app.Streams, p *protocol.Protocol, r *protocol.InitRequest) (t workspace.Target, unmake func(), err error) {
	cwd, err := os.Getwd()
	if err != nil {
		return t, nil, err
	}
	finder := workspace.NewFinder(&config.Loader{Table: std.Table, Environ: os.Environ()})
	start := finder.Start(cwd)
	if p.Home != "" && r.ID == "" {
		if !finder.IsWorkspace(start) {
			return t, nil, app.Hinted(errors.New("init: no id was given"), "mdck init "+p.Name+" ID; only within "+p.Home+"/ID it may be left out")
		}
		r.ID = filepath.Base(start)
	}
	if err := p.Init.Check(*r); err != nil {
		return t, nil, app.WithRequestHint(err)
	}
	if p.Current != nil {
		if t, err = finder.Current(p, cwd); err == nil {
			err = addIssueContext(std, &t, r)
		}
		return t, func() {}, err
	}
	dir := filepath.Join(folderOf(p, start), r.ID)
	t, ok := finder.Detect(filepath.Join(dir, p.HomeFile))
	if !ok {
		return t, nil, fmt.Errorf("id %q: %s would not be a checkpoint", r.ID, dir)
	}
	if app.IsFile(dir) {
		return t, nil, fmt.Errorf("%s is a file, want a directory", t.Shown(path.Dir(t.Main)))
	}
	unmake, err = change.For(&t, write.Changing(std, "init", nil)).MakeDir()
	return t, unmake, err
}

// folderOf returns the directory of the checkpoints of p that belongs to start, where a walk
// begins: the one that start is in, if it is a checkpoint itself.
func folderOf(p *protocol.Protocol, start string) string {
	if p.Home == "" {
		return filepath.Join(start, filepath.FromSlash(p.Folders[0]))
	}
	if dir := filepath.Dir(start); filepath.Base(dir) == p.Home {
		return dir
	}
	return filepath.Join(start, p.Home)
}

// addIssueContext adds to r the team whose issues count, and the branch.
func addIssueContext(s app.Streams, t *workspace.Target, r *protocol.InitRequest) error {
	flags := pick.ConfigFlags{Table: s.Table}
	if err := flags.Load(); err != nil {
		return err
	}
	config, err := flags.ConfigFor(t)
	if err != nil {
		return err
	}
	around := pick.OpenGit(t, config.Team())
	defer around.Close()
	r.Team, r.Branch = around.Team, around.Branch
	return nil
}

// printMade lists what was made, and what comes next.
func printMade(s app.Streams, t *workspace.Target, made *change.Made) error {
	var b strings.Builder
	for _, f := range made.Files {
		fmt.Fprintln(&b, report.Name(t.Shown(f.Name)))
	}
	for _, note := range made.Notes {
		fmt.Fprintln(&b, note)
	}
	if made.Anew != "" {
		if all, err := t.Backups(made.Anew); err == nil && len(all) > 0 {
			fmt.Fprintf(&b, "There is a backup of it: mdck restore %s --backup latest takes it back.\n", report.Name(t.Shown(made.Anew)))
		}
	}
	if made.Due != "" {
		fmt.Fprintln(&b, made.Due)
	}
	_, err := io.WriteString(s.Out, b.String())
	return err
}
