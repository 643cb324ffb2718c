package ccc

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Session is the progress file and the state of one project, read from a tree,
// as far as they are there and can be read.
type Session struct {
	Tree         fs.FS
	ProgressPath string
	StatePath    string
	Progress     *Progress   // nil if it is not there or cannot be read
	State        *State      // likewise; a state that is not there is normal, see [Session.Has]
	Preferences  Preferences // of the project, at the root of Tree
	Composed     bool        // mdck composed the continuation prompt; set by an [Edit] alone

	Files  map[string]*source.File // what is there, by path, whether or not it could be parsed
	Faults map[string]error        // why a file that is there could not be used, by path
}

// Read reads the session whose files have these slash-separated paths in tree. An
// empty state path is [StateFile] beside the progress file. Files that are not
// there are no error. A progress file that is known, by its name and its text, is not
// read again.
func Read(tree fs.FS, progressPath, statePath string, known ...*Progress) *Session {
	s := readWithoutProgress(tree, progressPath, statePath)
	parse := func(name, text string) (*Progress, error) { return parseUnless(known, name, text) }
	s.Progress = source.Load(tree, progressPath, s.Files, s.Faults, parse)
	for _, name := range []string{progressPath, s.StatePath} {
		if s.Has(name) {
			continue
		}
		if info, err := fs.Lstat(tree, name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			s.Faults[name] = &fs.PathError{Op: "open", Path: name, Err: errNowhere}
		}
	}
	return s
}

func readWithoutProgress(tree fs.FS, progressPath, statePath string) *Session {
	if statePath == "" {
		statePath = path.Join(path.Dir(progressPath), StateFile)
	}
	s := &Session{
		Tree: tree, ProgressPath: progressPath, StatePath: statePath,
		Files: map[string]*source.File{}, Faults: map[string]error{},
	}
	s.State = source.Load(tree, statePath, s.Files, s.Faults, ParseState)
	s.Preferences = ReadPreferences(tree, PreferencesFile)
	return s
}

// parseUnless reads text as the progress file called name, unless one of known is that.
func parseUnless(known []*Progress, name, text string) (*Progress, error) {
	for _, p := range known {
		if p != nil && p.Document.File.Name == name && p.Text() == text {
			return p, nil
		}
	}
	return ParseProgress(name, text)
}

// errNowhere is why a file cannot be read that is a link to nothing.
var errNowhere = errors.New("it is a link that leads nowhere")

// Has reports whether the file at that path is there, readable or not.
func (s *Session) Has(name string) bool {
	_, there := s.Files[name]
	_, faulty := s.Faults[name]
	return there || faulty
}

// Facts are what is known of a session, as far as it is: what is not is zero.
type Facts struct {
	Issue, Title string
	Task         string // what the current task is about
	Status       string // of the current task
	N, Total     int    // the current task, counted from 1, of how many; both or neither
	Ahead        bool   // N is done, and the state does not count it yet
	Done         int    // all tasks, where all are done and none is open
	Unlisted     bool   // there is a progress file, and it has no task to go on with
	Mode         string // without exec:
	Gate         int    // that is awaited; 0 if none
	Files        []string
	Next         string // the next action
	Decisions    []Entry
	Blockers     []Entry
}

// NewFacts gives what p and s, either of which may be nil, say, and the branch where
// they do not name an issue. team is that of [IssueIn]. Files are those of the
// state; a caller that knows better, from git, sets them anew.
func NewFacts(p *Progress, s *State, branch, team string) Facts {
	f := Facts{Files: s.Files()}
	f.Issue = IssueID(s, p, branch, team)
	f.Gate, _ = s.Gate()
	if s != nil {
		f.Mode = s.Mode()
		f.N, f.Total = s.Int(IndexField)+1, s.Int(TotalField)
	}
	if p != nil {
		f.ofProgress(p, s == nil)
	}
	f.Ahead = p.isAhead(s)
	if f.Total > 0 && f.Next == "" && (f.N > f.Total || f.N == f.Total && f.Ahead) {
		f.Done = f.Total
	}
	f.Unlisted = f.Done == 0 && f.Gate == 0 && p != nil && len(p.Completed)+len(p.Current)+len(p.Remaining) == 0 && p.countable(CompletedKey, RemainingKey)
	if f.Total < 1 || f.N > f.Total {
		f.N, f.Total = 0, 0
	}
	return f
}

// ofProgress fills in what the progress file says; the number of the task only if
// alone is true, and only where the file lists the tasks that remain.
func (f *Facts) ofProgress(p *Progress, alone bool) {
	f.Decisions, f.Blockers = p.Decisions, p.Blockers
	if f.Issue == "" || strings.EqualFold(f.Issue, p.IssueID) {
		f.Title = p.IssueTitle
	}
	if f.Mode == "" || p.ModeName() != "" && alone {
		f.Mode = p.ModeName()
	}
	if alone && p.group(RemainingKey) != nil {
		f.N, f.Total = p.finished()+1, len(p.Completed)+len(p.Current)+len(p.Remaining)
	}
	if len(p.Current) > 0 {
		f.Task, f.Status = p.Current[0].Text, p.Current[0].Detail
	}
	f.Next = next(p)
}

// next is the next action: the current task, and what follows it.
func next(p *Progress) string {
	then := ""
	if len(p.Remaining) > 0 {
		then = p.Remaining[0].Text
	}
	if len(p.Current) == 0 {
		return then
	}
	now := "finish " + p.Current[0].Text
	if status := p.Current[0].Detail; status != "" {
		now += " (" + status + ")"
	}
	if then != "" {
		now += ", then " + then
	}
	return now
}

// TaskOf is "3 of 7"; "" if that is not known.
func (f *Facts) TaskOf() string { return taskOf(f.N, f.Total) }

// PromptTaskOf is TaskOf of a prompt, which is read once the state counts what is done.
func (f *Facts) PromptTaskOf() string {
	if f.Ahead && f.N < f.Total {
		return taskOf(f.N+1, f.Total)
	}
	return f.TaskOf()
}

func taskOf(n, total int) string {
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", n, total)
}
