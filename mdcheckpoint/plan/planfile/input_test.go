package planfile

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// TestParseDraft checks that JSON and YAML say the same, and that what they say stands in
// the plan afterwards.
func TestParseDraft(t *testing.T) {
	json := `{"type": "decision", "after": 0, "name": "Choose", "decision": ["who signs", "users in"], "context": "two ways",
		"options": [{"id": "a", "name": "A & B", "pros": ["x", "y"], "cons": "z"}, {"id": "2", "name": "C"}], "resume-signal": "say a or 2"}`
	yaml := `type: decision
after: 0
name: Choose
decision: |
  who signs
  users in
context: two ways
options:
  - id: a
    name: A & B
    pros: [x, y]
    cons: z
  - {id: 2, name: C}
resume-signal: say a or 2
`
	var gates []Gate
	for _, text := range []string{json, yaml, "\ufeff" + json, strings.ReplaceAll(yaml, "\n", "\r\n")} {
		d, err := ParseDraft("in", text)
		if err != nil {
			t.Fatal(err)
		}
		change, err := parse(t, "<task type=\"auto\"><name>a</name></task>\n").Add(*d)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parse(t, change.Text).Add(*d)
		if err != nil || again.Changed() {
			t.Errorf("added twice: %v, %v", again, err)
		}
		gates = append(gates, parse(t, change.Text).Gates()...)
	}
	for _, g := range gates {
		if g.Number != 1 || g.Title != "Choose" || g.Context != "two ways" || g.Resume != "say a or 2" || g.Options[0].Pros != "x y" || g.Options[1].ID != "2" || g.Options[0].Name != "A & B" {
			t.Errorf("%+v", g)
		}
	}
	if len(gates) != 4 {
		t.Errorf("%d gates", len(gates))
	}
}

func TestParseDraftRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"decison": "x"}`:                    `in:1:2: unknown key "decison" (did you mean "decision"?)`,
		`{"after": -1}`:                       `in:1:11: `,
		`{"options": [{"name": "x"}]}`:        `in:1:14: `,
		`{"what-built": 1}`:                   `in:1:16: `,
		`{"name": "x"`:                        `in:1:13: not valid JSON`,
		"name: [x":                            `in:1:`,
		"- a\n":                               `in:1:1: `,
		"a: &x 1\n":                           `in:1:4: `,
		"name: \xff\n":                        `in:1:7: not valid UTF-8`,
		"name: " + strings.Repeat("x", 1<<15): `in:`,
	} {
		_, err := ParseDraft("in", text)
		if _, ok := errors.AsType[*source.Error](err); !ok || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.30q: %v, want %s", text, err, want)
		}
	}
}

// TestDraft checks that what a type does not have is never dropped in silence.
func TestDraft(t *testing.T) {
	all := map[string]string{BuiltTag: "a", HowTag: "b", DecisionTag: "c", ContextTag: "d", ActionTag: "e", WhyTag: "f", InstructionTag: "g"}
	own := map[string][]string{HumanVerify: {BuiltTag, HowTag}, Decision: {DecisionTag, ContextTag}, HumanAction: {ActionTag, WhyTag, InstructionTag}}
	for kind, tags := range own {
		for tag, text := range all {
			d := &Draft{Type: strings.TrimPrefix(kind, Prefix), Texts: map[string]string{tag: text}}
			err := d.Check()
			_, refused := errors.AsType[*protocol.RequestError](err)
			if mine := slices.Contains(tags, tag); !refused || mine == strings.Contains(err.Error(), "is no part of") {
				t.Errorf("%s in %s: %v", tag, kind, err)
			}
		}
	}
	for _, kind := range []string{"", "auto", "human", "checkpoint:"} {
		if err := (&Draft{Type: kind}).Check(); err == nil || !strings.Contains(err.Error(), "unknown type") {
			t.Errorf("type %q: %v", kind, err)
		}
	}
	if err := (&Draft{Type: "human-verify", Options: []Option{{ID: "a"}}}).Check(); err == nil || !strings.Contains(err.Error(), "is no part of") {
		t.Errorf("options of a human-verify: %v", err)
	}
}

// TestHumanCheck is what a person has to check where <verify> names it beside a program.
func TestHumanCheck(t *testing.T) {
	for text, want := range map[string]string{
		`<task type="checkpoint:human-verify"><action>deploy</action><verify><automated>curl x</automated><human-check>the logo is new</human-check></verify></task>`: "the logo is new",
		`<task type="checkpoint:human-verify"><how-to-verify>look</how-to-verify><verify><human-check>the logo is new</human-check></verify></task>`:                  "look",
		`<task type="checkpoint:human-verify"><action>deploy</action><verify>it works</verify></task>`:                                                                "it works",
		`<task type="checkpoint:human-action"><verify><human-check>a</human-check><human-check>b</human-check></verify></task>`:                                       "a",
	} {
		if got := parse(t, text).Gates()[0].Steps; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestRenderOptions checks that no part of an option is lost.
func TestRenderOptions(t *testing.T) {
	p := parse(t, `<task type="checkpoint:decision"><decision>x</decision>
<option id="a"><name>One</name><pros>good</pros><cons>bad</cons></option><option id="b">Two - it</option><option>Three</option></task>`)
	got := Render(&p.Gates()[0], Look{Plain: true})
	if want := "\n  a: One\n    for: good\n    against: bad\n  b: Two - it\n  Three\n"; !strings.Contains(got, want) {
		t.Errorf("the options are\n%s", got)
	}
}
