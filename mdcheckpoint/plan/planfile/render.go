package planfile

import (
	"cmp"
	"fmt"
	"strings"

	"mdck/internal/spelling"
)

// RenderOptions are the options for formatting a checkpoint.
type RenderOptions struct {
	Plain bool // without emoji
	// Name is the name of the plan in the text; "" means its id.
	Name string
	// Command is the command line that records an answer, without the answer, or "".
	Command string
	Answer  *Answer
}

type labelSet struct {
	emoji, heading, ask, built, context, steps string
}

func (g *Gate) labelSet() labelSet {
	switch g.Type {
	case HumanVerify:
		return labelSet{"🟢", "Please check", "To do", "Built", "Context", "How to check"}
	case Decision:
		return labelSet{"🟡", "Please decide", "To decide", "Built", "Context", ""}
	case HumanAction:
		return labelSet{"🔴", "Please do by hand", "To do", "Done so far", "Why by hand", "What to do"}
	}
	return labelSet{"⚪", "Waiting for a person", "To do", "Built", "Context", "What to do"}
}

// A Part is a text about a checkpoint, in one or more lines.
type Part struct{ Label, Text string }

// Parts returns what a person should know about g.
func (g *Gate) Parts(options RenderOptions) (parts []Part) {
	add := func(label, text string) {
		if text = untagged(text); label != "" && text != "" {
			parts = append(parts, Part{label, text})
		}
	}
	f := g.labelSet()
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
	if a := options.Answer; a != nil && a.Verdict.Passes() {
		add("Answer", a.Signed(g.AnswerText(a)))
		return parts
	} else if a != nil {
		add("Problem", a.Signed(a.Text))
	}
	add("Blocks", g.Waiting())
	add("How to answer", g.howToAnswer())
	if word := g.unnamedAnswer(); word != "" && options.Command != "" {
		add("Command", options.Command+" "+word)
	}
	if g.Strict {
		add("Note", "only a person may answer this checkpoint")
	}
	return parts
}

// Render formats g for a person, without characters that could move the cursor.
func Render(g *Gate, options RenderOptions) string {
	f := g.labelSet()
	if options.Answer != nil && options.Answer.Verdict.Passes() {
		f.emoji, f.heading = "✅", "Answered"
	}
	head := f.heading
	if !options.Plain {
		head = f.emoji + " " + head
	}
	if title := g.Title; title != "" && title != spelling.OneLine(g.Built) {
		head += ": " + title
	}
	lines := []string{head, "", "Plan: " + g.placeText(options.Name)}
	for _, p := range g.Parts(options) {
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

// AnswerText returns the text of an answer to g. For an option with a name, it returns "id: name".
func (g *Gate) AnswerText(a *Answer) string {
	if o := g.Chosen(a); o != nil && o.Name != "" && o.Name != o.ID {
		return a.Option + ": " + o.Name
	}
	return a.Text
}

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

func (g *Gate) howToAnswer() string {
	switch {
	case g.Resume != "":
		return g.Resume
	case g.Type == HumanAction:
		return `answer "done"`
	case g.Type == Decision && len(g.Options) > 0:
		return "answer with one of: " + spelling.List(keys(g.Options))
	case g.Type == Decision:
		return "answer with your choice"
	}
	return `answer "approved", or say what is wrong`
}

func untagged(text string) string {
	return strings.TrimSpace(strings.NewReplacer(
		"<"+humanCheckTag+">", "", "</"+humanCheckTag+">", "", "<"+automatedTag+">", "by a program: ", "</"+automatedTag+">", "").Replace(text))
}

func (g *Gate) placeText(name string) string {
	id := cmp.Or(name, g.Plan.ID().String(), g.Plan.File.Name)
	switch {
	case g.Number > 0:
		return fmt.Sprintf("%s, task %d of %d", id, g.Number, len(g.Plan.Tasks))
	case g.After > 0:
		return fmt.Sprintf("%s, after task %d of %d", id, g.After, len(g.Plan.Tasks))
	}
	return id
}

// Waiting formats what waits for g, such as "tasks 3 to 5 and plans 03-07, 03-08".
func (g *Gate) Waiting() string {
	const most = 8 // plans in the text
	tasks, plans := "", spelling.JoinFirst(g.Plans, most)
	switch n := len(g.Tasks); {
	case n == 1:
		tasks = fmt.Sprintf("task %d and ", g.Tasks[0])
	case n > 1:
		tasks = fmt.Sprintf("tasks %d to %d and ", g.Tasks[0], g.Tasks[n-1])
	}
	switch n := len(g.Plans); {
	case n == 1:
		plans = "plan " + plans
	case n > 1:
		plans = "plans " + plans
	}
	return strings.TrimSuffix(tasks+plans, " and ")
}

func optionLines(options []Option) string {
	var lines []string
	for i := range options {
		lines = append(lines, options[i].lines()...)
	}
	return strings.Join(lines, "\n")
}

// visible replaces characters that could move the cursor or change the direction of text.
func visible(text string) string { return spelling.Escape(strings.ReplaceAll(text, "\t", " "), "") }
