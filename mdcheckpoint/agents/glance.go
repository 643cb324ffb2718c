package agents

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

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
