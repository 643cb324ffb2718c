package loop

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

// glance reads the metadata, and the table of the tracks.
func glance(tree fs.FS, target protocol.Target) (s protocol.Standing) {
	if info, err := fs.Stat(tree, target.Main); err == nil && info.Size() > protocol.MaxGlance {
		s.Refused = path.Base(target.Main) + " is too large for a hook"
		return s
	}
	t := newTrack(tree, target.Main)
	t.readMetadata()
	if t.over() == "" {
		t.readPlan()
	}
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
		sentences = append(sentences, fmt.Sprintf("Next task: %s.", spelling.Quoted(strings.TrimSpace(r.Next.ID+" "+r.Next.Text), 2*protocol.MaxValue)))
	}
	return facts, sentences
}
