package ccc

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"mdck/internal/protocols/ccc/prose"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// Keys of the claims of a session.
const (
	claimIssue  = "issue"      // the progress file against the state
	claimBranch = "branch"     // the progress file, and the prompt, against the branch
	claimMode   = "mode"       // the progress file against the state
	claimIndex  = "task-index" // the lists, and the prompt, against the state
	claimTotal  = "task-total" // likewise
	claimTask   = "task"       // the prompt against the lists, where no state counts
	claimFile   = "file"       // a file that is named exists
	claimCommit = "commit"     // a commit that is named exists
)

// claims are what the session's files say of each other and of the tree: those of
// the progress file in its order of sections, then those of the state. Claims of
// the state have its path. A state that does not exist is claimed nothing of.
func (s *Session) claims(out claim.Outside) []claim.Claim {
	c := &claims{Session: s, out: out}
	if p := s.Progress; p != nil {
		c.header(p)
		c.lists(p)
		c.numbers(p)
		for _, e := range p.Completed {
			c.commit(e.Commit, e.Body)
		}
		c.named(p)
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

// An answer is what a claim is compared with.
type answer = func(fs.FS) (string, error)

func (c *claims) add(key, name, recorded string, span source.Span, actual answer, same func(a, b string) bool) {
	if recorded != "" {
		c.all = append(c.all, claim.Claim{Key: key, Name: name, Span: span, Recorded: recorded, Actual: actual, Same: same})
	}
}

func (c *claims) commit(hash string, span source.Span) {
	if hash != "" {
		c.add(claimCommit, "commit "+hash, claim.Present, span, c.out.CommitExists(hash), nil)
	}
}

func (c *claims) file(name string, span source.Span) {
	if name != "" {
		c.add(claimFile, "file "+name, claim.Present, span, claim.Exists(prose.FileName(name)), nil)
	}
}

func (c *claims) branch(recorded, actual, name string, span source.Span, same func(a, b string) bool) {
	if actual != "" {
		c.add(claimBranch, name, recorded, span, answers(actual, nil), same)
	}
}

func answers(text string, err error) answer { return func(fs.FS) (string, error) { return text, err } }

// stated returns text, a value of the state. If it is "", the answer is lack.
func (c *claims) stated(text, lack string) answer {
	switch {
	case c.State == nil:
		return answers("", fmt.Errorf("%s cannot be read", c.StatePath))
	case text == "":
		return answers("", errors.New(lack))
	}
	return answers(text, nil)
}

// header claims what the header says: the issue and the execution mode.
func (c *claims) header(p *Progress) {
	if c.has(c.StatePath) {
		c.add(claimIssue, "issue in the state", p.IssueID, p.Issue.Span, c.stated(c.State.Issue(), c.StatePath+" has no issue"), strings.EqualFold)
	}
	team := c.out.Team
	if key, _, ok := strings.Cut(p.IssueID, "-"); ok {
		team = key
	}
	c.branch(p.IssueID, prose.IssueIn(c.out.Branch, team), "issue in the branch name", p.Issue.Span, strings.EqualFold)
	if c.counts(engine.ModeField) {
		c.add(claimMode, "execution mode in the state", p.ModeName(), p.Mode.Span, c.stated(c.State.Mode(), ""), nil)
	}
}

// counts reports whether the state says something at key, or cannot be read, in which
// case what is claimed of it cannot be verified.
func (s *Session) counts(key string) bool {
	return s.has(s.StatePath) && (s.State == nil || s.State.Has(key))
}

// number claims that recorded, or also, equals the number in the state, counted from plus.
func (c *claims) number(key, name string, recorded, also int, span source.Span, plus int) {
	field := engine.IndexField
	if key == claimTotal {
		field = engine.TotalField
	}
	if !c.counts(field) {
		return
	}
	actual := strconv.Itoa(c.State.Int(field) + plus)
	if v := c.State.Value(field); v != nil && v.Kind != jsondoc.Int {
		actual = ""
	}
	c.add(key, name, strconv.Itoa(recorded), span, c.stated(actual, fmt.Sprintf("%s in %s is not a whole number", field, c.StatePath)),
		func(recorded, actual string) bool { return actual == recorded || actual == strconv.Itoa(also) })
}

// lists claims how many tasks are completed, and how many there are, of a file
// that lists them, and nothing else in their place.
func (c *claims) lists(p *Progress) {
	if c.State.Int(engine.ReplanField) > 0 {
		return // what was completed before a new plan stays in the list, and the state may count again
	}
	done, counted := p.finished(), p.finished()
	if c.awaitsCount() {
		counted--
	}
	if g := p.group(completedKey); g != nil && p.countable(completedKey) {
		c.number(claimIndex, "number of completed tasks, from the state", done, counted, g.Section.Heading, 0)
	}
	if g := p.group(remainingKey); g != nil && p.countable(completedKey, currentKey, remainingKey) {
		rest, now := len(p.Completed)+len(p.Remaining), len(p.Current)
		c.number(claimTotal, "number of tasks, from the state", rest+now, rest+min(now, 1), g.Section.Heading, 0) // several bullets may be about one task
	}
	if p.Shape != ShapeP && len(p.Current) > 0 && p.Current[0].Number >= 0 && !c.State.Complete() {
		e := p.Current[0] // counted from 0 in shape E
		c.number(claimIndex, "number of the current task, from the state", e.Number, e.Number, e.Body, 0)
	}
}

// numbers claims the numbers of the task in the prompt.
func (c *claims) numbers(p *Progress) {
	n, total, ok := prose.TaskNumbers(p.Prompt.Text)
	if !ok {
		return
	}
	counted := n
	if p.isAhead(c.State) {
		counted--
	}
	if !c.State.Complete() {
		c.number(claimIndex, "number of the task, from the state", n, counted, p.Prompt.Span, 1)
	}
	c.number(claimTotal, "number of tasks, from the state", total, total, p.Prompt.Span, 0)
	if !c.counts(engine.IndexField) && !c.counts(engine.TotalField) && c.State.Int(engine.ReplanField) == 0 {
		c.task(p, n, total)
	}
}

// task claims that the prompt is at the task at which the lists are. Several bullets
// may be about one task, and each of several may be the current one.
func (c *claims) task(p *Progress, n, total int) {
	now := len(p.Current)
	if p.group(completedKey) == nil || p.group(remainingKey) == nil || now == 0 || !p.countable(completedKey, currentKey, remainingKey) {
		return
	}
	done, rest := p.finished(), len(p.Completed)+len(p.Remaining)
	same := n > done && n <= done+now && total == rest+now || n == done+1 && total == rest+1
	c.add(claimTask, "task, from the lists", countOf(n, total), p.Prompt.Span,
		answers(countOf(done+1, rest+now), nil), func(string, string) bool { return same })
}

// named claims what the text of the prompt names: the branch, commits and files.
func (c *claims) named(p *Progress) {
	span := p.Prompt.Span
	prompt := strings.ReplaceAll(p.slice(span), "\r", " ") // of the same length
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
	c.file(c.State.Spec(), c.State.Span(engine.SpecField))
	files := c.State.Value(engine.ActiveFilesField).List()
	for _, e := range files[:min(len(files), engine.MaxFiles)] {
		name, _ := e.Str()
		c.file(name, e.Span)
	}
	for i := range c.all[first:] {
		c.all[first+i].Path = c.StatePath
	}
}
