package agents

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/agents"
)

const handoffHelp = `Prints the package, a text to paste into the session of an agent. It contains:

    the epic, the feature, the stage, and the ids of the agents
    the paths of the agent's inbox, outbox, checkpoint and STATUS
    when to wait for other agents
    the unread messages

If the agent took over from another agent, the package also names that agent and its archived checkpoint. If the agent has no checkpoint, give the feature with --feature.

Examples:

    mdck agents handoff Secondary-A
    mdck agents handoff Secondary-B --feature feature_03_ui
    mdck agents handoff Secondary-A --json`

type handoffCommand struct {
	Agent   string `arg:"" help:"The agent, by its id or the name of its file."`
	Feature string `help:"Directory of the feature, for an agent without a checkpoint." placeholder:"NAME"`
	JSON    bool   `help:"Print one JSON object."`
	epicFlag
}

func (c *handoffCommand) Run(std app.Streams) error {
	e, err := c.open(std, c.Agent)
	if err != nil {
		return err
	}
	h, err := c.handoff(e)
	if err != nil {
		return err
	}
	h = e.complete(h)
	if c.JSON {
		return report.Indented(std.Out, handoffJSON{1, h.Filled(), h.Text()})
	}
	_, err = io.WriteString(std.Out, app.EscapeLines(h.Text()))
	return err
}

func (c *handoffCommand) handoff(e *epic) (h agents.Handoff, err error) {
	name, err := e.name()
	if err != nil {
		return h, err
	}
	folder, err := agents.ReadEpic(e.tree())
	if err != nil {
		return h, app.WithDisplayPath(&e.target, err)
	}
	found := folder.Find(name)
	switch {
	case found != nil && found.Err != nil:
		return h, e.explain(found.Err, name)
	case found != nil:
		h = found.Handoff()
		h.Archive, h.Unread = agents.LastCrash(h.Previous, folder.Archives), agents.UnreadLines(e.tree(), found.Agent())
		if h.Feature, err = found.FeatureOr(c.Feature); err != nil {
			err = fmt.Errorf("agents handoff: %w", err)
		}
		return h, err
	case c.Feature == "":
		return h, app.WithHints(errors.New("agents handoff: there is no "+e.shown(agents.CheckpointDir+"/"+name)), "if the agent has no checkpoint yet, give its feature with --feature")
	}
	return agents.Handoff{Agent: agents.ParseID(e.asked), Feature: c.Feature}, nil
}

func (e *epic) complete(h agents.Handoff) agents.Handoff {
	h.Epic, h.Path = filepath.Base(e.target.Root), filepath.ToSlash(e.target.Root)
	if rel, err := filepath.Rel(workspace.Repository(e.target.Root), e.target.Root); err == nil {
		h.Path = filepath.ToSlash(rel)
	}
	if folder, err := agents.ReadEpic(e.tree()); err == nil {
		if primary := folder.Find(agents.Primary); primary != nil {
			h.Primary = primary.DisplayID()
		}
	}
	return h
}

type handoffJSON struct {
	Version int `json:"version"`
	agents.Handoff
	Text string `json:"text"`
}
