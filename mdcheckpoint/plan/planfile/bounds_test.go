package planfile

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// A bound is a limit. The tests check the limit and one step beyond.
type bound struct {
	name   string
	most   int // the last number for which holds is true
	holds  func(n int) bool
	before bool // holds is true from most on
}

func testBounds(t *testing.T, bounds []bound) {
	t.Helper()
	for _, b := range bounds {
		n, past := b.most, b.most+1
		if b.before {
			past = b.most - 1
		}
		if !b.holds(n) || b.holds(past) {
			t.Errorf("%s: %t at %d, %t at %d", b.name, b.holds(n), n, b.holds(past), past)
		}
	}
}

func TestWordBounds(t *testing.T) {
	words := func(n int) string { return strings.Repeat("x ", n) }
	asks := func(text string) bool { return len(findAsks(text, false, false)) > 0 }
	testBounds(t, []bound{
		{name: "words between a verb and a command", most: 5, holds: func(n int) bool { return asks("1. Run " + words(n) + "`npm test`") }},
		{name: "words between a verb and a file", most: 7, holds: func(n int) bool { return asks("1. Create " + words(n) + "x.ts") }},
		{name: "words of a lead-in", most: 4, holds: func(n int) bool {
			return !asks("Claude" + strings.Repeat(" x", n-1) + "\nRun `npm test`\n")
		}},
	})
}

func TestByteBounds(t *testing.T) {
	asks := func(text string) bool { return len(findAsks(text, false, false)) > 0 }
	testBounds(t, []bound{
		{name: "a line of prose", most: 4 << 10, holds: func(n int) bool {
			return asks("Run `npm test`. " + strings.Repeat("x", n-len("Run `npm test`. \n")) + "\n")
		}},
		{name: "the word of a signal", most: 1000, holds: func(n int) bool {
			return (&Gate{Type: HumanVerify, Resume: strings.Repeat(" ", n-len("approved")) + "approved"}).unnamedAnswer() == ""
		}},
		{name: "a text in a message", most: 60, holds: func(n int) bool { return short(strings.Repeat("x", n)) == strings.Repeat("x", n) }},
		{name: "the name of a file", most: 999, holds: func(n int) bool {
			_, ok := reference("@"+strings.Repeat("x", n-len(".md"))+".md", 0)
			return ok
		}},
		{name: "text before a tag", most: 1 << 10, holds: func(n int) bool {
			return scan("x"+strings.Repeat(" ", n-1)+"<task>", 0).isProse(-1, 0)
		}},
		{name: "a resume signal", most: 4 << 10, holds: func(n int) bool {
			signal := "Type a" + strings.Repeat(" x", n)[:n-len("Type a")-1] + "."
			p := parse(t, head+"<task type=\"checkpoint:decision\" gate=\"blocking\"><decision>a</decision><context>b</context><option id=\"a\">a</option><option id=\"b\">b</option><resume-signal>"+signal+"</resume-signal></task>")
			return len(p.Check()) == 1
		}},
		{name: "text before front matter", most: 4<<10 - 1, holds: func(n int) bool {
			return parse(t, strings.Repeat("x", n-1)+"\n"+head).Front.Is
		}},
		{name: "front matter that is not YAML", most: 4 * yamldoc.MaxSize, holds: func(n int) bool {
			text := "phase: 3\n"
			for len(text) < n {
				text += fmt.Sprintf("k%d: %s\n", len(text), strings.Repeat("x", min(1<<14, max(1, n-len(text)-len("k123456: \n")))))
			}
			return parse(t, "---\n"+text[:n-1]+"\n---\n").Front.Phase == "3"
		}},
		{name: "a plan", most: source.MaxSize, holds: func(n int) bool {
			_, err := Parse("a.md", strings.Repeat("x", n))
			return err == nil
		}},
	})
}

func TestCountBounds(t *testing.T) {
	testBounds(t, []bound{
		{name: "options in a message", most: 20, holds: func(n int) bool {
			return !strings.Contains(optionError(make([]Option, n), "%q %s", "").Error(), "more")
		}},
		{name: "level of a heading", most: 6, holds: func(n int) bool { return heading(strings.Repeat("#", n)+" x") == "x" }},
		{name: "ticks of a fence", most: 3, before: true, holds: func(n int) bool {
			mark, _ := fenceMark(strings.Repeat("`", n) + "\n")
			return mark != ""
		}},
		{name: "digits of a number", most: 9, holds: func(n int) bool { _, ok := ParseCount(strings.Repeat("9", n)); return ok }},
	})
}

func TestNoCommand(t *testing.T) {
	for _, text := range []string{"```\n```\n", "```\n\n```\n", "In terminal", "In", "Run"} {
		if found := findAsks(text, false, false); len(found) > 0 {
			t.Errorf("%q asks for %+v", text, found)
		}
	}
}

func TestWordEdges(t *testing.T) {
	for text, want := range map[string]bool{"\x7fdone\x7f": true, "ŀdone": false, "doneŀ": false, "(done)": true, "done-": false} {
		if got := hasWord(text, "done"); got != want {
			t.Errorf("%q has the word: %t", text, got)
		}
	}
}

func TestDoneByNumber(t *testing.T) {
	for name, want := range map[string]bool{"01-02-setup-PLAN.md": true, "01-02-a-b-PLAN.md": true, "01-03-PLAN.md": false, "x-02-a-PLAN.md": false, "01-x-a-PLAN.md": false, "PLAN.md": false, "01-02-a.md": false} {
		names := map[string]bool{"p/01-02-SUMMARY.md": true, "p/" + name: true}
		if got := IsDone(names, "p/"+name); got != want {
			t.Errorf("%s is done: %t", name, got)
		}
		if names["p/01-02-PLAN.md"] = true; IsDone(names, "p/"+name) {
			t.Errorf("%s is done by the summary of another", name)
		}
	}
}
