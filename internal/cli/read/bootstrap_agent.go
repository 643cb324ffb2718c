package read

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// findTarget finds the checkpoint that the command line means. An agent that only one epic has
// need not be named with its epic.
func (c *bootstrapCommand) findTarget() (workspace.Target, error) {
	if c.Agent != "" && c.Target == "" {
		return c.epicOf(c.Agent)
	}
	t, err := c.FindOne(c.Target, "bootstrap", pick.Query{Offers: pick.HasFiles})
	if several, ok := errors.AsType[*pick.SeveralTargets](err); ok && c.Target == "" {
		return c.first(several.Found)
	}
	if err == nil || c.Target == "" || !pick.IsID(c.Target) || c.Agent != "" {
		return t, err
	}
	if found, fault := c.epicOf(c.Target); fault == nil || errors.Is(fault, errSeveralEpics) {
		c.Agent = c.Target
		return found, fault
	}
	if found, ok, fault := c.memberCalled(c.Target); ok {
		return found, fault
	}
	return t, err
}

// first returns the only checkpoint of found that is not finished. Of several of a protocol with
// an order it returns the first of the outermost project, and notes which others there are.
func (c *bootstrapCommand) first(found []workspace.Target) (workspace.Target, error) {
	type standing struct {
		workspace.Target
		rank int
	}
	var rest []standing
	for _, t := range found {
		s := protocol.Standing{}
		if glance := t.Row().Glance; glance != nil && !t.Row().Separate {
			s = glance(tree.Dir(t.Root), t.Target)
		}
		if !s.Finished {
			rest = append(rest, standing{t, s.Rank})
		}
	}
	slices.SortStableFunc(rest, func(a, b standing) int {
		return cmp.Or(cmp.Compare(min(a.rank, 1), min(b.rank, 1)), len(a.Root)-len(b.Root), a.rank-b.rank)
	})
	var all []workspace.Target
	for _, s := range rest {
		all = append(all, s.Target)
		c.others = append(c.others, report.OneLine(s.ID()))
	}
	switch {
	case len(rest) == 0:
		offers := func(p *protocol.Protocol) bool {
			return slices.ContainsFunc(found, func(t workspace.Target) bool { return t.Row() == p })
		}
		return workspace.Target{}, app.Hinted(app.Refuse(fmt.Errorf("all %d checkpoints are finished", len(found))), "mdck bootstrap ID prints one of them", c.CreateHint(pick.Query{Offers: offers}))
	case len(rest) > 1 && (rest[0].rank == 0 || rest[0].rank == rest[1].rank && rest[0].Root == rest[1].Root):
		return workspace.Target{}, pick.SeveralError(all, "bootstrap")
	}
	c.others = c.others[1:]
	return all[0], nil
}

// errSeveralEpics says that an agent has to be named with its epic.
var errSeveralEpics = errors.New("want one")

// epicOf is the only epic here that has the agent; or the only one at all, of which
// pick says what agents it has.
func (c *bootstrapCommand) epicOf(agent string) (workspace.Target, error) {
	separate := c.Table.All()[slices.IndexFunc(c.Table.All(), func(p *protocol.Protocol) bool { return p.Separate && p.Members != nil })]
	all, err := c.Find(nil, pick.Of(separate.Name))
	if err != nil && len(all) == 0 {
		return workspace.Target{}, err
	}
	var have []workspace.Target
	for _, t := range all {
		if named, err := separate.Members(tree.Dir(t.Root), t.Target, agent); err == nil && len(named) > 0 {
			have = append(have, t)
		}
	}
	switch {
	case len(have) == 1:
		return have[0], nil
	case len(have) == 0 && len(all) == 1 && c.Agent != "":
		return all[0], nil
	case len(have) == 0:
		return workspace.Target{}, app.Hinted(fmt.Errorf("no agent %q in any of %s", agent, report.Counted(len(all), "epic")), "mdck status lists the agents")
	}
	var lines []string
	for i := range have {
		lines = append(lines, "mdck bootstrap "+epicWord(&have[i], have)+" --agent "+app.Quote(agent))
	}
	return workspace.Target{}, app.Hinted(fmt.Errorf("%d epics have an agent %s, %w", len(have), report.OneLine(agent), errSeveralEpics), lines...)
}

// epicWord is how the epic of t is named among others: by its id, or where that is not
// its own by the path of its checkpoints.
func epicWord(t *workspace.Target, all []workspace.Target) string {
	for i := range all {
		if all[i].Root != t.Root && all[i].ID() == t.ID() {
			return app.Quote(t.Shown(t.Main))
		}
	}
	return app.Quote(t.ID())
}

// pick makes t the checkpoint of one agent: that which --agent names, else the file
// that was named, else the only agent of the epic.
func (c *bootstrapCommand) pick(t *workspace.Target) error {
	if !t.Row().Separate {
		if c.Agent != "" {
			return fmt.Errorf("--agent names an agent of an epic, and %s is of %s", t.Shown(t.Main), t.Protocol)
		}
		return nil
	}
	all, err := t.Row().Members(tree.Dir(t.Root), t.Target, "")
	if err != nil {
		return app.WithDisplayPath(t, err)
	}
	isNamed := t.Path != t.Main
	switch {
	case c.Agent == "" && isNamed:
		return nil
	case c.Agent == "" && len(all) == 1:
		t.Path = all[0].Path
		return nil
	case c.Agent == "":
		return several(t, all)
	}
	asked, err := t.Row().Members(tree.Dir(t.Root), t.Target, c.Agent)
	switch {
	case err != nil:
		return app.WithDisplayPath(t, err)
	case len(asked) == 0:
		return app.Hinted(fmt.Errorf("%s: no agent %q", report.Name(t.Shown(t.Main)), c.Agent), choices(t, all)...)
	case isNamed && asked[0].Path != t.Path:
		return fmt.Errorf("--agent %s has the checkpoint %s, and %s is named: not both", c.Agent, path.Base(asked[0].Path), path.Base(t.Path))
	}
	t.Path = asked[0].Path
	return nil
}

// several says that an agent has to be named, and which there are.
func several(t *workspace.Target, all []protocol.Member) error {
	if len(all) == 0 {
		return app.Hinted(fmt.Errorf("%s: %w", report.Name(t.Shown(t.Main)), pick.ErrNoCheckpoint), "mdck agents create makes the checkpoint of an agent")
	}
	command := "mdck bootstrap"
	if t.Shown(".") != "." {
		command += " " + app.Quote(t.ID())
	}
	return app.Hinted(fmt.Errorf("%d agents found in %s, want one", len(all), report.Name(t.Shown(t.Main))),
		append([]string{"name one: " + command + " --agent ID, or its file"}, choices(t, all)...)...)
}

// choices are a line for each agent.
func choices(t *workspace.Target, all []protocol.Member) []string {
	var lines []string
	for _, a := range all {
		lines = append(lines, app.JoinNonEmpty("  ", a.ID, a.About, t.Shown(a.Path)))
	}
	return lines
}
