package planfile

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

func verifyDraft(built, steps string) Draft {
	return Draft{Type: "human-verify", Texts: map[string]string{BuiltTag: built, HowTag: steps}}
}

func drafts(a, b string) []Draft {
	one := 1
	return []Draft{
		verifyDraft(a, b),
		{Type: Decision, After: new(int), Texts: map[string]string{DecisionTag: a, ContextTag: b}, Options: []Option{{ID: "one", Name: a, Pros: b, Cons: a}, {ID: "two", Name: b}}},
		{Type: "human-action", After: &one, Texts: map[string]string{NameTag: "n", ActionTag: a, WhyTag: b, InstructionTag: a + "\n" + b}},
	}
}

func TestAdd(t *testing.T) {
	texts := rightFiles(t)
	texts["empty.md"] = ""
	texts["tasks.md"] = "---\nphase: 1\n---\n\n<tasks>\n</tasks>\n"
	texts["null.md"] = "---\nautonomous:\nphase: 1\n---\n" + auto
	for name, text := range texts {
		for _, style := range styles {
			p := parse(t, style.Of(text))
			for _, d := range drafts("The page at http://localhost:3000", "1. Look at it\n2. Click \"a & b\"") {
				if d.After != nil && *d.After > len(p.Tasks) {
					continue
				}
				change, err := p.Add(d)
				if err != nil || !change.Changed() {
					t.Errorf("%s, %s, %s: %v", name, style.Name, d.Type, err)
					continue
				}
				checkAdd(t, p, d, change)
			}
		}
	}
}

func checkAdd(t *testing.T, p *Plan, d Draft, change *Change) {
	t.Helper()
	k := p.Front.Checkpoint
	for _, e := range change.Edits {
		v := p.Front.Root.Get(checkpointKey)
		isNull := v != nil && !k.Is && e.Span.End == v.Span.End && strings.Trim(p.File.Slice(e.Span), " ") == p.File.Slice(v.Span)
		if e.Span.Len() > 0 && e.Span != p.Front.Autonomous.Span && e.Span != k.AfterAt && !isNull {
			t.Errorf("edit of %q in %q", p.File.Slice(e.Span), p.Text())
		}
	}
	text, err := source.Apply(p.Text(), change.Edits)
	if err != nil || text != change.Text {
		t.Errorf("the edits give %q, %v, want %q", text, err, change.Text)
	}
	if strings.Contains(p.Text(), "\r\n") && !strings.Contains(strings.ReplaceAll(p.Text(), "\r\n", ""), "\n") && strings.Contains(strings.ReplaceAll(change.Text, "\r\n", ""), "\n") {
		t.Errorf("line endings are mixed in %q", change.Text)
	}
	after := parse(t, change.Text)
	for _, f := range after.Check() {
		if f.Error && (f.Class == Autonomous || f.Class == TaskChildren || f.Class == TaskBalance) && !slices.Contains(problems(p), f.Message) && len(p.Check()) == 0 {
			t.Errorf("%s: %s in\n%s", f.Class, f.Message, change.Text)
		}
	}
	if n, want := len(after.Gates()), len(p.Gates())+1; n != want || !after.Front.Checkpoint.Is {
		t.Errorf("%d pauses, want %d, and the front matter to name one, in\n%s", n, want, change.Text)
	}
	again, err := after.Add(d)
	if err != nil || again.Changed() || again.Text != change.Text {
		t.Errorf("again: %v, %+v in\n%s", err, again, change.Text)
	}
}

func TestAddText(t *testing.T) {
	p := parse(t, "---\nphase: 1\nautonomous: true # for now\ncheckpoint: {type: decision, after_task: 1}\n---\n\n<tasks>\n\n  "+auto+"\n</tasks>\n")
	first := verifyDraft("A page", "Look:\n\n  - twice")
	first.After = new(int)
	change, err := p.Add(first)
	const want = `---
phase: 1
autonomous: false # for now
checkpoint: {type: decision, after_task: 2}
---

<tasks>

  <task type="checkpoint:human-verify" gate="blocking">
    <what-built>A page</what-built>
    <how-to-verify>
      Look:

        - twice
    </how-to-verify>
    <resume-signal>Type "approved" or describe the problem</resume-signal>
  </task>

  ` + auto + "\n</tasks>\n"
	if err != nil || change.Text != want {
		t.Errorf("%v\n%s", err, change.Text)
	}
	if got := strings.Join(change.Did, "; "); got != `added a task of type "checkpoint:human-verify"; set the key after_task to 2, the new number of the same task; set the key autonomous to false` {
		t.Errorf("did %s", got)
	}
}

func TestAddShift(t *testing.T) {
	text := strings.Replace(head, "wave: 1", "wave: 1\ncheckpoint: {type: decision, after_task: 2}", 1) + auto + auto + auto
	for after, want := range map[int]string{0: "3", 1: "3", 2: "2", 3: "2", -1: "2"} {
		d := verifyDraft("a", "b")
		if after >= 0 {
			d.After = &after
		}
		change, err := parse(t, text).Add(d)
		if err != nil || !strings.Contains(change.Text, "after_task: "+want+"}") {
			t.Errorf("behind %d: %v\n%s", after, err, change.Text)
		}
	}
}

func TestAddRefuses(t *testing.T) {
	three := 3
	for want, c := range map[string]struct {
		text string
		edit func(*Draft)
	}{
		`unknown type "human-verfy"; expected one of human-verify`: {auto, func(d *Draft) { d.Type = "human-verfy" }},
		`needs <what-built>`:                      {auto, func(d *Draft) { d.Texts[BuiltTag] = " \n" }},
		`there is no task 3; the plan has 1 task`: {auto, func(d *Draft) { d.After = &three }},
		`task 2 of type "checkpoint:decision" has too few options (1); expected two or more`: {auto, func(d *Draft) {
			*d = Draft{Type: Decision, Texts: map[string]string{DecisionTag: "a"}, Options: []Option{{ID: "a", Name: "b"}}}
		}},
		`the id "a b" of option 1`: {auto, func(d *Draft) {
			*d = Draft{Type: Decision, Texts: map[string]string{DecisionTag: "a"}, Options: []Option{{ID: "a b", Name: "b"}, {ID: "b", Name: "c"}}}
		}},
		`duplicate option "A"`: {auto, func(d *Draft) {
			*d = Draft{Type: Decision, Texts: map[string]string{DecisionTag: "a"}, Options: []Option{{ID: "a", Name: "b"}, {ID: "A", Name: "c"}}}
		}},
		`option "a" has <pros> but no <cons>`: {auto, func(d *Draft) {
			*d = Draft{Type: Decision, Texts: map[string]string{DecisionTag: "a"}, Options: []Option{{ID: "a", Name: "b", Pros: "c"}, {ID: "b", Name: "c"}}}
		}},
		`would be parsed as part of the plan`:     {auto, func(d *Draft) { d.Texts[HowTag] = "a </how-to-verify> b" }},
		`a task has no opening or no closing tag`: {"<task>", func(*Draft) {}},
		`the front matter is not closed`:          {"---\n" + auto, func(*Draft) {}},
		`the front matter is in braces`:           {"---\n{phase: 1}\n---\n" + auto, func(*Draft) {}},
	} {
		d := verifyDraft("a", "b")
		c.edit(&d)
		if change, err := parse(t, c.text).Add(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %+v, want %s", err, change, want)
		}
	}
}

func TestDraft(t *testing.T) {
	all := map[string]string{BuiltTag: "a", HowTag: "b", DecisionTag: "c", ContextTag: "d", ActionTag: "e", WhyTag: "f", InstructionTag: "g"}
	own := map[string][]string{HumanVerify: {BuiltTag, HowTag}, Decision: {DecisionTag, ContextTag}, HumanAction: {ActionTag, WhyTag, InstructionTag}}
	p := parse(t, auto)
	for kind, tags := range own {
		for tag, text := range all {
			d := Draft{Type: strings.TrimPrefix(kind, Prefix), Texts: map[string]string{tag: text}}
			_, err := p.Add(d)
			_, refused := errors.AsType[*protocol.RequestError](err)
			if mine := slices.Contains(tags, tag); !refused || mine == strings.Contains(err.Error(), "is not allowed in") {
				t.Errorf("%s in %s: %v", tag, kind, err)
			}
		}
	}
	for _, kind := range []string{"", "auto", "human", "checkpoint:"} {
		if _, err := p.Add(Draft{Type: kind}); err == nil || !strings.Contains(err.Error(), "unknown type") {
			t.Errorf("type %q: %v", kind, err)
		}
	}
	options := verifyDraft("a", "b")
	options.Options = []Option{{ID: "a", Name: "b"}}
	if _, err := p.Add(options); err == nil || !strings.Contains(err.Error(), "<options> is not allowed in") {
		t.Errorf("options of a human-verify: %v", err)
	}
}

func TestAddRefusesText(t *testing.T) {
	p := parse(t, auto)
	for _, text := range []string{"</tasks>", "a <task> b", "```\n</task>\n```", "`</TASK >`", "a <!-- b", "<!-- a --> b", "</task"} {
		if change, err := p.Add(verifyDraft("w", text)); err == nil {
			t.Errorf("%q is written: %s", text, change.Text)
		}
	}
	for _, text := range []string{"a <taskbar>", "a\tb", "a\x1bb", "x < y", "the tasks"} {
		if _, err := p.Add(verifyDraft("w", text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	below := verifyDraft("w", "s")
	below.After = new(-1)
	if _, err := p.Add(below); err == nil {
		t.Error("the task number -1 is accepted")
	}
	_, err := parse(t, "---\nautonomous: |\n  true\n---\n"+auto).Add(verifyDraft("w", "s"))
	if err == nil || !strings.Contains(err.Error(), "the front matter cannot be edited") {
		t.Errorf("%v", err)
	}
	signal := verifyDraft("w", "s")
	signal.Texts[ResumeTag] = `Type "verified"`
	change, err := p.Add(signal)
	if err != nil || len(change.Notes) != 1 || !strings.Contains(change.Notes[0], `"approved"`) {
		t.Errorf("%v, notes %q", err, change.Notes)
	}
}

var hostile = []string{
	"plain", "two\nlines", "<task>", "</task>", "<task type=\"auto\">a</task>", "</what-built>", "<what-built>", "</options>", "`</task>`", "```\n</task>\n```", "```", "<!--", "-->", "<!-- a -->", "---", "---\na: 1\n---",
	"a & b < c > d", "Promise<string>", "<div class=\"a\">", "\r\n", "\r", "\x00", "\xff", "\ufeff", "é — 漢", "    indented\n  less", "\ttab", " ", "", "\"quoted\"", "a\n\n\nb", "<resume-signal>x</resume-signal>", "~~~", "`", "1. a\n2. b",
}

func FuzzAdd(f *testing.F) {
	for i, text := range hostile {
		f.Add(head+auto+verify, text, hostile[(i*5+1)%len(hostile)], byte(i))
		f.Add(head+text+"\n"+auto, "a", text, byte(i))
		f.Add(text, "a", "b", byte(i))
		f.Add(strings.ReplaceAll(head+"<tasks>\n"+auto+"</tasks>", "\n", "\r\n"), text, "b", byte(i))
	}
	f.Fuzz(func(t *testing.T, text, one, two string, which byte) {
		p, err := Parse("01-01-PLAN.md", text)
		if err != nil {
			return
		}
		all := drafts(one, two)
		d := all[int(which)%len(all)]
		change, err := p.Add(d)
		if err != nil {
			r, isRequest := errors.AsType[*protocol.RequestError](err)
			_, isPlace := errors.AsType[*source.Error](err)
			if !isRequest && !isPlace || isRequest && (r.Reason == "" || strings.HasSuffix(r.Reason, ".")) {
				t.Errorf("refused with %T: %v", err, err)
			}
			return
		}
		checkAdd(t, p, d, change)
	})
}

func isTaskTag(text string) bool {
	return strings.HasPrefix(text, "<task") || strings.HasPrefix(text, "<feature") || strings.HasPrefix(text, "<checkpoint")
}

func FuzzParse(f *testing.F) {
	for _, text := range rightFiles(f) {
		for _, style := range styles {
			f.Add(style.Of(text))
		}
	}
	for _, text := range hostile {
		f.Add(head + "<task type=\"auto\"><name>" + text + "</name>" + text + "</task>")
		f.Add(text + "\n" + verify + text)
		f.Add("<!-- " + text + " -->\n" + head + "<feature>\n<name>" + text + "</name>\n</feature>\n```\n" + verify + "```\n</task>")
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkHead(t, "01-01-PLAN.md", text)
		p, err := Parse("01-01-PLAN.md", text)
		if err != nil {
			return
		}
		last := p.Front.Span.End
		for i, task := range p.Tasks {
			if task.Number != i+1 || task.Span.Start < last || !task.Span.Covers(task.Tag) || !task.Span.Covers(task.Inner) || !isTaskTag(p.File.Slice(task.Tag)) || task.Closed != strings.HasSuffix(p.File.Slice(task.Span), ">") && task.Closed {
				t.Errorf("task %+v", task)
			}
			last = task.Span.End
			at := task.Inner.Start
			for _, c := range task.Children {
				open, closing := p.File.Slice(c.Tag), p.File.Slice(source.Span{Start: c.Inner.End, End: c.Span.End})
				if c.Span.Start < at || !task.Inner.Covers(c.Span) || !c.Span.Covers(c.Inner) || !strings.HasPrefix(open, "<"+c.Name) || !strings.HasPrefix(closing, "</"+c.Name) {
					t.Errorf("child %+v of %q", c, p.File.Slice(task.Span))
				}
				at = c.Span.End
			}
			for _, a := range task.Attrs {
				if p.File.Slice(a.ValueSpan) != a.Value || !task.Tag.Covers(a.Span) || !a.Span.Covers(a.ValueSpan) || !strings.HasPrefix(p.File.Slice(a.Span), a.Name) {
					t.Errorf("attribute %+v of %q", a, p.File.Slice(task.Tag))
				}
			}
		}
		at := 0
		for _, f := range p.Check() {
			if f.Span.Start < at || f.Span.End > len(text) || f.Span.End < f.Span.Start || f.Message == "" {
				t.Errorf("problem %+v", f)
			}
			at = f.Span.Start
			if _, err := source.Apply(text, f.Fix); err != nil {
				t.Errorf("fix of %+v: %v", f, err)
			}
		}
		for _, g := range Order([]*Plan{p}).Gates(noneDone) {
			if shown := Render(&g, RenderOptions{}); !strings.HasSuffix(shown, "\n") || strings.ContainsAny(shown, "\x1b\r\t") {
				t.Errorf("shown as %q", shown)
			}
			g.Hash()
		}
		p.Type(nil)
	})
}
