package ccc

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/spelling"
)

const cccShowHelp = `Prints what .ccc-progress.md and .ccc-state.json say: issue, mode, session, task N of M; the entries of each section with their number; the continuation prompt and what it lacks; attempts, gate and replans of the loop; and where the two files disagree.

A file that is missing is said, which is an error only where both are: the loop deletes its state with the last task. Showing is no check: the status is 0 whatever the files say, and 2 for one that cannot be read.

Examples:

    mdck ccc show
    mdck ccc show --json`

type cccShowCommand struct {
	JSON bool `help:"Print one JSON object."`
	sessionFlag
}

// Run shows the session.
func (c *cccShowCommand) Run(std app.Streams) error {
	t, err := c.session("ccc show")
	if err != nil {
		return err
	}
	if err := pick.RecoverWrite(&t, std.Err); err != nil {
		return err
	}
	config, err := c.ConfigFor(&t)
	if err != nil {
		return err
	}
	git := pick.OpenGit(&t, config.Team())
	defer git.Close()
	s := ccc.Read(tree.Dir(t.Root), t.Main, t.State)
	if !s.Has(t.Main) && !s.Has(t.State) {
		return noSession(&t)
	}
	v := viewOf(&t, s, git)
	if c.JSON {
		err = report.Indented(std.Out, v)
	} else {
		_, err = io.WriteString(std.Out, v.text())
	}
	return errors.Join(faultsOf(&t, s), err)
}

// noSession says that neither file of the session is there.
func noSession(t *workspace.Target) error {
	return app.Hinted(fmt.Errorf("no session in %s: neither %q nor %q is there", report.Name(app.DisplayPath(t.Root)), t.Main, t.State), "mdck init ccc begins one")
}

// faultsOf are why files of a session that exist cannot be used.
func faultsOf(t *workspace.Target, s *ccc.Session) error {
	var all []error
	for _, name := range t.Files() {
		if err := s.Faults[name]; err != nil {
			all = append(all, app.WithDisplayPath(t, err))
		}
	}
	return errors.Join(all...)
}

// sessionJSON is the object that mdck ccc show --json prints. Its names are part of
// the interface. What is not known is "" or null; lists are never null.
type sessionJSON struct {
	Version       int                `json:"version"`
	Progress      fileJSON           `json:"progress"`
	State         fileJSON           `json:"state"`
	Shape         string             `json:"shape"` // P, E or mixed; "" without a progress file
	Issue         string             `json:"issue"`
	Title         string             `json:"title"`
	Goal          string             `json:"goal"`
	Mode          string             `json:"mode"`
	Session       string             `json:"session"` // as the file has it
	Task          *taskJSON          `json:"task"`
	Completed     []entryJSON        `json:"completed"`
	Current       []entryJSON        `json:"current"`
	Remaining     []entryJSON        `json:"remaining"`
	Decisions     []entryJSON        `json:"decisions"`
	Learnings     []entryJSON        `json:"learnings"`
	Blockers      []entryJSON        `json:"blockers"`
	Prompt        string             `json:"prompt"`
	PromptLacks   []string           `json:"promptLacks"`
	Loop          *loopJSON          `json:"loop"`
	Disagreements []disagreementJSON `json:"disagreements"`
}

type fileJSON struct {
	Path  string `json:"path"`
	There bool   `json:"there"`
	Fault string `json:"fault,omitempty"` // why a file that is there cannot be used
}

type taskJSON struct {
	N  int `json:"n"` // counted from 1
	Of int `json:"of"`
}

// An entryJSON is an entry. Which of the keys are there depends on the section.
type entryJSON struct {
	line   string // all of it
	Text   string `json:"text"`
	Status string `json:"status,omitempty"` // of the current task
	Reason string `json:"reason,omitempty"` // of a decision
	Until  string `json:"until,omitempty"`  // what unblocks a blocker
	Mark   string `json:"mark,omitempty"`
	Commit string `json:"commit,omitempty"`
	Stamp  string `json:"stamp,omitempty"` // of a learning
	Line   int    `json:"line"`            // counted from 1
}

type loopJSON struct {
	Phase       string   `json:"phase"`
	Attempt     int      `json:"attempt"` // at the task
	MaxAttempts int      `json:"maxAttempts"`
	Global      int      `json:"globalAttempt"` // at all tasks
	MaxGlobal   int      `json:"maxGlobalAttempts"`
	Gate        *int     `json:"gate"` // that is awaited
	Replans     int      `json:"replans"`
	MaxReplans  int      `json:"maxReplans"`
	Updated     string   `json:"updated"`
	Limits      []string `json:"limits"` // that are reached
}

type disagreementJSON struct {
	Key      string `json:"key"`
	Name     string `json:"name"`
	Recorded string `json:"recorded"` // in the progress file
	Actual   string `json:"actual"`   // by the state
	Line     int    `json:"line"`
	Column   int    `json:"column"`
}

// shared are the keys of the claims that the two files make about the same.
var shared = [...]string{ccc.ClaimIssue, ccc.ClaimMode, ccc.ClaimIndex, ccc.ClaimTotal}

// viewOf returns what mdck ccc show prints of a session.
func viewOf(t *workspace.Target, s *ccc.Session, git *pick.Git) *sessionJSON {
	f := ccc.NewFacts(s.Progress, s.State, git.Branch, git.Team)
	v := &sessionJSON{
		Version: 1, Progress: sessionFileOf(t, s, t.Main), State: sessionFileOf(t, s, t.State),
		Issue: f.Issue, Title: f.Title, Mode: f.Mode, PromptLacks: []string{}, Loop: loopOf(s), Disagreements: []disagreementJSON{},
	}
	if f.Total > 0 {
		v.Task = &taskJSON{N: f.N, Of: f.Total}
	}
	p := s.Progress
	if p != nil {
		v.Shape, v.Goal, v.Session, v.Prompt = string(p.Shape), p.Goal().Text, p.Session.Text, p.Prompt.Text
	}
	if v.Prompt != "" {
		v.PromptLacks = append(v.PromptLacks, ccc.Vague(v.Prompt, f.Issue, s.HasKeyFile)...)
	}
	for _, section := range v.sections() {
		*section.entries = entriesJSON(p, section.key)
	}
	both := slices.DeleteFunc(s.Claims(git.Outside), func(c claim.Claim) bool { return !slices.Contains(shared[:], c.Key) })
	for _, d := range claim.Verify(s.Tree, both) {
		if d.Status == claim.Stale {
			at := p.Document.File.Position(d.Span.Start)
			v.Disagreements = append(v.Disagreements, disagreementJSON{Key: d.Key, Name: d.Name, Recorded: d.Recorded, Actual: d.Actual, Line: at.Line, Column: at.Column})
		}
	}
	return v
}

func sessionFileOf(t *workspace.Target, s *ccc.Session, name string) fileJSON {
	f := fileJSON{Path: t.Shown(name), There: s.Has(name)}
	if err := s.Faults[name]; err != nil {
		f.Fault = app.WithDisplayPath(t, err).Error()
	}
	return f
}

// A viewSection is a section of entries.
type viewSection struct {
	key, title string
	entries    *[]entryJSON
}

// sections are the sections of entries, in the order of the format.
func (v *sessionJSON) sections() []viewSection {
	return []viewSection{
		{ccc.CompletedKey, "Completed", &v.Completed}, {ccc.CurrentKey, "Current", &v.Current}, {ccc.RemainingKey, "Remaining", &v.Remaining},
		{ccc.DecisionsKey, "Decisions", &v.Decisions}, {ccc.LearningsKey, "Learnings", &v.Learnings}, {ccc.BlockersKey, "Blockers", &v.Blockers},
	}
}

func entriesJSON(p *ccc.Progress, key string) []entryJSON {
	all := []entryJSON{}
	if p == nil {
		return all
	}
	entries := p.Entries(key)
	if key == ccc.BlockersKey {
		entries = p.Blockers // what is flagged in shape E blocks, too
	}
	for _, e := range entries {
		out := entryJSON{line: e.Line, Text: e.Text, Mark: string(e.Mark), Commit: e.Commit, Stamp: e.Stamp, Line: p.Document.File.Line(e.Body.Start)}
		switch key {
		case ccc.CurrentKey:
			out.Status = e.Detail
		case ccc.DecisionsKey:
			out.Reason = e.Detail
		case ccc.BlockersKey:
			out.Until = e.Detail
		}
		all = append(all, out)
	}
	return all
}

func loopOf(session *ccc.Session) *loopJSON {
	s := session.State
	if s == nil {
		return nil
	}
	limits := s.Limits(session.Preferences)
	loop := &loopJSON{
		Phase: s.Phase(), Attempt: s.Int(ccc.TaskField), MaxAttempts: limits.Task,
		Global: s.Int(ccc.GlobalField), MaxGlobal: limits.Global,
		Replans: s.Int(ccc.ReplanField), MaxReplans: limits.Replans, Limits: []string{},
	}
	if at, ok := s.Updated(); ok {
		loop.Updated = spelling.FormatTime(at)
	}
	if gate, _ := s.Gate(); gate != 0 {
		loop.Gate = &gate
	}
	for _, c := range s.Caps(session.Preferences) {
		loop.Limits = append(loop.Limits, c.Message)
	}
	return loop
}

// text returns the view for people.
func (v *sessionJSON) text() string {
	var b strings.Builder
	v.writeHead(&b)
	if v.Shape != "" {
		for _, section := range v.sections() {
			fmt.Fprintf(&b, "\n%s (%d)\n", section.title, len(*section.entries))
			for _, e := range *section.entries {
				fmt.Fprintf(&b, "  %s\n", report.OneLine(e.line))
			}
		}
		v.writePrompt(&b)
	}
	if v.Loop != nil {
		v.Loop.write(&b)
	}
	v.writeDisagreements(&b)
	return b.String()
}

func (v *sessionJSON) writeHead(b *strings.Builder) {
	for what, f := range [...]*fileJSON{&v.Progress, &v.State} {
		text := f.Path
		switch {
		case f.Fault != "":
			text += ", which cannot be read"
		case !f.There:
			text += " is not there"
		case what == 0:
			text += ", shape " + v.Shape
		}
		app.WriteFact(b, [...]string{"Progress", "State"}[what], text)
	}
	issue := v.Issue
	if v.Title != "" {
		issue = strings.TrimPrefix(issue+" — "+v.Title, " — ")
	}
	app.WriteFact(b, "Issue", issue)
	app.WriteFact(b, "Mode", v.Mode)
	if v.Goal != "" {
		app.WriteFact(b, "Goal", v.Goal)
	}
	if v.Shape != "" && v.Shape != string(ccc.ShapeE) || v.Session != "" {
		app.WriteFact(b, "Session", v.Session)
	}
	task := ""
	if v.Task != nil {
		task = fmt.Sprintf("%d of %d", v.Task.N, v.Task.Of)
	}
	app.WriteFact(b, "Task", task)
}

func (v *sessionJSON) writePrompt(b *strings.Builder) {
	if v.Prompt == "" {
		b.WriteString("\nContinuation prompt: none\n")
		return
	}
	b.WriteString("\nContinuation prompt\n")
	for line := range strings.Lines(ccc.Plain(v.Prompt)) {
		b.WriteString(strings.TrimRight("  "+line, " \n") + "\n")
	}
	if len(v.PromptLacks) > 0 {
		fmt.Fprintf(b, "  It has %s.\n", strings.Join(v.PromptLacks, ", "))
	}
}

func (l *loopJSON) write(b *strings.Builder) {
	gate := "none"
	if l.Gate != nil {
		gate = fmt.Sprint(*l.Gate)
	}
	b.WriteString("\nLoop\n")
	for _, r := range []struct{ name, value string }{
		{"Phase", l.Phase},
		{"Attempt", fmt.Sprintf("%d of %d at the task, %d of %d in all", l.Attempt, l.MaxAttempts, l.Global, l.MaxGlobal)},
		{"Gate", gate},
		{"Replans", fmt.Sprintf("%d of %d", l.Replans, l.MaxReplans)},
		{"Updated", l.Updated},
	} {
		b.WriteString("  ")
		app.WriteFact(b, r.name, r.value)
	}
	for _, limit := range l.Limits {
		fmt.Fprintf(b, "  Limit: %s\n", report.OneLine(limit))
	}
}

func (v *sessionJSON) writeDisagreements(b *strings.Builder) {
	switch {
	case v.Shape == "" || v.Loop == nil:
		return
	case len(v.Disagreements) == 0:
		b.WriteString("\nThe two files agree.\n")
		return
	}
	b.WriteString("\nThe two files disagree\n")
	for _, d := range v.Disagreements {
		fmt.Fprintf(b, "  %s:%d:%d: %s\n", report.Name(v.Progress.Path), d.Line, d.Column, report.OneLine(fmt.Sprintf("%s: recorded %s, actual %s", d.Name, d.Recorded, d.Actual)))
	}
}
