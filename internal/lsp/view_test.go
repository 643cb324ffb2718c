package lsp

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

// look is a text with the cursor at «», which is taken out.
func look(t *testing.T, marked string) (text string, at position) {
	t.Helper()
	offset := strings.Index(marked, "«»")
	if offset < 0 {
		t.Fatalf("no cursor in %q", marked)
	}
	text = strings.Replace(marked, "«»", "", 1)
	return text, newMapper(source.NewFile("", text), false, utf16Units).position(offset)
}

const rfc = "/nowhere/.ohrfc/rfc-1/checkpoint.md"

// small is a checkpoint with little in it.
const small = "# Checkpoint: rfc-1\n\n## Meta\n- checkpoint_version: 1\n\n## DISCOVER Exit\n\n### Scan Insights 𝕏\n- a\n\n### Active Tensions\n- b\n- c\n- d\n- e\n"

func TestHover(t *testing.T) {
	const (
		session = "/nowhere/.ccc-progress.md"
		plan    = "/nowhere/.planning/phases/01-x/01-01-PLAN.md"
		state   = "/nowhere/.ohrfc/rfc-1/state.json"
	)
	mark := func(text, before string) string { return strings.Replace(text, before, "«»"+before, 1) }
	for name, c := range map[string]struct{ path, text, want string }{
		"title":            {rfc, mark(small, "# Checkpoint"), "lines 15/200\ntokens 52/3000 (o200k_base)"},
		"in the title":     {rfc, mark(small, "rfc-1"), "lines 15/200\ntokens 52/3000 (o200k_base)"},
		"group":            {rfc, mark(small, "## DISCOVER"), "DISCOVER Exit\nlines 10/40\ntokens 32"},
		"over its maximum": {rfc, mark(small, "Tensions"), "Active Tensions\nlines 5\nbullets 4/1-3, 1 over\ntokens 16"},
		"unknown":          {rfc, mark(small, "Insights 𝕏"), "Scan Insights 𝕏\nlines 2\nbullets 1\ntokens 10\nunknown"},
		"a bullet":         {rfc, mark(small, "- b"), ""},
		"front matter":     {rfc, mark("---\na: 1\n---\n"+small, "---"), "lines 18/200\ntokens 59/3000 (o200k_base)"},
		"empty":            {rfc, "«»", "lines 0/200\ntokens 0/3000 (o200k_base)"},
		"session":          {session, mark("# Session Progress\n\n## Blockers\n\n- a\n", "## Bl"), "Blockers\nlines 3\nbullets 1\ntokens 6"},
		"plan":             {plan, mark("<task type=\"auto\">\n</task>\n", "task"), "lines 2\ntokens 9 (o200k_base)"},
		"state":            {state, "«»{}\n", "lines 1\ntokens 1 (o200k_base)"},
		"no checkpoint":    {"/nowhere/README.md", "«»# x\n", ""},
		"control":          {session, "# Session Progress\n\n## Bl\x1b[31m«»\n", "Bl\\x1b[31m\nlines 1\ntokens 6\nunknown"},
	} {
		t.Run(name, func(t *testing.T) {
			client := start(t, utf16Units)
			text, place := look(t, c.text)
			client.opens(c.path, text)
			var got struct {
				Contents markup
				Range    span
			}
			client.result("textDocument/hover", at(c.path, place.Line, place.Character), &got)
			if got.Contents.Value != c.want {
				t.Errorf("it says %q, want %q", got.Contents.Value, c.want)
			}
			if c.want != "" && !touch(got.Range, span{place, place}) {
				t.Errorf("it is about %v, asked at %v", got.Range, place)
			}
			client.leave()
		})
	}
}

func TestComplete(t *testing.T) {
	const plan = "/nowhere/.planning/phases/01-x/01-01-PLAN.md"
	head := "# Checkpoint: rfc-1\n\n## Meta\n- checkpoint_version: 1\n"
	for name, c := range map[string]struct{ path, text, trigger, want string }{
		"groups":             {rfc, head + "\n#«»\n", "#", "## DISCOVER Exit|## DESIGN Exit|## Gate-B Round 1 Exit|## REVIEW Exit"},
		"next round":         {rfc, head + "\n## Gate-B Round 3 Exit\n\n## DISCOVER Exit\n\n## D«»", "", "### User Intent Signals|### Scan Insights|### Active Tensions|## DESIGN Exit|## Gate-B Round 4 Exit|## REVIEW Exit"},
		"subsections":        {rfc, head + "\n## DISCOVER Exit\n\n### Scan Insights\n- a\n\n###«»\n\n## DESIGN Exit\n", "#", "### User Intent Signals|### Active Tensions"},
		"of the last":        {rfc, head + "\n## DISCOVER Exit\n\n## DESIGN Exit\n\n### «»", "", "### Design Reasoning Notes|### Decision Interdependencies|### Tricky Sections"},
		"below the unknown":  {rfc, head + "\n## DISCOVER Exit\n\n## Other\n\n###«»", "#", ""},
		"title":              {rfc, "#«»\n## Meta\n", "#", "## DISCOVER Exit|## DESIGN Exit|## Gate-B Round 1 Exit|## REVIEW Exit|# Checkpoint: rfc-1"},
		"four":               {rfc, head + "\n## DISCOVER Exit\n\n####«»", "#", ""},
		"in code":            {rfc, head + "\n```\n#«»\n```\n", "#", ""},
		"in open code":       {rfc, head + "\n```\n#«»\n", "#", ""},
		"in a comment":       {rfc, head + "\n<!--\n#«»\n-->\n", "#", ""},
		"in HTML":            {rfc, head + "\n<div>\n#«»\n</div>\n", "#", ""},
		"in open HTML":       {rfc, head + "\n<div>\ntext\n#«»", "#", ""},
		"in HTML, a line":    {rfc, head + "\n<details>\n<summary>x</summary>\n##«»\n\n## DISCOVER Exit\n", "#", ""},
		"behind HTML":        {rfc, head + "\n<div>\n</div>\n\n## DISC«»\n", "", "## DISCOVER Exit|## DESIGN Exit|## Gate-B Round 1 Exit|## REVIEW Exit"},
		"in a script":        {rfc, head + "\n<script>\n\n#«»\n\n</script>\n", "#", ""},
		"in open comment":    {rfc, head + "\n<!-- a\n\n#«»\n", "#", ""},
		"in tildes":          {rfc, head + "\n~~~~ text\n```\n#«»\n~~~\n", "#", ""},
		"in CRLF code":       {rfc, strings.ReplaceAll(head+"\n```\n#«»\n```\n", "\n", "\r\n"), "#", ""},
		"in CRLF":            {rfc, strings.ReplaceAll(head+"\n## DISC«»\n\ntext\n", "\n", "\r\n"), "", "## DISCOVER Exit|## DESIGN Exit|## Gate-B Round 1 Exit|## REVIEW Exit"},
		"in front matter":    {rfc, "---\na: 1\n#«»\n---\n" + head, "#", ""},
		"in open matter":     {rfc, "---\na: 1\n#«»\n", "#", ""},
		"below a rule":       {rfc, "---\n\n## DISC«»\n", "", "## Meta|## DISCOVER Exit|## DESIGN Exit|## Gate-B Round 1 Exit|## REVIEW Exit"},
		"first of it":        {rfc, "---\n#«»\n---\n" + head, "#", ""},
		"keys in HTML":       {rfc, head + "\n<div>\n- «»\n", "", ""},
		"keys in code":       {rfc, head + "- a\n  ```\n  - «»\n  ```\n", "", ""},
		"not at the start":   {rfc, head + "\ntext #«»\n", "#", ""},
		"keys":               {rfc, head + "- «»\n", "", "last_phase: |strictness: |artifact_state: "},
		"a colon in text":    {rfc, head + "\n## DISCOVER Exit\n\n### Scan Insights\n- strictness:«»\n", ":", ""},
		"strictness":         {rfc, head + "- strictness:«»\n", ":", " Light| Standard| Full"},
		"strictness, spaced": {rfc, head + "- strictness: St«»\n", "", "Light|Standard|Full"},
		"phase":              {rfc, head + "- last_phase: «»\n", "", "discover|design|gate_b_round_1|review"},
		"phase with rounds":  {rfc, head + "- Last_Phase: «»\n\n## Gate-B Round 2 Exit\n", "", "discover|design|gate_b_round_2|gate_b_round_3|review"},
		"no values":          {rfc, head + "- artifact_state:«»\n", ":", ""},
		"in state.json":      {"/nowhere/.ohrfc/rfc-1/state.json", "{\"a\":«»", ":", ""},
		"session":            {"/nowhere/.ccc-progress.md", "# Session Progress\n\n## Current Task\n\n## Blockers\n\n##«»", "#", "## Blocked / Flagged|## Continuation Prompt|## Goal|## Linear Issue|## Completed Tasks|## Remaining Tasks|## Decisions Made|## Learnings"},
		"task type":          {plan, "---\nphase: 1\n---\n<task type=\"«»\">\n", "", "auto|tdd|checkpoint:human-verify|checkpoint:decision|checkpoint:human-action"},
		"task type, typed":   {plan, "<task type=\"checkpoint:«»", ":", "auto|tdd|checkpoint:human-verify|checkpoint:decision|checkpoint:human-action"},
		"task type, quoted":  {plan, "<task type='«»'>\n", "", "auto|tdd|checkpoint:human-verify|checkpoint:decision|checkpoint:human-action"},
		"task type, below":   {plan, "<task\n  type=\"«»\"\n>\n", "", "auto|tdd|checkpoint:human-verify|checkpoint:decision|checkpoint:human-action"},
		"task in code":       {plan, "```\n<task type=\"«»\">\n```\n", "", ""},
		"task in a comment":  {plan, "<!--\n<task type=\"«»\">\n-->\n", "", ""},
		"another tag":        {plan, "<tasks type=\"«»\">\n", "", ""},
		"another attribute":  {plan, "<task kind-type=\"«»\">\n", "", ""},
		"task attribute":     {plan, "<task type=\"auto\" «»", "", ""},
		"front matter":       {plan, "---\nphase: 1\nwa«»\n---\n", "", "plan: |wave: |"},
		"behind it":          {plan, "---\nphase: 1\n---\nwa«»\n", "", ""},
		"front matter value": {plan, "---\nphase: 1\nwave: «»\n---\n", "", ""},
		"no protocol":        {"/nowhere/README.md", "#«»", "#", ""},
		"typed elsewhere":    {rfc, head + "\n#a«»\n", "#", ""},
	} {
		t.Run(name, func(t *testing.T) {
			client := start(t, utf16Units)
			text, place := look(t, c.text)
			client.opens(c.path, text)
			p := at(c.path, place.Line, place.Character)
			p["context"] = map[string]any{"triggerKind": 1}
			if c.trigger != "" {
				p["context"] = map[string]any{"triggerKind": 2, "triggerCharacter": c.trigger}
			}
			var all []completion
			client.result("textDocument/completion", p, &all)
			var got []string
			for _, i := range all {
				got = append(got, i.TextEdit.NewText)
				r := i.TextEdit.Range
				if r.Start.Line != place.Line || r.End.Line != place.Line || before(place, r.Start) || before(r.End, place) {
					t.Errorf("%q replaces %v, the cursor is at %v", i.Label, r, place)
				}
			}
			if list := strings.Join(got, "|"); list != c.want && (!strings.HasSuffix(c.want, "|") || !strings.HasPrefix(list, c.want)) {
				t.Errorf("proposals are %q, want %q", list, c.want)
			}
			if !slices.IsSortedFunc(all, func(a, b completion) int { return strings.Compare(a.SortText, b.SortText) }) {
				t.Error("an editor will sort them otherwise")
			}
			client.leave()
		})
	}
}

// TestCompleteTakesPlace checks that what is behind the cursor and belongs to what is
// completed is replaced, and nothing else.
func TestCompleteTakesPlace(t *testing.T) {
	for _, c := range []struct{ text, chosen, want string }{
		{"## Meta\n- strictness: St«»andard\n", "Full", "## Meta\n- strictness: Full\n"},
		{"## Meta\n- «»: Light\r\n", "strictness: ", "## Meta\n- strictness: : Light\r\n"},
		{"## Meta\n\n## DISC«»OVER\r\n", "## DISCOVER Exit", "## Meta\n\n## DISCOVER Exit\r\n"},
	} {
		client := start(t, utf16Units)
		text, place := look(t, c.text)
		client.opens(rfc, text)
		var all []completion
		client.result("textDocument/completion", at(rfc, place.Line, place.Character), &all)
		i := slices.IndexFunc(all, func(i completion) bool { return i.TextEdit.NewText == c.chosen })
		if i < 0 {
			t.Fatalf("%q is not among %v", c.chosen, all)
		}
		if got := applied(t, text, []textEdit{all[i].TextEdit}); got != c.want {
			t.Errorf("it becomes %q, want %q", got, c.want)
		}
		client.leave()
	}
}

// TestSpelledURI checks that a document is found by any spelling of its URI.
func TestSpelledURI(t *testing.T) {
	_, file := demo(t)
	c := start(t, utf16Units)
	c.opens(file, "x\n")
	c.wait(file, 1)
	p := at(file, 0, 0)
	p["textDocument"] = map[string]any{"uri": strings.Replace(uriOf(file), "checkpoint", "%63heckpoint", 1)}
	if m := c.ask("textDocument/hover", p); m["result"] == nil {
		t.Errorf("the answer is %v", m)
	}
	p["textDocument"] = map[string]any{"uri": "file://" + filepath.ToSlash(filepath.Dir(file)) + "/./checkpoint.md"}
	if m := c.ask("textDocument/hover", p); m["result"] == nil {
		t.Errorf("the answer is %v", m)
	}
	c.leave()
}
