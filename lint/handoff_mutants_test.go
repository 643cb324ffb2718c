package lint_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"
)

// ownNote is a hand-off at its limits, without findings.
var ownNote = `# Hand-off

## Goal

The export quotes what it has to.

## Next action

- write the guide

## Pending

- measure a ledger of 2 GB
- [ ] tell ops

## Done

- quote fields with a comma — 4d8fc76
` + strings.Repeat("- a month — `make month`\n", 13) + `- the header row (export.go)

## Decisions

- no library for CSV — because quoting is 30 lines

## Blockers

- no sample of a large ledger — until accounting sends one

## Verification

- ` + "`go test ./...`" + ` — passed at 4d8fc76

## Facts

- Branch: main
- HEAD: 4d8fc76a1b2c
- Worktree: csv-export
- Dirty: none
- Written: 2026-11-04T09:00:00Z
` + strings.Repeat("\n", 68)

func handoffMutants() []formatMutant {
	rule := func(ids ...string) []string { return ids }
	const next = "- write the guide\n"
	none := swap(next, "(none)\n")
	return []formatMutant{
		{"as it is", func(s string) string { return s }, nil},
		{"no next action", swap("## Next action\n\n"+next+"\n", ""), rule("error handoff/next-action")},
		{"an empty next action", swap(next, ""), rule("error handoff/next-action")},
		{"a comment for a next action", swap(next, "<!-- to do -->\n"), rule("error handoff/next-action")},
		{"no next action, but a pending item", none, rule("error handoff/next-action")},
		{"neither a next action nor a pending item", then(none, swap("- measure a ledger of 2 GB\n- [ ] tell ops\n", "None.\n")), nil},
		{"no next action, and the pending item is ticked", then(none, swap("- measure a ledger of 2 GB\n- [ ] tell ops\n", "- [x] tell ops\n")), rule("error handoff/done-again")},
		{"two next actions", swap(next, next+"- b\n"), rule("error handoff/line-budget", "error handoff/next-action")},
		{"a next action in two lines", swap(next, "write the\nguide\n"), rule("error handoff/line-budget")},
		{"a next action of another name", swap("## Next action", "## NEXT STEPS:"), nil},
		{"a next action with a number", swap(next, "1. write the guide\n"), nil},
		{"the next action is completed", swap(next, "* Quote fields  with a comma.\n"), rule("error handoff/done-again")},
		{"the next action is completed, with other evidence", swap(next, "- quote fields with a comma — 4d8fc76\n"), rule("error handoff/done-again")},
		{"the next action extends a completed item", swap(next, "- quote fields with a comma and a quote\n"), nil},
		{"the next action is ticked", swap(next, "- [x] write the guide\n"), rule("error handoff/done-again")},
		{"the next action is struck out", swap(next, "- ~~write the guide~~\n"), rule("error handoff/done-again")},
		{"a pending item is completed", swap("- measure a ledger of 2 GB", "- **the header row**"), rule("error handoff/done-again")},
		{"a completed item without evidence", swap("(export.go)", "(as asked)"), rule("warning handoff/done-evidence")},
		{"a completed item without a dash", swap(" — 4d8fc76\n- a", "\n- a"), rule("warning handoff/done-evidence")},
		{"evidence of an issue", swap("(export.go)", "(#12)"), nil},
		{"evidence behind hyphens", swap("comma — 4d8fc76", "comma -- 4d8fc76"), nil},
		{"sixteen completed items", swap("- the header row", "- x — a.go\n- the header row"), rule("error handoff/line-budget", "warning handoff/keep")},
		{"a decision without a reason", swap(" — because quoting is 30 lines", ""), rule("warning handoff/decision-form")},
		{"a decision with a colon", swap(" — because quoting", ": quoting"), nil},
		{"a blocker without a condition", swap(" — until accounting sends one", ""), rule("warning handoff/blocker-form")},
		{"a blocker in brackets", swap(" — until accounting sends one", " (unblocked by: accounting)"), nil},
		{"an old result", swap("passed at 4d8fc76", "passed at 0abcdef"), rule("warning handoff/verification")},
		{"no facts", cut("## Facts", ""), rule("warning handoff/facts")},
		{"facts without a time", swap("- Written: 2026-11-04T09:00:00Z\n", ""), rule("warning handoff/facts")},
		{"facts with an invalid time", swap("2026-11-04T09:00:00Z", "today"), rule("warning handoff/facts")},
		{"a section twice", swap("## Goal\n", "## Done\n\n## Goal\n"), rule("error handoff/duplicate-section", "error handoff/line-budget")},
		{"a section twice by another name", swap("## Goal\n", "## Remaining work\n"), rule("error handoff/duplicate-section")},
		{"a line more", atEnd("x\n"), rule("error handoff/line-budget")},
		{"too many words", swap("The export", strings.Repeat("word ", 2500)), rule("error handoff/token-budget")},
		{"too long a word", swap("The export", strings.Repeat("x", 40_000)), rule("warning handoff/character-budget")},
		{"no title", swap("# Hand-off\n\n", ""), nil},
		{"not UTF-8", atEnd("\xff"), rule("error any/not-utf8")},
		{"empty", func(string) string { return "" }, rule("error handoff/next-action", "warning handoff/facts")},
	}
}

func TestNoteMutants(t *testing.T) {
	for _, m := range handoffMutants() {
		t.Run(m.name, func(t *testing.T) {
			in, want := noteInput(fstest.MapFS{"HANDOFF.md": {Data: []byte(m.change(ownNote))}}), slices.Sorted(slices.Values(m.want))
			if got := ruleSet(t, in); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q\n%s", got, want, found(t, in, nil))
			}
		})
	}
}

func TestNoteArchive(t *testing.T) {
	tree := fstest.MapFS{
		"HANDOFF.md":                            {Data: []byte(ownNote)},
		".mdck/archive/0001-HANDOFF.md.done.md": {Data: []byte("## Done\n\n- Tell ops — 4d8fc76\n")},
		".mdck/archive/0002-OTHER.md.done.md":   {Data: []byte("## Done\n\n- write the guide — 4d8fc76\n")},
	}
	if got := ruleSet(t, noteInput(tree)); !slices.Equal(got, []string{"error handoff/done-again"}) {
		t.Errorf("got %q", got)
	}
	in := noteInput(tree)
	in.Tree = lint.Patched(tree, map[string]string{"HANDOFF.md": strings.Replace(ownNote, "- [ ] tell ops\n", "", 1)})
	if got := ruleSet(t, in); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}
