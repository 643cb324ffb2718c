package ccc

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/ccc/prose"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/templates"
)

// An Edit edits the progress file of a session, or creates it.
type Edit struct {
	Main, State string // slash paths of the progress file and of the state
	// Shape is that of a file that is created; "" is [ShapeP].
	Shape Shape
	// Team is that of [prose.IssueIn], and Branch the one that is checked out: if nothing else
	// names the issue, a new file has that of the branch.
	Team, Branch string
	// Fresh makes it an [ErrExists] that the file exists.
	Fresh bool
	// Idle creates no file if Build changes nothing.
	Idle bool
	// Build makes the change of a session, whose Progress is never nil: a file that does not
	// exist, or is blank, counts as a new one of the template.
	//
	// A prompt that mdck composed is composed again with each change, unless Build does it.
	Build func(*Session) (*Change, error)
}

// ErrExists says that a file that was to be created already exists.
var ErrExists = errors.New("already exists")

// Apply returns the change of the progress file. It returns an error of Build unchanged;
// others are about a progress file that cannot be read.
func (e *Edit) Apply(read *protocol.Reader) (*protocol.Change, error) {
	s, texts, err := e.session(read)
	if err != nil {
		return nil, err
	}
	file := protocol.File{Name: e.Main, Exists: s.Progress != nil}
	if file.Exists {
		file.Before = s.Progress.Text()
		entries, _ := read.Ledger() // those before a broken one
		s.Composed = isComposed(entries, e.Main, s.Progress.Prompt.Text)
	}
	begins := strings.TrimSpace(file.Before) == ""
	if begins {
		if s, err = e.create(read, s.State, texts); err != nil {
			return nil, err
		}
	}
	built, err := e.Build(s)
	if err != nil {
		return nil, err
	}
	if !built.Changed() && (e.Idle || !begins) {
		return &protocol.Change{None: strings.Join(built.Notes, "\n")}, nil
	}
	if err := e.recompose(s, built, read.Now); err != nil {
		return nil, err
	}
	return e.made(read, file, built), nil
}

// made returns the change that writes what was built.
func (e *Edit) made(read *protocol.Reader, file protocol.File, built *Change) *protocol.Change {
	file.After, file.Did = built.Text, built.Did
	entry := claim.Entry{Path: e.Main, Content: claim.ContentHash(built.Text)}
	if built.Composed {
		entry.Event, entry.About = "prompt", claim.Hash([]byte(built.After.Prompt.Text))
	}
	notes := built.Notes
	if !file.Exists {
		file.Did = append([]string{"made, of shape " + string(cmp.Or(e.Shape, ShapeP))}, built.Did...)
		if len(read.Backups(e.Main)) > 0 {
			notes = append(notes, "there are backups of an earlier one: mdck restore "+Name+" lists them")
		}
	}
	return &protocol.Change{Files: []protocol.File{file}, Ledger: []claim.Entry{entry}, Notes: notes}
}

// recompose adds to built, a change of s, the prompt of what is known then, with the key files of
// the present one, if mdck composed that and built writes no other.
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
		next.Did = []string{"brought the continuation prompt up to date"}
	}
	built.Add(next)
	return nil
}

// session reads the session, and returns the texts of its files. A state that cannot be read counts as missing: it only gives
// a new file its facts.
func (e *Edit) session(read *protocol.Reader) (s *Session, texts map[string]string, err error) {
	texts = map[string]string{}
	for _, name := range []string{e.Main, e.State} {
		text, exists, err := read.Text(name)
		switch {
		case err != nil && name == e.Main:
			return nil, nil, err
		case err == nil && exists:
			texts[name] = text
		}
	}
	s = Read(read.With(texts), e.Main, e.State)
	if e.Fresh && s.Has(e.Main) {
		return nil, nil, ErrExists
	}
	return s, texts, s.Faults[e.Main]
}

// create returns the session of these texts with a new progress file.
func (e *Edit) create(read *protocol.Reader, state *engine.State, texts map[string]string) (*Session, error) {
	f := NewFacts(nil, state, e.Branch, e.Team)
	if prose.IssueAt(f.Issue) != f.Issue { // which a progress file cannot have
		f.Issue = prose.IssueIn(e.Branch, e.Team)
	}
	texts[e.Main] = New(templates.Progress(string(e.Shape)), f, read.Now)
	s := Read(read.With(texts), e.Main, e.State)
	if err := s.Faults[e.Main]; err != nil {
		return nil, fmt.Errorf("template of a progress file: %w", err)
	}
	s.Composed = s.Progress.Prompt.Section != nil // the template has no other text
	return s, nil
}
