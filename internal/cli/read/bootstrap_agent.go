package read

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"sort"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

func (c *bootstrapCommand) findTarget() (workspace.Target, error) {
	if c.Agent != "" && c.Target == "" {
		t, _, err := c.member(c.Agent, func(p *protocol.Protocol) bool { return p.Separate })
		return t, err
	}
	t, err := c.Pick.FindOne(c.Target, "bootstrap", pick.Query{Offers: pick.HasFiles})
	several, ok := errors.AsType[*pick.SeveralTargets](err)
	switch {
	case ok && c.Target == "":
		return c.first(several.Found)
	case err == nil || c.Target == "" || !pick.IsID(c.Target) || c.Agent != "":
		return t, err
	}
	if found, named, fault := c.member(c.Target, pick.HasFiles); named {
		return found, fault
	}
	return t, err
}

// member finds the agent or plan called name in all checkpoints; ok is false without one.
func (c *bootstrapCommand) member(name string, offers func(p *protocol.Protocol) bool) (t workspace.Target, ok bool, err error) {
	found, err := c.Pick.Find(nil, pick.Query{Offers: func(p *protocol.Protocol) bool { return p.Members != nil && offers(p) }})
	var all []workspace.Target
	var lines []string
	for _, t := range workspace.ByFolder(found) {
		members, fault := t.Row().Members(tree.Dir(t.Root), t.Target, name)
		err = errors.Join(err, app.WithRequestHint(fault))
		if t.Row().Separate {
			members = members[:min(1, len(members))] // an agent with two files counts once
		}
		for _, m := range members {
			if t.Path = m.Path; !t.Row().Separate {
				t.Main = m.Path
			}
			all, lines = append(all, t), append(lines, "mdck bootstrap "+app.Quote(t.DisplayPath(m.Path)))
		}
	}
	switch {
	case len(all) == 1:
		return all[0], true, nil // the sequence reports the errors about other files
	case len(all) > 1:
		return t, true, app.WithHints(fmt.Errorf("%d checkpoints are called %s; expected one", len(all), report.OneLine(name)), lines...)
	case err == nil:
		return t, false, app.Errorf("to list the agents: mdck status", "no agent %q found", name)
	}
	return t, !errors.Is(err, pick.ErrNoCheckpoint), err
}

// first returns the first unfinished checkpoint, and stores the ids of the others.
func (c *bootstrapCommand) first(found []workspace.Target) (t workspace.Target, err error) {
	rank := map[string]int{} // path of the checkpoint -> position
	rest := slices.DeleteFunc(slices.Clone(found), func(t workspace.Target) bool {
		s := protocol.Progress{}
		if glance := t.Row().Glance; glance != nil && !t.Row().Separate {
			s = glance(tree.Dir(t.Root), t.Target)
		}
		rank[t.File(t.Main)] = s.Rank
		return s.Finished || isArchived(&t)
	})
	rankOf := func(t workspace.Target) int { return rank[t.File(t.Main)] }
	sort.SliceStable(rest, func(i, j int) bool {
		return cmp.Or(min(rankOf(rest[i]), 1)-min(rankOf(rest[j]), 1), len(rest[i].Root)-len(rest[j].Root), rankOf(rest[i])-rankOf(rest[j])) < 0
	})
	switch {
	case len(rest) == 0:
		return t, app.WithHints(app.Refuse(fmt.Errorf("the %d checkpoints here are finished", len(found))), "to print one checkpoint: mdck bootstrap ID", "to list the checkpoints and their next actions: mdck status")
	case len(rest) > 1 && (rankOf(rest[0]) == 0 || rankOf(rest[0]) == rankOf(rest[1]) && rest[0].Root == rest[1].Root):
		return t, pick.SeveralError(rest, "bootstrap")
	}
	for _, t := range rest[1:] {
		c.others = append(c.others, report.OneLine(t.ID()))
	}
	return rest[0], nil
}

// isArchived reports whether a folder of plans is in a directory such as "archive" of the
// repository.
func isArchived(t *workspace.Target) bool {
	if t.Row().Part == nil || t.Folder == "" {
		return false
	}
	below, err := filepath.Rel(workspace.Repository(t.Root), t.File(t.Folder))
	_, past := t.Row().Part(path.Join(filepath.ToSlash(below), "*"))
	return err == nil && past
}

// pick sets t.Path to the file of one agent, if t is an epic.
func (c *bootstrapCommand) pick(t *workspace.Target) error {
	if !t.Row().Separate {
		if c.Agent != "" {
			return fmt.Errorf("--agent works only on an epic (agents), but %s has the protocol %q", t.DisplayPath(t.Main), t.Protocol)
		}
		return nil
	}
	isNamed := t.Path != t.Main
	if c.Agent == "" && isNamed {
		return nil
	}
	members := t.Row().Members
	all, err := members(tree.Dir(t.Root), t.Target, "")
	asked := all
	if c.Agent != "" && err == nil {
		asked, err = members(tree.Dir(t.Root), t.Target, c.Agent)
	}
	shown := report.Name(t.DisplayPath(t.Main))
	switch {
	case err != nil:
		return app.WithDisplayPath(t, err)
	case len(all) == 0 && c.Agent == "":
		return app.Errorf("to create the checkpoint of an agent: mdck agents create AGENT", "%s: %w", shown, pick.ErrNoCheckpoint)
	case len(all) > 1 && c.Agent == "":
		return app.WithHints(fmt.Errorf("%d agents found in %s; expected one", len(all), shown), choices(t, all)...)
	case len(asked) == 0:
		return app.WithHints(fmt.Errorf("%s: no agent %q", shown, c.Agent), choices(t, all)...)
	case isNamed && asked[0].Path != t.Path:
		return fmt.Errorf("--agent %s has the checkpoint %s, but the argument is %s", c.Agent, path.Base(asked[0].Path), path.Base(t.Path))
	}
	t.Path = asked[0].Path
	return nil
}

func choices(t *workspace.Target, all []protocol.Member) []string {
	command := "mdck bootstrap"
	if t.DisplayPath(".") != "." {
		command += " " + app.Quote(t.ID())
	}
	lines := []string{"name an agent: " + command + " --agent ID"}
	for _, a := range all {
		lines = append(lines, app.JoinNonEmpty("  ", a.ID, a.About, t.DisplayPath(a.Path)))
	}
	return lines
}
