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

// memoNote is the name of the file with the memos.
const memoNote = "linear.json"

// maxIssues is the maximum number of issues that are remembered.
const maxIssues = 50

// memos has one memo for each issue, the most recent last.
type memos struct {
	Issues []memo `json:"issues"`
}

// A memo is what mdck remembers about the comment on an issue. The state has only the id of the
// last comment, not its issue.
type memo struct {
	Issue     string   `json:"issue"`
	Comment   string   `json:"comment"`
	Decisions []string `json:"decisions"` // decisions in all comments on the issue, one line each
}

// readMemos reads the memos of a project. They are empty if the file does not exist.
func readMemos(t *workspace.Target) (*memos, error) {
	text, ok, err := t.Memo(memoNote)
	if err != nil || !ok {
		return &memos{}, err
	}
	m, err := parseMemos(text)
	if err != nil {
		err = fmt.Errorf("%s cannot be read; without it mdck may create a second comment: fix the file, or move it away", t.Shown(".mdck/"+memoNote))
	}
	return m, err
}

func parseMemos(text string) (*memos, error) {
	m := &memos{}
	return m, json.Unmarshal([]byte(text), m)
}

// notes returns a writer for notes in .mdck.
func notes(t *workspace.Target) *change.Writer { return change.For(t, change.Options{}) }

// of returns the memo of an issue; empty if there is none.
func (m *memos) of(issue string) memo {
	for _, known := range m.Issues {
		if strings.EqualFold(known.Issue, issue) {
			return known
		}
	}
	return memo{}
}

// id returns the id of the comment on an issue. stored is the id in the state. id returns "" if a
// new comment must be created.
func (m *memos) id(stored, issue string) string {
	others := func(known memo) bool { return known.Comment == stored && !strings.EqualFold(known.Issue, issue) }
	if stored == "" || slices.ContainsFunc(m.Issues, others) {
		return m.of(issue).Comment
	}
	return stored
}

// put stores the memo of an issue.
func (m *memos) put(t *workspace.Target, fresh memo) error {
	text, err := m.remember(fresh)
	if err != nil {
		return err
	}
	return notes(t).Note(memoNote, text)
}

// remember replaces the memo of an issue by fresh. It returns the text of all memos.
func (m *memos) remember(fresh memo) (string, error) {
	m.Issues = slices.DeleteFunc(m.Issues, func(known memo) bool { return strings.EqualFold(known.Issue, fresh.Issue) })
	m.Issues = append(m.Issues, fresh)
	m.Issues = m.Issues[max(0, len(m.Issues)-maxIssues):]
	text, err := json.MarshalIndent(m, "", "  ")
	return string(text) + "\n", err
}

// reserve stores the parameter id, the id of a comment, in the memos and in an existing state. This
// happens before the comment is sent, so that a retry does not create a second comment. reserve
// fails if another save has stored a different id meanwhile. An existing state must still have the
// id stored; without a state, the memo must have the id was or id.
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

// withCommentID returns the change that replaces the comment id in the state: the parameter was by
// the parameter id. It fails if the state has another id.
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
