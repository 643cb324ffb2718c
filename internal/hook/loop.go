package hook

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// maxProgress is how many bytes a progress file may have that is read of each
// session: a usual one has two thousand.
const maxProgress = 64 << 10

// standSession reads the state of a session, and the progress file where there is no
// state.
func standSession(r *Room) (s standing, finished bool) {
	s = standing{Room: r, id: workspace.CCC, name: workspace.CCC}
	session := glance(r)
	state := path.Base(r.State)
	switch {
	case session == nil:
		s.refused = state + " is too large for a hook"
		return s, false
	case session.Faults[r.State] != nil:
		s.refused = state + " cannot be read"
		return s, false
	}
	facts := ccc.NewFacts(session.Progress, session.State, "", "")
	if facts.Issue != "" {
		s.name = ccc.OneLine(facts.Issue)
	}
	s.task, s.phase = facts.TaskOf(), session.State.Phase()
	s.updated, _ = session.State.Updated()
	if p := session.Progress; session.State == nil && p != nil {
		s.updated, _ = ccc.ReadTime(p.Session.Text)
	}
	s.refused = session.Refusal()
	s.held = s.refused != ""
	if !isFile(r.Tree, r.Path) {
		s.refused, s.held = path.Base(r.Path)+" cannot be read", false
	}
	return s, session.Finished()
}

// glance is the session with no more of its files than tell where it stands: there
// may be many of them. It is nil where the state is too large.
func glance(r *Room) *ccc.Session {
	if info, err := fs.Stat(r.Tree, r.State); err == nil && info.Size() > maxState {
		return nil
	}
	tree := only{r.Tree, r.Path}
	if _, err := fs.Stat(r.Tree, r.State); !errors.Is(err, fs.ErrNotExist) {
		return ccc.Read(tree, r.Path, r.State)
	}
	if info, err := fs.Stat(r.Tree, r.Path); err != nil || info.Size() > maxProgress {
		return ccc.Read(tree, r.Path, r.State)
	}
	return ccc.Read(r.Tree, r.Path, r.State)
}

// only is a tree in which one file is not there.
type only struct {
	fs.FS
	without string
}

// ReadFile reads all but that file.
func (o only) ReadFile(name string) ([]byte, error) {
	if name == o.without {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	return fs.ReadFile(o.FS, name)
}

// Stat describes all but that file.
func (o only) Stat(name string) (fs.FileInfo, error) {
	if name == o.without {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return fs.Stat(o.FS, name)
}

// loop is where a session stands, in a few words.
func (s *standing) loop() string {
	var words []string
	if s.phase != "" {
		words = append(words, "phase "+said(s.phase))
	}
	if s.task != "" {
		words = append(words, "task "+s.task)
	}
	if len(words) == 0 {
		return "no state"
	}
	return strings.Join(words, ", ")
}

// sessionFile is a file of a session by which mdck finds it: the progress file, or
// the state where there is none.
func sessionFile(r *Room) string {
	if _, err := fs.Stat(r.Tree, r.Path); err != nil {
		return r.State
	}
	return r.Path
}

// sessionSummary names what a summary of a session should keep, the most important
// first, as far as it fits.
func (s *standing) sessionSummary(notes []string) string {
	session := ccc.Read(s.Tree, s.Path, s.State)
	f := ccc.NewFacts(session.Progress, session.State, "", "")
	text := fmt.Sprintf("Facts for the summary to keep: issue %s, %s", said(s.name), s.loop())
	if f.Mode != "" {
		text += ", mode " + said(f.Mode)
	}
	if s.refused != "" {
		text += ", " + s.refused
	}
	var more []string
	if p := session.Progress; p != nil { // what somebody wrote goes before what can be composed
		f.Next = cmp.Or(ccc.NextAction(p.Prompt.Text), f.Next)
	}
	if f.Next != "" {
		more = append(more, "Next action: "+quoted(f.Next, 90)+".")
	}
	more = append(more, newest("Blockers", f.Blockers)...)
	more = append(more, newest("Decisions", f.Decisions)...)
	more = append(more, "The checkpoint is "+place(s)+".")
	if command, ok := s.packCommand(); ok {
		more = append(more, command+" prints it.")
	}
	return summary(text+".", append(more, notes...))
}

// newest counts entries, and quotes the newest.
func newest(what string, entries []ccc.Entry) []string {
	if len(entries) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s: %d, the newest %s.", what, len(entries), quoted(entries[len(entries)-1].Line, 90))}
}
