package agents

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) (all []protocol.Status) {
	for _, a := range c.Model.(*Folder).Agents {
		if in.Path == in.Main || in.Path == a.Path() {
			all = append(all, a.statusLine(in.Now))
		}
	}
	return all
}

func (c *Checkpoint) statusLine(now time.Time) protocol.Status {
	s := protocol.Status{File: c.Path(), Agent: spelling.OneLine(c.DisplayID())}
	if c.Err != nil {
		s.Class, s.Next, s.Unusable, s.Fault = string(Unknown), c.Base()+" cannot be read", c.Path(), c.Err
		return s
	}
	class := c.Age(now).Class
	s.Class, s.Phase, s.State = string(class), spelling.OneLine(c.Stage()), spelling.OneLine(c.Status())
	s.Age = map[Class]schema.BudgetState{Stale: schema.Over, Warning: schema.Near}[class]
	s.Updated, _ = c.Last()
	can, known := c.CanResume()
	blockers := c.Blockers()
	switch {
	case class == Unused:
		s.Next = "same agent as " + c.inUse().Base()
	case len(blockers) > 0:
		s.Next = "blocked: " + spelling.OneLine(blockers[0].Text)
	case c.complete():
		s.Next = "nothing"
	case known && !can:
		s.Next = "a person must resume it"
	default:
		s.Next = spelling.OneLine(cmp.Or(c.Step(), c.nextAction()))
	}
	return s
}

// glance reads only the checkpoint at t.Path, without its folder.
func glance(tree fs.FS, t protocol.Target) (s protocol.Progress) {
	base := path.Base(t.Path)
	kind := KindOf(base)
	s.Name = idOf(foldID(stem(base)))
	if s.Finished = kind == Crashed || kind == Aborted; s.Finished {
		return s
	}
	if s.TooLarge(tree, t.Path) {
		return s
	}
	c := readCheckpoint(tree, t.Path)
	switch {
	case errors.Is(c.Err, fs.ErrNotExist):
		s.Refused = "there is no " + base
		return s
	case c.Err != nil:
		s.Unreadable(base)
		return s
	}
	s.Name, s.Facts = spelling.OneLine(c.DisplayID()), c.facts()
	s.Updated, _ = c.Last()
	s.Finished = c.complete() || c.isSpare(tree)
	if can, known := c.CanResume(); known && !can {
		s.Refused, s.Readable = canResumeKey+" is false", true
	}
	return s
}

func (c *Checkpoint) isSpare(tree fs.FS) bool {
	name, err := checkpointFileName(c.Agent())
	if err != nil || name == c.Base() {
		return false
	}
	_, err = fs.Stat(tree, path.Join(path.Dir(c.Path()), name))
	return err == nil
}

func (c *Checkpoint) facts() string {
	var words []string
	for _, key := range [...]string{stageKey, statusKey} {
		if value := spelling.OneLine(c.Str(key)); value != "" {
			words = append(words, key+" "+spelling.Value(value, protocol.MaxValue))
		}
	}
	return strings.Join(words, ", ")
}

const maxSummaryQuote = 90 // of one quoted text, in bytes

func summary(c *lint.Checkpoint, s protocol.Progress) (facts, sentences []string) {
	for _, a := range c.Model.(*Folder).Agents {
		if spelling.OneLine(a.DisplayID()) != s.Name {
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
