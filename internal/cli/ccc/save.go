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
	"mdck/internal/cli/write"
	"mdck/internal/linear"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

const saveHelp = `Saves the session in four steps. If a step fails, the next steps still run. A report at the end counts the steps, and gives the reason for each step that was skipped or failed.

1. Persist progress: updates the time and the mode of the session, makes the changes of --input, and composes a new continuation prompt. A prompt that mdck did not compose is not changed. The step fails if .ccc-progress.md is missing and there is a backup of it for the same issue. In this case, restore the backup, or create a new file with --fresh.

2. Git snapshot: commits the files of mdck ccc scope and of --file. Untracked files are listed but not committed. Other staged changes stay staged. If no files are named, the step only lists the modified files.

3. Linear update: writes a comment on the issue. Later saves update this comment. The step requires the variable LINEAR_API_KEY and the command curl. A comment that seems to contain a password or key is not sent. For tests, MDCK_LINEAR_URL names another server.

4. Continuation prompt: prints the prompt for the next session. The step fails if the prompt names a completed task and mdck did not compose the prompt. --continue composes a new prompt.

--profile automated is for hooks. --message can contain {issue}, {title}, {task}, {status}, {n}, {total}, {mode} and {next}. --input takes the same JSON object as mdck ccc write.

The exit status is 2 if step 1 failed, 1 if only later steps failed. If another program changed the files during step 1, the exit status is 1; run the command again.

Examples:

    mdck ccc save
    mdck ccc save --file internal/parse --message "wip({issue}): {task}"
    echo '{"done": "parse the header", "current": "write the docs"}' | mdck ccc save --input -
    mdck ccc save --skip-linear --json`

type saveCommand struct {
	Profile    string   `help:"Run all steps (manual, the default) or only steps 1 and 3 (automated)." enum:"manual,automated" default:"manual" placeholder:"PROFILE"`
	Input      string   `help:"Make the changes that this JSON file lists; - is standard input." placeholder:"FILE"`
	Continue   bool     `help:"Compose a new continuation prompt, even if mdck did not compose the existing one."`
	Fresh      bool     `help:"Create a new progress file, even if a backup of the missing file exists."`
	File       []string `sep:"none" help:"Also commit this tracked file or directory; repeatable." placeholder:"PATH"`
	Message    string   `help:"Message of the commit (default: \"checkpoint: {issue} task {n}/{total}\")." placeholder:"TEMPLATE"`
	SkipGit    bool     `help:"Do not commit."`
	SkipLinear bool     `help:"Do not comment on the issue."`
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
	if err == nil {
		err = write.RefuseBare(t.Dir(), t.DisplayPath(t.Main))
	}
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
		return errors.New("--file and --message require a commit, but --skip-git and --profile automated make no commit")
	case c.Box && (c.JSON || c.Profile == string(save.Automated)):
		return errors.New("--box requires the printed prompt, but --json and --profile automated do not print the prompt")
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
		return nil, errors.New("--continue composes a continuation prompt, but --input already contains a prompt; omit --continue, or omit the prompt")
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
