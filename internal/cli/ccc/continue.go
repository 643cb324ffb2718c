package ccc

import (
	"errors"
	"fmt"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/ccc/save"
	"mdck/internal/cli/pick"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocol"
)

const continueHelp = `Writes the continuation prompt, from which the next session starts: the text that is given, or, with -, standard input.

Without a text it is composed of what is known, and printed: the issue; task N of M, by .ccc-state.json or, without one, by the lists of the file; key files, which are activeTaskFiles of the state or, without them, the tracked files that changed since the last commit or, after a commit, those of it; blockers and the latest decisions; and the next action, by the current and the remaining tasks. What is not known is left out; the findings of lint say what the prompt lacks.

A heading in the text that would begin a section gets a backslash.

` + sessionFileHelp + `

Examples:

    mdck ccc continue
    mdck ccc continue --diff
    mdck ccc continue - < prompt.txt
    mdck ccc continue "Resume CIA-123. Current task: task 3 of 5. Key files: report.go. Next action: make the tests green."`

type continueCommand struct {
	Text string `arg:"" optional:"" help:"The prompt; - is standard input (default: composed of what is known)."`
	sessionFlags
}

// Run writes the prompt.
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

// text is the prompt that was given.
func (c *continueCommand) text(std app.Streams) (string, error) {
	if c.Text != "-" {
		return c.Text, nil
	}
	name, text, err := app.ReadText(std, "-")
	if err == nil {
		err = app.CheckUTF8(name, text)
	}
	if err == nil && app.IsBlank(text) {
		err = app.Hinted(errors.New("ccc continue: no prompt was given"), "without - it is composed of what is known")
	}
	return text, err
}

// compose writes a prompt of what is known.
func (c *continueCommand) compose(std app.Streams) error {
	w, err := c.begin(std, "ccc continue")
	if err != nil {
		return err
	}
	git := pick.OpenGit(&w.Target, w.Settings.Team())
	defer git.Close()
	project := save.NewProject(&w.Target, git.Repo, git.Branch, git.Team)
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
			return nil, protocol.BadRequest("give the text, or a task: mdck ccc current TASK", "nothing is known that a prompt could be composed of")
		case err == nil && change.Changed():
			if project.Err != nil {
				change.Notes = append(change.Notes, "git could not say which files changed: "+project.Err.Error())
			}
		}
		return change, err
	})
}
