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

// findTarget finds the checkpoint that the command line means. A file that only one checkpoint
// here has, such as that of an agent, need not be named with its checkpoint.
func (c *bootstrapCommand) findTarget() (workspace.Target, error) {
	if c.Agent != "" && c.Target == "" {
		t, _, err := c.member(c.Agent, func(p *protocol.Protocol) bool { return p.Separate })
		return t, err
	}
	t, err := c.FindOne(c.Target, "bootstrap", pick.Query{Offers: pick.HasFiles})
	if several, ok := errors.AsType[*pick.SeveralTargets](err); ok && c.Target == "" {
		return c.first(several.Found)
	}
	if err == nil || c.Target == "" || !pick.IsID(c.Target) || c.Agent != "" {
		return t, err
	}
	if found, named, fault := c.member(c.Target, pick.HasFiles); named {
		return found, fault
	}
	return t, err
}

// member returns the file of a checkpoint here that name means, such as that of an agent or a
// plan by its id. Named is false if no file is called so.
func (c *bootstrapCommand) member(name string, offers func(p *protocol.Protocol) bool) (t workspace.Target, named bool, err error) {
	q := pick.Query{Offers: func(p *protocol.Protocol) bool { return p.Members != nil && offers(p) }}
	found, err := c.Find(nil, q)
	var all []workspace.Target
	var lines []string
	for _, of := range workspace.ByFolder(found) {
		members, fault := of.Row().Members(tree.Dir(of.Root), of.Target, name)
		err = errors.Join(err, app.WithRequestHint(fault))
		if of.Row().Separate {
			members = members[:min(1, len(members))] // the others are copies
		}
		for _, m := range members {
			t := of
			if t.Path = m.Path; !t.Row().Separate {
				t.Main = m.Path
			}
			all, lines = append(all, t), append(lines, "mdck bootstrap "+app.Quote(t.Shown(m.Path)))
		}
	}
	switch {
	case len(all) == 1:
		return all[0], true, nil // what else cannot be read is reported by its sequence
	case len(all) > 1:
		return t, true, app.Hinted(fmt.Errorf("%d checkpoints are called %s, want one", len(all), report.OneLine(name)), lines...)
	case err == nil:
		return t, false, app.Hinted(fmt.Errorf("no agent %q found", name), "mdck status lists the agents")
	}
	return t, !errors.Is(err, pick.ErrNoCheckpoint), err
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
