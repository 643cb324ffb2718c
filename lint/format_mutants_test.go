package lint_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"
	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/yamldoc"
)

// formatYAML limits items, lines and tokens to those of formatText.
const formatYAML = `handoff:
  files: [HANDOFF.md]
  title: "Handoff: {ID}"
  lines: 31
  tokens: 60
  characters: 2000
  section-lines: 9
  other-sections: false
  sections:
    - {title: Status, lines: 3, tokens: 8}
    - {title: Decisions, bullets: 2-3}
    - title: "Session {N}"
      keep: 2
      sections:
        - {title: Done, bullets: 1+, lines: 4, tokens: 8}
        - {title: Open, optional: true}
    - {title: "Notes of {DATE}", optional: true, keep: 1}
    - {title: "Talk with {NAME}", optional: true, keep: 1, newest: first}
    - {title: Next steps}
`

const formatText = `# Handoff: csv-export

## Status

The reader is done; writing.

## Decisions

- one store
- no cache
- UTF-8 only

## Session 4

### Done

- read

## Session 5

### Done

- write the quoting

### Open

The header row.

## Next steps

Stream.
`

func exampleOwn() *custom.Format {
	doc, err := yamldoc.Parse("", formatYAML)
	if err != nil {
		panic(err)
	}
	all, problems := custom.ParseFormats(doc.Root, nil)
	if len(problems) > 0 {
		panic(problems[0].Message)
	}
	return all[0]
}

func formatInput(text string) lint.Input {
	tree := fstest.MapFS{"HANDOFF.md": &fstest.MapFile{Data: []byte(text)}}
	return lint.Input{Checker: checker("format"), Tree: tree, Path: "HANDOFF.md", Format: exampleOwn(), Counter: words{}}
}

type formatMutant struct {
	name   string
	change change
	want   []string
}

func formatMutants() []formatMutant {
	rule := func(ids ...string) []string { return ids }
	long := strings.Repeat("word ", 40)
	return []formatMutant{
		{"no title", swap("# Handoff: csv-export\n\n", ""), rule("error format/title")},
		{"another title", swap("# Handoff: csv-export", "# Notes"), rule("error format/title")},
		{"the title one level deeper", swap("# Handoff: csv-export", "## Handoff: csv-export"), rule("error format/title", "warning format/unknown-section")},
		{"the title twice", atEnd("\n# Handoff: b\n"), rule("error format/line-budget")},
		{"the title in other case", swap("# Handoff:", "# HANDOFF:"), nil},
		{"no status", cut("## Status", "## Decisions"), rule("error format/missing-section")},
		{"no session", swap("## Session ", "## Sitting "), rule("error format/missing-section", "warning format/unknown-section")},
		{"nothing done", swap("### Done\n\n- read", "- read"), rule("error format/missing-section")},
		{"a section of another name", swap("## Next steps", "## Next step"), rule("error format/missing-section", "warning format/unknown-section")},
		{"an unknown section within", swap("### Open", "### Opened"), rule("warning format/unknown-section")},
		{"a section two levels deeper", swap("### Open", "#### Opened"), rule("error format/line-budget", "error format/token-budget")},
		{"a section twice", swap("## Next steps\n", "## Status\n\n## Next steps\n"), rule("error format/duplicate-section", "error format/line-budget", "warning format/section-order", "warning format/unfilled")},
		{"a section within twice", swap("### Open\n", "### Done\n\n- x\n\n### Open\n"), rule("error format/duplicate-section", "error format/line-budget")},
		{"a number twice", swap("## Session 4", "## Session 5"), rule("error format/duplicate-section")},
		{"sessions backwards", then(swap("## Session 4", "## Session 6")), rule("warning format/section-order")},
		{"sections within backwards", swap("### Done\n\n- write the quoting\n\n### Open\n\nThe header row.\n", "### Open\n\nThe header row.\n\n### Done\n\n- write the quoting\n"), rule("warning format/section-order")},
		{"the last section first", then(cut("\n## Next steps", ""), swap("## Status", "## Next steps\n\nStream.\n\n## Status")), rule("warning format/section-order")},
		{"a third session", swap("## Session 4\n\n### Done\n\n- read\n\n", "## Session 3\n### Done\n- x\n## Session 4\n### Done\n- z\n"), rule("error format/keep")},
		{"a session with a name", swap("## Session 4\n", "## Session 4: reading\n"), rule("warning format/unknown-section")},
		{"a number that is no int", swap("## Session 4", "## Session 99999999999999999999"), rule("warning format/unknown-section")},
		{"two notes", swap("## Next steps\n\nStream.\n", "## Notes of 2026-11-21\nx\n## Notes of 2026-11-20\ny\n## Next steps\nStream.\n"), rule("error format/keep", "error format/line-budget", "warning format/section-order")},
		{"a note of no date", swap("## Next steps\n\nStream.\n", "## Notes of today\n## Next steps\nStream.\n"), rule("warning format/unknown-section")},
		{"two talks", swap("## Next steps\n\nStream.\n", "## Talk with Bo\nx\n## Talk with Al\ny\n## Next steps\nStream.\n"), rule("error format/keep", "error format/line-budget")},
		{"one note", swap("## Next steps\n\nStream.\n", "## Notes of 2026-11-20\n## Next steps\nStream.\n"), nil},
		{"no decisions", swap("- one store\n- no cache\n- UTF-8 only\n", "none\n"), rule("error format/bullet-count")},
		{"one decision", swap("- no cache\n- UTF-8 only\n", ""), rule("warning format/bullet-count")},
		{"four decisions", swap("- no cache\n", "- no cache\n- x\n"), rule("error format/bullet-count", "error format/line-budget")},
		{"four decisions, one nested", swap("- no cache\n- UTF-8 only\n", "- no cache\n- UTF-8 only\n  - x\n"), rule("error format/line-budget")},
		{"nothing done in a session", swap("- read\n", "read\n"), rule("error format/bullet-count")},
		{"a line more in the file", atEnd("x\n"), rule("error format/line-budget")},
		{"a blank line more", atEnd("\n"), rule("error format/line-budget")},
		{"a line more in a section", then(swap("writing.\n", "writing.\nx\n"), swap("csv-export\n\n", "csv-export\n")), rule("error format/line-budget")},
		{"a line more in a section within", then(swap("- read\n", "- read\n- x\n- y\n"), swap("# Handoff: csv-export\n\n", "# Handoff: csv-export\n"), swap("## Next steps\n\n", "## Next steps\n")), rule("error format/line-budget")},
		{"a word more in a section", swap("writing.", "writing the header"), rule("error format/token-budget")},
		{"a long word in the file", swap("Stream.", strings.Repeat("é", 2000)), rule("warning format/character-budget")},
		{"a word of many bytes", swap("Stream.", strings.Repeat("é", 1500)), nil},
		{"words in the file", swap("Stream.", long), rule("error format/token-budget")},
		{"words in a section within", swap("- read\n", "- read all of it in one go now\n"), rule("error format/token-budget")},
		{"an empty section", swap("Stream.\n", ""), rule("warning format/unfilled")},
		{"a section with a comment", swap("Stream.\n", "<!-- what to do -->\n"), rule("warning format/unfilled")},
		{"an empty optional section", swap("The header row.\n", ""), nil},
		{"a rule ignored by its short name", then(swap("Stream.\n", ""), swap("# Handoff: csv-export\n", "# Handoff: csv-export\n<!-- mdck:ignore-file unfilled -->\n")), nil},
		{"a rule ignored by a name that ohrfc also has", then(swap("- no cache\n- UTF-8 only\n", ""), swap("# Handoff: csv-export\n", "# Handoff: csv-export\n<!-- mdck:ignore-file bullet-count -->\n")), nil},
		{"as it is", func(s string) string { return s }, nil},
		{"empty", func(string) string { return "" }, rule("error format/missing-section", "error format/title")},
		{"not UTF-8", atEnd("\xff"), rule("error any/not-utf8")},
		{"not closed", swap("Stream.\n", "```\n"), rule("error any/unclosed")},
	}
}

func TestFormatMutants(t *testing.T) {
	for _, m := range formatMutants() {
		t.Run(m.name, func(t *testing.T) {
			in, want := formatInput(m.change(formatText)), slices.Sorted(slices.Values(m.want))
			if got := ruleSet(t, in); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q\n%s", got, want, found(t, in, nil))
			}
		})
	}
}

func TestColons(t *testing.T) {
	head := regexp.MustCompile(`(?m)^(#+) (.+)$`)
	for _, m := range formatMutants() {
		for _, form := range []string{"$1 $2:", "$1 **$2:**", "$1 $2："} {
			text := m.change(formatText)
			in, want := formatInput(head.ReplaceAllString(text, form)), ruleSet(t, formatInput(text))
			if got := ruleSet(t, in); !slices.Equal(got, want) {
				t.Errorf("%s, %q: got %q, want %q\n%s", m.name, form, got, want, found(t, in, nil))
			}
		}
	}
}

func TestNoFormat(t *testing.T) {
	in := formatInput("<<<<<<< a\n")
	in.Format = nil
	if got := ruleSet(t, in); !slices.Equal(got, []string{"error any/conflict-marker"}) {
		t.Errorf("got %q", got)
	}
}
