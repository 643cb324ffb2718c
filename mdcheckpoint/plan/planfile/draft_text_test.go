package planfile

import (
	"strings"
	"testing"
)

// TestAddLayout checks that what is added is indented as its neighbours are.
func TestAddLayout(t *testing.T) {
	const task = "<task type=\"auto\">\n@<name>a</name>\n</task>\n"
	for _, c := range []struct{ text, want string }{
		{strings.ReplaceAll(task, "@", "    "), "\n    <how-to-verify>\n        a\n        b\n    </how-to-verify>\n"},
		{strings.ReplaceAll(task, "@", "\t"), "\n\t<how-to-verify>\n\t\ta\n\t\tb\n\t</how-to-verify>\n"},
		{strings.ReplaceAll(task, "@", ""), "\n<how-to-verify>\na\nb\n</how-to-verify>\n"},
		{strings.ReplaceAll(task, "@", "    ") + strings.ReplaceAll(task, "@", "\t"), "\n\t<how-to-verify>\n\t\ta\n"},
		{strings.ReplaceAll(task, "@", "\t") + auto, "\n\t<how-to-verify>\n"},
		{"\t" + strings.ReplaceAll(strings.ReplaceAll(task, "@", "\t\t"), "</task>", "\t</task>"), "\n\t\t<how-to-verify>\n\t\t\ta\n"},
		{auto, "\n  <how-to-verify>\n    a\n"},
	} {
		change, err := parse(t, c.text).Add(verifyDraft("w", "a\nb"))
		if err != nil || !strings.Contains(change.Text, c.want) {
			t.Errorf("%q: %v %q, want %q", c.text, err, change.Text, c.want)
		}
	}
}

// TestAddRefusesText checks that no text ends or hides a task for what reads tags alone.
func TestAddRefusesText(t *testing.T) {
	p := parse(t, auto)
	for _, text := range []string{"</tasks>", "a <task> b", "```\n</task>\n```", "`</TASK >`", "a <!-- b", "<!-- a --> <!--", "a\x1b[31m", "\x00", "\u009b1m", "</task"} {
		if change, err := p.Add(verifyDraft("w", text)); err == nil {
			t.Errorf("%q is written: %s", text, change.Text)
		}
	}
	for _, text := range []string{"a <taskbar>", "a\tb", "x < y", "the tasks"} {
		if _, err := p.Add(verifyDraft("w", text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	below := -1
	if err := (&Draft{Type: "human-verify", After: &below}).Check(); err == nil {
		t.Error("a place behind task -1 is taken")
	}
	_, err := parse(t, "---\nautonomous: |\n  true\n---\n"+auto).Add(verifyDraft("w", "s"))
	if err == nil || !strings.Contains(err.Error(), `:2:13: "autonomous" is of several lines`) {
		t.Errorf("%v", err)
	}
	signal := verifyDraft("w", "s")
	signal.Texts[ResumeTag] = `Type "verified"`
	change, err := p.Add(signal)
	if err != nil || len(change.Notes) != 1 || !strings.Contains(change.Notes[0], `"approved"`) {
		t.Errorf("%v, notes %q", err, change.Notes)
	}
}
