package loop

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/spelling"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	t := c.Model.(*Track)
	s := protocol.Status{Unusable: in.Main, Rank: t.rank()}
	t.fill(&s, in.Now)
	return []protocol.Status{s}
}

// fill fills in the status of the track.
func (t *Track) fill(s *protocol.Status, now time.Time) {
	m := t.Metadata
	x, err := t.Resume()
	if m != nil {
		version := m.Version()
		s.Version, s.Phase = &version, spelling.OneLine(m.Status().Text)
		s.Updated, _ = m.Updated()
	}
	switch {
	case err != nil && m == nil:
		s.Next = MetadataFile + " cannot be read"
		return
	case err != nil:
		s.Next = "correct " + MetadataFile + " by hand"
		return
	}
	s.Next = x.NextAction(spelling.OneLine, spelling.OneLine)
	if m != nil {
		s.Unusable = ""
		s.Class, s.Age = t.late(now)
	}
	if !x.LoopMissing {
		s.Phase, s.State = spelling.OneLine(x.Step), spelling.OneLine(x.Status)
		return
	}
	s.Because, s.Against = spelling.OneLine(strings.Join(x.Reasons, "; ")), x.Warnings
	if word := t.registered().stage.String(); m == nil {
		s.State = cmp.Or(word, "no "+MetadataFile)
	} else {
		s.Phase = cmp.Or(word, s.Phase)
	}
}

// lateAfter is how long the agent that plans may be silent. Source: checkpoint.
const lateAfter = 5 * time.Minute

// late returns that PLAN is at work and was not updated in time.
func (t *Track) late(now time.Time) (class string, standing schema.Standing) {
	m := t.Metadata
	c := m.Checkpoint(Planning)
	if m.Step() != Planning || m.StatusNow() != InProgress || c == nil {
		return "", ""
	}
	last := cmp.Or(c.Updated, c.Started)
	if !last.OK || now.Sub(last.At) <= lateAfter {
		return "", ""
	}
	return "late", schema.Near
}

// glance reads the metadata, and the table of the tracks.
func glance(tree fs.FS, target protocol.Target) (s protocol.Standing) {
	if info, err := fs.Stat(tree, target.Main); err == nil && info.Size() > protocol.MaxGlance {
		s.Refused = path.Base(target.Main) + " is too large for a hook"
		return s
	}
	t := Read(tree, target.Main)
	m := t.Metadata
	s.Finished, s.Rank = t.Finished(), t.rank()
	if m == nil {
		s.Facts, s.Readable = "no state", t.Faults[t.Path] == nil
		if !s.Readable {
			s.Refused = path.Base(target.Main) + " cannot be read"
		}
		return s
	}
	s.Updated, _ = m.Updated()
	s.Facts = "no loop_state"
	if m.HasLoop() {
		s.Facts = "step " + spelling.Value(m.Step(), protocol.MaxValue) + ", " + spelling.Value(m.StatusNow(), protocol.MaxValue)
	}
	for _, d := range t.Due() {
		if d.Person && s.Refused == "" {
			s.Refused, s.Readable = spelling.Value(d.Problem, 2*protocol.MaxValue), true
		}
	}
	return s
}

// summary returns the step, the fix cycles and the next task.
func summary(c *lint.Checkpoint, s protocol.Standing) (facts, sentences []string) {
	t := c.Model.(*Track)
	facts = []string{"track " + spelling.Path(t.ID, protocol.MaxValue), s.Facts}
	if m := t.Metadata; m != nil && m.FixCycles() > 0 {
		facts = append(facts, "fix cycles "+m.FixText())
	}
	if s.Refused != "" {
		facts = append(facts, s.Refused)
	}
	if r, err := t.Resume(); err == nil && r.Next != nil {
		sentences = append(sentences, fmt.Sprintf("Next task: %s.", spelling.Quoted(r.Next.Title(), 2*protocol.MaxValue)))
	}
	return facts, sentences
}
