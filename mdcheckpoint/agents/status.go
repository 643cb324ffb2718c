package agents

import (
	"path"
	"slices"
	"strings"
	"time"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/spelling"
)

// status returns a line for each agent of the epic, by the names of their files.
func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	folder := c.Model.(*Folder)
	asked := func(name string) bool { return in.Path == in.Main || in.Path == name }
	var all []protocol.Status
	of := folder.ByAgent()
	for _, a := range folder.Agents {
		if !asked(a.Path()) {
			continue
		}
		line := a.statusLine(in.Now)
		if used := of[a.Agent()][0]; used != a {
			line.Class, line.Age, line.Next = string(Unused), "", "of the same agent as "+used.Base()
		}
		all = append(all, line)
	}
	for _, f := range folder.Faults {
		if name := path.Join(in.Main, f.Name); asked(name) {
			all = append(all, protocol.Status{
				File: name, Agent: IDOf(f.Agent()), Class: string(Unknown), Next: f.Name + " cannot be read", Unusable: name, Fault: f.Err,
			})
		}
	}
	slices.SortStableFunc(all, func(a, b protocol.Status) int { return strings.Compare(a.File, b.File) })
	return all
}

func (c *Checkpoint) statusLine(now time.Time) protocol.Status {
	class := c.Age(now).Class
	s := protocol.Status{
		File: c.Path(), Agent: spelling.OneLine(c.Shown()), Class: string(class),
		Phase: spelling.OneLine(c.Stage()), State: spelling.OneLine(c.Status()),
	}
	switch class {
	case Stale:
		s.Age = schema.Over
	case Warning:
		s.Age = schema.Near
	}
	s.Updated, _ = c.Last()
	can, known := c.CanResume()
	switch blockers, next := c.Blockers(), c.Next(); {
	case len(blockers) > 0:
		s.Next = "blocked: " + spelling.OneLine(blockers[0].Text)
	case c.complete():
		s.Next = "nothing"
	case known && !can:
		s.Next = "not to be resumed by itself"
	case spelling.OneLine(c.Step()) != "":
		s.Next = spelling.OneLine(c.Step())
	case len(next) > 0:
		s.Next = spelling.OneLine(next[0].Text)
	}
	return s
}
