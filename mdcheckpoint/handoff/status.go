package handoff

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

func lineOf(u *lint.Unit, span source.Span) string { return strconv.Itoa(u.File.Line(span.Start)) }

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	m := c.Model.(*Model)
	s := protocol.Status{Limits: in.Limits}
	if m.Note == nil {
		s.Next = path.Base(in.Main) + " cannot be read"
		return []protocol.Status{s}
	}
	s.Updated = m.Note.Facts.time()
	s.Next = m.Note.nextStep(m.Kept)
	return []protocol.Status{s}
}

func (n *Note) nextStep(kept Kept) string {
	next := n.nextAction(kept)
	switch {
	case next != "":
		return next
	case n.finished(kept):
		return "nothing remains: review the work"
	}
	return "mdck handoff next TEXT sets the first action"
}

func glance(tree fs.FS, t protocol.Target) (s protocol.Standing) {
	info, err := fs.Stat(tree, t.Main)
	if err == nil && info.Size() > protocol.MaxGlance {
		s.Refused = path.Base(t.Main) + " is too large for a hook to read"
		return s
	}
	text, err := source.ReadRegular(tree, t.Main)
	n, broken := Parse(t.Main, text)
	if err != nil || broken != nil {
		s.Refused = path.Base(t.Main) + " cannot be read"
		return s
	}
	kept := keptOf(tree, t.Main)
	s.Facts = spelling.List([]string{spelling.Count(len(n.open(pendingKey, kept)), "pending item"), strconv.Itoa(len(n.Entries[doneKey])) + " done"})
	s.Updated, s.Finished = n.Facts.time(), n.finished(kept)
	s.FirstDue = n.dueNext(kept) != ""
	return s
}

const maxSummaryQuote = 160 // in bytes

func summary(c *lint.Checkpoint, s protocol.Standing) (facts, sentences []string) {
	m := c.Model.(*Model)
	facts = []string{s.Facts}
	if m.Note == nil {
		return facts, nil
	}
	if next := m.Note.nextAction(m.Kept); next != "" {
		sentences = append(sentences, "Next action: "+spelling.Quoted(next, maxSummaryQuote)+".")
	}
	if m.Note.Goal != "" {
		sentences = append(sentences, "Goal: "+spelling.Quoted(m.Note.Goal, maxSummaryQuote)+".")
	}
	for _, e := range slices.Backward(m.Note.Entries[blockersKey]) {
		sentences = append(sentences, "Blocked: "+spelling.Quoted(e.Line, maxSummaryQuote)+".")
	}
	if all := m.Note.Entries[doneKey]; len(all) > 0 {
		sentences = append(sentences, "Done last: "+spelling.Quoted(all[len(all)-1].Line, maxSummaryQuote)+".")
	}
	return facts, sentences
}

// dueNext returns the reason why a next action is due. It returns "" if the note has one, or states
// that nothing is left.
func (n *Note) dueNext(kept Kept) string {
	pending := n.open(pendingKey, kept)
	switch {
	case len(n.Entries[nextKey]) > 0 || n.saysNothingNext() && len(pending) == 0:
		return ""
	case len(pending) > 0:
		return fmt.Sprintf("no next action, but %q is pending", lint.Shorten(pending[0].Text))
	}
	return fmt.Sprintf("no next action; expected an action, or %q if nothing remains", none)
}

func due(in lint.Input, c *lint.Checkpoint) []protocol.Due {
	m := c.Model.(*Model)
	if m.Note == nil || m.Note.dueNext(m.Kept) == "" {
		return nil
	}
	return []protocol.Due{{
		Path: m.Note.Document.File.Name, Span: m.Note.at(nextKey), Rule: nextRule,
		Problem: m.Note.dueNext(m.Kept), Command: []string{"handoff", "next", "TEXT"},
	}}
}
