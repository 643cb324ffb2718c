package agents

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// status returns a line for each agent of the epic, by the names of their files.
func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	folder := c.Model.(*Folder)
	var all []protocol.Status
	of := folder.ByAgent()
	for _, a := range folder.Agents {
		line := a.statusLine(in.Now)
		if used := of[a.Agent()][0]; used != a {
			line.Class, line.Age, line.Next = string(Unused), "", "of the same agent as "+used.Base()
		}
		all = append(all, line)
	}
	for _, f := range folder.Faults {
		name := path.Join(in.Main, f.Name)
		all = append(all, protocol.Status{File: name, Agent: IDOf(f.Agent()), Class: string(Unknown), Next: f.Name + " cannot be read", Unusable: name, Fault: f.Err})
	}
	all = slices.DeleteFunc(all, func(s protocol.Status) bool { return in.Path != in.Main && in.Path != s.File })
	slices.SortStableFunc(all, func(a, b protocol.Status) int { return strings.Compare(a.File, b.File) })
	return all
}

func (c *Checkpoint) statusLine(now time.Time) protocol.Status {
	class := c.Age(now).Class
	s := protocol.Status{
		File: c.Path(), Agent: spelling.OneLine(c.Shown()), Class: string(class),
		Phase: spelling.OneLine(c.Stage()), State: spelling.OneLine(c.Status()),
	}
	s.Age = map[Class]schema.Standing{Stale: schema.Over, Warning: schema.Near}[class]
	s.Updated, _ = c.Last()
	can, known := c.CanResume()
	s.Next = spelling.OneLine(cmp.Or(c.Step(), c.nextAction()))
	switch blockers := c.Blockers(); {
	case len(blockers) > 0:
		s.Next = "blocked: " + spelling.OneLine(blockers[0].Text)
	case c.complete():
		s.Next = "nothing"
	case known && !can:
		s.Next = "not to be resumed by itself"
	}
	return s
}

// glance reads the checkpoint of one agent, at t.Path. Archives are finished, and so is an
// agent that is complete.
func glance(tree fs.FS, t protocol.Target) (s protocol.Standing) {
	base := path.Base(t.Path)
	kind := KindOf(base)
	s.Name = IDOf(FoldID(stem(base)))
	if s.Finished = kind == Crashed || kind == Aborted; s.Finished {
		return s
	}
	info, err := fs.Stat(tree, t.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.Refused = "there is no " + base
		return s
	case err == nil && info.Size() > protocol.MaxGlance:
		s.Refused = base + " is too large for a hook"
		return s
	}
	text, err := source.ReadRegular(tree, t.Path)
	c, fault := Parse(t.Path, text)
	if err != nil || fault != nil {
		s.Refused = base + " cannot be read"
		return s
	}
	s.Name, s.Facts = spelling.OneLine(c.Shown()), c.facts()
	s.Updated, _ = c.Last()
	s.Finished = c.complete() || c.isSpare(tree)
	if can, known := c.CanResume(); known && !can {
		s.Refused, s.Readable = CanResumeKey+" is false", true
	}
	return s
}

// isSpare reports whether the agent has a file with the name of the protocol besides this one.
func (c *Checkpoint) isSpare(tree fs.FS) bool {
	name, err := FileName(c.Agent())
	if err != nil || name == c.Base() {
		return false
	}
	_, err = fs.Stat(tree, path.Join(path.Dir(c.Path()), name))
	return err == nil
}

// facts returns the stage and the status of an agent as part of a line.
func (c *Checkpoint) facts() string {
	var words []string
	for _, part := range [...]struct{ name, value string }{{"stage", c.Stage()}, {"status", c.Status()}} {
		if part.value != "" {
			words = append(words, part.name+" "+spelling.Value(spelling.OneLine(part.value), protocol.MaxValue))
		}
	}
	return strings.Join(words, ", ")
}

// maxSummaryQuote is how many bytes of a text a summary has.
const maxSummaryQuote = 90

// summary returns the facts of the agents that were read.
func summary(c *lint.Checkpoint, s protocol.Standing) (facts, sentences []string) {
	for _, a := range c.Model.(*Folder).Agents {
		if spelling.OneLine(a.Shown()) != s.Name {
			continue
		}
		facts = []string{"agent " + spelling.Value(s.Name, protocol.MaxValue), s.Facts}
		if a.Feature() != "" {
			facts = append(facts, "feature "+spelling.Path(a.Feature(), protocol.MaxValue))
		}
		if step := spelling.OneLine(a.Step()); step != "" {
			sentences = append(sentences, "Current step: "+spelling.Quoted(step, maxSummaryQuote)+".")
		}
		if blockers := a.Blockers(); len(blockers) > 0 {
			sentences = append(sentences, fmt.Sprintf("Blockers: %d, the first %s.", len(blockers), spelling.Quoted(blockers[0].Text, maxSummaryQuote)))
		}
		return facts, sentences
	}
	return nil, nil
}
