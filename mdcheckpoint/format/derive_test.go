package format

import (
	"reflect"
	"strings"
	"testing"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/yamldoc"
)

func countWords(text string) int { return len(strings.Fields(text)) }

// derived is the proposal for texts; ok is false if one of them is no Markdown.
func derived(texts ...string) (p *Proposal, all []*mdcheckpoint.Document, ok bool) {
	for _, text := range texts {
		doc, err := mdcheckpoint.Parse("x.md", text)
		if err != nil {
			return nil, nil, false
		}
		all = append(all, doc)
	}
	return Derive("notes", []string{"x.md"}, all, countWords), all, true
}

const (
	monday = `# Handoff: Monday

## Status

The reader is done.

## Session 1

### Done

- read
- wrote

## Next steps

- one
`
	tuesday = `# Handoff: Tuesday

## Status

All is done.

## Session 1

### Done

- read

## Session 2

### Done

- wrote

### Open

Nothing.

## Notes

x

## Next steps

- one
- two
- three
`
)

// TestDerive holds what is proposed for two files, to the byte.
func TestDerive(t *testing.T) {
	p, _, _ := derived(monday, tuesday)
	want := `formats:
  notes:
    files: ["x.md"]
    title: "Handoff: {NAME}"
    lines: 40  # the largest has 31
    tokens: 100  # the largest has 37
    section-lines: 15  # the largest has 9
    sections:
      - title: Status  # in 2 of 2
      - title: "Session {N}"  # in 2 of 2, up to 2 in one; keep would say how many stay
        sections:
          - {title: Done, bullets: 1-4}
      - title: Next steps  # in 2 of 2
        bullets: 1-5
`
	if got := p.YAML(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if want := []string{`"Notes" is left out: 1 of 2 files have it`}; !reflect.DeepEqual(p.Notes, want) {
		t.Errorf("notes %q, want %q", p.Notes, want)
	}
}

// checkProposal holds that a proposal says, as YAML, what it says, and that the texts fit
// it: nothing is missing, over a budget, out of order or kept too often.
func checkProposal(t *testing.T, texts ...string) {
	t.Helper()
	p, docs, ok := derived(texts...)
	if !ok {
		return
	}
	yaml := p.YAML()
	doc, err := yamldoc.Parse("c.yaml", yaml)
	if err != nil {
		if len(yaml) > yamldoc.MaxSize {
			return
		}
		t.Fatalf("%v\n%s", err, yaml)
	}
	read, problems := ParseFormats(doc.Root.Get("formats"), nil)
	if len(problems) > 0 || len(read) != 1 {
		t.Fatalf("%v\n%s", problems, yaml)
	}
	if a, b := *read[0], *p.Format; !sameFormat(&a, &b) {
		t.Errorf("the YAML says\n%+v\nwant\n%+v\n%s", a, b, yaml)
	}
	for _, d := range docs {
		own := &Document{Document: d, Format: read[0], Match: read[0].Schema.Match(d)}
		if s := read[0].Schema; s.Title != "" && own.Match.Title == nil {
			t.Errorf("no title\n%s", yaml)
		}
		if missing := own.Match.Missing(); len(missing) > 0 {
			t.Errorf("%q is missing\n%s", missing[0].Title, yaml)
		}
		if len(own.Surplus()) > 0 || d.File.Lines() > read[0].Schema.Limits.Lines {
			t.Errorf("too many of a section, or too large\n%s", yaml)
		}
		for _, g := range own.Match.Groups {
			if missing := g.Missing(); len(missing) > 0 {
				t.Errorf("%q lacks %q\n%s", g.Section.Title, missing[0].Title, yaml)
			}
		}
	}
}

func sameFormat(a, b *Format) bool {
	level := func(f *Format) int { return f.Schema.GroupLevel() }
	x, y := *a, *b
	same := level(a) == level(b)
	x.Schema.Level, y.Schema.Level = 0, 0
	for _, s := range []*schema.Schema{&x.Schema, &y.Schema} {
		if len(s.Groups) == 0 {
			s.Groups = nil
		}
		for i := range s.Groups {
			if len(s.Groups[i].Subsections) == 0 {
				s.Groups[i].Subsections = nil
			}
		}
	}
	return same && reflect.DeepEqual(x, y)
}

// FuzzDerive holds every pair of files to the laws of checkProposal, and each alone.
func FuzzDerive(f *testing.F) {
	f.Add(monday, tuesday)
	f.Add("# A\n# B\n## x\n# C 1\n# C 2\n", "# a\n")
	f.Add("## 2026-11-20\n\nx\n\n## 2026-11-21\n", "## 🚀 Status\n## {x}\n## 1. One\n### a\n### b\n## 2. Two\n### b\n### a\n")
	for _, shape := range shapes() {
		f.Add(shape.texts[0], shape.texts[len(shape.texts)-1])
	}
	f.Add("# yes\n## no\n## a: b\n## \"q\"\n## -\n", "")
	f.Fuzz(func(t *testing.T, a, b string) {
		checkProposal(t, a, b)
		checkProposal(t, a)
	})
}
