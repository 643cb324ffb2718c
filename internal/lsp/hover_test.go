package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

func cursor(t *testing.T, marked string) (text string, at position) {
	t.Helper()
	offset := strings.Index(marked, "«»")
	if offset < 0 {
		t.Fatalf("no cursor in %q", marked)
	}
	text = strings.Replace(marked, "«»", "", 1)
	return text, newMapper(source.NewFile("", text)).position(offset)
}

const rfc = "/nowhere/.ohrfc/rfc-1/checkpoint.md"

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
			client := start(t)
			text, place := cursor(t, c.text)
			client.opens(c.path, text)
			var got struct {
				Contents markup
				Range    span
			}
			client.result("textDocument/hover", at(c.path, place.Line, place.Character), &got)
			if got.Contents.Value != c.want {
				t.Errorf("the hover is %q, want %q", got.Contents.Value, c.want)
			}
			if c.want != "" && !touch(got.Range, span{place, place}) {
				t.Errorf("it is about %v, asked at %v", got.Range, place)
			}
			client.leave()
		})
	}
}

func TestSpelledURI(t *testing.T) {
	_, file := demo(t)
	c := start(t)
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
