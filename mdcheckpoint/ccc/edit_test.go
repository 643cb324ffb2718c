package ccc

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/protocol"
)

type edit struct {
	name string
	do   func(*Progress) (*Change, error)
}

func complete(text string) edit {
	return edit{"done " + text, func(p *Progress) (*Change, error) { return p.Write(Input{{"done", text, ""}}, now) }}
}

func begin(text, status string) edit {
	return edit{"current " + text, func(p *Progress) (*Change, error) { return p.Write(Input{{"current", text, status}}, now) }}
}

func queue(texts ...string) edit {
	return edit{"next " + strings.Join(texts, ","), func(p *Progress) (*Change, error) { return p.Write(nexts(texts...), now) }}
}

func nexts(texts ...string) Input {
	var in Input
	for _, text := range texts {
		in = append(in, Request{"next", text, ""})
	}
	return in
}

func decide(d, r string) edit {
	return edit{"decide " + d, func(p *Progress) (*Change, error) { return p.Write(Input{{"decide", d, r}}, now) }}
}

func learn(text string) edit {
	return edit{"learn " + text, func(p *Progress) (*Change, error) { return p.Write(Input{{"learn", text, ""}}, now) }}
}

func blockBy(b, by string) edit {
	return edit{"block " + b, func(p *Progress) (*Change, error) { return p.Write(Input{{"block", b, by}}, now) }}
}

func unblock(b string) edit {
	return edit{"unblock " + b, func(p *Progress) (*Change, error) { return p.Write(Input{{"unblock", b, ""}}, now) }}
}

func proceed(text string) edit {
	return edit{"continue " + text, func(p *Progress) (*Change, error) { return p.Write(Input{{"continue", text, ""}}, now) }}
}

func session(mode string) edit {
	return edit{"session " + mode, func(p *Progress) (*Change, error) { return p.SetSession(now, mode) }}
}

func issue(id, title string) edit {
	return edit{"issue " + id, func(p *Progress) (*Change, error) { return p.SetIssue(id, title) }}
}

var edits = []struct {
	edit
	sample      string
	gone, added []string
}{
	{complete(""), sampleP, []string{"- parse the header — tests are red"}, []string{"- parse the header ✓", "- (none)"}},
	{complete("Parse  the `header`."), sampleP, []string{"- parse the header — tests are red"}, []string{"- Parse the `header`. ✓", "- (none)"}},
	{complete("- [x] print the report"), sampleP, []string{"- print the report"}, []string{"- print the report ✓"}},
	{complete("write the table"), sampleP, nil, nil},
	{complete("something else"), sampleP, nil, []string{"- something else ✓"}},
	{complete(""), sampleE, []string{"Task 1: Write the table"}, []string{"- [x] Task 1: Write the table", "(none)"}},
	{complete("write the table -- 0123abc (3 min)"), sampleE, []string{"Task 1: Write the table"}, []string{"- [x] Task 1: Write the table -- 0123abc (3 min)", "(none)"}},
	{complete("read the specification"), sampleE, nil, nil},

	{begin("parse the header", "tests are green"), sampleP, []string{"- parse the header — tests are red"}, []string{"- parse the header — tests are green"}},
	{begin("parse the header", ""), sampleP, nil, nil},
	{begin("print the report", "begun: well"), sampleP, []string{"- parse the header — tests are red", "- print the report"}, []string{"- print the report — begun: well", "- parse the header"}},
	{begin("a new one", ""), sampleP, []string{"- parse the header — tests are red"}, []string{"- a new one", "- parse the header"}},
	{begin("Task 2: Print", ""), sampleE, []string{"Task 1: Write the table"}, []string{"Task 2: Print", "## Remaining Tasks", "- Task 1: Write the table"}},

	{queue("a", "b", "A", "write the guide", "parse the header", "write the table"), sampleP, nil, []string{"- a", "- b"}},
	{queue("a"), sampleE, nil, []string{"## Remaining Tasks", "- a"}},

	{decide("no regexps:", "they: cost"), sampleP, nil, []string{"- no regexps: they: cost"}},
	{decide("no: regexps", "they cost"), sampleE, nil, []string{"- [2026-11-04 10:30] no: regexps: they cost"}},
	{decide("Spans, no printer", "bytes stay as they are"), sampleP, nil, nil},
	{decide("no regexps", "they cost"), sampleE, nil, []string{"- [2026-11-04 10:30] no regexps: they cost"}},
	{learn("The table has 15 rows"), sampleE, nil, nil},
	{learn("it is fast"), sampleE, nil, []string{"- [2026-11-04 10:30] it is fast"}},
	{learn("it is fast"), sampleP, nil, []string{"## Learnings", "- [2026-11-04 10:30] it is fast"}},

	{blockBy("CI is down", "a new runner"), sampleP, nil, []string{"- CI is down (unblocked by: a new runner)"}},
	{blockBy("no test account", "ops"), sampleP, []string{"- no test account (unblocked by: an answer from ops)"}, []string{"- no test account (unblocked by: ops)"}},
	{blockBy("no test account", "an answer from ops"), sampleP, nil, nil},
	{blockBy("CI is down", "a new runner"), sampleE, []string{"(none)"}, []string{"- CI is down (unblocked by: a new runner)"}},
	{unblock("test account"), sampleP, []string{"- no test account (unblocked by: an answer from ops)"}, []string{"- (none)"}},
	{unblock("nothing of the kind"), sampleP, nil, nil},

	{proceed("Go on.\n\n## Not a section\r\n- a\n- b  \n"), sampleP,
		[]string{"Resume CIA-123. Current task: task 3 of 5. Key files: header.go, internal/x_test.go.", "Next action: make the tests green."},
		[]string{"Go on.", `\## Not a section`, "- a", "- b"}},
	{proceed("a\n---\nb\n===\n"), sampleE, nil, []string{"## Continuation Prompt", "a", `\---`, "b", `\===`}},

	{session("exec:pair"), sampleP, []string{"**Session:** 2026-11-01T09:00:00Z", "**Execution Mode:** exec:tdd"}, []string{"**Session:** 2026-11-04T10:30:05Z", "**Execution Mode:** exec:pair"}},
	{session(""), sampleP, []string{"**Session:** 2026-11-01T09:00:00Z"}, []string{"**Session:** 2026-11-04T10:30:05Z"}},
	{session("tdd"), sampleE, nil, nil},
	{issue("cia-7", ""), sampleP, []string{"**Issue:** CIA-123 — Parse the header"}, []string{"**Issue:** CIA-7"}},
	{issue("CIA-123", "Other"), sampleE, []string{"CIA-123: Parse the header"}, []string{"CIA-123: Other"}},
	{issue("CIA-123", ""), sampleE, nil, nil},
}

func TestEdits(t *testing.T) {
	for _, e := range edits {
		for _, style := range styles {
			t.Run(e.name+"/"+style.Name, func(t *testing.T) {
				text := style.Of(e.sample)
				change, err := e.do(parse(t, text))
				if err != nil {
					t.Fatal(err)
				}
				gone, added := diff(text, change.Text)
				if style.Name == "breaks" { // a new section gets a thematic break
					added = slices.DeleteFunc(added, func(line string) bool { return line == "---" || line == "" })
				}
				if !slices.Equal(sortedLines(gone), sortedLines(e.gone)) || !slices.Equal(sortedLines(added), sortedLines(e.added)) {
					t.Errorf("gone %q and added %q, want %q and %q, in\n%s", gone, added, e.gone, e.added, protocoltest.Visible(change.Text))
				}
				if strings.Contains(text, "\r") && strings.Contains(strings.ReplaceAll(change.Text, "\r\n", ""), "\n") {
					t.Errorf("line endings are mixed in %q", change.Text)
				}
				again, err := e.do(change.After)
				if e.name == "done " {
					again, err = change, wantRequestError(t, err)
				}
				if err != nil || again.Changed() && e.name != "done " || again.Text != change.Text {
					t.Errorf("again: %v, %+v", err, again)
				}
				if change.Changed() != (len(e.gone)+len(e.added) > 0) {
					t.Errorf("did %q", change.Did)
				}
			})
		}
	}
}

func sortedLines(lines []string) []string {
	var all []string
	for _, l := range lines {
		if l = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(l), "- "), "* ")); l != "" {
			all = append(all, l)
		}
	}
	slices.Sort(all)
	return all
}

func wantRequestError(t *testing.T, err error) error {
	t.Helper()
	if _, ok := errors.AsType[*protocol.RequestError](err); !ok {
		t.Errorf("got %v, want a RequestError", err)
	}
	return nil
}

func TestMark(t *testing.T) {
	for list, want := range map[string]string{
		"- a ✓":          "- b ✓",
		"- a ✅":          "- b ✅",
		"- ✅ a":          "- ✅ b",
		"- [x] a":        "- [x] b",
		"- a":            "- b ✓",
		"- [ ] a":        "- b ✓",
		"- a ✅\n- c":     "- b ✅",
		"3. a ✓":         "4. b ✓",
		"  * [X] a":      "  * [x] b",
		"(none yet)":     "- b ✓",
		"- (none)":       "- b ✓",
		"-":              "- b ✓",
		"<!-- kept -->":  "- b ✓",
		"prose\n\n- a ✓": "- b ✓",
	} {
		change, err := parse(t, "# Session Progress\n\n## Completed Tasks\n"+list+"\n\n## Blockers\n").Write(Input{{"done", "b", ""}}, now)
		if err != nil {
			t.Fatal(err)
		}
		if _, added := diff(list, change.Text); !slices.Contains(added, want) {
			t.Errorf("%q: got\n%s", list, change.Text)
		}
	}
}

func TestPlaces(t *testing.T) {
	for name, e := range map[string]struct {
		edit
		before, after string
	}{
		"an empty section, and a comment that leads on to the next": {queue("a"),
			"## Remaining Tasks\n\n<!-- mdck:ignore x -->\n## Blockers\n", "## Remaining Tasks\n\n- a\n\n<!-- mdck:ignore x -->\n## Blockers\n"},
		"a comment directly below the heading": {queue("a"),
			"## Remaining Tasks\n<!-- x -->\n## Blockers\n", "## Remaining Tasks\n<!-- x -->\n\n- a\n\n## Blockers\n"},
		"a comment that leads on nowhere": {queue("a"),
			"## Remaining Tasks\n\n<!-- x -->\n\n## Blockers\n", "## Remaining Tasks\n\n<!-- x -->\n\n- a\n\n## Blockers\n"},
		"a section between others": {queue("a"),
			"## Completed Tasks\n- x\n---\n## Blockers\n", "## Completed Tasks\n- x\n\n---\n\n## Remaining Tasks\n- a\n\n---\n## Blockers\n"},
		"a section before all":      {complete("a"), "# Session Progress\n## Blockers\n", "# Session Progress\n\n## Completed Tasks\n- a ✓\n\n## Blockers\n"},
		"an empty file":             {complete("a"), "", "## Completed Tasks\n- a ✓\n"},
		"a bare byte order mark":    {complete("a"), "\ufeff\n", "\ufeff## Completed Tasks\n- a ✓\n\n"},
		"a box of the current task": {begin("a", "t"), "## Current Task\n- [ ] a — s\n", "## Current Task\n- [ ] a — t\n"},
		"no current task":           {begin("a", ""), "## Current Task\n(none)\n\n## Remaining Tasks\n- a\n- b\n", "## Current Task\n- a\n\n## Remaining Tasks\n- b\n"},
		"several current tasks": {begin("c", "now"), "## Current Task\n- a\n- b — s\n\n## Blockers\n",
			"## Current Task\n- c — now\n\n## Remaining Tasks\n- a\n- b\n\n## Blockers\n"},
		"what is nested goes along": {complete("a"), "## Completed Tasks\n- x ✓\n\n## Current Task\n- a — s\n  - detail\n  - more\n",
			"## Completed Tasks\n- x ✓\n- a ✓\n  - detail\n  - more\n\n## Current Task\n(none)\n"},
		"an open box is ticked": {complete("a"), "## Completed Tasks\n- [x] b\n- [ ] a\n", "## Completed Tasks\n- [x] b\n- [x] a\n"},
		"the header of a bare file": {session("tdd"), "# Session Progress\n\n## Blockers\n",
			"# Session Progress\n\n**Session:** 2026-11-04T10:30:05Z\n**Execution Mode:** exec:tdd\n\n## Blockers\n"},
		"a header line before others": {issue("CIA-1", "a"), "# Session Progress\n\n**Session:** x\n", "# Session Progress\n\n**Issue:** CIA-1 — a\n**Session:** x\n"},
		"the issue of shape E":        {issue("CIA-1", "a"), "## Goal\ng\n", "## Goal\ng\n\n## Linear Issue\nCIA-1: a\n"},
		"a prompt between comments": {proceed("new\n\n- x"), "## Continuation Prompt\n<!-- a -->\none\n<!-- b -->\ntwo\n\n- three\n<!-- c -->\n",
			"## Continuation Prompt\n<!-- a -->\nnew\n\n- x\n<!-- b -->\n<!-- c -->\n"},
	} {
		change, err := e.do(parse(t, e.before))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		protocoltest.Equal(t, name, change.Text, e.after)
	}
}

func TestRefused(t *testing.T) {
	for want, e := range map[string]struct {
		edit
		text string
	}{
		`progress.md: "note" would be parsed outside its section`:                                  {complete("a"), "## Remaining Tasks\n- z\n\nnote\n- a\n---\n"},
		`the text "~~~" opens a block and does not close it`:                                       {queue("~~~"), sampleP},
		`"<!-- mdck:ignore x -->" is a directive, not an entry`:                                    {queue("<!-- mdck:ignore x -->"), sampleP},
		`the entry "(none)" is only a placeholder`:                                                 {begin("(none)", ""), sampleP},
		`"x" matches 2 blockers`:                                                                   {unblock("x"), "## Blockers\n- x1\n- x2\n"},
		`progress.md:3:1: this block is not closed and hides the rest of the file`:                 {queue("a"), "## Blockers\n\n<!-- x\n"},
		`the execution mode is "fast"; expected one of quick, tdd, pair, checkpoint, swarm, spike`: {session("fast"), sampleP},
		`"x" is not the id of an issue, such as CIA-123`:                                           {issue("x", ""), sampleP},
		`expected a decision and its reason`:                                                       {decide("a", " "), sampleP},
		`the condition for the blocker "a" has no text`:                                            {blockBy("a", ""), sampleP},
		`there is no current task`:                                                                 {complete(""), ""},
	} {
		if _, err := e.do(parse(t, e.text)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", e.name, err, want)
		}
	}
}

// TestWrite checks batches that cancel themselves out or contradict themselves.
func TestWrite(t *testing.T) {
	in := Input{{"block", "no test account", "an answer from ops"}, {"unblock", "no test account", ""}}
	change, err := parse(t, sampleP).Write(in, now)
	if err != nil || change.Text != sampleP || change.Changed() {
		t.Errorf("got %v, %+v", err, change)
	}
	if _, err := parse(t, sampleP).Write(Input{{"done", "a", ""}, {"current", "A.", ""}}, now); err == nil {
		t.Error("done and current is accepted")
	}
	for json, want := range map[string]string{
		`{"nxt": "a"}`:                  `in:1:2: unknown key "nxt" (did you mean "next"?)`,
		`{"current": {"status": "a"}}`:  `in:1:13: missing key "task"`,
		`{"decide": {"decision": "a"}}`: `in:1:12: missing key "reason"`,
		`{"done": [1]}`:                 `in:1:11: "done[0]" is a whole number; expected a string`,
		`[]`:                            `in:1:1: the document is an array; expected an object`,
	} {
		if _, err := ParseInput("in", json); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", json, err, want)
		}
	}
	for _, json := range []string{"{}", `{"done": [], "next": " ", "learn": ["", "\n"], "issue": ""}`} {
		if empty, err := ParseInput("in", json); err != nil || len(empty) > 0 {
			t.Errorf("%s: got %+v, %v", json, empty, err)
		}
	}
}
