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
	"mdck/mdcheckpoint/source"
)

const (
	claimIssue  = "issue"      // progress file compared with the state
	claimBranch = "branch"     // progress file and prompt compared with the branch
	claimMode   = "mode"       // progress file compared with the state
	claimIndex  = "task-index" // lists and prompt compared with the state
	claimTotal  = "task-total" // lists and prompt compared with the state
	claimTask   = "task"       // prompt compared with the lists, without task numbers in the state
	claimFile   = "file"       // a named file exists
	claimCommit = "commit"     // a named commit exists
)

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

type claims struct {
	*Session
	out claim.Outside
	all []claim.Claim
}

// An answer returns the actual value for a claim.
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

func (c *claims) stated(text, lack string) answer {
	switch {
	case c.State == nil:
		return answers("", fmt.Errorf("%s cannot be read", c.StatePath))
	case text == "":
		return answers("", errors.New(lack))
	}
	return answers(text, nil)
}

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

// counts reports whether the state has a value at key, or exists but cannot be read.
func (s *Session) counts(key string) bool {
	return s.has(s.StatePath) && (s.State == nil || s.State.Has(key))
}

// number adds the claim that recorded or alternative equals the number in the state plus offset.
func (c *claims) number(key, name string, recorded, alternative int, span source.Span, offset int) {
	field := engine.IndexField
	if key == claimTotal {
		field = engine.TotalField
	}
	if !c.counts(field) {
		return
	}
	actual := strconv.Itoa(c.State.Int(field) + offset)
	if _, isInt := c.State.Value(field).Int(); c.State.Has(field) && !isInt {
		actual = ""
	}
	c.add(key, name, strconv.Itoa(recorded), span, c.stated(actual, field+" in "+c.StatePath+" is not a whole number"),
		func(recorded, actual string) bool { return actual == recorded || actual == strconv.Itoa(alternative) })
}

func (c *claims) lists(p *Progress) {
	if c.State.Int(engine.ReplanField) > 0 {
		return // after a replan the state can count from 0, but the list keeps its tasks
	}
	done, counted := p.finished(), p.finished()
	if c.awaitsCount() {
		counted--
	}
	if g := p.group(completedKey); g != nil && p.countable(completedKey) {
		c.number(claimIndex, "number of completed tasks in the state", done, counted, g.Section.Heading, 0)
	}
	if g := p.group(remainingKey); g != nil && p.countable(completedKey, currentKey, remainingKey) {
		rest, now := len(p.Completed)+len(p.Remaining), len(p.Current)
		c.number(claimTotal, "number of tasks in the state", rest+now, rest+min(now, 1), g.Section.Heading, 0) // several bullets can describe one task
	}
	if p.Shape != ShapeP && len(p.Current) > 0 && p.Current[0].Number >= 0 && !c.State.Complete() {
		e := p.Current[0] // shape E counts tasks from 0
		c.number(claimIndex, "number of the current task in the state", e.Number, e.Number, e.Body, 0)
	}
}

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
		c.number(claimIndex, "number of the current task in the state", n, counted, p.Prompt.Span, 1)
	}
	c.number(claimTotal, "number of tasks in the state", total, total, p.Prompt.Span, 0)
	if !c.counts(engine.IndexField) && !c.counts(engine.TotalField) && c.State.Int(engine.ReplanField) == 0 {
		c.task(p, n, total)
	}
}

func (c *claims) task(p *Progress, n, total int) {
	now := len(p.Current)
	if p.group(completedKey) == nil || p.group(remainingKey) == nil || now == 0 || !p.countable(completedKey, currentKey, remainingKey) {
		return
	}
	done, rest := p.finished(), len(p.Completed)+len(p.Remaining)
	same := n > done && n <= done+now && total == rest+now || n == done+1 && total == rest+1
	c.add(claimTask, "current task in the lists", countOf(n, total), p.Prompt.Span,
		answers(countOf(done+1, rest+now), nil), func(string, string) bool { return same })
}

func (c *claims) named(p *Progress) {
	span := p.Prompt.Span
	prompt := strings.ReplaceAll(p.slice(span), "\r", " ") // keeps the length
	place := func(n prose.Named) source.Span {
		return source.Between(span.Start+n.Start, span.Start+n.End)
	}
	if n, ok := prose.Branch(prompt); ok {
		c.branch(n.Text, c.out.Branch, "checked-out branch", place(n), nil)
	}
	for _, n := range prose.Commits(prompt) {
		c.commit(n.Text, place(n))
	}
	for _, n := range prose.KeyFiles(prompt, c.isFile) {
		c.file(n.Text, place(n))
	}
}

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
