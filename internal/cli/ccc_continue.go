package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/cli/save"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

const cccContinueHelp = `Writes the continuation prompt, from which the next session starts: the text that is given, or, with -, standard input.

Without a text it is composed of what is known, and printed: the issue; task N of M, by .ccc-state.json or, without one, by the lists of the file; key files, which are activeTaskFiles of the state or, without them, the tracked files that changed since the last commit or, after a commit, those of it; blockers and the latest decisions; and the next action, by the current and the remaining tasks. What is not known is left out and said.

A heading in the text that would begin a section gets a backslash.

` + sessionFileHelp + `

Examples:

    mdck ccc continue
    mdck ccc continue --diff
    mdck ccc continue - < prompt.txt
    mdck ccc continue "Resume CIA-123. Current task: task 3 of 5. Key files: report.go. Next action: make the tests green."`

type cccContinueCommand struct {
	Text string `arg:"" optional:"" help:"The prompt; - is standard input (default: composed of what is known)."`
	sessionFlags
}

// Run writes the prompt.
func (c *cccContinueCommand) Run(std Streams) error {
	if c.Text == "" {
		return c.compose(std)
	}
	text, err := c.text(std)
	if err != nil {
		return err
	}
	return c.request(std, "ccc continue", &ccc.Input{Continue: text})
}

// text is the prompt that was given.
func (c *cccContinueCommand) text(std Streams) (string, error) {
	if c.Text != "-" {
		return c.Text, nil
	}
	name, text, err := readText(std, "-")
	if err == nil {
		err = checkUTF8(name, text)
	}
	if err == nil && isBlank(text) {
		err = hinted(errors.New("ccc continue: no prompt was given"), "without - it is composed of what is known")
	}
	return text, err
}

// compose writes a prompt of what is known.
func (c *cccContinueCommand) compose(std Streams) error {
	w, err := c.writer(std, "ccc continue")
	if err != nil {
		return err
	}
	git := openGitContext(&w.target, w.settings.Team())
	defer git.close()
	project := save.NewProject(&w.target, git.repo, git.Branch, git.Team)
	w.build = func(s *ccc.Session) (*ccc.Change, error) {
		facts := project.Facts(s.Tree, s.Progress, s.State)
		change, err := s.Progress.Compose(facts, c.clock())
		switch {
		case err == nil && (!change.Composed || facts.Unlisted && facts.Issue == "" && facts.Total == 0):
			return nil, protocol.BadRequest("give the text, or a task: mdck ccc current TASK", "nothing is known that a prompt could be composed of")
		case err == nil && change.Changed():
			if project.Err != nil {
				change.Notes = append(change.Notes, "git could not say which files changed: "+project.Err.Error())
			}
			change.Notes = append(change.Notes, unknown(change.After.Prompt.Text, facts.Issue, s)...)
		}
		return change, err
	}
	w.shows = func(change *ccc.Change) []string {
		return strings.Split(strings.TrimRight(spelling.Unwrapped(ccc.Plain(change.After.Prompt.Text)), "\n"), "\n")
	}
	return w.write()
}

// promptSources say where what a composed prompt lacks would have come from.
var promptSources = [...]struct{ lack, source string }{
	{ccc.LacksIssue, "neither the state nor the file nor the branch names one; mdck ccc write takes it as \"issue\""},
	{ccc.LacksTask, "there is no state that counts the tasks, or it counts none, and the file does not list them"},
	{ccc.LacksFile, "no tracked file changed since the last commit or in it, and the state has no activeTaskFiles"},
	{ccc.LacksNext, "no task is current, and none remains: mdck ccc current or mdck ccc next names one"},
}

// unknown says what a composed prompt lacks, and why.
func unknown(prompt, issue string, s *ccc.Session) []string {
	lacks := ccc.Vague(prompt, issue, s.HasKeyFile)
	var notes []string
	for _, from := range promptSources {
		if !slices.Contains(lacks, from.lack) {
			continue
		}
		why := from.source
		if from.lack == ccc.LacksTask {
			why = uncounted(s.State, why)
		}
		notes = append(notes, "the prompt has "+from.lack+": "+why)
	}
	return notes
}

// uncounted says why the current task has no number; otherwise is what to say where
// nothing counts the tasks.
func uncounted(st *ccc.State, otherwise string) string {
	if index, total := st.Int(ccc.IndexField), st.Int(ccc.TotalField); total > 0 && index >= total {
		return fmt.Sprintf("by the state %d of %d are done, though the file has open ones", index, total)
	}
	return otherwise
}
