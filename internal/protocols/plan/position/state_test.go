package position

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

const stateText = `---
gsd_state_version: '1.0'
current_phase: 5
status: executing
stopped_at: Completed 05-01
progress:
  total_phases: 6
  completed_phases: 4
  total_plans: 10
  completed_plans: 8
  percent: 100
---

# Project State

## Current Position

Phase: 04 of 6 (Dashboard)
Plan: 1 of 2 in current phase
Status: EXECUTING
Last activity: 2026-11-01 — plan 1 done

Progress: [████░░░░░░] 67%

## Session Continuity

**Stopped at:** Completed 05-01: it is in
Resume file: .planning/phases/04-dash/.continue-here.md
`

const transponder = `# Transponder

| Key | Value |
|-----|-------|
| **Phase** | 2 of 3 |
| Plan | 01 |
| Status | In progress |
| Progress | ██░░░░░░░░ 20% |
`

const handoffText = `{
  "version": "1.0",
  "timestamp": "2026-11-01T10:00:00Z",
  "phase": "04",
  "phase_dir": ".planning/phases/04-dash",
  "plan": 1,
  "task": 2,
  "total_tasks": 4,
  "status": "paused",
  "completed_tasks": [{"id": 1, "name": "Types", "status": "done", "commit": "abc1234"}, {"id": 2, "name": "Page", "status": "in_progress", "progress": "half"}],
  "remaining_tasks": [{"id": 3, "name": "Tests", "status": "not_started"}],
  "blockers": [{"description": "no key", "type": "human_action", "workaround": "none"}],
  "human_actions_pending": [{"action": "Click the link", "context": "mail", "blocking": true}],
  "uncommitted_files": ["src/page.tsx", "some notes (not saved)"],
  "next_action": "Finish the page",
  "own": 1.50
}
`

const continueText = "---\nphase: 04-dash\ntask: 2\ntotal_tasks: TBD\nstatus: in_progress\n---\n\n<current_state>\nThe page is in `src/page.tsx`, since `abc1234`.\n</current_state>\n\n<next_action>\nTest `src/gone.ts`.\n</next_action>\n\n- [ ] CONSTRAINT: ask first\n"

var tree = fstest.MapFS{
	".planning/phases/04-dash/04-01-PLAN.md":    {},
	".planning/phases/04-dash/04-01-SUMMARY.md": {},
	".planning/phases/04-dash/04-02-PLAN.md":    {},
	".planning/phases/05-more/05-01-PLAN.md":    {},
	"src/page.tsx":                              {},
}

var outside = claim.Outside{
	Commit:  func(hash string) (bool, error) { return hash == "abc1234", nil },
	Changed: func(name string) (bool, error) { return false, nil },
}

func state(t testing.TB, name, text string) *State {
	t.Helper()
	s, err := ParseState(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func verdicts(claims []claim.Claim) string {
	var lines []string
	for _, v := range claim.Verify(tree, claims) {
		lines = append(lines, fmt.Sprintf("%s %s: %s %s", v.Key, v.Name, v.Status, v.Actual))
	}
	return strings.Join(lines, "\n")
}

var styles = protocoltest.Styles()

func TestState(t *testing.T) {
	for _, style := range styles {
		s := state(t, ".planning/STATE.md", style.Of(stateText))
		if s.Phase.N != "04" || s.Phase.Of != 6 || s.Plan.N != "01" || s.Plan.Of != 2 || s.Status.Text != "EXECUTING" || s.BodyPercent.Text != "67" || s.Bar.Text != "████░░░░░░" || s.Stopped.Text != "Completed 05-01: it is in" {
			t.Errorf("%+v", s)
		}
		if got := s.File.Slice(s.Resume.Span); got != ".planning/phases/04-dash/.continue-here.md" {
			t.Errorf("resume file at %q", got)
		}
		const want = `percent percent computed from the counts: stale 67
percent percent in the text: unverifiable 
phases number of phases: unverifiable 
phases number of completed phases: unverifiable 
plans number of plans: unverifiable 
done number of completed plans: unverifiable 
plans number of plans of phase 04: verified 2
file file .planning/phases/04-dash/.continue-here.md: stale does not exist`
		if got := verdicts(s.Claims(outside)); got != want {
			t.Errorf("claims\n%s\nwant\n%s", got, want)
		}
	}
}

func TestTransponder(t *testing.T) {
	s := state(t, ".autopilot/TRANSPONDER.md", transponder)
	if s.Phase.N != "02" || s.Phase.Of != 3 || s.Plan.N != "01" || s.Status.Text != "In progress" || s.BodyPercent.Text != "20" || s.Bar.Text != "██░░░░░░░░" || len(s.Notes()) > 0 {
		t.Errorf("%+v, %v", s, s.Notes())
	}
	if got := verdicts(s.Claims(claim.Outside{})); got != "percent percent in the text: unverifiable " {
		t.Errorf("claims %s", got)
	}
}

func TestStateNames(t *testing.T) {
	if names := StateNames(); names[0] != ".autopilot/TRANSPONDER.md" || len(names) != 5 {
		t.Errorf("%v", names)
	}
}

func TestStateLength(t *testing.T) {
	for lines, want := range map[int]int{99: 0, 100: 1, 1043: 1} {
		if notes := state(t, "STATE.md", strings.Repeat("a\n", lines)).Notes(); len(notes) != want {
			t.Errorf("%d lines: %v", lines, notes)
		}
	}
}

func TestFrontAndBody(t *testing.T) {
	notes := state(t, "STATE.md", stateText).Notes()
	var messages []string
	for _, n := range notes {
		messages = append(messages, n.Message)
	}
	want := `phase is "05" in the front matter, but "04" in the body; percent is "100" in the front matter, but "67" in the body; the progress bar has 4 filled blocks at 67%; expected 6`
	if got := strings.Join(messages, "; "); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for status, want := range map[string]string{
		"Paused at 3": "paused", "In progress": "executing", "in-progress": "executing", "EXECUTING": "executing", "ready_to_plan": "planning", "Discussing": "discussing",
		"Verifying": "verifying", "Complete": "completed", "Ready to execute": "executing", "": "unknown", "Awaiting next milestone": "awaiting next milestone",
	} {
		if got := Normal(status, false); got != want {
			t.Errorf("%q is %q, want %q", status, got, want)
		}
	}
	if Normal("executing", true) != "paused" {
		t.Error("paused_at is not seen")
	}
}

func TestHandoff(t *testing.T) {
	h, err := ParseHandoff("HANDOFF.json", handoffText)
	if err != nil {
		t.Fatal(err)
	}
	const want = `file file .planning/phases/04-dash: verified exists
commit commit abc1234: verified exists
changed uncommitted change of src/page.tsx: stale does not exist`
	if got := verdicts(h.Claims(outside)); got != want {
		t.Errorf("claims\n%s\nwant\n%s", got, want)
	}
	if got := verdicts(h.Claims(claim.Outside{})); strings.Count(got, "unverifiable") != 2 {
		t.Errorf("claims\n%s", got)
	}
	open := h.Open()
	if len(open) != 2 || open[0].Text != "Page" || open[1].Text != "Tests" || h.Next.Text != "Finish the page" || h.Actions[0].Text != "Click the link" || h.Blockers[0].Status != "human_action" {
		t.Errorf("%+v", open)
	}
	if notes := h.Notes(); len(notes) > 0 {
		t.Errorf("%v", notes)
	}
}

func TestStatusIsProse(t *testing.T) {
	for _, c := range []struct{ front, body string }{
		{"executing", "In progress - the page is next"}, {"executing", "Phase 3 executing"}, {"executing", "Executing Phase 3"}, {"executing", "**In progress**"}, {"completed", "v2.0 milestone complete"},
		{"executing", "10-03 complete, two tools are left"}, {"planning", "Plan 10-03 complete -- the store is next"}, {"Awaiting next milestone", "Phase complete"}, {"executing", "The work is done except for the page"},
		{"milestone_complete", "Milestone complete (one carried over)"}, {"unknown", "Ready to plan"}, {"blocked", "In progress"},
	} {
		if notes := state(t, "STATE.md", "---\nstatus: "+c.front+"\n---\nStatus: "+c.body+"\n").Notes(); len(notes) > 0 {
			t.Errorf("%v: %s", c, notes[0].Message)
		}
	}
	for _, c := range []struct{ front, body string }{
		{"executing", "Phase 3 complete - all is in"}, {"planning", "Executing Phase 3"}, {"verifying", "Ready to plan"}, {"completed", "In progress"},
	} {
		if notes := state(t, "STATE.md", "---\nstatus: "+c.front+"\n---\nStatus: "+c.body+"\n").Notes(); len(notes) != 1 {
			t.Errorf("%v: %v", c, notes)
		}
	}
}

func TestHandoffStatus(t *testing.T) {
	for status, want := range map[string]int{"paused": 0, "paused-blocked": 1, "complete": 1} {
		h, err := ParseHandoff("HANDOFF.json", strings.Replace(handoffText, `"paused"`, `"`+status+`"`, 1))
		if err != nil || len(h.Notes()) != want {
			t.Errorf("%s: %v, %v", status, h.Notes(), err)
		}
	}
}

func TestHandoffLenient(t *testing.T) {
	h, err := ParseHandoff("", `{"version": "1.0", "phase": null, "plan": 18, "task": "2", "completed_tasks": ["Types", {"id": 3}], "uncommitted_files": [{"path": "a/b.go"}, 4], "git_state": {}}`)
	if err != nil || h.Plan.Text != "18" || h.Task.Text != "2" || h.Done[0].Text != "Types" || h.Done[1].Text != "3" || h.Uncommitted[0].Text != "a/b.go" {
		t.Errorf("%+v, %v", h, err)
	}
	for _, text := range []string{"", "{", "[1", `{"a":1,"a":2}`, "{} x", strings.Repeat("[", 3000), "\xff"} {
		if _, err := ParseHandoff("h.json", text); err == nil || !strings.HasPrefix(err.Error(), "h.json:") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

func TestContinue(t *testing.T) {
	for _, style := range styles {
		c, err := ParseNote(".continue-here.md", style.Of(continueText))
		if err != nil || c.Phase.Text != "04-dash" || c.Total.Text != "TBD" || c.Status.Text != "in_progress" || c.Next.Text != "Test `src/gone.ts`." || len(c.Unticked) != 1 || c.Unticked[0].Text != "ask first" {
			t.Fatalf("%+v, %v", c, err)
		}
		const want = `file file src/page.tsx: verified exists
commit commit abc1234: verified exists`
		if got := verdicts(c.Claims(outside)); got != want {
			t.Errorf("claims\n%s\nwant\n%s", got, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, text := range []string{"a\xff", strings.Repeat("a", source.MaxSize+1)} {
		_, first := ParseState("s.md", text)
		_, second := ParseNote("s.md", text)
		for _, err := range []error{first, second} {
			if _, ok := errors.AsType[*source.Error](err); !ok {
				t.Errorf("%.20q: %v", text, err)
			}
		}
	}
}

func FuzzState(f *testing.F) {
	for _, text := range []string{stateText, transponder, continueText, handoffText} {
		for _, style := range styles {
			f.Add(style.Of(text))
		}
	}
	f.Add("---\n")
	f.Add("**:**\n:\n|||\nProgress: █%\nPhase: / of\n")
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := ParseState("x/STATE.md", text); err == nil {
			wantState(t, s)
		}
		if c, err := ParseNote("x", text); err == nil {
			wantInside(t, c.File, c.Notes(), nil)
			for _, cl := range c.Claims(outside) {
				if got := c.File.Slice(cl.Span); !strings.HasSuffix(cl.Name, strings.TrimPrefix(got, "./")) && !strings.Contains(got, `\`) {
					t.Errorf("the span of %s is %q", cl.Name, got)
				}
			}
		}
		if h, err := ParseHandoff("x", text); err == nil {
			wantInside(t, h.File, h.Notes(), claim.Verify(tree, h.Claims(outside)))
			h.Open()
		}
	})
}

func wantState(t *testing.T, s *State) {
	t.Helper()
	values := []Value{s.Phase.Value, s.Plan.Value, s.Status, s.Activity, s.Stopped, s.Resume, s.PlanTotal}
	for _, v := range values {
		if v.Text != "" && spelling.OneLine(s.File.Slice(v.Span)) != v.Text {
			t.Errorf("the span of %q is %q", v.Text, s.File.Slice(v.Span))
		}
	}
	for _, v := range append(s.Blockers, s.BodyPercent) {
		if !strings.Contains(spelling.OneLine(s.File.Slice(v.Span)), v.Text) {
			t.Errorf("the span of %q is %q", v.Text, s.File.Slice(v.Span))
		}
	}
	if blocks, cells := s.blocks(); blocks > cells || s.File.Slice(s.Bar.Span) != s.Bar.Text {
		t.Errorf("%d of %d cells, the span of %q is %q", blocks, cells, s.Bar.Text, s.File.Slice(s.Bar.Span))
	}
	if is := Normal(s.Status.Text, false); Normal(is, false) != is {
		t.Errorf("%q means %q, which means %q", s.Status.Text, is, Normal(is, false))
	}
	wantInside(t, s.File, s.Notes(), claim.Verify(tree, s.Claims(outside)))
	if strings.Contains(s.File.Text, "\r") {
		return
	}
	other, err := ParseState(s.File.Name, strings.ReplaceAll(s.File.Text, "\n", "\r\n"))
	if err != nil {
		return // the text is too large
	}
	for i, v := range []Value{other.Phase.Value, other.Plan.Value, other.Status, other.Activity, other.Stopped, other.Resume, other.PlanTotal} {
		if v.Text != values[i].Text {
			t.Errorf("%q is %q with other ends of lines", values[i].Text, v.Text)
		}
	}
	if len(other.Blockers) != len(s.Blockers) || other.BodyPercent.Text != s.BodyPercent.Text || other.FrontPercent.Text != s.FrontPercent.Text {
		t.Errorf("%+v is %+v with other ends of lines", s, other)
	}
}

func wantInside(t *testing.T, f *source.File, notes []Note, verdicts []claim.Verdict) {
	t.Helper()
	for _, n := range notes {
		if n.Span.Start < 0 || n.Span.End < n.Span.Start || n.Span.End > len(f.Text) || n.Message == "" {
			t.Errorf("note %+v", n)
		}
	}
	for _, v := range verdicts {
		if v.Span.Start < 0 || v.Span.End < v.Span.Start || v.Span.End > len(f.Text) || v.Key == "" || v.Name == "" {
			t.Errorf("claim %+v", v)
		}
	}
}

func TestGrowth(t *testing.T) {
	size, most := source.MaxSize/4, time.Second/2
	if testtmp.Long() {
		size, most = source.MaxSize, 2*time.Second
	}
	for _, line := range []string{"Phase: 1 of 2\n", "**a:** b ", "| a | b |\n", "`a/b.go` ", "<current_state>", "- [ ] CONSTRAINT: a\n", "█", "a: b\n"} {
		text := strings.Repeat(line, size/len(line)-10)
		took := testtmp.Cost(func() {
			state(t, "STATE.md", text).Notes()
			c, err := ParseNote("c.md", "<current_state>"+text+"</current_state>")
			if err != nil {
				t.Fatal(err)
			}
			c.Claims(outside)
		})
		if took > most {
			t.Errorf("%q: %v", line, took)
		}
	}
}

func TestSolvedBlockers(t *testing.T) {
	s := state(t, "STATE.md", "## Blockers\n- unresolved: the key\n- resolved: the disk\n- ~~the mail~~\n")
	if len(s.Blockers) != 1 || s.Blockers[0].Text != "unresolved: the key" {
		t.Errorf("%v", s.Blockers)
	}
}

func TestPositionTitle(t *testing.T) {
	s := state(t, "STATE.md", "## Interactive Mode\n\nPhase: 7\n\n## Current Position\n\nPhase: 2 of 3\n")
	if s.Phase.N != "02" {
		t.Errorf("%+v", s.Phase)
	}
}
