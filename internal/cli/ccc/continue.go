package ccc

import (
	"fmt"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/ccc/save"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocol"
)

const continueHelp = `Writes the continuation prompt, from which the next session starts. Give the text as an argument, or give - to read it from standard input.

Without a text, mdck composes the prompt from these parts and prints it:

    the issue
    the number of the task, such as "task 3 of 5"
    the key files: those of mdck ccc scope, or else the files that changed last
    the blockers and the latest decisions
    the next action: the current task or the first remaining task

If mdck does not know a part, the prompt omits the part, and mdck lint reports it.

Examples:

    mdck ccc continue
    mdck ccc continue --diff
    mdck ccc continue - < prompt.txt
    mdck ccc continue "Resume CIA-123. Current task: task 3 of 5. Key files: report.go. Next action: make the tests green."`

type continueCommand struct {
	Text string `arg:"" optional:"" help:"The prompt, or - for standard input. Without it, mdck composes the prompt."`
	sessionFlags
}

func (c *continueCommand) Run(std app.Streams) error {
	if c.Text == "" {
		return c.compose(std)
	}
	text, err := c.text(std)
	if err != nil {
		return err
	}
	return c.request(std, "continue", text, "")
}

func (c *continueCommand) text(std app.Streams) (string, error) {
	if c.Text != "-" {
		return c.Text, nil
	}
	name, text, err := app.ReadText(std, "-")
	if err == nil {
		err = app.CheckUTF8(name, text)
	}
	return text, err
}

func (c *continueCommand) compose(std app.Streams) error {
	w, err := c.begin(std, "ccc continue")
	if err != nil {
		return err
	}
	project := save.NewProject(&w.Target, w.Target.Git().Repo(), w.Settings.Config.Team())
	var made *ccc.Change
	w.More = func() error {
		_, err := fmt.Fprintln(std.Out, strings.TrimRight(ccc.Plain(made.After.Prompt.Text), "\n"))
		return err
	}
	return c.write(w, func(s *ccc.Session) (*ccc.Change, error) {
		facts := project.Facts(s, s.Progress)
		change, err := s.Progress.Compose(facts, c.Clock())
		made = change
		switch {
		case err == nil && (!change.Composed || facts.Unlisted && facts.Issue == "" && facts.Total == 0):
			return nil, protocol.BadRequest("give the text of the prompt, or set a task: mdck ccc current TASK", "cannot compose a prompt: no issue, task or file is known")
		case err == nil && change.Changed():
			if project.Err != nil {
				change.Notes = append(change.Notes, "git could not list the changed files: "+project.Err.Error())
			}
		}
		return change, err
	})
}
