package ccc

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/ccc/prose"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// Keys of the claims of a session.
const (
	ClaimIssue  = "issue"      // the progress file against the state
	ClaimBranch = "branch"     // the progress file, and the prompt, against the branch
	ClaimMode   = "mode"       // the progress file against the state
	ClaimIndex  = "task-index" // the lists, and the prompt, against the state
	ClaimTotal  = "task-total" // likewise
	ClaimTask   = "task"       // the prompt against the lists, where no state counts
	ClaimFile   = "file"       // a file that is named exists
	ClaimCommit = "commit"     // a commit that is named exists
)

// Claims are what the session's files say of each other and of the tree: those of
// the progress file in its order of sections, then those of the state. Claims of
// the state have its path. A state that is not there is claimed nothing of.
func (s *Session) Claims(out claim.Outside) []claim.Claim {
	var c claims
	if s.Progress != nil {
		c.of(s, out)
	}
	if s.State != nil {
		c.ofState(s)
	}
	return c.all
}

type claims struct{ all []claim.Claim }

func (c *claims) add(key, name, recorded string, span source.Span, actual func(fs.FS) (string, error), same func(a, b string) bool) {
	if recorded != "" {
		c.all = append(c.all, claim.Claim{Key: key, Name: name, Span: span, Recorded: recorded, Actual: actual, Same: same})
	}
}

func (c *claims) of(s *Session, out claim.Outside) {
	p := s.Progress
	stateThere := s.Has(s.StatePath)
	if stateThere {
		c.add(ClaimIssue, "issue of the state", p.IssueID, p.Issue.Span, s.fromState(func(st *engine.State) (string, error) {
			if st.Issue() == "" {
				return "", fmt.Errorf("%s names no issue", s.StatePath)
			}
			return st.Issue(), nil
		}), strings.EqualFold)
	}
	if id := prose.IssueIn(out.Branch, branchTeam(p.IssueID, out.Team)); id != "" {
		c.add(ClaimBranch, "issue of the branch", p.IssueID, p.Issue.Span, func(fs.FS) (string, error) { return id, nil }, strings.EqualFold)
	}
	if stateThere {
		if s.counts(engine.ModeField) {
			c.add(ClaimMode, "execution mode of the state", p.ModeName(), p.Mode.Span, s.fromState(func(st *engine.State) (string, error) { return st.Mode(), nil }), nil)
		}
		c.ofLists(s)
	}
	c.ofPrompt(s)
	for _, e := range p.Completed {
		if e.Commit != "" {
			c.add(ClaimCommit, "commit "+e.Commit, claim.Present, e.Body, out.CommitExists(e.Commit), nil)
		}
	}
	c.inPrompt(s, out)
}

// inPrompt claims what the text of the prompt names: the branch, commits and files.
func (c *claims) inPrompt(s *Session, out claim.Outside) {
	p := s.Progress
	prompt := strings.ReplaceAll(p.slice(p.Prompt.Span), "\r", " ") // of the same length
	place := func(n prose.Named) source.Span {
		return source.Span{Start: p.Prompt.Span.Start + n.Start, End: p.Prompt.Span.Start + n.End}
	}
	if n, ok := prose.Branch(prompt); ok && out.Branch != "" {
		c.add(ClaimBranch, "branch that is checked out", n.Text, place(n), func(fs.FS) (string, error) { return out.Branch, nil }, nil)
	}
	for _, n := range prose.Commits(prompt) {
		c.add(ClaimCommit, "commit "+n.Text, claim.Present, place(n), out.CommitExists(n.Text), nil)
	}
	for _, f := range prose.KeyFiles(prompt, s.isFile) {
		c.add(ClaimFile, "file "+f.Text, claim.Present, place(f), claim.Exists(f.Text), nil)
	}
}

// branchTeam is the team of an issue, else the one that is given.
func branchTeam(issue, team string) string {
	if key, _, ok := strings.Cut(issue, "-"); ok {
		return key
	}
	return team
}

// counts reports whether the state says something at key, or cannot be read, in which
// case what is claimed of it cannot be verified.
func (s *Session) counts(key string) bool {
	return s.Has(s.StatePath) && (s.State == nil || s.State.Has(key))
}

// ofLists claims how many tasks are completed, and how many there are, of a file
// that lists them, and nothing else in their place.
func (c *claims) ofLists(s *Session) {
	p := s.Progress
	if s.State.Int(engine.ReplanField) > 0 {
		return // what was completed before a new plan stays in the list, and the state may count anew
	}
	if g := p.group(CompletedKey); g != nil && s.counts(engine.IndexField) && p.countable(CompletedKey) {
		c.add(ClaimIndex, "completed tasks by the state", strconv.Itoa(p.finished()), g.Section.Heading, s.number(engine.IndexField, 0),
			func(recorded, actual string) bool { return recorded == actual || s.awaitsCount() })
	}
	if g := p.group(RemainingKey); g != nil && s.counts(engine.TotalField) && p.countable(CompletedKey, CurrentKey, RemainingKey) {
		rest := len(p.Completed) + len(p.Remaining)
		one := strconv.Itoa(rest + min(len(p.Current), 1)) // where several bullets are about one task
		c.add(ClaimTotal, "tasks by the state", strconv.Itoa(rest+len(p.Current)), g.Section.Heading, s.number(engine.TotalField, 0),
			func(recorded, actual string) bool { return recorded == actual || one == actual })
	}
	if p.Shape != ShapeP && len(p.Current) > 0 && p.Current[0].Number >= 0 && s.counts(engine.IndexField) && !s.State.Complete() {
		e := p.Current[0] // counted from 0 in shape E
		c.add(ClaimIndex, "number of the current task by the state", strconv.Itoa(e.Number), e.Body, s.number(engine.IndexField, 0), nil)
	}
}

func (c *claims) ofPrompt(s *Session) {
	p := s.Progress
	n, total, ok := prose.TaskNumbers(p.Prompt.Text)
	if !ok {
		return
	}
	if s.counts(engine.IndexField) && !s.State.Complete() {
		next := strconv.Itoa(n - 1)
		c.add(ClaimIndex, "number of the task by the state", strconv.Itoa(n), p.Prompt.Span, s.number(engine.IndexField, 1),
			func(recorded, actual string) bool {
				return recorded == actual || next == actual && p.isAhead(s.State)
			})
	}
	if s.counts(engine.TotalField) {
		c.add(ClaimTotal, "tasks by the state", strconv.Itoa(total), p.Prompt.Span, s.number(engine.TotalField, 0), nil)
	}
	if !s.counts(engine.IndexField) && !s.counts(engine.TotalField) && s.State.Int(engine.ReplanField) == 0 {
		c.ofTask(p, n, total)
	}
}

// ofTask claims that the prompt is at the task at which the lists are. Several bullets
// may be about one task, and each of several may be the current one.
func (c *claims) ofTask(p *Progress, n, total int) {
	now := len(p.Current)
	if p.group(CompletedKey) == nil || p.group(RemainingKey) == nil || now == 0 || !p.countable(CompletedKey, CurrentKey, RemainingKey) {
		return
	}
	done, rest := p.finished(), len(p.Completed)+len(p.Remaining)
	same := n > done && n <= done+now && total == rest+now || n == done+1 && total == rest+1
	c.add(ClaimTask, "task by the lists", fmt.Sprintf("%d of %d", n, total), p.Prompt.Span,
		func(fs.FS) (string, error) { return fmt.Sprintf("%d of %d", done+1, rest+now), nil },
		func(string, string) bool { return same })
}

// ofState claims that the files which the state names exist.
func (c *claims) ofState(s *Session) {
	first := len(c.all)
	st := s.State
	if spec := st.Spec(); spec != "" {
		c.add(ClaimFile, "file "+spec, claim.Present, st.Span(engine.SpecField), claim.Exists(prose.FileName(spec)), nil)
	}
	files := st.Value(engine.ActiveFilesField).List()
	for _, e := range files[:min(len(files), engine.MaxFiles)] {
		if name, _ := e.Str(); name != "" {
			c.add(ClaimFile, "file "+name, claim.Present, e.Span, claim.Exists(prose.FileName(name)), nil)
		}
	}
	for i := range c.all[first:] {
		c.all[first+i].Path = s.StatePath
	}
}

// fromState asks the state, which is there but may not be readable.
func (s *Session) fromState(ask func(*engine.State) (string, error)) func(fs.FS) (string, error) {
	return func(fs.FS) (string, error) {
		if s.State == nil {
			return "", fmt.Errorf("%s cannot be read", s.StatePath)
		}
		return ask(s.State)
	}
}

// number is a number of the state, counted from as much as plus says.
func (s *Session) number(key string, plus int) func(fs.FS) (string, error) {
	return s.fromState(func(st *engine.State) (string, error) {
		if st.Has(key) && st.Value(key).Kind != jsondoc.Int {
			return "", fmt.Errorf("%s of %s is no whole number", key, s.StatePath)
		}
		return strconv.Itoa(st.Int(key) + plus), nil
	})
}
