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

// memoNote is what save notes beside the files of a session.
const memoNote = "linear.json"

// maxIssues is how many issues are remembered.
const maxIssues = 50

// Memos are the stored facts about sent comments, one for each issue, the most recent at the end.
type memos struct {
	Issues []memo `json:"issues"`
}

// A memo has the stored facts about the comment on an issue. The state also has the id of the last
// comment; the memo has its issue.
type memo struct {
	Issue     string   `json:"issue"`
	Comment   string   `json:"comment"`
	Decisions []string `json:"decisions"` // lines that comments on the issue have had
}

// readMemos reads the memos of a project; without any they are empty.
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

// notes is where save keeps its notes.
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

// id is that of the comment on an issue, where the state has stored one or "": "" if a
// new one is to be made.
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

// remember replaces the memo of an issue by fresh, and returns the text of all memos.
func (m *memos) remember(fresh memo) (string, error) {
	m.Issues = slices.DeleteFunc(m.Issues, func(known memo) bool { return strings.EqualFold(known.Issue, fresh.Issue) })
	m.Issues = append(m.Issues, fresh)
	m.Issues = m.Issues[max(0, len(m.Issues)-maxIssues):]
	text, err := json.MarshalIndent(m, "", "  ")
	return string(text) + "\n", err
}

// reserve stores the id of a comment before it is sent, in the state if there is one
// and in the memos. It fails if another save has stored one meanwhile, as each would
// make a comment: stored is the id that the state had, was the one that was to be
// written to.
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
		return fmt.Errorf("the id of the comment could not be stored, so nothing was sent: %w", r.shown(err))
	}
	return nil
}

var errOther = errors.New("another save stored the id of a comment at the same time")

// withCommentID returns the change that replaces the id was in the state.
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
