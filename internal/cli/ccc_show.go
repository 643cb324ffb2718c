package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

const cccShowHelp = `Prints what .ccc-progress.md and .ccc-state.json say: issue, mode, session, task N of M; the entries of each section with their number; the continuation prompt and what it lacks; attempts, gate and replans of the loop; and where the two files disagree.

A file that is missing is said, which is an error only where both are: the loop deletes its state with the last task. Showing is no check: the status is 0 whatever the files say, and 2 for one that cannot be read.

Examples:

    mdck ccc show
    mdck ccc show --json`

type cccShowCommand struct {
	JSON bool `help:"Print one JSON object."`
	configFlags
}

// Run shows the session.
func (c *cccShowCommand) Run(std Streams) error {
	t, err := sessionHere()
	if err != nil {
		return err
	}
	if err := recoverWrite(&t, std.Err); err != nil {
		return err
	}
	config, err := c.configFor(&t)
	if err != nil {
		return err
	}
	git := openGitContext(&t, config.Team())
	defer git.close()
	v := viewOf(&t, ccc.Read(tree.Dir(t.Root), t.Main, t.State), git)
	if !v.session.Has(t.Main) && !v.session.Has(t.State) {
		return noSession(&t)
	}
	if c.JSON {
		err = report.Indented(std.Out, v.json())
	} else {
		err = v.text(std.Out)
	}
	return errors.Join(v.faults(), err)
}

// noSession says that neither file of the session is there.
func noSession(t *workspace.Target) error {
	return hinted(fmt.Errorf("no session in %s: neither %q nor %q is there", report.Name(displayPath(t.Root)), t.Main, t.State), "mdck init ccc begins one")
}

// A sessionView is what mdck ccc show prints.
type sessionView struct {
	target    *workspace.Target
	session   *ccc.Session
	facts     ccc.Facts
	lacks     []string        // what the prompt lacks
	disagrees []claim.Verdict // of the two files about each other
}

// shared are the keys of the claims that the two files make about the same.
var shared = [...]string{ccc.ClaimIssue, ccc.ClaimMode, ccc.ClaimIndex, ccc.ClaimTotal}

func viewOf(t *workspace.Target, s *ccc.Session, git *gitContext) *sessionView {
	v := &sessionView{target: t, session: s, facts: ccc.NewFacts(s.Progress, s.State, git.Branch, git.Team)}
	if s.Progress != nil && s.Progress.Prompt.Text != "" {
		v.lacks = ccc.Vague(s.Progress.Prompt.Text, v.facts.Issue, s.HasKeyFile)
	}
	both := slices.DeleteFunc(s.Claims(git.Outside), func(c claim.Claim) bool { return !slices.Contains(shared[:], c.Key) })
	for _, verdict := range claim.Verify(s.Tree, both) {
		if verdict.Status == claim.Stale {
			v.disagrees = append(v.disagrees, verdict)
		}
	}
	return v
}

// faults are the files that are there and cannot be used.
func (v *sessionView) faults() error {
	var all []error
	for _, name := range v.target.Files() {
		if err := v.session.Faults[name]; err != nil {
			all = append(all, withDisplayPath(v.target, err))
		}
	}
	return errors.Join(all...)
}

// viewSections are the sections of entries, in the order of the format.
var viewSections = [...]struct{ key, title string }{
	{ccc.CompletedKey, "Completed"}, {ccc.CurrentKey, "Current"}, {ccc.RemainingKey, "Remaining"},
	{ccc.DecisionsKey, "Decisions"}, {ccc.LearningsKey, "Learnings"}, {ccc.BlockersKey, "Blockers"},
}

// entries are those of a section; what is flagged in shape E blocks, too.
func entries(p *ccc.Progress, key string) []ccc.Entry {
	if key == ccc.BlockersKey {
		return p.Blockers
	}
	return p.Entries(key)
}

// text prints the view for people.
func (v *sessionView) text(w io.Writer) error {
	var b strings.Builder
	v.writeHead(&b)
	if p := v.session.Progress; p != nil {
		for _, section := range viewSections {
			writeEntries(&b, section.title, entries(p, section.key))
		}
		v.writePrompt(&b)
	}
	if v.session.State != nil {
		writeState(&b, v.session)
	}
	v.writeDisagreement(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (v *sessionView) writeHead(b *strings.Builder) {
	for i, what := range []string{"Progress", "State"} {
		name := v.target.Files()[i]
		text := v.target.Shown(name)
		switch {
		case v.session.Faults[name] != nil:
			text += ", which cannot be read"
		case !v.session.Has(name):
			text += " is not there"
		case i == 0:
			text += ", shape " + string(v.session.Progress.Shape)
		}
		writeFact(b, what, text)
	}
	f := &v.facts
	writeFact(b, "Issue", titled(f.Issue, f.Title))
	writeFact(b, "Mode", f.Mode)
	if p := v.session.Progress; p != nil {
		if goal := p.Goal().Text; goal != "" {
			writeFact(b, "Goal", goal)
		}
		if p.Shape != ccc.ShapeE || p.Session.Text != "" {
			writeFact(b, "Session", p.Session.Text)
		}
	}
	writeFact(b, "Task", f.TaskOf())
}

func titled(issue, title string) string {
	if title == "" {
		return issue
	}
	return strings.TrimPrefix(issue+" — "+title, " — ")
}

func writeEntries(b *strings.Builder, title string, all []ccc.Entry) {
	fmt.Fprintf(b, "\n%s (%d)\n", title, len(all))
	for i := range all {
		fmt.Fprintf(b, "  %s\n", report.OneLine(all[i].Line))
	}
}

func (v *sessionView) writePrompt(b *strings.Builder) {
	text := v.session.Progress.Prompt.Text
	if text == "" {
		b.WriteString("\nContinuation prompt: none\n")
		return
	}
	b.WriteString("\nContinuation prompt\n")
	for line := range strings.Lines(ccc.Plain(text)) {
		b.WriteString(strings.TrimRight("  "+line, " \n") + "\n")
	}
	if len(v.lacks) > 0 {
		fmt.Fprintf(b, "  It has %s.\n", strings.Join(v.lacks, ", "))
	}
}

func writeState(b *strings.Builder, session *ccc.Session) {
	s := session.State
	limits := s.Limits(session.Preferences)
	gate, _ := s.Gate()
	awaited := "none"
	if gate != 0 {
		awaited = fmt.Sprint(gate)
	}
	b.WriteString("\nLoop\n")
	for _, r := range []struct{ name, value string }{
		{"Phase", s.Phase()},
		{"Attempt", fmt.Sprintf("%d of %d at the task, %d of %d in all", s.Int(ccc.TaskField), limits.Task, s.Int(ccc.GlobalField), limits.Global)},
		{"Gate", awaited},
		{"Replans", fmt.Sprintf("%d of %d", s.Int(ccc.ReplanField), limits.Replans)},
		{"Updated", updated(s)},
	} {
		b.WriteString("  ")
		writeFact(b, r.name, r.value)
	}
	for _, c := range s.Caps(session.Preferences) {
		fmt.Fprintf(b, "  Limit: %s\n", report.OneLine(c.Message))
	}
}

// updated is lastUpdatedAt; "" if it cannot be read.
func updated(s *ccc.State) string {
	at, ok := s.Updated()
	if !ok {
		return ""
	}
	return at.UTC().Format(ccc.TimeLayout)
}

func (v *sessionView) writeDisagreement(b *strings.Builder) {
	switch {
	case v.session.Progress == nil || v.session.State == nil:
		return
	case len(v.disagrees) == 0:
		b.WriteString("\nThe two files agree.\n")
		return
	}
	b.WriteString("\nThe two files disagree\n")
	for _, d := range v.disagrees {
		at := v.position(d)
		fmt.Fprintf(b, "  %s:%d:%d: %s\n", report.Name(v.target.Shown(v.target.Main)), at.Line, at.Column,
			report.OneLine(fmt.Sprintf("%s: recorded %s, actual %s", d.Name, d.Recorded, d.Actual)))
	}
}

// position is where the progress file says what the state denies.
func (v *sessionView) position(d claim.Verdict) source.Position {
	return v.session.Progress.Document.File.Position(d.Span.Start)
}
