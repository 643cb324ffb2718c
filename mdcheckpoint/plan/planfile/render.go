package planfile

import (
	"cmp"
	"fmt"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

// A Look says how a gate is shown.
type Look struct {
	Plain bool // without emoji
	// Name is the name of the plan; "" means its id, which several plans may share.
	Name string
	// Command is what records an answer that follows it; "" is not shown. It is, where
	// the resume signal names no answer that passes the gate.
	Command string
	// Answer is the last answer to the gate; nil if there is none.
	Answer *Answer
}

// A face is how gates of one type are headed, and what their parts are called.
type face struct {
	emoji, heading, ask, built, context, steps string
}

// face returns the face of g, in one of the three colours of the seed.
func (g *Gate) face() face {
	switch g.Type {
	case HumanVerify:
		return face{"🟢", "Please check", "To do", "Built", "Context", "How to check"}
	case Decision:
		return face{"🟡", "Please decide", "To decide", "Built", "Context", ""}
	case HumanAction:
		return face{"🔴", "Please do by hand", "To do", "Done so far", "Why by hand", "What to do"}
	}
	return face{"⚪", "Waiting for a person", "To do", "Built", "Context", "What to do"}
}

// A Part is something that a person should know of a gate. Its text may have several lines.
type Part struct{ Label, Text string }

// Parts returns what a person should know of g: what is asked and what there is to choose, the
// answer and, while it does not pass the gate, what waits for it and how to answer.
func (g *Gate) Parts(look Look) []Part {
	var parts []Part
	add := func(label, text string) {
		if text = untagged(text); label != "" && text != "" {
			parts = append(parts, Part{label, text})
		}
	}
	f := g.face()
	if spelling.OneLine(g.Ask) != g.Title {
		add(f.ask, g.Ask)
	}
	add(f.built, g.Built)
	add(f.context, g.Context)
	add(f.steps, g.Steps)
	add("To choose from", g.Choices)
	add("Options", optionLines(g.Options))
	for i := range g.More {
		add(g.More[i].label(), g.More[i].Text)
	}
	if a := look.Answer; a != nil && a.Verdict.Passes() {
		add("Answer", a.Signed(g.AnswerText(a)))
		return parts
	} else if a != nil {
		add("Problem", a.Signed(a.Text))
	}
	add("Blocks", g.Waiting())
	add("To go on", g.howToAnswer())
	if word := g.unsaid(); word != "" && look.Command != "" {
		add("Record it with", look.Command+" "+word)
	}
	if g.Strict {
		add("Strict", "only a person may answer, settings cannot")
	}
	return parts
}

// Render returns g as the person should see it, with line feeds and one at the end.
// Characters that could move the cursor are replaced.
func Render(g *Gate, look Look) string {
	f := g.face()
	if look.Answer != nil && look.Answer.Verdict.Passes() {
		f.emoji, f.heading = "✅", "Answered"
	}
	head := f.heading
	if !look.Plain {
		head = f.emoji + " " + head
	}
	if title := g.Title; title != "" && title != spelling.OneLine(g.Built) {
		head += ": " + title
	}
	lines := []string{head, "", "Plan: " + g.where(look.Name)}
	for _, p := range g.Parts(look) {
		text := " " + p.Text
		if strings.Contains(p.Text, "\n") {
			text = strings.ReplaceAll("\n"+p.Text, "\n", "\n  ")
		}
		lines = append(append(lines, ""), strings.Split(p.Label+":"+text, "\n")...)
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(visible(line), " ") + "\n")
	}
	return b.String()
}

// AnswerText returns an answer to g with the name of the option that it selects.
func (g *Gate) AnswerText(a *Answer) string {
	if o := g.Chosen(a); o != nil && o.Name != "" && o.Name != o.ID {
		return a.Option + ": " + o.Name
	}
	return a.Text
}

// label is what a detail is headed with: its name as words.
func (d *Detail) label() string {
	switch d.Name {
	case verifyTag, verificationTag:
		return "How to check"
	case doneTag:
		return "Done when"
	}
	name := strings.NewReplacer("-", " ", "_", " ").Replace(d.Name)
	return strings.ToUpper(name[:1]) + name[1:]
}

// howToAnswer is the resume signal or, where there is none, the usual one of the type.
func (g *Gate) howToAnswer() string {
	switch {
	case g.Resume != "":
		return g.Resume
	case g.Type == HumanAction:
		return `answer "done"`
	case g.Type == Decision && len(g.Options) > 0:
		ids := keys(g.Options)
		last := len(ids) - 1
		return "answer with " + strings.TrimPrefix(strings.Join(ids[:last], ", ")+" or "+ids[last], " or ")
	case g.Type == Decision:
		return "answer with your choice"
	}
	return `answer "approved", or say what is wrong`
}

// untagged is text without the tags of elements within a check.
func untagged(text string) string {
	return strings.TrimSpace(strings.NewReplacer(
		"<"+humanCheckTag+">", "", "</"+humanCheckTag+">", "", "<"+automatedTag+">", "by a program: ", "</"+automatedTag+">", "").Replace(text))
}

// where says where in its plan the gate is.
func (g *Gate) where(name string) string {
	id := cmp.Or(name, g.Plan.ID().String(), g.Plan.File.Name)
	switch {
	case g.Number > 0:
		return fmt.Sprintf("%s, task %d of %d", id, g.Number, len(g.Plan.Tasks))
	case g.After > 0:
		return fmt.Sprintf("%s, after task %d of %d", id, g.After, len(g.Plan.Tasks))
	}
	return id
}

// Waiting returns what waits for g, for people: "tasks 3 to 5; plans 03-07, 03-08".
func (g *Gate) Waiting() string {
	const most = 8 // plans that are named
	tasks, plans := "", some(g.Plans, most)
	switch n := len(g.Tasks); {
	case n == 1:
		tasks = fmt.Sprintf("task %d; ", g.Tasks[0])
	case n > 1:
		tasks = fmt.Sprintf("tasks %d to %d; ", g.Tasks[0], g.Tasks[n-1])
	}
	switch n := len(g.Plans); {
	case n == 1:
		plans = "plan " + plans
	case n > 1:
		plans = "plans " + plans
	}
	return strings.TrimSuffix(tasks+plans, "; ")
}

// optionLines returns what can be chosen, below each other.
func optionLines(options []Option) string {
	var lines []string
	for i := range options {
		lines = append(lines, options[i].lines()...)
	}
	return strings.Join(lines, "\n")
}

// visible is text with characters named that could move the cursor or change the order.
func visible(text string) string { return source.Spelled(strings.ReplaceAll(text, "\t", " "), "") }
