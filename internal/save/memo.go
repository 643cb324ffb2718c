package save

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/source"
)

// Where save keeps what it has to remember, relative to the project.
const (
	memoFile     = ".mdck/linear.json"
	composedFile = ".mdck/composed" // SHA-256, in hex, of the last prompt that save composed
)

// A memo is what is remembered of the comment that was sent last. The id stands in
// the state as well, where there is one; this tells which issue it is of.
type memo struct {
	Issue     string   `json:"issue"`
	Comment   string   `json:"comment"`
	Sent      string   `json:"sent"`      // SHA-256 of the text, in hex; "" if only the id was reserved
	Decisions []string `json:"decisions"` // lines that the issue was told of
}

// readMemo reads the memo of a project; without one it is empty.
func readMemo(t *workspace.Target) (*memo, error) {
	raw, err := fs.ReadFile(tree.Dir(t.Root), memoFile)
	if errors.Is(err, fs.ErrNotExist) {
		return &memo{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Shown(memoFile), cause(err))
	}
	m := &memo{}
	if err := json.Unmarshal(raw, m); err != nil {
		return nil, fmt.Errorf("%s: %w; without it a second comment may be made: mend it, or move it away", t.Shown(memoFile), err)
	}
	return m, nil
}

// id is that of the comment of an issue, where the state has stored one or "": "" if a
// new one is to be made.
func (m *memo) id(stored, issue string) string {
	mine := strings.EqualFold(m.Issue, issue)
	switch {
	case stored == "" && mine:
		return m.Comment
	case stored != "" && stored == m.Comment && !mine:
		return "" // the issue has changed since
	}
	return stored
}

// write puts the memo in its place, whole or not at all.
func (m *memo) write(t *workspace.Target) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return remember(t, memoFile, string(text)+"\n")
}

// remember replaces a file below .mdck, which is there.
func remember(t *workspace.Target, name, text string) error {
	if err := replace(t.File(name), text); err != nil {
		return fmt.Errorf("%s: %w", t.Shown(name), cause(err))
	}
	return nil
}

// cause is err without its path, which may be that of a temporary file.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// replace writes a file whole or not at all.
func replace(name, text string) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+"-*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // it is gone when all went well
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func hash(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// reserve stores the id of a comment before it is sent, in the state if there is one
// and in the memo. It fails if another save has stored one meanwhile, as each would
// make a comment: stored is the id that the state had, was the one
// that the memo had.
func (r *run) reserve(stored, was, id string) error {
	known, err := readMemo(r.Target)
	if err != nil {
		return err
	}
	fresh := memo{Issue: r.facts.Issue, Comment: id}
	if strings.EqualFold(known.Issue, fresh.Issue) {
		fresh.Decisions = known.Decisions
	}
	stateless := false
	store := safefile.Store{Dir: r.Target.Dir(), Holder: r.Holder, Wait: r.Wait}
	_, err = store.Update(func(old safefile.Old) (safefile.Change, error) {
		text, there, err := old(r.Target.State)
		if err != nil {
			return safefile.Change{}, err
		}
		if stateless = !there; stateless {
			return safefile.Change{}, fresh.reserve(r.Target, was)
		}
		return r.stateWith(text, stored, id)
	})
	if err != nil || stateless {
		return err
	}
	// The state has the id, and without the memo it is trusted to be that of the
	// issue. So it is written first, and a memo that cannot be is no loss.
	fresh.write(r.Target)
	return nil
}

// reserve writes the memo where it is the only place for the id, unless another save
// was faster.
func (m *memo) reserve(t *workspace.Target, was string) error {
	known, err := readMemo(t)
	if err != nil {
		return err
	}
	if now := known.id("", m.Issue); now != "" && now != was && now != m.Comment {
		return errOther
	}
	return m.write(t)
}

var errOther = errors.New("another save has stored the id of a comment meanwhile")

// stateWith is the change that stores the id in the state, whose text is given.
func (r *run) stateWith(text, was, id string) (safefile.Change, error) {
	s, err := ccc.ParseState(r.Target.State, text)
	if err != nil {
		return safefile.Change{}, err
	}
	if s.CommentID() != was {
		return safefile.Change{}, errOther
	}
	edits, err := s.SetCommentID(id)
	if err != nil {
		return safefile.Change{}, err
	}
	if text, err = source.Apply(text, edits); err != nil {
		return safefile.Change{}, err
	}
	return safefile.Change{
		Files: []safefile.File{{Name: r.Target.State, New: text}},
		Ledger: []safefile.Entry{{
			Path: r.Target.State, Content: ohrfc.ContentHash(text), Command: r.Holder, Time: r.Now.UTC().Format(ccc.TimeLayout),
		}},
	}, nil
}
