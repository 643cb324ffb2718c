package ccc

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
)

var hostile = []string{
	"plain", "# heading", "## Blockers", "### Sub", "===", "---", "***", "- - -", "- x", "1. x", "+", "> quoted", "```", "~~~ go", "`a`", "```go\nx\n```",
	"<!-- open", "<!-- closed -->", "<!-- mdck:ignore x -->", "-->", "<pre>", "<div>", "[a]: /target", "[a]:", "a\tb", "     a", "end \\", "\\",
	"a\n- b", "a\n\nb", "a\n\n## Blockers\n- c", "\r", "a\rb", "é：", "\x00", "\x1b[2J", "\ufeff", "\u2028", "\xff", "✓", "✅ a", "a ✓ ✓", "[x] a", "[ ] a",
	"(none)", "[task description]", "a — b", "a — b — c", "a: b: c", "a (unblocked by: b)", "(unblocked by: )", "Task 1: a", "task 1:", "x -- abc1234 (2 min)", "**Issue:** CIA-9", "**Session:**",
}

func changes(one, two string) []edit {
	return []edit{
		complete(one), begin(one, two), queue(one, two), decide(one, two), learn(one), blockBy(one, two), unblock(one), proceed(one), proceed(one + "\n" + two), session(two), issue(one, two),
	}
}

func FuzzEdit(f *testing.F) {
	for i, text := range hostile {
		for k, sample := range []string{sampleP, sampleE, ""} {
			f.Add(styles[(i+k)%len(styles)].Of(sample), text, hostile[(i*7+3)%len(hostile)], byte(i*3+k))
		}
		f.Add(sampleP+text, "a", "b", byte(i))
		f.Add(text+"\n"+sampleE, "a", "b", byte(i))
		f.Add(strings.Replace(sampleP, "- parse the header", text, 1), "parse the header", "b", byte(i))
		f.Add(strings.Replace(sampleP, "## Remaining", text+"\n## Remaining", 1), "print the report", "b", byte(i))
		f.Add(strings.Replace(sampleE, "(none)", text, 1), "a", "b", byte(i))
		f.Add("## Current Task\n- a\n- "+text+"\n", "c", "b", byte(1))
		f.Add(strings.Replace(sampleP, "Resume", text+"\nResume", 1), text, "b", byte(i))
	}
	f.Fuzz(func(t *testing.T, text, one, two string, which byte) {
		p, err := ParseProgress("", text)
		if err != nil {
			return
		}
		all := changes(one, two)
		e := all[int(which)%len(all)]
		change, err := e.do(p)
		if err != nil {
			protocoltest.Refusal(t, err)
			return
		}
		if !change.Changed() {
			if change.Text != text {
				t.Errorf("nothing was done, and %q became %q", text, change.Text)
			}
			return
		}
		checkLines(t, p, change)
		if e.name == "done " {
			return // the edit completes whatever task is current
		}
		again, err := e.do(change.After)
		if err != nil || again.Changed() {
			t.Errorf("%s of %q gives %q, and again: %v, %+v", e.name, text, change.Text, err, again)
		}
	})
}

func checkLines(t *testing.T, p *Progress, change *Change) {
	t.Helper()
	own := p.slice(p.editor().Drop(p.Prompt.Span, false).Span) + "\n" + p.slice(p.editor().Drop(p.Issue.Span, false).Span)
	for _, e := range slices.Concat(p.Completed, p.Current, p.Remaining, p.Blockers, p.blank) {
		own += "\n" + p.slice(p.Document.File.LinesOf(e.Span))
	}
	for _, l := range p.Header {
		own += "\n" + p.slice(p.Document.File.LinesOf(l.Span))
	}
	gone, _ := diff(strings.TrimPrefix(p.Text(), "\ufeff"), strings.TrimPrefix(change.Text, "\ufeff"))
	for _, line := range gone {
		if !strings.Contains(strings.ReplaceAll(own, "\r\n", "\n"), line) {
			t.Errorf("the line %q, which no edit may change, is removed from %q", line, p.Text())
		}
	}
	if lone := strings.ReplaceAll(p.Text(), "\r\n", ""); strings.Contains(p.Text(), "\n") && !strings.ContainsAny(lone, "\r\n") {
		if strings.ContainsAny(strings.ReplaceAll(change.Text, "\r\n", ""), "\r\n") {
			t.Errorf("line endings are mixed in %q", change.Text)
		}
	}
}

func FuzzProgress(f *testing.F) {
	for _, style := range styles {
		f.Add(style.Of(sampleP))
		f.Add(style.Of(sampleE))
	}
	for _, text := range hostile {
		f.Add(strings.Replace(sampleP, "- parse the header", text, 1))
		f.Add(strings.Replace(sampleE, "Task 1", text, 1))
		f.Add("**Issue:** " + text + "\n**Session:**\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseProgress("", text)
		if err != nil {
			return
		}
		for i := range formatP().Groups {
			last := 0
			for _, e := range p.Entries(formatP().Groups[i].Key) {
				if got := spelling.OneLine(p.slice(e.Body)); got != e.Line || isBlank(e.Line) && e.Nested == "" || !e.Span.Covers(e.Body) || e.Span.Start < last {
					t.Errorf("entry %+v is at %q", e, got)
				}
				last = e.Span.End
				for _, part := range []string{e.Text, e.Detail, e.Commit, e.Stamp} {
					if !strings.Contains(e.Line, part) {
						t.Errorf("%q is not allowed in %q", part, e.Line)
					}
				}
			}
		}
		for _, l := range p.Header {
			if v := spelling.OneLine(p.slice(l.Value.Span)); v != l.Value.Text && !(l.Value.Text == "" && isBlank(v)) || !l.Span.Covers(l.Value.Span) {
				t.Errorf("line %+v is at %q", l, v)
			}
		}
		if raw := tidy(p.slice(p.Prompt.Span)); len(p.Prompt.Text) > len(raw) || p.Prompt.Text != strings.Trim(p.Prompt.Text, "\n") {
			t.Errorf("the prompt is %q, of %q", p.Prompt.Text, raw)
		}
	})
}

func FuzzWrite(f *testing.F) {
	f.Add(`{"issue": "CIA-9 — T", "mode": "quick", "done": ["parse the header", "x"], "next": "y", "current": "print the report", "continue": "go\non"}`, true)
	f.Add(`{"done": [], "block": {"blocker": "b", "by": "c"}, "decide": [{"decision": "d", "reason": "r"}], "learn": "l", "unblock": "no test"}`, false)
	f.Add(`{"current": {"task": "y", "status": "s"}, "next": ["y", "z"], "done": "y"}`, false)
	for _, text := range hostile {
		if utf8.ValidString(text) && !strings.ContainsAny(text, "\r\n\t\\\x00\x1b") {
			f.Add(`{"done": "`+text+`", "next": ["`+text+`", "b"], "current": "`+text+`", "block": {"blocker": "`+text+`", "by": "x"}, "decide": {"decision": "`+text+`", "reason": "`+text+`"}}`, len(text)%2 == 0)
		}
	}
	f.Fuzz(func(t *testing.T, json string, shapeP bool) {
		in, err := ParseInput("", json)
		if err != nil {
			protocoltest.Refusal(t, err)
			return
		}
		text := sampleE
		if shapeP {
			text = sampleP
		}
		p := parse(t, text)
		change, err := p.Write(in, now)
		if err != nil {
			protocoltest.Refusal(t, err)
			return
		}
		for _, kept := range []string{"mine, and not mdck's", "<!-- mdck:ignore ccc/section-order -->", "<!-- kept -->", "## Goal\nRead", "- [x] Task 0: Read the specification -- abc1234 (2 min)\n", "- [2026-11-01 09:00] The table has 15 rows\n", "- read the specification ✓\n- write the table ✓\n"} {
			if strings.Contains(text, kept) && !strings.Contains(change.Text, kept) {
				t.Errorf("%q is lost in\n%s", kept, change.Text)
			}
		}
		for _, e := range slices.Concat(p.Current, p.Remaining) {
			if !slices.ContainsFunc(slices.Concat(change.After.Completed, change.After.Current, change.After.Remaining), func(now Entry) bool { return now.is(e.Text) }) {
				t.Errorf("the task %q is lost in\n%s", e.Text, change.Text)
			}
		}
		for _, step := range in {
			done := step.Text
			if step.Verb != "done" {
				continue
			}
			if entryText(done) != "" && find(change.After.Completed, entryText(done)) == nil && find(change.After.Completed, Entry{Key: completedKey, Line: entryText(done)}.read().Text) == nil {
				t.Errorf("%q is not completed in\n%s", done, change.Text)
			}
		}
		again, err := change.After.Write(in, now)
		if err != nil || again.Changed() || again.Text != change.Text {
			t.Errorf("%s gives\n%s\nand again %v, %+v", json, change.Text, err, again)
		}
	})
}
