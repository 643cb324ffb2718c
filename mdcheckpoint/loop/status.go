package loop

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"
	"time"

	"mdck/internal/protocols/loop/tracks"
	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	t := c.Model.(*Track)
	s := protocol.Status{Unusable: in.Main, Rank: t.rank()}
	t.fill(&s, in.Now)
	return []protocol.Status{s}
}

func (t *Track) fill(s *protocol.Status, now time.Time) {
	m := t.Metadata
	x, err := t.Resume()
	if m != nil {
		version := m.Version()
		s.Version, s.Phase = &version, spelling.OneLine(m.Status())
		s.Updated, _ = m.Updated()
	}
	switch {
	case err != nil && m == nil:
		s.Next = MetadataFile + " cannot be read"
		if t.Finished() {
			s.State, s.Next = tracks.Finished.String(), "nothing"
		}
		return
	case err != nil:
		s.Next = "correct " + MetadataFile + " by hand"
		return
	}
	s.Next = x.NextAction(spelling.OneLine, spelling.QuoteValue)
	if m != nil {
		s.Unusable = ""
		s.Class, s.Age = t.late(now)
	}
	if !x.LoopMissing {
		s.Phase, s.State = spelling.OneLine(x.Step), spelling.OneLine(x.Status)
		return
	}
	s.Because, s.Against = spelling.OneLine(strings.Join(x.Reasons, "; ")), x.Warnings
	word := t.registered().stage.String()
	if t.whyFinished() != "" {
		word = tracks.Finished.String()
	}
	if m == nil {
		s.State = cmp.Or(word, "no "+MetadataFile)
	} else {
		s.Phase = cmp.Or(word, s.Phase)
	}
}

// lateAfter is how long PLAN can be in progress without an update. Source: checkpoint protocol.
const lateAfter = 5 * time.Minute

func (t *Track) late(now time.Time) (class string, standing schema.BudgetState) {
	m := t.Metadata
	c := m.Checkpoint(Planning)
	if m.Step() != Planning || m.statusNow() != InProgress {
		return "", ""
	}
	if at, ok := moment(cmp.Or(c.find("last_updated"), c.Value.Get("started_at"))); !ok || now.Sub(at) <= lateAfter {
		return "", ""
	}
	return "late", schema.Near
}

// glance returns the progress of a track, without claims, because hooks must be fast.
func glance(tree fs.FS, target protocol.Target) (s protocol.Progress) {
	if s.TooLarge(tree, target.Main) {
		return s
	}
	t := Read(tree, target.Main)
	m := t.Metadata
	s.Finished, s.Rank, s.Facts = t.Finished(), t.rank(), "no state"
	s.Updated, _ = m.Updated()
	switch {
	case t.Faults[t.Path] != nil:
		s.Unreadable(target.Main)
	case m == nil:
		s.Readable = true
	case !m.HasLoop():
		s.Facts = "no loop_state"
	default:
		s.Facts = "step " + spelling.Value(m.Step(), protocol.MaxValue)
		s.Facts += ", " + spelling.Value(m.statusNow(), protocol.MaxValue)
	}
	due := t.due()
	if i := slices.IndexFunc(due, func(d protocol.Due) bool { return d.Person }); i >= 0 {
		s.Refused, s.Readable = spelling.Value(due[i].Problem, 2*protocol.MaxValue), true
	}
	return s
}

func summary(c *lint.Checkpoint, s protocol.Progress) (facts, sentences []string) {
	t := c.Model.(*Track)
	facts = []string{"track " + spelling.Path(t.ID, protocol.MaxValue), s.Facts}
	if cycles, _, _ := t.Metadata.fixes(); cycles > 0 {
		facts = append(facts, "fix cycles "+t.Metadata.FixText())
	}
	if s.Refused != "" {
		facts = append(facts, s.Refused)
	}
	if r, err := t.Resume(); err == nil && r.Next != nil {
		title := spelling.Quoted(r.Next.Title(), 2*protocol.MaxValue)
		sentences = append(sentences, "Next task: "+title+".")
	}
	return facts, sentences
}
