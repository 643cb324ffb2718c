package planfile

import (
	"cmp"
	"slices"
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// A picker hands out the children of a task, each once, so that what is left can be
// given too.
type picker struct {
	task *Task
	used map[*Child]bool
}

// text is that of the first child of one of the names that has any.
func (k *picker) text(names ...string) string {
	for _, name := range names {
		if c := k.task.Child(name); c != nil && c.Text != "" {
			k.used[c] = true
			return c.Text
		}
	}
	return ""
}

// verify is what a person has to check: <human-check> within <verify> or, without it,
// all that stands there.
func (k *picker) verify() string {
	text := k.text(VerifyTag)
	return cmp.Or(k.task.HumanCheck, text)
}

// machineTags are children that a person need not read to answer: they are about
// files, or are said at another place.
var machineTags = []string{FilesTag, OptionsTag, OptionTag, NameTag, "read_first"}

// rest are the children that were not handed out.
func (k *picker) rest() []Detail {
	var more []Detail
	for i := range k.task.Children {
		c := &k.task.Children[i]
		if c.Text != "" && !k.used[c] && !slices.Contains(machineTags, c.Name) {
			more = append(more, Detail{c.Name, c.Text})
		}
	}
	return more
}

// taskGate is the gate that t is.
func (p *Plan) taskGate(t *Task) Gate {
	k := &picker{task: t, used: map[*Child]bool{}}
	g := Gate{
		Plan: p, Task: t, Number: t.Number, After: t.Number - 1, Type: t.Type, Title: t.Title(),
		Built: k.text(BuiltTag), Context: k.text(ContextTag), Resume: spelling.OneLine(k.text(ResumeTag)),
		Strict: t.Gate() == "blocking-human",
	}
	switch t.Type {
	case Decision:
		g.Ask = k.text(DecisionTag)
	case HumanAction:
		g.Ask = k.text(ActionTag)
		if why := k.text(WhyTag); why != "" {
			g.Context = strings.TrimPrefix(g.Context+"\n"+why, "\n")
		}
		if g.Steps = k.text(InstructionTag, HowTag, HumanCheckTag); g.Steps == "" {
			g.Steps = k.verify()
		}
	default:
		g.lookAt(k)
	}
	g.Options, g.Choices = t.choices()
	if len(t.Children) == 0 {
		g.Steps = dedent(p.File.Slice(t.Inner))
	}
	g.More = k.rest()
	return g
}

// lookAt fills in what there is to look at, and how. An <action> is what was done where
// something else says how to check it; alone it says that.
func (g *Gate) lookAt(k *picker) {
	if g.Steps = k.text(HowTag, InstructionTag, HumanCheckTag); g.Steps == "" {
		g.Steps = k.verify()
	}
	if g.Steps == "" {
		g.Steps = k.text(ActionTag)
	} else if g.Built == "" {
		g.Built = k.text(ActionTag)
	}
}
