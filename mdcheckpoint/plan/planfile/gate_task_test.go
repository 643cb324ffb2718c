package planfile

import (
	"fmt"
	"strings"
	"testing"
)

// TestShowsAll checks that no text of a checkpoint is lost to the person who answers it,
// whatever its name and the other children are.
func TestShowsAll(t *testing.T) {
	for text, want := range map[string]string{
		`<task type="checkpoint:decision"><name>Pick</name><decision>who signs users in</decision></task>`:                                                  "To decide: who signs users in",
		"<task type=\"checkpoint:decision\"><decision>who signs\nusers in</decision></task>":                                                                "To decide:\n  who signs\n  users in",
		`<task type="checkpoint:human-action"><name>N</name><action>click the link</action><verification>a mail came</verification></task>`:                 "To do: click the link\n\nHow to check: a mail came",
		`<task type="checkpoint:human-verify"><action>deployed it</action><verify>open the page</verify></task>`:                                            "Built: deployed it\n\nHow to check: open the page",
		`<task type="checkpoint:human-verify"><what-built>b</what-built><action>deployed it</action><verify>open it</verify><done>it is seen</done></task>`: "Action: deployed it\n\nDone when: it is seen",
		`<task type="checkpoint:human-verify"><name>N</name><note>mind the gap</note><note>twice</note></task>`:                                             "Note: mind the gap\n\nNote: twice",
		`<task type="checkpoint:human-verify">look at the page</task>`:                                                                                      "How to check: look at the page",
		`<task type="checkpoint:decision"><options>one thing, or another</options></task>`:                                                                  "To choose from: one thing, or another",
		"<task type=\"checkpoint:decision\"><options>Mind:<option id=\"a\">b</option></options></task>":                                                     "To choose from: Mind:\n\nOptions: a: b",
	} {
		if got := Render(&parse(t, text).Gates()[0], Look{Plain: true}); !strings.Contains(got, "\n"+want+"\n") {
			t.Errorf("%s\n%s\nwant %s", text, got, want)
		}
	}
}

// TestListOptions is which lists are options, and with which ids.
func TestListOptions(t *testing.T) {
	for text, want := range map[string]string{
		"- clerk: good screens\n- custom - our own":                 "clerk=good screens|custom=our own",
		"1. Clerk\n2. Own":                                          "1=Clerk|2=Own",
		"1. Clerk - paid\n2. Own (free)":                            "1=Clerk|2=Own",
		"- **a** — first\n  - with more\n- `b`: x":                  "a=first|b=x",
		"- Use Clerk: paid\n- Use ours: free":                       "=Use Clerk|=Use ours",
		"- clerk\n- custom":                                         "=clerk|=custom",
		"- a: x\n- A: y":                                            "a=x|A=y",
		"- a: x":                                                    "",
		"any of these\n- a: x\n- b: y":                              "a=x|b=y",
		"A) Postgres\nB) SQLite":                                    "A=Postgres|B=SQLite",
		"1) Postgres\n\n2) SQLite":                                  "1=Postgres|2=SQLite",
		"(a) Postgres\n(b) SQLite\n   small":                        "a=Postgres|b=SQLite",
		"1. Postgres\n- big\n2. SQLite\n- small":                    "1=Postgres|2=SQLite",
		"**a. Postgres** - big\n**b. SQLite** - x":                  "a=Postgres|b=SQLite",
		"**Postgres**\n- big\n\n**SQLite**\n- x":                    "", // any text chooses
		"### Postgres\n- big\n### SQLite\n- small":                  "", // any text chooses
		"Option A: Postgres\nOption B — SQLite":                     "A=Postgres|B=SQLite",
		"- Option A: Postgres\n- Option B: SQLite":                  "A=Postgres|B=SQLite",
		"- **Option A: x** - big\n- **Option B: y**":                "A=x|B=y",
		"a) Postgres\nb) MySQL\n\nNote: both are fine":              "a=Postgres|b=MySQL",
		"a) Postgres\nb) MySQL\nNote: both are fine":                "a=Postgres|b=MySQL",
		"- a: x\n- b: y\n\nNote: both are fine":                     "a=x|b=y",
		"Choose:\n- a: x\nfine\n- b: y\nfine":                       "a=x|b=y",
		"- Use Clerk\n\nor\n\n- Use ours":                           "=Use Clerk|=Use ours",
		"### Option A: Postgres\nPros: fast\n\n### Option B: MySQL": "A=Postgres|B=MySQL",
		"**A: Postgres**\nfast\n\n**B: MySQL**\nsmall":              "",
		"**Choose one:**\n- a: x\n- b: y":                           "a=x|b=y",
		"It is to be quick.\n- a: x\nNo more.":                      "",
		"a. x\na. y":                                                "", // nobody can tell them apart
		"Postgres\n- big\nSQLite\n- small":                          "",
		"It is to be quick.\nAnd small.":                            "",
		"Use either. Both are good\nNow":                            "",
		"":                                                          "",
	} {
		g := parse(t, "<task type=\"checkpoint:decision\"><options>\n"+text+"\n</options></task>").Gates()[0]
		var got []string
		for _, o := range g.Options {
			got = append(got, o.ID+"="+o.Name)
		}
		if strings.Join(got, "|") != want || want == "" && g.Choices != text {
			t.Errorf("%q: %s and %q, want %s", text, strings.Join(got, "|"), g.Choices, want)
		}
	}
}

// TestUnsaid checks that a signal which names no passing answer is told one.
func TestUnsaid(t *testing.T) {
	for _, c := range []struct{ kind, signal, want string }{
		{HumanVerify, `Type "verified"`, "approved"}, {HumanVerify, `Type "Approved" or say what is wrong`, ""}, {HumanVerify, "", ""},
		{HumanAction, "Say approved", "done"}, {HumanAction, "Type: DONE", ""},
		{Decision, "Say yes", "clerk"}, {Decision, "Select: own", ""}, {Decision, "Take Clerk Auth or tell", ""},
		{Prefix + "other", "when done", ""}, {Prefix + "other", "go", "approved"},
	} {
		text := fmt.Sprintf(`<task type=%q><option id="clerk">Clerk Auth</option><option id="own">Own</option><resume-signal>%s</resume-signal></task>`, c.kind, c.signal)
		g := &parse(t, text).Gates()[0]
		if got := g.Unsaid(); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.kind, c.signal, got, c.want)
		}
		if got := Render(g, Look{Command: "do 1:1"}); strings.Contains(got, "Record it with: do 1:1 "+c.want+"\n") != (c.want != "") {
			t.Errorf("%s", got)
		}
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
