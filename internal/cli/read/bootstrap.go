package read

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

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

const bootstrapHelp = `For a session that lost its context, prints what to read, in order, and which claims of the checkpoint are still true. The exit status is 1 if a file of the sequence is missing, or if the checkpoint is not resumable:

    an RFC       there is no state.json, or checkpoint_version is 0
    a session    the state cannot be read, a gate waits, or all attempts are used
    an agent     can_resume is false, or the checkpoint cannot be read
    a track      it is blocked or escalated, or its metadata cannot be read
    plans        a person must act, or must answer a checkpoint

Without an id, finished checkpoints are skipped. Of several tracks, mdck uses the one of the current directory, or the first one in mdck status. If an epic has several agents, name one with --agent. By default, mdck continues with the next unfinished plan. For another plan, give its path or id.

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
var Bootstrap = app.Command{Name: "bootstrap", Summary: "print the restart sequence", Help: bootstrapHelp, Grammar: &bootstrapCommand{}}

type bootstrapCommand struct {
	Target   string `arg:"" optional:"" name:"id|path" help:"Which checkpoint, if there are several."`
	Agent    string `help:"The agent, if the epic has several: its id, or the name of its file." placeholder:"ID"`
	Pack     bool   `help:"Print a short pack for the start of a session: where the work stopped, and the most important parts of the checkpoint."`
	MaxBytes *int   `help:"Maximum size of the pack in bytes (default: 9500); implies --pack." placeholder:"N"`
	JSON     bool   `help:"Print one JSON object."`
	Force    bool   `help:"Continue even if the checkpoint is not resumable."`
	Ages     bool   `help:"Also print the age of the state; the output then depends on the clock."`
	SkillDir string `help:"Directory of the ohrfc skill, which contains the files that step 4 names." placeholder:"DIR"`
	pick.SettingFlags
	app.NowFlag
	others []string
}

func (c *bootstrapCommand) Load(own ...config.Flag) error {
	return c.SettingFlags.Load(append(own, config.Flag{Key: "skill-dir", Value: c.SkillDir, Name: "--skill-dir"})...)
}

func (c *bootstrapCommand) Run(std app.Streams) error {
	if err := c.checkFlags(); err != nil {
		return err
	}
	t, err := c.target(std)
	if err != nil {
		return err
	}
	settings, err := c.Pick.SettingsFor(&t)
	if err != nil {
		return err
	}
	git := pick.OpenGit(&t, settings.Config.Team())
	defer git.Close()
	in := t.RestartInput(t.DisplayPath("."))
	in.Repository = t.Repository(git.Git)
	s, err := c.sequence(&t, settings, git, in)
	if err != nil {
		return err
	}
	if s.Refused == "" || c.Force {
		change.NoteRestarted(&t)
	}
	now := settings.Input(in.Tree, &t)
	now.Committed = in.Repository.Committed
	s.Due = pick.DueItems(&t, t.Due(now, nil))
	if len(c.others) > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("mdck uses the first of %d unfinished checkpoints; the others are %s", len(c.others)+1, app.DisplayList(c.others, func(id string) string { return id })))
	}
	if err := c.print(std.Out, s, &t); err != nil {
		return err
	}
	if s.Refused != "" && !c.Force {
		return app.WithHints(app.Refuse(fmt.Errorf("%s is not resumable: %s", nameOf(&t, s), s.Refused)), append(s.Hints, pick.RestartHints(&t)...)...)
	}
	if names := s.Missing(); len(names) > 0 {
		return app.Refuse(fmt.Errorf("%s requires files that are missing or unreadable: %s", nameOf(&t, s), app.DisplayList(names, t.DisplayPath)))
	}
	return nil
}

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

func nameOf(t *workspace.Target, s *bootstrap.Sequence) string {
	if t.Row().Separate {
		return report.OneLine(t.ID() + " " + s.Name)
	}
	return report.OneLine(t.ID())
}

func (c *bootstrapCommand) sequence(t *workspace.Target, s *workspace.Settings, git *pick.Git, in bootstrap.Input) (*bootstrap.Sequence, error) {
	in.Counter, in.Force = s.Counter, c.Force
	if c.Ages {
		in.Now = c.Clock()
	}
	if p := t.Row(); !p.Skilled {
		if c.SkillDir != "" {
			return nil, fmt.Errorf("--skill-dir does not apply to %s: the protocol %q has no skill", t.DisplayPath(t.Main), t.Protocol)
		}
		in.Outside, in.Repository.Notes = git.Outside, git.Warnings()
		return p.Restart(in), nil
	}
	var err error
	in.Skill, in.SkillName, err = skill(t, s.Config)
	return t.Row().Restart(in), err
}

func (c *bootstrapCommand) checkFlags() error {
	c.Pack = c.Pack || c.MaxBytes != nil
	switch {
	case c.MaxBytes != nil && *c.MaxBytes < bootstrap.MinPackBytes:
		return fmt.Errorf("--max-bytes is %d; expected at least %d", *c.MaxBytes, bootstrap.MinPackBytes)
	case c.Pack && c.JSON:
		return errors.New("--pack cannot be used with --json")
	}
	return nil
}

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
		text, err = s.JSON(t.DisplayPath)
	case c.Pack:
		text = []byte(s.Pack(c.packBytes(t.Row()), t.DisplayPath))
	default:
		text = []byte(s.Text(t.DisplayPath))
	}
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

func skill(t *workspace.Target, c *config.Config) (fs.FS, string, error) {
	from, _ := os.Getwd() // "" means absolute paths
	if c.SkillDir() == "" && path.IsAbs(t.DisplayPath(t.Main)) {
		from = "" // absolute paths, because the user named one
	}
	found, err := workspace.Skill(t.Protocol, c.SkillDir(), t.Root, from)
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("%s: the directory %q does not exist", c.SkillDirOrigin(), app.DisplayPath(c.SkillDir()))
	case found.Dir == "":
		return nil, "", nil
	}
	return tree.Dir(found.Dir), found.Shown, nil
}
