package history

import (
	"reflect"
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

// words counts words, which is enough to tell texts apart.
func words(text string) int { return len(strings.Fields(text)) }

func TestMeasure(t *testing.T) {
	for name, c := range map[string]struct {
		kind     Kind
		text     string
		lines    int
		sections []Section
		version  int
		reason   string
		noTree   string
	}{
		"empty":         {Markdown, "", 0, nil, 0, "", ""},
		"no final feed": {Markdown, "a\nb", 2, nil, 0, "", ""},
		"level 2 alone": {Markdown, "# t\n\n## a\n\nx y\n\n### deep\n\nz\n\n## b\n", 11, []Section{{"a", 7, 7}, {"b", 1, 2}}, 0, "", ""},
		"crlf and bom":  {Markdown, "\ufeff# t\r\n## a\r\nx\r\n", 3, []Section{{"a", 2, 3}}, 0, "", ""},
		"in a fence":    {Markdown, "```\n## a\n```\n", 3, nil, 0, "", ""},
		"json":          {JSON, "{\"a\": \"## b\"}\n", 1, nil, 0, "", ""},
		"checkpoint":    {Checkpoint, "# Checkpoint: x\n\n## Meta\n\n- checkpoint_version: 7\n", 5, []Section{{"Meta", 3, 5}}, 7, "", ""},
		"no version":    {Checkpoint, "# Checkpoint: x\n", 1, nil, 0, "", ""},
		"plan":          {Plan, "---\nplan: 1\n---\n<task type=\"auto\">\n<name>Make it</name>\n</task>\n", 6, []Section{{"Make it", 3, 5}}, 0, "", ""},
		"not UTF-8":     {Markdown, "caf\xe9\n", 0, nil, 0, NotUTF8, ""},
		"large":         {JSON, strings.Repeat("x", source.MaxSize+1), 0, nil, 0, Large, ""},
		"too deep":      {Markdown, strings.Repeat("> ", 70) + "x\n", 1, nil, 0, "", "lists and quotes nest too deeply: want at most 64 levels"},
	} {
		t.Run(name, func(t *testing.T) {
			got := Measure(c.kind, c.text, words, true)
			version := 0
			if got.Version != nil {
				version = *got.Version
			}
			if got.Lines != c.lines || got.Reason != c.reason || got.NoTree != c.noTree || version != c.version || !reflect.DeepEqual(got.Sections, c.sections) {
				t.Errorf("measured %+v, version %d", got, version)
			}
			if got.Reason == "" && got.Tokens != words(c.text) {
				t.Errorf("%d tokens, want %d", got.Tokens, words(c.text))
			}
			if got.Sum != Sum(c.text) {
				t.Errorf("the sum is %s", got.Sum)
			}
		})
	}
}

// TestMeasureShallow holds that without the tokens of sections all else is the same.
func TestMeasureShallow(t *testing.T) {
	text := "# t\n\n## a\n\nx\n\n## b\n\ny z\n"
	deep, shallow := Measure(Markdown, text, words, true), Measure(Markdown, text, words, false)
	for i := range deep.Sections {
		if shallow.Sections[i].Tokens != 0 || deep.Sections[i].Tokens == 0 {
			t.Errorf("sections are %+v and %+v", deep.Sections[i], shallow.Sections[i])
		}
		deep.Sections[i].Tokens = 0
	}
	if !reflect.DeepEqual(deep, shallow) {
		t.Errorf("measured %+v and %+v", deep, shallow)
	}
}
