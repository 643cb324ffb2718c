package planfile

import (
	"fmt"
	"strings"
	"testing"
)

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
		if got := Render(&parse(t, text).Gates()[0], RenderOptions{Plain: true}); !strings.Contains(got, "\n"+want+"\n") {
			t.Errorf("%s\n%s\nwant %s", text, got, want)
		}
	}
}

func TestUnnamedAnswer(t *testing.T) {
	for _, c := range []struct{ kind, signal, want string }{
		{HumanVerify, `Type "verified"`, "approved"}, {HumanVerify, `Type "Approved" or say what is wrong`, ""}, {HumanVerify, "", ""},
		{HumanAction, "Say approved", "done"}, {HumanAction, "Type: DONE", ""},
		{Decision, "Say yes", "clerk"}, {Decision, "Select: own", ""}, {Decision, "Take Clerk Auth or tell", ""},
		{Prefix + "other", "when done", ""}, {Prefix + "other", "go", "approved"},
	} {
		text := fmt.Sprintf(`<task type=%q><option id="clerk">Clerk Auth</option><option id="own">Own</option><resume-signal>%s</resume-signal></task>`, c.kind, c.signal)
		g := &parse(t, text).Gates()[0]
		if got := g.unnamedAnswer(); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.kind, c.signal, got, c.want)
		}
		if got := Render(g, RenderOptions{Command: "do 1:1"}); strings.Contains(got, "Command: do 1:1 "+c.want+"\n") != (c.want != "") {
			t.Errorf("%s", got)
		}
	}
}

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
