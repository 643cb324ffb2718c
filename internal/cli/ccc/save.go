package ccc

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"mdck/internal/cli/app"
	"mdck/internal/cli/ccc/save"
	"mdck/internal/cli/pick"
	"mdck/internal/linear"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

const saveHelp = `Saves the session in four steps. Each step runs even if an earlier one failed. The report at the end lists which steps succeeded, were skipped or failed, and why.

1. Persist progress: writes the time and the mode of the session, the changes of --input, and a new continuation prompt, unless somebody else wrote the existing one. If the progress file is missing, but a backup of it belongs to the issue that .ccc-state.json names, mdck creates a new file only with --fresh; mdck restore restores the backup.

2. Git snapshot: commits the tracked files that activeTaskFiles of the state or --file name. Staged changes stay staged; untracked files are listed and not added. If no files are named, nothing is committed and the modified files are listed.

3. Linear update: writes one comment on the issue and updates it later. It requires LINEAR_API_KEY and the curl command. Text that looks like a credential is not sent. MDCK_LINEAR_URL names another server, for tests: https, or http on this machine.

4. Continuation prompt: prints the prompt for the next session. The step fails if somebody else wrote the prompt and the prompt names a completed task; --continue composes a new prompt.

The automated profile, for hooks, runs only steps 1 and 3. --message may contain {issue}, {title}, {task}, {status}, {n}, {total}, {mode} and {next}. --input takes a JSON object with any of the keys issue, mode, done, next, current, unblock, block, decide, learn and continue.

Status 0 if every step succeeded or was skipped, 1 if a step failed, 2 if step 1 failed. If step 1 failed because another program changed its files, the status is 1: run the command again.

Examples:

    mdck ccc save
    mdck ccc save --file internal/parse --message "wip({issue}): {task}"
    echo '{"done": "parse the header", "current": "write the docs"}' | mdck ccc save --input -
    mdck ccc save --skip-linear --json`

type saveCommand struct {
	Profile    string   `help:"The set of steps to run: manual or automated." enum:"manual,automated" default:"manual" placeholder:"PROFILE"`
	Input      string   `help:"Make the changes that this JSON file lists; - is standard input." placeholder:"FILE"`
	Continue   bool     `help:"Compose a new continuation prompt, even if somebody else wrote the existing one."`
	Fresh      bool     `help:"Create a new progress file even if the missing file can be restored."`
	File       []string `sep:"none" help:"Also commit this tracked file or directory; repeatable." placeholder:"PATH"`
	Message    string   `help:"Message of the commit (default: checkpoint: {issue} task {n}/{total})." placeholder:"TEMPLATE"`
	SkipGit    bool     `help:"Make no commit."`
	SkipLinear bool     `help:"Write no comment."`
	Box        bool     `help:"Print a framed title above the continuation prompt."`
	JSON       bool     `help:"Print one JSON object."`
	sessionFlag
	app.NowFlag
	app.LinksFlag
}

func (c *saveCommand) Run(std app.Streams) error {
	if err := c.checkFlags(); err != nil {
		return err
	}
	t, err := c.session("ccc save")
	if err != nil {
		return err
	}
	o, err := c.options(std, &t)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGPIPE) // continue even if the output is closed
	ctx, stop := app.SignalContext()
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process
	if c.JSON {
		r := save.Run(ctx, *o)
		return errors.Join(printSaveJSON(std.Out, c.Profile, r), saveFault(r))
	}
	p := &savePrinter{out: std.Out}
	o.Ended = p.ended
	r := save.Run(ctx, *o)
	return errors.Join(p.finish(c.prompt(r), r), saveFault(r))
}

func (c *saveCommand) checkFlags() error {
	commits := len(c.File) > 0 || c.Message != ""
	switch {
	case commits && (c.SkipGit || c.Profile == string(save.Automated)):
		return errors.New("--file and --message apply to the commit, which --skip-git and the automated profile skip")
	case c.Box && (c.JSON || c.Profile == string(save.Automated)):
		return errors.New("--box applies to the continuation prompt, which --json and the automated profile do not print")
	}
	return nil
}

func (c *saveCommand) options(std app.Streams, t *workspace.Target) (*save.Options, error) {
	config, err := c.Pick.ConfigFor(t)
	if err != nil {
		return nil, err
	}
	in, err := sessionInput(std, c.Input)
	if err != nil {
		return nil, err
	}
	if in.Has("continue") && c.Continue {
		return nil, errors.New("--continue composes a continuation prompt, but --input contains one; use only one of them")
	}
	files, err := inProject(t, "--file ", c.File)
	if err != nil {
		return nil, err
	}
	o := &save.Options{
		Target: t, Command: "ccc save", Waiting: pick.PrintWaiting(std.Err), Profile: save.Profile(c.Profile), Input: in, Compose: c.Continue, Fresh: c.Fresh, Now: c.Clock(), Team: config.Team(),
		Files: files, Message: c.Message, SkipGit: c.SkipGit, FollowLinks: c.FollowLinks,
		Key: linear.Key(os.Getenv(save.KeyVariable)), URL: os.Getenv(save.URLVariable), SkipLinear: c.SkipLinear,
	}
	return o, nil
}

func sessionInput(std app.Streams, name string) (ccc.Input, error) {
	if name == "" {
		return nil, nil
	}
	name, text, err := app.ReadText(std, name)
	if err != nil {
		return nil, err
	}
	return ccc.ParseInput(name, text)
}
