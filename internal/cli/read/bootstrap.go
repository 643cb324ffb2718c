package read

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

const bootstrapHelp = `Prints what a session that lost its context reads, in which order, and which claims of the checkpoint still hold. The same files give the same bytes.

Status 1 if step 0 refuses or if a file of the sequence is missing. It refuses an RFC without state.json or with checkpoint_version 0; a session whose state cannot be read, that awaits a gate, or whose attempts are used up; an agent whose can_resume is false; a track with a blocker that stands, or that has to be escalated; plans where a person has to act first, or to answer the checkpoint that is reached; and whatever checkpoint of an agent or a track cannot be read. Where an epic has several agents, --agent or the path of a file says which; the id of an agent does where no other epic has it. Within a track that one is meant. Without an id a checkpoint that is finished is left out, and of several tracks the first is meant that mdck status lists. All plans of a folder are one checkpoint; the path of a plan, or its id, says that it is the one to go on with, in place of the next that is not done.

Examples:

    mdck bootstrap
    mdck bootstrap ccc --ages
    mdck bootstrap --agent Secondary-A
    mdck bootstrap conductor/tracks/login_20260213
    mdck bootstrap .planning/phases/03-dashboard/03-02-PLAN.md
    mdck bootstrap 03-02
    mdck bootstrap rfc-20261104-sync --pack --max-bytes 9500
    mdck bootstrap --json`

// Bootstrap is mdck bootstrap.
var Bootstrap = app.Command{Name: "bootstrap", Summary: "print the restart sequence", Help: bootstrapHelp, Grammar: app.New[bootstrapCommand]}

type bootstrapCommand struct {
	Target   string `arg:"" optional:"" name:"id|path" help:"The checkpoint, where there is more than one."`
	Agent    string `help:"The agent of an epic, where it has more than one: its id, or the name of its file." placeholder:"ID"`
	Pack     bool   `help:"Print what an agent takes in at once: where things stand, and the acute parts."`
	MaxBytes *int   `help:"The most bytes that --pack prints, which this implies (default: 9500)." placeholder:"N"`
	JSON     bool   `help:"Print one JSON object."`
	Force    bool   `help:"Go on where step 0 refuses."`
	Ages     bool   `help:"Print the age of the state, too. The output then depends on the clock."`
	SkillDir string `help:"Directory of the skill whose references step 4 names." placeholder:"DIR"`
	pick.SettingFlags
	app.NowFlag
	others []string // ids of what else is not finished
}

// Load adds --skill-dir to what the configuration says.
func (c *bootstrapCommand) Load(own ...config.Flag) error {
	return c.SettingFlags.Load(append(own, config.Flag{Key: "skill-dir", Value: c.SkillDir, Name: "--skill-dir"})...)
}

// Run prints the sequence.
func (c *bootstrapCommand) Run(std app.Streams) error {
	if err := c.checkFlags(); err != nil {
		return err
	}
	t, err := c.target(std)
	if err != nil {
		return err
	}
	settings, err := c.SettingsFor(&t)
	if err != nil {
		return err
	}
	s, err := c.sequence(&t, settings)
	if err != nil {
		return err
	}
	if s.Refused == "" || c.Force {
		change.NoteRestarted(&t)
	}
	s.Due = pick.DueItems(&t, settings.Due(&t))
	if len(c.others) > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("the first of %d that are not finished; the others: %s", len(c.others)+1, app.DisplayList(c.others, func(id string) string { return id })))
	}
	if err := c.print(std.Out, s, &t); err != nil {
		return err
	}
	if s.Refused != "" && !c.Force {
		return app.Hinted(app.Refuse(fmt.Errorf("%s: step 0 refuses: %s", nameOf(&t, s), s.Refused)), append(s.Hints, pick.RestartHints(&t)...)...)
	}
	if names := s.Missing(); len(names) > 0 {
		return app.Refuse(fmt.Errorf("%s: missing or not readable: %s", nameOf(&t, s), app.DisplayList(names, t.Shown)))
	}
	return nil
}

// target is the checkpoint to start from; --agent looks among epics alone.
func (c *bootstrapCommand) target(std app.Streams) (workspace.Target, error) {
	t, err := c.findTarget()
	if err == nil {
		err = pick.RecoverWrite(&t, std.Err)
	}
	if err == nil {
		err = isAtHand(&t, c.Target)
	}
	if err == nil {
		err = c.pick(&t)
	}
	return t, err
}

// nameOf is what messages call the checkpoint of s: the id of t, and the agent where
// it is one of several.
func nameOf(t *workspace.Target, s *bootstrap.Sequence) string {
	if t.Row().Separate {
		return report.OneLine(t.ID() + " " + s.Name)
	}
	return report.OneLine(t.ID())
}

// sequence is the restart sequence of t.
func (c *bootstrapCommand) sequence(t *workspace.Target, s *pick.Settings) (*bootstrap.Sequence, error) {
	in := bootstrap.Input{Tree: tree.Dir(t.Root), Path: t.Main, State: t.State, Counter: s.Counter, Force: c.Force, Ledger: t.Ledger}
	if c.Ages {
		in.Now = c.Clock()
	}
	if p := t.Row(); !p.Skilled {
		if c.SkillDir != "" {
			return nil, fmt.Errorf("--skill-dir is about references of %s, and %s is of %s", skilledNames(t.Table()), t.Shown(t.Main), t.Protocol)
		}
		if p.Separate {
			in.Path, in.ID = t.Path, t.ID()
			in.Above, in.Up = t.Around()
		}
		if p.Args != nil {
			in.Args = p.Args(t.Target, t.Shown("."), app.Quote)
		}
		git := pick.OpenGit(t, s.Team())
		defer git.Close()
		in.Outside = t.Outside(git.Outside)
		in.Repository = t.Repository()
		in.Repository.Notes = git.Warnings()
		if t.Folder != "" {
			in.Path, in.ID = t.Folder, t.ID()
			in.Outside.Changed, in.Outside.Fate = git.Uncommitted(t), git.Fate(t)
		}
		if t.Folder != "" && t.Path != t.Folder {
			in.Selected = t.Path
		}
		return p.Restart(in), nil
	}
	var err error
	in.Skill, in.SkillName, err = skill(t, s.Config)
	return t.Row().Restart(in), err
}

// skilledNames lists the protocols whose restart lists references of a skill.
func skilledNames(table *protocol.Table) string {
	var names []string
	for _, p := range table.All() {
		if p.Skilled {
			names = append(names, p.Name)
		}
	}
	return strings.Join(names, ", ")
}

// checkFlags reports flags that make no sense. --max-bytes implies --pack.
func (c *bootstrapCommand) checkFlags() error {
	c.Pack = c.Pack || c.MaxBytes != nil
	switch {
	case c.MaxBytes != nil && *c.MaxBytes < bootstrap.MinPackBytes:
		return fmt.Errorf("--max-bytes is %d, want at least %d", *c.MaxBytes, bootstrap.MinPackBytes)
	case c.Pack && c.JSON:
		return errors.New("--pack and --json are two forms: not both")
	}
	return nil
}

// packBytes returns how many bytes the pack of a checkpoint of p has at most.
func (c *bootstrapCommand) packBytes(p *protocol.Protocol) int {
	if c.MaxBytes != nil {
		return *c.MaxBytes
	}
	return cmp.Or(p.PackBytes, bootstrap.DefaultPackBytes)
}

func (c *bootstrapCommand) print(w io.Writer, s *bootstrap.Sequence, t *workspace.Target) error {
	var text []byte
	var err error
	switch {
	case c.JSON:
		text, err = s.JSON(t.Shown)
	case c.Pack:
		text = []byte(s.Pack(c.packBytes(t.Row()), t.Shown))
	default:
		text = []byte(s.Text(t.Shown))
	}
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// skill is the directory of the skill: the one that the configuration gives, an
// absolute path, else the repository's, else the user's, else none.
func skill(t *workspace.Target, c *config.Config) (fs.FS, string, error) {
	from, _ := os.Getwd() // without it paths are absolute
	if c.SkillDir() == "" && path.IsAbs(t.Shown(t.Main)) {
		from = "" // as the user named the checkpoint
	}
	found, err := workspace.Skill(t.Protocol, c.SkillDir(), t.Root, from)
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("%s: no directory %q", c.SkillDirOrigin(), app.DisplayPath(c.SkillDir()))
	case found.Dir == "":
		return nil, "", nil
	}
	return tree.Dir(found.Dir), found.Shown, nil
}
