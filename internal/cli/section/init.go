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

const initHelp = `Without arguments, mdck asks which kind of checkpoint you use, and offers to create one. It also offers budgets for CLAUDE.md, AGENTS.md and STATE.md, hooks for agents, and a check of each commit. It shows each change and asks before it writes. If standard input or output is not a terminal, it lists what it can create and exits 2.

If you follow no protocol, use handoff.

With ohrfc, the command creates .ohrfc/ID with state.json, evidence.json and rfc.md. mdck append writes the first checkpoint.

In an existing workspace, it creates only the missing files. Inside .ohrfc/ID, the id is optional.

With ccc, the command creates .ccc-progress.md, and never overwrites it. --shape P creates header lines and a continuation prompt. --shape E creates the goal and the learnings of the execution engine. Without an issue, it uses the issue in .ccc-state.json or in the name of the branch.

With loop, the command creates conductor/tracks/ID with metadata.json, spec.md and plan.md, and never overwrites a file.

With handoff, the command creates HANDOFF.md at the root of the repository. If the file exists, it adds a next action and facts, and keeps every existing byte.

The presets claude-md, agents-md and state-md add budgets for CLAUDE.md, AGENTS.md or STATE.md to .mdck.yaml. mdck init presets lists the presets whose files exist.

mdck init pre-commit adds mdck lint --staged to .pre-commit-config.yaml, as a local hook.

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
var Init = app.Command{Name: "init", Summary: "create a workspace, or its missing files", Help: initHelp, Grammar: &initCommand{}}

type initCommand struct {
	Protocol   string `arg:"" optional:"" name:"protocol|preset" help:"What to create, such as handoff." enum:"ohrfc,ccc,loop,handoff,agents,plan,claude-md,agents-md,state-md,presets,pre-commit" default:"presets"`
	ID         string `arg:"" optional:"" name:"id|issue" help:"Id of the RFC or track, or the issue of the session, such as CIA-123."`
	Title      string `help:"Title of the RFC, track or issue (default: the id of the RFC or track)." placeholder:"TITLE"`
	Strictness string `help:"ohrfc: how strict the workflow is: light, standard (default) or full." placeholder:"LEVEL"`
	Mode       string `help:"ccc: execution mode, such as tdd (default: the mode of .ccc-state.json)." placeholder:"MODE"`
	Shape      string `help:"ccc: shape of the progress file, P (default) or E." placeholder:"SHAPE"`
	Type       string `help:"loop: type of the track: feature (default), bugfix, refactor or infrastructure." placeholder:"TYPE"`
	write.Flags
}

func (c *initCommand) Run(std app.Streams) error {
	p := std.Table.Named(c.Protocol)
	switch preset := presetNamed(std.Table, c.Protocol); {
	case p == nil && (c.ID != "" || c.Title+c.Strictness+c.Mode+c.Shape+c.Type != ""):
		return fmt.Errorf("init %s takes no id and no protocol flags", c.Protocol)
	case c.Protocol == listPresets && c.Diff:
		return app.WithHints(errors.New("init: --diff requires a protocol or preset"), "for example: mdck init handoff --diff", "to list what it can create: mdck init")
	case c.Protocol == listPresets:
		return offerPresets(std)
	case c.Protocol == preCommit:
		return c.addPreCommit(std)
	case preset != nil:
		return c.addPreset(std, preset)
	case p.Init == nil:
		return app.WithHints(errors.New("init does not work for "+p.Noun), p.Create)
	}
	r, err := c.request(p)
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

func (c *initCommand) request(p *protocol.Protocol) (protocol.InitRequest, error) {
	r := protocol.InitRequest{ID: c.ID, Title: c.Title, Flags: map[string]string{}}
	for _, f := range [][2]string{{"strictness", c.Strictness}, {"mode", c.Mode}, {"shape", c.Shape}, {"type", c.Type}} {
		switch {
		case f[1] == "":
		case !slices.Contains(p.Init.Flags, f[0]):
			return r, fmt.Errorf("init %s does not accept --%s", p.Name, f[0])
		default:
			r.Flags[f[0]] = f[1]
		}
	}
	return r, nil
}

// target creates the directory of the new checkpoint; unmake removes it if it is empty.
func (c *initCommand) target(std app.Streams, p *protocol.Protocol, r *protocol.InitRequest) (t workspace.Target, unmake func(), err error) {
	cwd, err := os.Getwd()
	if err != nil {
		return t, nil, err
	}
	finder := workspace.NewFinder(&config.Loader{Table: std.Table, Environ: os.Environ()})
	start := finder.Start(cwd)
	if name := filepath.Clean(r.ID); filepath.Base(filepath.Dir(name)) == p.Home { // the path of a checkpoint
		if start, err = filepath.Abs(name); err != nil {
			return t, nil, err
		}
		if project := filepath.Dir(filepath.Dir(start)); !app.IsDir(project) {
			return t, nil, fmt.Errorf("init: there is no directory %s", project)
		}
		r.ID = filepath.Base(name)
	}
	if p.Home != "" && r.ID == "" {
		if !finder.IsWorkspace(start) {
			return t, nil, app.Errorf("to name it: mdck init "+p.Name+" ID", "init: no id given")
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
		return t, nil, fmt.Errorf("id %q: mdck would not recognize %s as a checkpoint", r.ID, dir)
	}
	if app.IsFile(dir) {
		return t, nil, fmt.Errorf("%s is a file; expected a directory", t.DisplayPath(path.Dir(t.Main)))
	}
	unmake, err = change.For(&t, write.Changing(std, "init", nil)).MakeDir()
	return t, unmake, err
}

func folderOf(p *protocol.Protocol, start string) string {
	if p.Home == "" {
		return filepath.Join(start, filepath.FromSlash(p.Folders[0]))
	}
	if dir := filepath.Dir(start); filepath.Base(dir) == p.Home {
		return dir
	}
	return filepath.Join(start, p.Home)
}

// addIssueContext sets the team and the branch in r. The branch may name the issue.
func addIssueContext(s app.Streams, t *workspace.Target, r *protocol.InitRequest) error {
	flags := pick.ConfigFlags{Pick: pick.Picker{Table: s.Table}}
	if err := flags.Load(); err != nil {
		return err
	}
	config, err := flags.Pick.ConfigFor(t)
	if err != nil {
		return err
	}
	r.Team = config.Team()
	r.Branch = pick.OpenGit(t, r.Team).Branch
	return nil
}

func printMade(s app.Streams, t *workspace.Target, made *change.Made) error {
	var b strings.Builder
	for _, f := range made.Files {
		fmt.Fprintln(&b, report.Name(t.DisplayPath(f.Name)))
	}
	for _, note := range made.Notes {
		fmt.Fprintln(&b, note)
	}
	if made.Recreated != "" {
		if all, err := t.Backups(made.Recreated); err == nil && len(all) > 0 {
			fmt.Fprintf(&b, "To restore the lost file: mdck restore %s --backup latest\n", report.Name(t.DisplayPath(made.Recreated)))
		}
	}
	if made.Due != "" {
		fmt.Fprintln(&b, made.Due)
	}
	_, err := io.WriteString(s.Out, b.String())
	return err
}
