package planfile

import (
	"strings"
	"testing"
)

func TestTornFences(t *testing.T) {
	plan := func(context, action, more string) string {
		return head + "<context>\n" + context + "</context>\n<tasks>\n<task type=\"auto\">\n<name>a</name>\n<action>\n" + action + "</action>\n</task>\n" + verify + "</tasks>\n" + more
	}
	const code, bare = "```ts\nconst a = 1\n```\n", "```\nmake\n```\n"
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"none":                        {plan(code, code+bare, code), 0},
		"one too many":                {plan(code+"```\n", code, ""), 12},
		"before code without a word":  {plan("```\n", bare, ""), 9},
		"in a task":                   {plan("", bare+"```\n", bare), 17},
		"one that is not closed":      {plan("```ts\nconst a = 1\n", code, ""), 9},
		"tildes":                      {plan("~~~\n", "~~~\nmake\n~~~\n", ""), 9},
		"an example":                  {plan("```xml\n<task type=\"auto\">\n<action>\n```\n", code, ""), 0},
		"an example of a closing tag": {plan("```xml\n</action>\n</task>\n```\n", code, ""), 0},
		"markup in code":              {plan("```html\n</div>\n```\n<div>\n", code, ""), 0},
	} {
		p := parse(t, c.text)
		got := 0
		for _, f := range p.Check() {
			if strings.HasPrefix(f.Message, "this code fence") {
				got = p.File.Position(f.Span.Start).Line
			}
		}
		if got != c.line || len(p.Tasks) != 2 || len(p.Stray) > 0 {
			t.Errorf("%s: fence in line %d, want %d; %d tasks, strays %v", name, got, c.line, len(p.Tasks), p.Stray)
		}
		if fence, _ := p.Unclosed(); c.line > 0 && fence.Len() > 0 && p.File.Position(fence.Start).Line == c.line {
			t.Errorf("%s: reported as not closed, too", name)
		}
	}
}

func TestUnpaired(t *testing.T) {
	task := func(children string) string { return head + "<task type=\"auto\">\n" + children + "</task>\n" + verify }
	const whole = "<name>a</name>\n<action>b</action>\n"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"all closed":                 {task(whole + "<verify>\n<automated>x</automated>\n</verify>\n"), nil},
		"one that is not closed":     {task(whole + "<verify>\nx\n<done>y</done>\n"), []string{`W task-balance "<verify>" <verify> in task 1 is not closed; expected </verify>`}},
		"two with the same name":     {task(whole + "<verify>\n<verify>x</verify>\n"), []string{`W task-balance "<verify>" <verify> in task 1 is not closed`}},
		"one too many":               {task(whole + "</verify>\n"), []string{`W task-balance "</verify>" </verify> has no opening tag in task 1`}},
		"another name":               {task(whole + "<verify>\nx\n</done>\n"), []string{`<verify> in task 1 is not closed; expected </verify>, found </done> in line 13`}},
		"a required child":           {task("<name>a</name>\n<action>\nb\n"), []string{`E task-balance "<action>" <action> in task 1 is not closed`}},
		"in a line":                  {task("<name>a</name><action>b</action><verify>x"), []string{`<verify> in task 1 is not closed`}},
		"only mentioned":             {task(whole + "<verify>\n<automated>grep '<verify>' a && grep '</action>' a</automated>\nText with </verify> in it, and a <done>.\n</verify>\n"), nil},
		"a tag with an unknown name": {task(whole + "<own>\nx\n"), nil},
		"in a task that is open":     {head + "<task type=\"auto\">\n" + whole + "<verify>\n" + verify, []string{`E task-balance "<task type=\"auto\">" <task> is not closed`}},
	} {
		check(t, name, c.text, c.want...)
	}
}

func TestNested(t *testing.T) {
	const text = head + "<task type=\"checkpoint:human-verify\" gate=\"blocking\">\n<action>\nStart it.\n<what-built>A page</what-built>\n<how-to-verify>Look</how-to-verify>\n<resume-signal>Type \"approved\"</resume-signal>\nWait.\n</action>\n</task>\n"
	check(t, "nested", text)
	p := parse(t, text)
	g := p.Gates()[0]
	if g.Built != "A page" || g.Steps != "Look" || g.Resume != `Type "approved"` || len(g.More) != 1 || g.More[0].Text != "Start it.\n\n\n\nWait." {
		t.Errorf("gate is %+v", g)
	}
	check(t, "in a task that is not a checkpoint", head+"<task type=\"auto\"><name>a</name><action>Write <resume-signal>x</resume-signal></action></task>\n"+verify)
	check(t, "no resume signal at all", strings.Replace(text, "<resume-signal>Type \"approved\"</resume-signal>", "", 1), `E task-children`)
}
