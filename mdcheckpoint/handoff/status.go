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
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	n := c.Model.(*Note)
	s := protocol.Status{Limits: in.Limits}
	if n == nil {
		s.Next = path.Base(in.Main) + " cannot be read"
		return []protocol.Status{s}
	}
	s.Updated = n.Facts.time()
	s.Next = n.nextStep()
	return []protocol.Status{s}
}

func (n *Note) nextStep() string {
	next := n.nextAction()
	switch {
	case next != "":
		return next
	case n.finished():
		return "review the work, because nothing else remains to do"
	}
	return "set the first action with mdck handoff next TEXT"
}

func glance(tree fs.FS, t protocol.Target) (s protocol.Progress) {
	if s.TooLarge(tree, t.Main) {
		return s
	}
	n, err := load(tree, t.Main)
	if err != nil {
		s.Unreadable(t.Main)
		return s
	}
	n.kept = keptOf(tree, t.Main)
	s.Facts = spelling.List([]string{spelling.Count(len(n.open(pendingKey)), "pending item"), strconv.Itoa(len(n.Entries[doneKey])) + " done"})
	s.Updated, s.Finished = n.Facts.time(), n.finished()
	s.FirstDue = n.dueNext() != ""
	return s
}

const maxSummaryQuote = 160 // in bytes

func summary(c *lint.Checkpoint, s protocol.Progress) (facts, sentences []string) {
	n := c.Model.(*Note)
	facts = []string{s.Facts}
	if n == nil {
		return facts, nil
	}
	add := func(title, text string) {
		if text != "" {
			sentences = append(sentences, title+": "+spelling.Quoted(text, maxSummaryQuote)+".")
		}
	}
	add("Next action", n.nextAction())
	add("Goal", n.Goal)
	for _, e := range slices.Backward(n.Entries[blockersKey]) {
		add("Blocked", e.Line)
	}
	if all := n.Entries[doneKey]; len(all) > 0 {
		add("Completed last", all[len(all)-1].Line)
	}
	return facts, sentences
}

func (n *Note) dueNext() string {
	pending := n.open(pendingKey)
	switch {
	case len(n.Entries[nextKey]) > 0 || n.saysNoNext() && len(pending) == 0:
		return ""
	case len(pending) > 0:
		return fmt.Sprintf("no next action, but %q is pending", lint.Shorten(pending[0].Text))
	}
	return fmt.Sprintf("no next action; expected an action, or %q if nothing remains", none)
}

func due(in lint.Input, c *lint.Checkpoint) []protocol.Due {
	n := c.Model.(*Note)
	if n == nil || n.dueNext() == "" {
		return nil
	}
	return []protocol.Due{{
		Path: n.Document.File.Name, Span: n.at(nextKey), Rule: nextRule,
		Problem: n.dueNext(), Command: []string{"handoff", "next", "TEXT"},
	}}
}
