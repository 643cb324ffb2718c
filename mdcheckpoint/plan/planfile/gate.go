package planfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
)

// paused returns the checkpoint task that the checkpoint of the front matter means: the one at
// after_task or directly after it or, without that number, the first of its type. It is nil if the
// pause has no task of its own.
func (p *Plan) paused() *Task {
	k := p.Front.Checkpoint
	if !k.Is {
		return nil
	}
	for _, t := range p.checkpoints() {
		isNear := t.Number == k.After || t.Number == k.After+1
		if (k.Type == "" || t.Type == Prefix+k.Type || !k.isObject) && (isNear || !k.HasAfter) {
			return t
		}
	}
	return nil
}

// A Gate is a point at which a plan waits for a person.
type Gate struct {
	Plan *Plan `json:"-"`
	Task *Task `json:"-"` // nil if only the front matter names the gate

	Number int    `json:"task"`  // of the task; 0 without
	After  int    `json:"after"` // number of the last task before the pause; 0 if the plan begins with the pause
	Type   string `json:"type"`  // with the prefix; "" if unknown

	Title   string   `json:"title"`   // on one line
	Ask     string   `json:"ask"`     // what is to be decided or done, all of it; "" of other types
	Built   string   `json:"built"`   // what there is to look at, or was done so far
	Context string   `json:"context"` // why it matters, or why it cannot be automated
	Steps   string   `json:"steps"`   // what to check or do
	Options []Option `json:"options"`
	Choices string   `json:"choices"` // what stands beside the options, or in their place
	More    []Detail `json:"more"`
	Resume  string   `json:"resume"` // how to answer
	Strict  bool     `json:"-"`      // gate="blocking-human": no setting may approve it

	twin string // of tasks with the same bytes, which one it is and how many there are

	// What waits for it: tasks of its plan that come behind, and ids of the plans
	// that come later. Both belong to the list of gates: do not change them.
	Tasks []int    `json:"-"`
	Plans []string `json:"-"`
}

// A Detail is a child of a gate's task that has no field of its own.
type Detail struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Gates are the gates of p, in the order of execution, without what they block
// outside it. One pause is listed once, though the front matter and a task may
// both tell of it.
func (p *Plan) Gates() []Gate {
	var gates []Gate
	own, extra := p.paused(), p.frontGate()
	var numbers []int
	for _, t := range p.Tasks {
		numbers = append(numbers, t.Number)
		if t.IsCheckpoint() {
			g := p.taskGate(t)
			if t == own && g.Built == "" {
				g.Built = p.Front.Checkpoint.What
			}
			gates = append(gates, g)
		}
		if extra != nil && extra.After == t.Number {
			gates, extra = append(gates, *extra), nil
		}
	}
	if extra != nil {
		gates = append(gates, *extra)
	}
	for i := range gates {
		gates[i].Tasks = numbers[max(gates[i].Number, gates[i].After):]
	}
	countTwins(gates)
	return gates
}

// countTwins tells tasks of the same bytes from each other by their order.
func countTwins(gates []Gate) {
	count, nth := map[string]int{}, map[string]int{}
	for i := range gates {
		count[gates[i].bytes()]++
	}
	for i := range gates {
		bytes := gates[i].bytes()
		if nth[bytes]++; count[bytes] > 1 {
			gates[i].twin = fmt.Sprintf("%d of %d", nth[bytes], count[bytes])
		}
	}
}

// bytes are those of the task, or of the checkpoint of the front matter.
func (g *Gate) bytes() string {
	if g.Task != nil {
		return g.Plan.File.Slice(g.Task.Span)
	}
	return g.Plan.File.Slice(g.Plan.Front.Checkpoint.Span)
}

// frontGate is the pause that only the front matter tells of; nil if there is none.
func (p *Plan) frontGate() *Gate {
	k := p.Front.Checkpoint
	if !k.Is || p.paused() != nil {
		return nil
	}
	g := &Gate{Plan: p, After: len(p.Tasks), Title: k.What, Built: k.What}
	if k.HasAfter && k.After <= len(p.Tasks) {
		g.After = k.After
	}
	if k.Type != "" {
		g.Type = Prefix + k.Type
	}
	return g
}

// taskGate is the gate that t is.
func (p *Plan) taskGate(t *Task) Gate {
	resume, action, why := t.Text(ResumeTag), t.Text(ActionTag), ""
	g := Gate{
		Plan: p, Task: t, Number: t.Number, After: t.Number - 1, Type: t.Type, Title: t.Title(),
		Built: t.Text(BuiltTag), Context: t.Text(ContextTag), Resume: spelling.OneLine(resume),
		Options: t.Options, Choices: t.OptionsText, Strict: t.value("gate") == "blocking-human",
	}
	shown := []string{"", g.Context, resume} // each text is shown once
	steps := func(names ...string) string {
		return cmp.Or(t.Text(names...), t.HumanCheck, t.Text(verifyTag)) // of <verify>, what a program checks is not for a person
	}
	switch t.Type {
	case Decision:
		g.Ask = t.Text(DecisionTag)
	case HumanAction:
		why = t.Text(WhyTag)
		g.Ask, g.Steps = action, steps(InstructionTag, HowTag, humanCheckTag)
		g.Context = strings.Trim(g.Context+"\n"+why, "\n")
	default: // an <action> is what was done where something else says how to check it
		if g.Steps = steps(HowTag, InstructionTag, humanCheckTag); g.Steps == "" {
			g.Steps = action
		} else if g.Built == "" {
			g.Built = action
		}
	}
	if len(t.Children) == 0 {
		g.Steps = dedent(p.File.Slice(t.Inner))
	}
	shown = append(shown, why, g.Ask, g.Built, g.Steps)
	if t.HumanCheck != "" && g.Steps == t.HumanCheck {
		shown = append(shown, t.Text(verifyTag))
	}
	for _, c := range t.Children {
		if !slices.Contains(shown, c.Text) && !machineTags.has(c.Name) {
			g.More = append(g.More, Detail{c.Name, c.Text})
		}
	}
	return g
}

// machineTags are children that a person need not read to answer.
const machineTags wordList = "|files|options|option|name|read_first|"

// Gates returns the gates of the plans of o in the order of execution, each with the plans
// that come later and are not done, and so wait for it. Plans that [Order] cannot place come
// last.
func (o *Ordering) Gates(isDone func(*Plan) bool) []Gate {
	var gates []Gate
	var ids []string
	var later []int // by gate, index in ids of the first plan after its own
	for _, p := range o.All() {
		own := p.Gates()
		gates = append(gates, own...)
		if !isDone(p) {
			ids = append(ids, p.ID().String())
		}
		later = append(later, slices.Repeat([]int{len(ids)}, len(own))...)
	}
	for i, at := range later {
		gates[i].Plans = ids[at:]
	}
	return gates
}
