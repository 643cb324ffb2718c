package ccc

import (
	"cmp"
	"strings"
	"time"

	"mdck/internal/protocols/ccc/prose"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/templates"
)

// An Edit edits the progress file of a session, or creates it.
type Edit struct {
	Main, State string // with slashes
	// Shape of a new file; "" means [ShapeP].
	Shape Shape
	// Team is the prefix of issue ids; see [prose.IssueIn]. Branch can name the issue of a new
	// file.
	Team, Branch string
	// Fresh makes an existing file an error.
	Fresh bool
	// Idle means: create no file if Build changes nothing.
	Idle bool
	// Build returns the change of a session. Progress is never nil.
	Build func(*Session) (*Change, error)
}

// Apply returns the change of the progress file. It returns errors of Build unchanged.
func (e *Edit) Apply(read *protocol.Reader) (*protocol.Change, error) {
	file := protocol.File{Name: e.Main}
	s, err := e.session(read, &file)
	if err != nil {
		return nil, err
	}
	built, err := e.Build(s)
	if err != nil {
		return nil, err
	}
	if !built.Changed() && (e.Idle || strings.TrimSpace(file.Before) != "") {
		return &protocol.Change{None: strings.Join(built.Notes, "\n")}, nil
	}
	if err := e.recompose(s, built, read.Now); err != nil {
		return nil, err
	}
	return e.made(read, file, built), nil
}

func (e *Edit) session(read *protocol.Reader, file *protocol.File) (s *Session, err error) {
	if file.Before, file.Exists, err = read.Text(e.Main); err != nil {
		return nil, err
	}
	texts := map[string]string{}
	if file.Exists {
		texts[e.Main] = file.Before
	}
	if state, exists, err := read.Text(e.State); err == nil && exists {
		texts[e.State] = state
	}
	s = Read(read.With(texts), e.Main, e.State)
	if e.Fresh && s.has(e.Main) {
		return nil, &protocol.RequestError{
			Path: e.Main, Reason: "already exists; nothing was written",
			Hint: "to print the file: mdck show ccc; to list the commands that change it: mdck ccc --help",
		}
	}
	if s.Faults[e.Main] == nil && strings.TrimSpace(file.Before) == "" {
		texts[e.Main] = e.template(s.State, read.Now)
		s = Read(read.With(texts), e.Main, e.State)
		s.Composed = s.Progress != nil && s.Progress.Prompt.Section != nil // nobody has edited the prompt of the template
	} else if s.Progress != nil {
		entries, _ := read.Ledger() // the entries before the damage
		s.Composed = isComposed(entries, e.Main, s.Progress.Prompt.Text)
	}
	return s, s.Faults[e.Main]
}

func (e *Edit) template(state *engine.State, now time.Time) string {
	f := NewFacts(nil, state, e.Branch, e.Team)
	if prose.IssueAt(f.Issue) != f.Issue { // not a valid issue for a progress file
		f.Issue = prose.IssueIn(e.Branch, e.Team)
	}
	return newProgress(templates.Progress(string(e.Shape)), f, now)
}

func (e *Edit) made(read *protocol.Reader, file protocol.File, built *Change) *protocol.Change {
	file.After, file.Did = built.Text, built.Did
	entry := file.Record()
	if built.Composed {
		entry.Event, entry.About = "prompt", claim.Hash([]byte(built.After.Prompt.Text))
	}
	notes := built.Notes
	if !file.Exists {
		file.Did = append([]string{"created with shape " + string(cmp.Or(e.Shape, ShapeP))}, built.Did...)
		if len(read.Backups(e.Main)) > 0 {
			notes = append(notes, "to list the backups of an earlier progress file: mdck restore "+Name)
		}
	}
	return &protocol.Change{Files: []protocol.File{file}, Ledger: []claim.Entry{entry}, Notes: notes}
}

func (e *Edit) recompose(s *Session, built *Change, now time.Time) error {
	if !s.Composed || built.Composed || built.After.Prompt.Text != s.Progress.Prompt.Text {
		return nil
	}
	f := NewFacts(built.After, s.State, e.Branch, e.Team)
	if named := s.namedInPrompt(); len(named) > 0 {
		f.Files = named
	}
	f.Files = s.Existing(f.Files)
	next, err := built.After.Compose(f, now)
	if err != nil {
		return err
	}
	if next.Notes = nil; next.Changed() {
		next.Did = []string{"updated the continuation prompt"}
	}
	built.Add(next)
	return nil
}
