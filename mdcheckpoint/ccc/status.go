package ccc

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	session := c.Model.(*Session)
	facts := NewFacts(session.Progress, session.State, "", in.Team)
	s := protocol.Status{Name: spelling.OneLine(facts.Issue), Phase: spelling.OneLine(session.State.Phase())}
	s.Updated = session.updated()
	s.Next = nextStep(session, &facts)
	return []protocol.Status{s}
}

func (s *Session) updated() time.Time {
	at, ok := s.State.Updated()
	if !ok && s.Progress != nil {
		at, _ = ReadTime(s.Progress.Session.Text)
	}
	return at
}

func nextStep(s *Session, facts *Facts) string {
	if s.Faults[s.ProgressPath] != nil {
		return path.Base(s.ProgressPath) + " cannot be read"
	}
	if refused := s.refusal(); refused != "" {
		return spelling.OneLine(refused)
	}
	p := s.Progress
	switch {
	case p != nil && len(p.Blockers) > 0:
		return "blocked: " + spelling.OneLine(p.Blockers[0].Line)
	case s.State == nil && p != nil && p.tasks() == 0:
		return "add tasks with mdck ccc next"
	case s.Finished():
		return "review the work and close the issue"
	case facts.taskOf() != "":
		return spelling.OneLine(facts.taskOf())
	case p != nil && len(p.Current) > 0:
		return spelling.OneLine(p.Current[0].Line)
	}
	return ""
}

// glance reads the progress file only if there is no state.
func glance(tree fs.FS, t protocol.Target) (s protocol.Progress) {
	if s.TooLarge(tree, t.State) {
		return s
	}
	session := readWithoutProgress(tree, t.Main, t.State)
	_, err := fs.Stat(tree, t.State)
	if info, mainErr := fs.Stat(tree, t.Main); errors.Is(err, fs.ErrNotExist) && mainErr == nil && info.Size() <= protocol.MaxGlance {
		session = Read(tree, t.Main, t.State)
	}
	if session.Faults[t.State] != nil {
		s.Unreadable(t.State)
		return s
	}
	facts := NewFacts(session.Progress, session.State, "", "")
	s.Name, s.Facts = spelling.OneLine(facts.Issue), factsLine(session.State.Phase(), facts.taskOf())
	s.Updated = session.updated()
	s.Refused, s.Finished = session.refusal(), session.Finished()
	s.FirstDue = facts.Gate != 0 // a session must be saved at a gate
	s.Readable = s.Refused != ""
	if !protocol.MayBeFile(tree, t.Main) {
		s.Readable = false
		s.Unreadable(t.Main)
	}
	return s
}

func factsLine(phase, task string) string {
	var words []string
	if phase != "" {
		words = append(words, "phase "+spelling.Value(phase, protocol.MaxValue))
	}
	if task != "" {
		words = append(words, "task "+task)
	}
	return cmp.Or(strings.Join(words, ", "), "no state")
}

const maxSummaryQuote = 90 // in bytes

func summary(c *lint.Checkpoint, s protocol.Progress) (facts, sentences []string) {
	session := c.Model.(*Session)
	f := NewFacts(session.Progress, session.State, "", "")
	facts = []string{"issue " + spelling.Value(cmp.Or(s.Name, Name), protocol.MaxValue), s.Facts}
	if f.Mode != "" {
		facts = append(facts, "mode "+spelling.Value(f.Mode, protocol.MaxValue))
	}
	if s.Refused != "" {
		facts = append(facts, s.Refused)
	}
	if p := session.Progress; p != nil { // the prompt takes precedence, because a person or agent may have written it
		f.Next = cmp.Or(prose.NextAction(p.Prompt.Text), f.Next)
	}
	if f.Next != "" {
		sentences = append(sentences, "Next action: "+spelling.Quoted(f.Next, maxSummaryQuote)+".")
	}
	for _, list := range []struct {
		title   string
		entries []Entry
	}{{"Blockers", f.Blockers}, {"Decisions", f.Decisions}} {
		if n := len(list.entries); n > 0 {
			newest := spelling.Quoted(list.entries[n-1].Line, maxSummaryQuote)
			sentences = append(sentences, fmt.Sprintf("%s: %d, the newest %s.", list.title, n, newest))
		}
	}
	return facts, sentences
}
