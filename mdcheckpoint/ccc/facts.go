package ccc

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
)

// IssueID returns the issue of s, or else p, or else branch, or "". p and s may be nil. For team,
// see [prose.IssueIn].
func IssueID(s *engine.State, p *Progress, branch, team string) string {
	id := s.Issue()
	if p != nil {
		id = cmp.Or(id, p.IssueID)
	}
	return cmp.Or(id, prose.IssueIn(branch, team))
}

// Facts are what is known about a session. Unknown facts are zero.
type Facts struct {
	Issue, Title string
	Task         string
	Status       string
	N, Total     int  // current task, from 1, and number of tasks
	Ahead        bool // task N is done, but the state does not count it yet
	Done         int  // number of tasks when all are done
	Unlisted     bool // there is a progress file, but it lists no tasks
	Mode         string
	Gate         int // 0 if no gate waits
	Files        []string
	Next         string // the next action
	Decisions    []Entry
	Blockers     []Entry
}

// NewFacts returns the facts from p and s, which may be nil. For team, see [prose.IssueIn].
func NewFacts(p *Progress, s *engine.State, branch, team string) Facts {
	f := Facts{Files: s.Files()}
	f.Issue = IssueID(s, p, branch, team)
	f.Gate = s.Gate()
	if s != nil {
		f.Mode = s.Mode()
		f.N, f.Total = s.Int(engine.IndexField)+1, s.Int(engine.TotalField)
	}
	if p != nil {
		f.ofProgress(p, s == nil)
	}
	f.Ahead = p.isAhead(s)
	if f.Total > 0 && f.Next == "" && (f.N > f.Total || f.N == f.Total && f.Ahead) {
		f.Done = f.Total
	}
	f.Unlisted = f.Done == 0 && f.Gate == 0 && p != nil && p.tasks() == 0 && p.countable(completedKey, remainingKey)
	if f.Total < 1 || f.N > f.Total {
		f.N, f.Total = 0, 0
	}
	return f
}

// ofProgress sets the facts from the progress file. alone means that there is no state.
func (f *Facts) ofProgress(p *Progress, alone bool) {
	f.Decisions, f.Blockers = p.Decisions, p.Blockers
	if f.Issue == "" || strings.EqualFold(f.Issue, p.IssueID) {
		f.Title = p.IssueTitle
	}
	if f.Mode == "" || p.ModeName() != "" && alone {
		f.Mode = p.ModeName()
	}
	if alone && p.group(remainingKey) != nil {
		f.N, f.Total = p.finished()+1, p.tasks()
	}
	if len(p.Current) > 0 {
		f.Task, f.Status = p.Current[0].Text, p.Current[0].Detail
	}
	f.Next = next(p)
}

func next(p *Progress) string {
	then := ""
	if len(p.Remaining) > 0 {
		then = p.Remaining[0].Text
	}
	if len(p.Current) == 0 {
		return then
	}
	now := "finish " + quoted(p.Current[0].Text)
	if status := p.Current[0].Detail; status != "" {
		now += " (" + status + ")"
	}
	if then != "" {
		then = ", then " + quoted(then)
	}
	return now + then
}

// quoted puts a task in quotation marks, unless it contains some.
func quoted(task string) string {
	if strings.Contains(task, `"`) {
		return task
	}
	return `"` + task + `"`
}

func (f *Facts) taskOf() string { return taskOf(f.N, f.Total) }

// PromptTaskOf returns the number of the task that the next session does.
func (f *Facts) PromptTaskOf() string {
	if f.Ahead && f.N < f.Total {
		return taskOf(f.N+1, f.Total)
	}
	return f.taskOf()
}

func taskOf(n, total int) string {
	if total == 0 {
		return ""
	}
	return countOf(n, total)
}

func countOf(n, total int) string { return fmt.Sprintf("%d of %d", n, total) }

const (
	maxKeyFiles  = 10
	maxDecisions = 3
)

// Compose returns a continuation prompt from f, or "". Source of the words before the colons:
// checkpoint, step 1.
func Compose(f Facts) string {
	var head, lines []string
	add := func(to *[]string, label, text, end string) {
		if text != "" {
			*to = append(*to, label+text+end)
		}
	}
	add(&head, "Resume ", withTitle(f.Issue, f.Title), ".")
	add(&head, "Current task: ", currentTask(&f), ".")
	if f.Unlisted {
		add(&head, "N", prose.NoTask[1:], ".")
	}
	add(&head, "Key files: ", fileList(f.Files), ".")
	add(&lines, "", strings.Join(head, " "), "")
	if f.Gate != 0 {
		add(&lines, "Waiting for gate ", strconv.Itoa(f.Gate), ".")
	}
	for _, b := range f.Blockers {
		add(&lines, "Blocked: ", sentence(b.Line), "")
	}
	for _, d := range f.Decisions[max(0, len(f.Decisions)-maxDecisions):] {
		add(&lines, "Decided: ", sentence(d.Line), "")
	}
	add(&lines, "Next action: ", sentence(nextOf(&f)), "")
	return strings.Join(lines, "\n")
}

func nextOf(f *Facts) string {
	const list = "list the tasks with mdck ccc next, and start the first with mdck ccc current"
	switch {
	case f.Done > 0:
		return "review the work, and close the issue"
	case f.Unlisted && f.Issue == "":
		return "if there is an issue, name it with mdck ccc write; " + list
	case f.Unlisted:
		return list
	}
	return f.Next
}

func withTitle(issue, title string) string {
	if issue != "" && title != "" {
		issue += " (" + title + ")"
	}
	return spelling.OneLine(issue)
}

func currentTask(f *Facts) string {
	task := spelling.OneLine(f.Task)
	switch of := f.PromptTaskOf(); {
	case f.Done > 0:
		return fmt.Sprintf("none, all %d "+prose.AllDone, f.Done)
	case of == "":
		return strings.TrimRight(task, ".")
	case task == "":
		return "task " + of
	default:
		return "task " + of + dash + strings.TrimRight(task, ".")
	}
}

// fileList returns text such as "a.go, b.go, and 2 more", or "".
func fileList(names []string) string {
	var shown []string
	for _, name := range names {
		if written, ok := prose.WrittenFile(name); ok && len(shown) < maxKeyFiles && !isOwnFile(name) {
			shown = append(shown, written)
		}
	}
	if more := len(names) - len(shown); more > 0 && len(shown) > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(shown, ", ")
}

func sentence(text string) string {
	text = spelling.OneLine(text)
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}

// isComposed reports whether mdck composed the prompt, so that replacing the prompt loses nothing.
func isComposed(entries []claim.Entry, name, prompt string) bool {
	hash := claim.Hash([]byte(prompt))
	return slices.ContainsFunc(entries, func(e claim.Entry) bool { return e.Path == name && e.About == hash })
}

// Compose returns the change that writes the prompt composed from f.
func (p *Progress) Compose(f Facts, now time.Time) (*Change, error) {
	text := Compose(f)
	if text == "" {
		return &Change{Text: p.Text(), After: p}, nil
	}
	c, err := p.Write(Input{{Verb: "continue", Text: text}}, now)
	if err == nil {
		c.Composed = true
	}
	return c, err
}
