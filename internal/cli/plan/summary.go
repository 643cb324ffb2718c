package plan

import (
	"fmt"
	"path"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/protocols/plan/position"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

const summaryHelp = `Drafts the summary of a plan from its recorded tasks: the file NN-NN-SUMMARY.md or LOGBOOK.md beside the plan. mdck also updates the position and the counts in STATE.md or TRANSPONDER.md. Complete the draft yourself.

mdck refuses if a checkpoint of the plan is open, or if the summary exists. --force writes the summary anyway.

PLAN is a path or an id (default: the current plan).

Examples:

    mdck plan summary
    mdck plan summary 03-06 --diff`

type summaryCommand struct {
	Plan string `arg:"" optional:"" name:"plan" help:"The plan: its path or its id (default: the current plan)."`
	recordFlags
}

func (c *summaryCommand) Run(std app.Streams) error {
	p, err := c.begin(std, "plan summary", c.Plan)
	if err != nil {
		return err
	}
	return p.change("summary "+p.plan, p.summary)
}

func (p *recording) summary(read *protocol.Reader) (*protocol.Change, error) {
	name := planfile.SummaryName(p.plan)
	if name == "" {
		return nil, fmt.Errorf("cannot derive the name of the summary of %s", p.plan)
	}
	files, x, answers, err := p.read(read, name)
	if err != nil {
		return nil, err
	}
	before, exists, err := read.Text(name)
	if err != nil {
		return nil, err
	}
	if exists && !p.Force {
		return nil, app.WithHints(app.Refuse(fmt.Errorf("nothing was written, because %s already exists", p.DisplayPath(name))), "--force replaces the file and keeps a backup")
	}
	c := &planfile.Change{
		Text: answers.Summary(x, read.Now), Did: []string{"drafted from the recorded tasks"},
		Notes: unrecorded(answers.Progress(x), len(x.Tasks)+1),
	}
	out := &protocol.Change{}
	putChange(out, name, before, exists, c)
	done := read.With(map[string]string{name: c.Text})
	status := "completed"
	project := position.ReadProject(done, p.Target.Folder, bootstrap.Repository{})
	for _, other := range project.Order.All() {
		if other.ID().Phase == x.ID().Phase && !project.Done(other) {
			status = "executing"
		}
	}
	at := "Completed plan " + p.argName
	if base := path.Base(p.plan); planfile.IsNumbered(base) {
		at = "Completed " + base // as other tools do
	}
	return out, p.addPosition(out, files, read, x, status, at, done)
}
