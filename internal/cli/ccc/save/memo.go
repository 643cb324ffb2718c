package save

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/change"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/protocol"
)

const memoNote = "linear.json"

const maxIssues = 50

// memos has one memo for each issue, the latest one last.
type memos struct {
	Issues []memo `json:"issues"`
}

type memo struct {
	Issue     string   `json:"issue"`
	Comment   string   `json:"comment"`
	Decisions []string `json:"decisions"` // from all comments on the issue, one line each
}

func readMemos(t *workspace.Target) (*memos, error) {
	text, ok, err := t.ReadMemo(memoNote)
	if err != nil || !ok {
		return &memos{}, err
	}
	m, err := parseMemos(text)
	if err != nil {
		err = fmt.Errorf("%s cannot be read, so mdck may create a second comment: fix the file, or move it away", t.DisplayPath(".mdck/"+memoNote))
	}
	return m, err
}

func parseMemos(text string) (*memos, error) {
	m := &memos{}
	return m, json.Unmarshal([]byte(text), m)
}

func notes(t *workspace.Target) *change.Writer { return change.For(t, change.Options{}) }

func (m *memos) of(issue string) memo {
	for _, known := range m.Issues {
		if strings.EqualFold(known.Issue, issue) {
			return known
		}
	}
	return memo{}
}

func (m *memos) id(stored, issue string) string {
	others := func(known memo) bool { return known.Comment == stored && !strings.EqualFold(known.Issue, issue) }
	if stored == "" || slices.ContainsFunc(m.Issues, others) {
		return m.of(issue).Comment
	}
	return stored
}

func (m *memos) put(t *workspace.Target, fresh memo) error {
	text, err := m.remember(fresh)
	if err != nil {
		return err
	}
	return notes(t).WriteMemo(memoNote, text)
}

func (m *memos) remember(fresh memo) (string, error) {
	m.Issues = slices.DeleteFunc(m.Issues, func(known memo) bool { return strings.EqualFold(known.Issue, fresh.Issue) })
	m.Issues = append(m.Issues, fresh)
	m.Issues = m.Issues[max(0, len(m.Issues)-maxIssues):]
	text, err := json.MarshalIndent(m, "", "  ")
	return string(text) + "\n", err
}

// reserve stores a comment id before the comment is sent, so that a second try updates the same
// comment.
func (r *run) reserve(stored, was, id string) error {
	_, err := r.update(func(read *protocol.Reader) (*protocol.Change, error) {
		known, err := readMemos(r.Target)
		if err != nil {
			return nil, err
		}
		text, exists, err := read.Text(r.Target.State)
		if err != nil {
			return nil, err
		}
		last, made := known.of(r.facts.Issue), &protocol.Change{}
		if exists {
			made, err = withCommentID(r.Target.State, text, stored, id)
		} else if last.Comment != "" && last.Comment != was && last.Comment != id {
			err = errOther
		}
		if err != nil {
			return nil, err
		}
		return made, known.put(r.Target, memo{Issue: r.facts.Issue, Comment: id, Decisions: last.Decisions})
	})
	if err != nil {
		return fmt.Errorf("the id of the comment could not be stored, so nothing was sent: %w", r.displayed(err))
	}
	return nil
}

var errOther = errors.New("another save stored the id of a comment at the same time")

func withCommentID(name, text, was, id string) (*protocol.Change, error) {
	s, err := engine.Parse(name, text)
	if err == nil && s.CommentID() != was {
		err = errOther
	}
	if err != nil {
		return nil, err
	}
	return s.SetCommentID(id)
}
