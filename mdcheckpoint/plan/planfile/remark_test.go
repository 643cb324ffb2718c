package planfile

import (
	"strings"
	"testing"
)

// TestRemarks checks which text, between « and », a comment is about.
func TestRemarks(t *testing.T) {
	for name, text := range map[string]string{
		"a task":                     "«<!-- c -->\n<task type=\"auto\">\n<name>a</name>\n\n<action>b</action>\n</task>»\n\ntext\n",
		"a task after a blank line":  "«<!-- c -->\n\n<task>\n\nb\n</task>»\n",
		"a task that is not closed":  "«<!-- c -->\n<task>\n\na\n\n»<task>b</task>\n",
		"in tasks":                   "<tasks>\n  «<!-- c -->\n  <task>\n\n  b</task>»\n  <task>d</task>\n</tasks>\n",
		"tasks":                      "«<!-- c -->\n<tasks>\n\n<task>b</task>\n\n</tasks>»\n\nd\n",
		"a child":                    "<task>\n«<!-- c -->\n<action>\na\n\nb\n</action>»\n<verify>c</verify></task>\n",
		"a task without content":     "«<!-- c -->\n<task/>»\n",
		"a child that is not closed": "<task>\n«<!-- c -->\n<br>»\nb\n</task>\n",
		"text":                       "«<!-- c -->\na\nb\n»\nc\n",
		"text before a tag":          "<how>\n«<!-- c -->\n1. a\n2. b\n»</how>\n",
		"text before a task":         "«<!-- c -->\na\n»<task>b</task>\n",
		"text with a tag in it":      "«<!-- c -->\na <b>c</b>\n»\n",
		"an item":                    "1. a\n«<!-- c -->\n2. b\n»\n3. d\n",
		"a section":                  "«<!-- c -->\n# A\n\n## B\n\na\n\n»# C\n",
		"a section within":           "# A\n«<!-- c -->\n## B\n\na\n\n»# C\n",
		"the last section":           "«<!-- c -->\n# A\n\n<task>b</task>\n»",
		"to the end":                 "«<!-- c -->\na»",
		"nothing":                    "a\n\n<!-- c -->\n",
		"nothing before the end":     "<tasks>\n<!-- c -->\n</tasks>\n",
		"front matter":               "---\na: 1\n---\n«<!-- c -->\n<task>b</task>»\n",
		"not the front matter":       "---\n# <!-- c -->\n---\n<task>b</task>\n",
		"in code":                    "```\n<!-- c -->\n```\n<task>b</task>\n",
		"in a line":                  "a <!-- c --> b\n<task>b</task>\n",
		"between backticks":          "`<!-- c -->`\n<task>b</task>\n",
		"in a fence in the task":     "«<!-- c -->\n<task>\n```\n</task>\n\n# a\n```\n</task>»\n",
		"headings in a fence":        "«<!-- c -->\n# A\n```\n# b\n```\n»# B\n",
		"blank lines in a fence":     "«<!-- c -->\na\n```\n\n```\nb\n»\nc\n",
		"not closed":                 "<!-- c\n<task>b</task>\n",
		"on the line of the task":    "«<!-- c --><task>\n\nb</task>»\n",
		"of several lines":           "«<!-- c\n\nc -->\n<task>b</task>»\n",
		"byte order mark":            "\ufeff«<!-- c -->\n<task>b</task>»\n",
	} {
		for _, style := range styles[:2] {
			text := style.Of(text)
			start := strings.Index(text, "«")
			text = strings.ReplaceAll(text, "«", "")
			end := strings.Index(text, "»")
			p := parse(t, strings.ReplaceAll(text, "»", ""))
			var got string
			for _, r := range p.Remarks() {
				got += p.File.Slice(r.Next)
			}
			want := ""
			if start >= 0 {
				want = text[start:end]
			}
			if got != want {
				t.Errorf("%s, %s: is about %q, want %q", name, style.Name, got, want)
			}
		}
	}
}

func TestRemarksInRows(t *testing.T) {
	p := parse(t, "<!-- a -->\n<!-- b -->\n\n<!-- c -->\n<task>d</task>\n<!-- e -->\nf\n")
	var ends []string
	for _, r := range p.Remarks() {
		ends = append(ends, p.File.Slice(r.Next))
	}
	if len(ends) != 4 || !strings.HasPrefix(ends[0], "<!-- a -->") || !strings.HasSuffix(ends[0], "</task>") || !strings.HasSuffix(ends[1], "</task>") || ends[2] != "<!-- c -->\n<task>d</task>" || ends[3] != "<!-- e -->\nf\n" {
		t.Errorf("got %q", ends)
	}
}

func TestUnclosed(t *testing.T) {
	for text, want := range map[string][2]string{
		"a":                                     {},
		"```\na\n```\n":                         {},
		"<a>\n```ts\na\n\nb\n```\n</a>\n":       {},
		"<a>\n  ```ts\n  a\n\n  b\n  ```\n</a>": {},
		"```\na\n":                              {"```", ""},
		"  ```ts \r\na\r\n":                     {"```ts", ""},
		"````\n```\n````\n":                     {},
		"````\n```\n":                           {"````", ""},
		"~~~\n```\n":                            {"~~~", ""},
		"```\na\n```\n```\n":                    {"```", ""},
		"<!-- a -->":                            {},
		"<!-- a\n```\n-->\n":                    {},
		"<!-- a":                                {"", "<!-- a"},
		"<!-- a -->\n\n  <!-- b  \nc\n":         {"", "<!-- b"},
		"begins with <!-- in a line":            {},
		"`<!--` and more":                       {},
		"```\n<!-- a\n```\n":                    {},
		"---\na: '<!--'\n---\n":                 {},
		"<!-- a\n```\n":                         {"```", "<!-- a"},
	} {
		p := parse(t, text)
		fence, comment := p.Unclosed()
		if got := [2]string{p.File.Slice(fence), p.File.Slice(comment)}; got != want {
			t.Errorf("%q: open are %q, want %q", text, got, want)
		}
	}
}
