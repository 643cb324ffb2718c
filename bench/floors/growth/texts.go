package main

import (
	"fmt"
	"strings"
)

const head = "# Checkpoint: x\n\n## Meta\n- checkpoint_version: 7\n- last_phase: discover\n- strictness: Standard\n" +
	"- artifact_state: rfc.md(00000000), evidence(0 items), gate_b_round=0\n\n"

const (
	tensions = head + "## DISCOVER Exit\n### Active Tensions\n"
	updated  = head + "## Gate-B Round 1 Exit\n### Active Tensions Updated\n"
)

const state = `{"schema_version": "v2", "rfc_id": "x", "current_phase": "discover", "strictness": "standard", "template_id": "t",
"template_version": "1", "created_at": "2026-11-04T08:00:00Z", "updated_at": "2026-11-04T08:00:00Z", "checkpoint_version": 7}`

// A text is a hostile file of a workspace. The file repeats one part, and name describes that part.
type text struct {
	name, file string
	text       func(size int) string
}

var hostile = []text{
	{"titles", "checkpoint.md", many(head, "# a\n")},
	{"empty titles", "checkpoint.md", many(head, "#\n")},
	{"titles of all levels", "checkpoint.md", many(head, "# a\n## a\n### a\n#### a\n")},
	{"titles and lines", "checkpoint.md", many(head, "# a\r\na\r\n")},
	{"unknown groups", "checkpoint.md", many(head, "## a\n")},
	{"unknown subsections", "checkpoint.md", many(tensions, "### a\n")},
	{"equal groups", "checkpoint.md", many(head, "## DISCOVER Exit\n")},
	{"equal subsections", "checkpoint.md", many(tensions, "### Active Tensions\n")},
	{"deep headings", "checkpoint.md", many(tensions, "#### a\n##### b\n###### c\n")},
	{"rounds", "checkpoint.md", numbered(head, "## Gate-B Round %d Exit\n### Reviewer Feedback Digest\n- a\n")},
	{"equal rounds", "checkpoint.md", many(head, "## Gate-B Round 1 Exit\n")},
	{"accidental headings", "checkpoint.md", many(head, "a\n---\n")},
	{"bullets", "checkpoint.md", many(tensions, "- a\n")},
	{"loose bullets", "checkpoint.md", many(tensions, "- a\n\n")},
	{"empty bullets", "checkpoint.md", many(tensions, "-\n")},
	{"paragraphs", "checkpoint.md", many(head, "a\n\n")},
	{"lines", "checkpoint.md", many(head, "a\n")},
	{"lines of a backslash", "checkpoint.md", many(head, "\\\n")},
	{"hidden characters", "checkpoint.md", many(head, "\x00\n")},
	{"HTML", "checkpoint.md", many(head, "<a>\n\n")},
	{"wrapped bullets", "checkpoint.md", many(tensions, "- a\n  b\n")},
	{"placeholders", "checkpoint.md", many(tensions, "- TODO\n")},
	{"a long bullet", "checkpoint.md", many(tensions+"- ", "a b\n  ")},
	{"a long word", "checkpoint.md", many(tensions+"- ", "a")},
	{"misspelt labels", "checkpoint.md", many(updated, "- Resloved: a\n")},
	{"template comments", "checkpoint.md", many(tensions+"- a\n", "<!-- 1-3 bullets -->\n")},
	{"comment openers", "checkpoint.md", many(head, "<!--\n")},
	{"comment openers in a line", "checkpoint.md", many(head, "<!-- ")},
	{"directives", "checkpoint.md", many(head, "<!-- mdck:ignore title -->\n\n")},
	{"unknown directives", "checkpoint.md", many(head, "<!-- mdck:ignore-file nosuch -->\n\n")},
	{"fences", "checkpoint.md", many(head, "```\n")},
	{"tagged closers", "checkpoint.md", many(head, "```txt\nx\n```txt\n\n## b\n")},
	{"tagged closers in one block", "checkpoint.md", many(head+"```a\n", "```x\n")},
	{"quotes", "checkpoint.md", many(head, "> a\n")},
	{"quotes in quotes", "checkpoint.md", many(head, ">>>>>>>> a\n\n")},
	{"nesting", "checkpoint.md", many(head, ladder(60))},
	{"link openers", "checkpoint.md", many(head, "[a](")},
	{"definitions", "checkpoint.md", many(head, "[a]: /u\n")},
	{"delimiters", "checkpoint.md", many(head, "*a_ ")},
	{"tabs", "checkpoint.md", many(head, "-\ta\n\t- b\n")},
	{"blank lines", "checkpoint.md", many(head, "\n")},
	{"rounds in artifact_state", "checkpoint.md", many("# Checkpoint\n\n## Meta\n- artifact_state: ", "gate_b_round=1x")},
	{"evidence in artifact_state", "checkpoint.md", many("# Checkpoint\n\n## Meta\n- artifact_state: ", "evidence(1 item")},
	{"mixed line endings", "checkpoint.md", many(head, "a\r\nb\n")},
	{"conflict markers", "checkpoint.md", many(head, "<<<<<<< a\n")},
	{"keys", "checkpoint.md", many(head, "ghp_f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1i ")},
	{"prefixes of keys", "checkpoint.md", many(head, "sk-ant-")},
	{"private keys", "checkpoint.md", many(head, "-----BEGIN RSA PRIVATE KEY-----\n")},
	{"keys of Meta", "checkpoint.md", many("# Checkpoint: x\n\n## Meta\n", "- a: b\n")},
	{"equal keys of Meta", "checkpoint.md", many("# Checkpoint: x\n\n## Meta\n", "- strictness: Full\n")},
	{"front matter", "checkpoint.md", many("---\n", "a: b\n")},
	{"unknown keys", "state.json", numbered(`{"a": 1`, `, "k%d": 1`)},
	{"values of a list", "state.json", many(`{"upgrade_triggers": [1`, ",1")},
	{"nested lists", "state.json", many("", "[")},
	{"empty items", "evidence.json", many(`{"items": [{}`, ",{}")},
	{"items", "evidence.json", many(`{"items": [{}`, `,{"source_type":"code"}`)},
	{"white space", "evidence.json", many("", " ")},
	{"issues", ".reviews/summary.json", many(`{"p0_issues": [{}`, ",{}")},
}

func many(before, unit string) func(int) string {
	return func(size int) string { return before + strings.Repeat(unit, size/len(unit)) + closing(before) }
}

func numbered(before, unit string) func(int) string {
	return func(size int) string {
		var b strings.Builder
		b.WriteString(before)
		for i := 1; b.Len() < size; i++ {
			fmt.Fprintf(&b, unit, i)
		}
		return b.String() + closing(before)
	}
}

// closing returns the text that closes the open brackets of the JSON in before.
func closing(before string) string {
	end := ""
	for _, c := range before {
		switch c {
		case '{':
			end = "}" + end
		case '[':
			end = "]" + end
		case '}', ']':
			end = end[1:]
		}
	}
	return end
}

func ladder(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String() + "\n# b\n\n"
}
