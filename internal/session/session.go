// Package session changes the files of a session of ccc on disk: one write, under
// the lock of its project.
package session

import (
	"errors"
	"fmt"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/claim"
	"mdck/templates"
)

// A Write is a change of the progress file that is to be made.
type Write struct {
	Target  *workspace.Target // of protocol ccc
	Holder  string            // the command, for the lock and the ledger: "mdck ccc done"
	Now     time.Time
	Wait    time.Duration     // for the lock, as in [safefile.Store]
	Waiting func(what string) // as there
	// Shape is that of a file which has to be made; "" is [ccc.ShapeP].
	Shape ccc.Shape
	// Team is that of [ccc.IssueIn], and Branch the one that is checked out: where
	// nothing else names the issue, a new file has that of the branch.
	Team, Branch string
	// Fresh says that the file is to be made: one that is there is [ErrThere].
	Fresh bool
	// Build makes the change of a session, whose Progress is never nil: a file that is
	// not there counts as a new one of the template.
	Build func(*ccc.Session) (*ccc.Change, error)
	FS    safefile.FS // the seam for faults; nil means the operating system
	// FollowLinks is [safefile.Store.FollowOutside].
	FollowLinks bool
}

// ErrThere is wrapped by the error about a file that was to be made and is there.
var ErrThere = errors.New("is there already")

// A Made is what became of a Write.
type Made struct {
	Change         *ccc.Change
	Session        *ccc.Session // as it was, or was made of the template
	Before         string       // text of the file; "" if it was not there
	Created        bool         // the file was not there
	safefile.Found              // of an earlier write
}

// Changed reports whether there is something to write.
func (m *Made) Changed() bool { return m.Created || m.Change.Changed() }

// Update makes the change and writes it. An error of Build is given as it is, and
// then nothing is written; other errors are those of [safefile.Store.Update], and of
// a progress file that cannot be read.
func (w *Write) Update() (*Made, error) {
	var made *Made
	store := w.Target.Store(w.Holder, nil)
	store.Wait, store.Waiting, store.FS, store.FollowOutside = w.Wait, w.Waiting, w.FS, w.FollowLinks
	result, err := store.Update(func(old safefile.Old) (safefile.Change, error) {
		texts, err := w.seen(old)
		if err != nil {
			return safefile.Change{}, err
		}
		made, err = w.build(texts)
		if err != nil || !made.Changed() {
			return safefile.Change{}, err
		}
		return w.files(made), nil
	})
	if err != nil {
		return nil, err
	}
	made.Found = result.Found
	return made, nil
}

// seen gives the texts of the files, so that the write is given up if another
// program changes one meanwhile. A state that cannot be read is none: it only tells
// a new file where the session stands.
func (w *Write) seen(old safefile.Old) (map[string]string, error) {
	texts := map[string]string{}
	for _, name := range w.Target.Files() {
		text, ok, err := old(name)
		switch {
		case err != nil && name == w.Target.Main:
			return nil, err
		case err == nil && ok:
			texts[name] = text
		}
	}
	return texts, nil
}

// Preview is what [Write.Update] would make of the files as they are now; nothing is
// written.
func (w *Write) Preview() (*Made, error) { return w.build(nil) }

// build makes the change, of the files on disk with texts in their places.
func (w *Write) build(texts map[string]string) (*Made, error) {
	t := w.Target
	files := tree.Overlay(tree.Dir(t.Root), texts)
	s := ccc.Read(files, t.Main, t.State)
	if w.Fresh && s.Has(t.Main) {
		return nil, fmt.Errorf("%s %w", t.Shown(t.Main), ErrThere)
	}
	if err := s.Faults[t.Main]; err != nil {
		return nil, err
	}
	made := &Made{Session: s, Created: s.Progress == nil}
	if made.Created {
		text, err := ccc.New(templates.Progress(string(w.Shape)), w.facts(s.State), w.Now)
		if err != nil {
			return nil, err
		}
		made.Session = ccc.Read(tree.Overlay(files, map[string]string{t.Main: text}), t.Main, t.State)
		if err := made.Session.Faults[t.Main]; err != nil {
			return nil, fmt.Errorf("template of a progress file: %w", err)
		}
	} else {
		made.Before = s.Progress.Text()
	}
	var err error
	made.Change, err = w.Build(made.Session)
	return made, err
}

// facts are those of a new file. That the state has a mode or an issue which no
// progress file can say is for lint to tell, and stops no write.
func (w *Write) facts(s *ccc.State) ccc.Facts {
	f := ccc.NewFacts(nil, s, w.Branch, w.Team)
	if _, err := ccc.New("", ccc.Facts{Mode: f.Mode}, time.Time{}); err != nil {
		f.Mode = ""
	}
	if _, err := ccc.New("", ccc.Facts{Issue: f.Issue}, time.Time{}); err != nil {
		f.Issue, f.Title = ccc.IssueIn(w.Branch, w.Team), ""
	}
	return f
}

// files is what changes on disk.
func (w *Write) files(made *Made) safefile.Change {
	name, text := w.Target.Main, made.Change.Text
	return safefile.Change{
		Files:  []safefile.File{{Name: name, New: text}},
		Ledger: []safefile.Entry{{Path: name, Content: claim.ContentHash(text), Command: w.Holder, Time: w.Now.UTC().Format(ccc.TimeLayout)}},
	}
}
