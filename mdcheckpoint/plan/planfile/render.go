package planfile

import (
	"cmp"
	"fmt"
	"strings"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Look says how a gate is shown.
type Look struct {
	Plain bool // without emoji
	// Name is what the plan is called; "" is its id. An id may name several plans.
	Name string
	// Command is what records an answer that follows it; "" is not shown. It is, where
	// the resume signal names no answer that passes the gate.
	Command string
	// Answer is the last answer to the gate; nil if there is none.
	Answer *Answer
}

// A face is how gates of one type are headed, and what their parts are called.
type face struct {
	of, emoji, heading, ask, built, context, steps string
}

// faces have the three colours of the seed, in words of our own.
var faces = []face{
	{HumanVerify, "🟢", "Please check", "To do", "Built", "Context", "How to check"},
	{Decision, "🟡", "Please decide", "To decide", "Built", "Context", ""},
	{HumanAction, "🔴", "Please do by hand", "To do", "Done so far", "Why by hand", "What to do"},
	{"", "⚪", "Waiting for a person", "To do", "Built", "Context", "What to do"},
}

// Render is g as the person should see it, with line feeds and one at the end.
// Characters that could move the cursor are replaced.
func Render(g *Gate, look Look) string {
	f := faces[len(faces)-1]
	for _, known := range faces {
		if known.of == g.Type {
			f = known
		}
	}
	answered := look.Answer != nil && look.Answer.Verdict.Passes()
	if answered {
		f.emoji, f.heading = "✅", "Answered"
	}
	r := renderer{look: look}
	head := f.heading
	if !look.Plain {
		head = f.emoji + " " + head
	}
	if title := g.Title; title != "" && title != spelling.OneLine(g.Built) {
		head += ": " + title
	}
	r.line(head)
	r.labelled("Plan", r.where(g))
	if spelling.OneLine(g.Ask) != g.Title {
		r.part(f.ask, g.Ask)
	}
	r.part(f.built, g.Built)
	r.part(f.context, g.Context)
	r.part(f.steps, g.Steps)
	r.part("To choose from", g.Choices)
	r.options(g.Options)
	for i := range g.More {
		r.part(g.More[i].Label(), g.More[i].Text)
	}
	if a := look.Answer; a != nil {
		r.labelled(a.label(), a.Signed(g.answerText(a)))
	}
	if answered {
		return r.String()
	}
	r.waits(g)
	r.labelled("To go on", g.HowToAnswer())
	if word := g.Unsaid(); word != "" && look.Command != "" {
		r.labelled("Record it with", look.Command+" "+word)
	}
	return r.String()
}

func (a *Answer) label() string {
	if a.Verdict.Passes() {
		return "Answer"
	}
	return "Reported problem"
}

// answerText returns an answer to g with the name of the option that it selects.
func (g *Gate) answerText(a *Answer) string {
	if o := g.Chosen(a); o != nil && o.Name != "" && o.Name != o.ID {
		return a.Option + ": " + o.Name
	}
	return a.Text
}

// Label is what a detail is headed with: its name as words.
func (d *Detail) Label() string {
	switch d.Name {
	case VerifyTag, VerificationTag:
		return "How to check"
	case DoneTag:
		return "Done when"
	}
	name := strings.NewReplacer("-", " ", "_", " ").Replace(d.Name)
	return strings.ToUpper(name[:1]) + name[1:]
}

// HowToAnswer is the resume signal or, where there is none, the usual one of the type.
func (g *Gate) HowToAnswer() string {
	switch {
	case g.Resume != "":
		return g.Resume
	case g.Type == HumanAction:
		return `answer "done"`
	case g.Type == Decision && len(g.Options) > 0:
		return "answer with " + orList(keys(g.Options))
	case g.Type == Decision:
		return "answer with your choice"
	}
	return `answer "approved", or say what is wrong`
}

func orList(ids []string) string {
	if n := len(ids); n > 1 {
		return strings.Join(ids[:n-1], ", ") + " or " + ids[n-1]
	}
	return strings.Join(ids, "")
}

type renderer struct {
	strings.Builder
	look Look
}

func (r *renderer) line(text string) { r.WriteString(strings.TrimRight(visible(text), " ") + "\n") }

// labelled writes a line with its label, if there is anything to write.
func (r *renderer) labelled(label, text string) {
	if text != "" {
		r.line("")
		r.line(label + ": " + text)
	}
}

// part writes a label and the lines of text below it, or beside it if it is one.
func (r *renderer) part(label, text string) {
	text = untagged(text)
	if label == "" || text == "" {
		return
	}
	if !strings.Contains(text, "\n") {
		r.labelled(label, text)
		return
	}
	r.line("")
	r.line(label + ":")
	for line := range strings.SplitSeq(text, "\n") {
		r.line("  " + line)
	}
}

// untagged is text without the tags of elements within a check: a person reads what they
// hold, and which of it a program runs.
func untagged(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	for _, name := range []string{HumanCheckTag, AutomatedTag} {
		label := ""
		if name == AutomatedTag {
			label = "by a program: "
		}
		text = strings.NewReplacer("<"+name+">", label, "</"+name+">", "").Replace(text)
	}
	return strings.TrimSpace(text)
}

// where says where in its plan the gate stands.
func (r *renderer) where(g *Gate) string {
	id := cmp.Or(r.look.Name, cmp.Or(g.Plan.ID().String(), g.Plan.File.Name))
	switch {
	case g.Number > 0:
		return fmt.Sprintf("%s, task %d of %d", id, g.Number, len(g.Plan.Tasks))
	case g.After > 0:
		return fmt.Sprintf("%s, after task %d of %d", id, g.After, len(g.Plan.Tasks))
	}
	return id
}

func (r *renderer) waits(g *Gate) {
	var what []string
	if n := len(g.Tasks); n > 0 {
		what = append(what, plural(n, "task")+" of this plan")
	}
	if n := len(g.Plans); n > 0 {
		what = append(what, plural(n, "plan"))
	}
	r.labelled("Waiting for this", strings.Join(what, " and "))
}

// options writes what can be chosen, below each other.
func (r *renderer) options(options []Option) {
	for i := range options {
		o := &options[i]
		name := o.Name
		if o.Plain {
			name = o.Text
		}
		if o.ID != "" && o.ID != name {
			name = strings.TrimSuffix(o.ID+": "+name, ": ")
		}
		if i == 0 || o.Pros+o.Cons != "" {
			r.line("")
		}
		r.line("  " + name)
		for _, side := range [...]struct{ name, text string }{{"for", o.Pros}, {"against", o.Cons}} {
			if side.text != "" {
				r.line("    " + side.name + ": " + side.text)
			}
		}
	}
}

// visible is text with characters named that could move the cursor or change the
// order of what is shown.
func visible(text string) string { return source.Spelled(strings.ReplaceAll(text, "\t", " "), "") }
