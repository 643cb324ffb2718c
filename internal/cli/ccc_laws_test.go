package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/cli/app"
	"mdck/internal/cli/clitest"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/ccc"
)

func readLists(t *testing.T, text string) (l sessionLists, shape ccc.Shape) {
	t.Helper()
	p, err := ccc.ParseProgress("progress.md", text)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Current) > 1 {
		t.Fatalf("%d current tasks in\n%s", len(p.Current), text)
	}
	for _, e := range p.Completed {
		l.completed = append(l.completed, e.Text)
	}
	for _, e := range p.Current {
		l.current, l.status = e.Text, e.Detail
	}
	for _, e := range p.Remaining {
		l.remaining = append(l.remaining, e.Text)
	}
	for _, e := range p.Decisions {
		l.decisions = append(l.decisions, e.Line)
	}
	for _, e := range p.Learnings {
		l.learnings = append(l.learnings, e.Text)
	}
	for _, e := range p.Blockers {
		l.blockers = append(l.blockers, [2]string{e.Text, e.Detail})
	}
	l.prompt = p.Prompt.Text
	return l, p.Shape
}

type sessionStep struct {
	args  []string
	input string
	names []string // only lines with one of these texts may change
	do    func(*sessionLists)
}

// sessionTexts are texts of entries. None is a part of another.
var sessionTexts = []string{
	"parse the header", "print the report", "write a guide", "`code` with *stars*", "Überprüfung der Köpfe", "a: colon", "[link](x)", "no # heading", "ask ops (soon)",
}

func randomStep(r *rand.Rand, now *sessionLists, inE bool) sessionStep {
	text := func() string { return sessionTexts[r.IntN(len(sessionTexts))] }
	a, b := text(), text()
	decision := a
	if !inE { // blocker: reason
		decision = strings.ReplaceAll(a, ": ", " – ")
	}
	decided := decision + ": " + b
	decide := func(l *sessionLists) {
		if inE {
			l.learnings = with(l.learnings, decided)
			return
		}
		l.decisions = with(l.decisions, decided)
	}
	old := []string{now.current, a, b}
	switch r.IntN(11) {
	case 0:
		if now.current == "" {
			return sessionStep{args: []string{"unblock", a}, names: []string{a}, do: func(l *sessionLists) { l.unblock(a) }}
		}
		task := now.current
		return sessionStep{args: []string{"done"}, names: []string{task}, do: func(l *sessionLists) { l.done(task) }}
	case 1:
		return sessionStep{args: []string{"done", a}, names: []string{a}, do: func(l *sessionLists) { l.done(a) }}
	case 2:
		return sessionStep{args: []string{"current", a}, names: old, do: func(l *sessionLists) { l.begin(a, "") }}
	case 3:
		return sessionStep{args: []string{"current", a, "--status", b}, names: old, do: func(l *sessionLists) { l.begin(a, b) }}
	case 4:
		return sessionStep{args: []string{"next", a, b}, names: []string{a, b}, do: func(l *sessionLists) { l.next([]string{a, b}) }}
	case 5:
		return sessionStep{args: []string{"decide", decision, "--because", b}, names: []string{b}, do: decide}
	case 6:
		return sessionStep{args: []string{"block", a, "--until", b}, names: []string{a}, do: func(l *sessionLists) { l.block(a, b) }}
	case 7:
		return sessionStep{args: []string{"unblock", a}, names: []string{a}, do: func(l *sessionLists) { l.unblock(a) }}
	case 8:
		return sessionStep{args: []string{"learn", a}, names: []string{a}, do: func(l *sessionLists) { l.learnings = with(l.learnings, a) }}
	case 9:
		prompt := "Resume: " + a + "\n\nNext action: " + b
		return sessionStep{args: []string{"continue", "-"}, input: prompt, names: append(strings.Split(now.prompt, "\n"), "Resume: ", "Next action: "), do: func(l *sessionLists) { l.prompt = prompt }}
	}
	batch := map[string]any{"done": a, "next": []string{b, a}, "current": map[string]string{"task": b, "status": "begun"}, "block": map[string]string{"blocker": b, "by": a}, "decide": map[string]string{"decision": decision, "reason": b}}
	if a == b {
		delete(batch, "current") // ccc write refuses to complete and start the same task
	}
	input, _ := json.Marshal(batch)
	return sessionStep{args: []string{"write"}, input: string(input), names: old, do: func(l *sessionLists) {
		l.done(a)
		l.next([]string{b, a})
		if a != b {
			l.begin(b, "begun")
		}
		l.block(b, a)
		decide(l)
	}}
}

var sessionForms = []struct {
	name string
	of   func(string) string
	kept func(string) bool
}{
	{"plain", func(s string) string { return s }, func(s string) bool { return !strings.Contains(s, "\r") && strings.HasSuffix(s, "\n") }},
	{"crlf", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }, func(s string) bool {
		return strings.HasSuffix(s, "\r\n") && !strings.ContainsAny(strings.ReplaceAll(s, "\r\n", ""), "\r\n")
	}},
	{"bom", func(s string) string { return "\ufeff" + s }, func(s string) bool { return strings.HasPrefix(s, "\ufeff# ") || strings.HasPrefix(s, "\ufeff## ") }},
	{"no final newline", func(s string) string { return strings.TrimSuffix(s, "\n") }, func(s string) bool { return !strings.HasSuffix(s, "\n") }},
}

const lawsP = "# Session Progress\n\n**Issue:** CIA-7 — T  \n**Session:** 2026-11-01T09:00:00Z\n**Execution Mode:** exec:tdd\n\n## Completed Tasks\n- begun ✓\n\n## Current Task\n- write a guide — half\n\n<!-- mine -->\n\n## Remaining Tasks\n\n## Notes\ntrailing \n\n## Decisions Made\n(none yet)\n\n## Blockers\n- (none)\n\n## Continuation Prompt\n(none yet)\n"

const lawsE = "## Goal\nRead it.\n\n## Linear Issue\nCIA-7: T\n\n## Completed Tasks\n- [x] Task 0: begun -- abc1234 (2 min)\n\n## Current Task\nprint the report\n\n## Learnings\n(none yet)\n\n## Blocked / Flagged\n(none)\n"

func TestSessionLaws(t *testing.T) {
	t.Setenv("SDD_PROGRESS_FILE", "")
	t.Setenv("SDD_STATE_FILE", "")
	r, steps := rand.New(rand.NewPCG(6, 1)), 12
	if testtmp.Long() {
		steps = 60
	}
	for _, start := range []struct{ name, text string }{{"P", lawsP}, {"E", lawsE}, {"none", ""}} {
		for _, form := range sessionForms {
			if start.text == "" && form.name != "plain" {
				continue
			}
			t.Run(start.name+" "+form.name, func(t *testing.T) {
				dir := t.TempDir()
				t.Chdir(dir)
				t.Setenv("CCC_PROJECT_ROOT", dir)
				file := filepath.Join(dir, ccc.ProgressFile)
				var want sessionLists
				if start.text != "" {
					clitest.WriteText(t, file, form.of(start.text))
					want, _ = readLists(t, form.of(start.text))
				}
				for range steps {
					inE := start.name == "E" && want.decisions == nil
					step := randomStep(r, &want, inE)
					step.do(&want)
					expected := want
					if start.text == "" {
						step.names = append(step.names, "Current task: ", "Blocked: ", "Decided: ", "Next action: ", "No task is listed")
					}
					if start.text == "" && want.prompt == "" { // mdck wrote it
						expected.prompt = composedPrompt(t, &want)
					}
					checkStep(t, file, step, expected, form.kept)
					if t.Failed() {
						return
					}
				}
			})
		}
	}
}

func checkStep(t *testing.T, file string, step sessionStep, want sessionLists, kept func(string) bool) {
	t.Helper()
	before := clitest.TextOf(file)
	line, out, status := runStep(step)
	after := clitest.TextOf(file)
	if after == "" { // no change and no file
		if !strings.Contains(out, "nothing was written") {
			t.Errorf("%s: status %d, no file\n%s", line, status, out)
		}
		return
	}
	got, _ := readLists(t, after)
	if status != app.OK || fmt.Sprintf("%+q", got) != fmt.Sprintf("%+q", want) {
		t.Errorf("%s: status %d\n%s\ngot  %+q\nwant %+q\nin\n%s", line, status, out, got, want, after)
	}
	if !kept(after) {
		t.Errorf("%s: the file does not keep its form:\n%q", line, after)
	}
	if before != "" {
		checkTouched(t, line, before, after, step.names)
	}
	if len(step.args) == 1 && step.args[0] == "done" {
		return // the next task would be completed
	}
	if _, out, status := runStep(step); status != app.OK || !strings.Contains(out, "nothing was written") || clitest.TextOf(file) != after {
		t.Errorf("%s, again: status %d\n%s\nbefore\n%s\nafter\n%s", line, status, out, after, clitest.TextOf(file))
	}
}

func composedPrompt(t *testing.T, l *sessionLists) string {
	t.Helper()
	p, err := ccc.ParseProgress("progress.md", "# Session Progress\n\n## Completed Tasks\n(none yet)\n\n## Remaining Tasks\n(none yet)\n")
	if err != nil {
		t.Fatal(err)
	}
	var in ccc.Input
	for _, text := range l.completed {
		in = append(in, ccc.Request{Verb: "done", Text: text})
	}
	for _, text := range l.remaining {
		in = append(in, ccc.Request{Verb: "next", Text: text})
	}
	if l.current != "" {
		in = append(in, ccc.Request{Verb: "current", Text: l.current, Note: l.status})
	}
	for _, b := range l.blockers {
		in = append(in, ccc.Request{Verb: "block", Text: b[0], Note: b[1]})
	}
	for _, d := range l.decisions {
		of, why, _ := strings.Cut(d, ": ")
		in = append(in, ccc.Request{Verb: "decide", Text: of, Note: why})
	}
	c, err := p.Write(in, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return ccc.Compose(ccc.NewFacts(c.After, nil, "", ""))
}

func checkTouched(t *testing.T, line, before, after string, names []string) {
	t.Helper()
	count := map[string]int{}
	for l := range strings.Lines(before) {
		count[strings.TrimRight(l, "\r\n")]++
	}
	for l := range strings.Lines(after) {
		count[strings.TrimRight(l, "\r\n")]--
	}
	for l, n := range count {
		bare := strings.TrimPrefix(l, "- ")
		if n == 0 || bare == "" || bare == "(none)" || bare == "(none yet)" || strings.HasPrefix(bare, "## ") {
			continue
		}
		if !slices.ContainsFunc(names, func(name string) bool { return name != "" && strings.Contains(l, name) }) {
			t.Errorf("%s changed line %q, which contains none of %q", line, l, names)
		}
	}
}

func runStep(step sessionStep) (line, out string, status app.Status) {
	var b bytes.Buffer
	args := slices.Concat([]string{"ccc"}, step.args)
	if i := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "--") }); i < 0 {
		args = append(args, "--now", "2026-11-21T08:00:00Z")
	} else {
		args = slices.Concat(args[:i], []string{"--now", "2026-11-21T08:00:00Z"}, args[i:])
	}
	status = Main(args, app.Streams{In: strings.NewReader(step.input), Out: &b, Err: &b})
	return fmt.Sprintf("%q < %q", args, step.input), b.String(), status
}
