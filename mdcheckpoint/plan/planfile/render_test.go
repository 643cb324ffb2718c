package planfile

import (
	"strings"
	"testing"
)

func TestRender(t *testing.T) {
	for file, want := range map[string]string{
		"verify.md": `🟢 Please check

Plan: 03-06, task 2 of 2

Built: Dashboard, served at http://localhost:3000

How to check:
  Visit http://localhost:3000/dashboard and look:
  1. Desktop (>1024px): a sidebar, and cards with data
  2. Mobile (375px): one column, the navigation at the bottom
  3. Click "Settings": a dialog opens

How to answer: Type "approved" or describe issues
`,
		"decision.md": `🟡 Please decide: Choose who signs users in

Plan: 03-06, task 1 of 1

Context: The app needs users. There are three ways, each with its price.

Options:
  supabase: Supabase Auth
    for: Comes with the database, mails have templates
    against: Its screens are hard to change, ties us to it
`,
		"action.md": `🔴 Please do by hand: Complete email verification

Plan: 03-06, task 2 of 2

Why by hand: The link in the mail has to be clicked by whoever owns the inbox

What to do:
  1. Check your inbox for email from SendGrid
  2. Click the verification link
  3. Return here when done

How to answer: Type "done" when verified
`,
		"plain-options.md": `🟡 Please decide: Frontend framework

Plan: 03-06, task 1 of 1

Options:
  react: React - Larger ecosystem
  vue: Vue - Simpler learning curve

How to answer: answer with one of: "react", "vue"
`,
		"front-matter.md": `🟢 Please check

Plan: 03-06

Built: Integration tests pass, dashboard works

How to answer: answer "approved", or say what is wrong
`,
	} {
		for _, plain := range []bool{false, true} {
			got := Render(gateOf(t, file), RenderOptions{Plain: plain})
			wanted := want
			if plain {
				_, wanted, _ = strings.Cut(want, " ")
			}
			if !strings.HasPrefix(got, wanted) {
				t.Errorf("%s is shown as\n%s\nwant\n%s", file, got, wanted)
			}
		}
	}
}

func TestRenderVisible(t *testing.T) {
	p := parse(t, `<task type="checkpoint:decision"><decision>a</decision><option id="a">漢字</option><option id="b">x`+"\x1b[2J\u202e"+`</option></task>`)
	if got := Render(&p.Gates()[0], RenderOptions{Plain: true}); !strings.Contains(got, "  a: 漢字\n  b: x\\x1b[2J\\u202e\n") {
		t.Errorf("shown as\n%s", got)
	}
}

func TestRenderOptions(t *testing.T) {
	p := parse(t, `<task type="checkpoint:decision"><decision>x</decision>
<option id="a"><name>One</name><pros>good</pros><cons>bad</cons></option><option id="b">Two - it</option><option>Three</option></task>`)
	got := Render(&p.Gates()[0], RenderOptions{Plain: true})
	if want := "\n  a: One\n    for: good\n    against: bad\n  b: Two - it\n  Three\n"; !strings.Contains(got, want) {
		t.Errorf("the options are\n%s", got)
	}
}
