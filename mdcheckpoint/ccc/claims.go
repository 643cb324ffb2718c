package ccc

import (
	"fmt"
	"io/fs"
	"slices"
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
	c := &claims{Session: s, out: out}
	if s.Progress != nil {
		c.header()
		c.lists()
		c.numbers()
		for _, e := range s.Progress.Completed {
			if e.Commit != "" {
				c.commit(e.Commit, e.Body)
			}
		}
		c.named()
	}
	if s.State != nil {
		c.ofState()
	}
	return c.all
}

// claims collects the claims of a session.
type claims struct {
	*Session
	out claim.Outside
	all []claim.Claim
}

func (c *claims) add(key, name, recorded string, span source.Span, actual func(fs.FS) (string, error), same func(a, b string) bool) {
	if recorded != "" {
		c.all = append(c.all, claim.Claim{Key: key, Name: name, Span: span, Recorded: recorded, Actual: actual, Same: same})
	}
}

func (c *claims) commit(hash string, span source.Span) {
	c.add(ClaimCommit, "commit "+hash, claim.Present, span, c.out.CommitExists(hash), nil)
}

func (c *claims) file(name string, span source.Span) {
	c.add(ClaimFile, "file "+name, claim.Present, span, claim.Exists(prose.FileName(name)), nil)
}

func (c *claims) branch(recorded, actual string, name string, span source.Span, same func(a, b string) bool) {
	if actual != "" {
		c.add(ClaimBranch, name, recorded, span, func(fs.FS) (string, error) { return actual, nil }, same)
	}
}

// header claims what the header says: the issue and the execution mode.
func (c *claims) header() {
	p := c.Progress
	if c.Has(c.StatePath) {
		c.add(ClaimIssue, "issue of the state", p.IssueID, p.Issue.Span, c.fromState(func(st *engine.State) (string, error) {
			if st.Issue() == "" {
				return "", fmt.Errorf("%s names no issue", c.StatePath)
			}
			return st.Issue(), nil
		}), strings.EqualFold)
	}
	team := c.out.Team
	if key, _, ok := strings.Cut(p.IssueID, "-"); ok {
		team = key
	}
	c.branch(p.IssueID, prose.IssueIn(c.out.Branch, team), "issue of the branch", p.Issue.Span, strings.EqualFold)
	if c.counts(engine.ModeField) {
		c.add(ClaimMode, "execution mode of the state", p.ModeName(), p.Mode.Span, c.fromState(func(st *engine.State) (string, error) { return st.Mode(), nil }), nil)
	}
}

// counts reports whether the state says something at key, or cannot be read, in which
// case what is claimed of it cannot be verified.
func (s *Session) counts(key string) bool {
	return s.Has(s.StatePath) && (s.State == nil || s.State.Has(key))
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

// number claims that a number is that of the state, counted from plus, or one of also.
func (c *claims) number(key, name string, recorded int, span source.Span, plus int, also ...int) {
	field := engine.IndexField
	if key == ClaimTotal {
		field = engine.TotalField
	}
	if !c.counts(field) {
		return
	}
	actual := c.fromState(func(st *engine.State) (string, error) {
		if st.Has(field) && st.Value(field).Kind != jsondoc.Int {
			return "", fmt.Errorf("%s of %s is no whole number", field, c.StatePath)
		}
		return strconv.Itoa(st.Int(field) + plus), nil
	})
	c.add(key, name, strconv.Itoa(recorded), span, actual, func(recorded, actual string) bool {
		return recorded == actual || slices.ContainsFunc(also, func(n int) bool { return strconv.Itoa(n) == actual })
	})
}

// lists claims how many tasks are completed, and how many there are, of a file
// that lists them, and nothing else in their place.
func (c *claims) lists() {
	p := c.Progress
	if c.State.Int(engine.ReplanField) > 0 {
		return // what was completed before a new plan stays in the list, and the state may count anew
	}
	if g := p.group(CompletedKey); g != nil && p.countable(CompletedKey) {
		done := p.finished()
		counted := done
		if c.awaitsCount() {
			counted--
		}
		c.number(ClaimIndex, "completed tasks by the state", done, g.Section.Heading, 0, counted)
	}
	if g := p.group(RemainingKey); g != nil && p.countable(CompletedKey, CurrentKey, RemainingKey) {
		rest, now := len(p.Completed)+len(p.Remaining), len(p.Current)
		c.number(ClaimTotal, "tasks by the state", rest+now, g.Section.Heading, 0, rest+min(now, 1)) // several bullets may be about one task
	}
	if p.Shape != ShapeP && len(p.Current) > 0 && p.Current[0].Number >= 0 && !c.State.Complete() {
		e := p.Current[0] // counted from 0 in shape E
		c.number(ClaimIndex, "number of the current task by the state", e.Number, e.Body, 0)
	}
}

// numbers claims the numbers of the task in the prompt.
func (c *claims) numbers() {
	p := c.Progress
	n, total, ok := prose.TaskNumbers(p.Prompt.Text)
	if !ok {
		return
	}
	if !c.State.Complete() {
		counted := n
		if p.isAhead(c.State) {
			counted--
		}
		c.number(ClaimIndex, "number of the task by the state", n, p.Prompt.Span, 1, counted)
	}
	c.number(ClaimTotal, "tasks by the state", total, p.Prompt.Span, 0)
	if !c.counts(engine.IndexField) && !c.counts(engine.TotalField) && c.State.Int(engine.ReplanField) == 0 {
		c.task(n, total)
	}
}

// task claims that the prompt is at the task at which the lists are. Several bullets
// may be about one task, and each of several may be the current one.
func (c *claims) task(n, total int) {
	p := c.Progress
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

// named claims what the text of the prompt names: the branch, commits and files.
func (c *claims) named() {
	span := c.Progress.Prompt.Span
	prompt := strings.ReplaceAll(c.Progress.slice(span), "\r", " ") // of the same length
	place := func(n prose.Named) source.Span {
		return source.Span{Start: span.Start + n.Start, End: span.Start + n.End}
	}
	if n, ok := prose.Branch(prompt); ok {
		c.branch(n.Text, c.out.Branch, "branch that is checked out", place(n), nil)
	}
	for _, n := range prose.Commits(prompt) {
		c.commit(n.Text, place(n))
	}
	for _, n := range prose.KeyFiles(prompt, c.isFile) {
		c.file(n.Text, place(n))
	}
}

// ofState claims that the files which the state names exist.
func (c *claims) ofState() {
	first := len(c.all)
	if spec := c.State.Spec(); spec != "" {
		c.file(spec, c.State.Span(engine.SpecField))
	}
	files := c.State.Value(engine.ActiveFilesField).List()
	for _, e := range files[:min(len(files), engine.MaxFiles)] {
		if name, _ := e.Str(); name != "" {
			c.file(name, e.Span)
		}
	}
	for i := range c.all[first:] {
		c.all[first+i].Path = c.StatePath
	}
}
