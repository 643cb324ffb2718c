package ccc

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
)

func TestGrowth(t *testing.T) {
	size, most := 1<<15, 2*time.Second // 100 times what an idle machine needs
	if testtmp.Long() {
		size, most = 1<<17, 10*time.Second
	}
	fill := func(head, line string) string {
		const blocksPerLine = 3 // maximum number of Markdown blocks in one line
		return head + strings.Repeat(line, min((size-len(head))/len(line), mdcheckpoint.MaxBlocks/blocksPerLine)) + "\n"
	}
	for name, text := range map[string]string{
		"completed":      fill("## Completed Tasks\n", "- a task that is done ✓\n"),
		"remaining":      fill("## Remaining Tasks\n", "- x — y — z\n"),
		"current":        fill("## Current Task\n", "- x — y\n"),
		"dashes":         fill("## Current Task\n- a", " — b"),
		"blockers":       fill("## Blockers\n", "waiting for it\n\n"),
		"blanks":         fill("## Blockers\n", "- (none)\n"),
		"sections":       fill("", "## Goal\n\n## Blockers\n"),
		"header":         fill("# Session Progress\n\n", "**Issue:** CIA-1\n"),
		"prompt":         fill("## Continuation Prompt\n", "a\n<!-- b -->\n\n"),
		"key files":      fill("## Continuation Prompt\nKey files: ", "a.go, "),
		"headings":       fill("## Continuation Prompt\n", "### a\nb\n"),
		"one word":       fill("## Continuation Prompt\n", "a"),
		"one line":       fill("## Current Task\n- ", "Task 1: a -- "),
		"brackets":       fill("## Decisions Made\n- ", "[a]: "),
		"nested":         fill("## Current Task\n- a\n", "  - b\n"),
		"comments below": fill("## Blockers\n\n", "<!-- a -->\n") + "## Goal\n",
	} {
		var p *Progress
		timed := func(what string, do func()) {
			if took := testtmp.Cost(do); took > most {
				t.Errorf("%s: %s takes %v", name, what, took)
			}
		}
		timed("to read", func() { p = parse(t, text) })
		for _, e := range []edit{complete("a new text"), begin("a new text", ""), proceed("go on")} {
			timed(e.name, func() {
				if _, err := e.do(p); err != nil {
					wantRequestError(t, err)
				}
			})
		}
		timed("to print", func() {
			f := NewFacts(p, nil, text, "")
			prose.Lacks(p.Prompt.Text+Compose(f), "", func(string) bool { return false })
			CommentBody(f, now, Underway)
			s := Session{Progress: p, StatePath: StateFile}
			s.claims(claim.Outside{Branch: text})
		})
	}
	var many Input
	for i := range maxChanges {
		many = append(many, Request{"next", fmt.Sprintf("task %d of many", i), ""})
	}
	p := parse(t, fill("## Remaining Tasks\n", "- a task that is left\n"))
	written := func(what string, in Input) {
		t.Helper()
		var err error
		if took := testtmp.Cost(func() { _, err = p.Write(in, now) }); err != nil || took > 4*most { // each change parses the file
			t.Errorf("%s: %v, %v", what, err, took)
		}
	}
	written(fmt.Sprint(maxChanges, " tasks"), many)
	many = append(many, Request{"learn", "one more", ""})
	if _, err := p.Write(many, now); err == nil {
		t.Errorf("%d changes in one write are accepted", maxChanges+1)
	}
	written("headings in a prompt", Input{{"continue", strings.Repeat("a\n===\n", maxPrompt/6), ""}})
	if _, err := p.Write(Input{{"continue", strings.Repeat("a", maxPrompt+1), ""}}, now); err == nil {
		t.Error("a prompt above the limit is accepted")
	}
}

func TestManyDecisions(t *testing.T) {
	decisions := make([]Entry, 5000)
	for i := range decisions {
		decisions[i].Line = fmt.Sprintf("decision %d: for a reason", i)
	}
	var left []Entry
	took := testtmp.Cost(func() { left = Unsent(decisions, Lines(decisions[1:])) })
	if len(left) != 1 || took > 2*time.Second {
		t.Errorf("%d are left after %v", len(left), took)
	}
}
