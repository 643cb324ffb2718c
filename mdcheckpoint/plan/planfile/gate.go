package planfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
)

// frontTask returns the task that is the checkpoint in the front matter, or nil.
func (p *Plan) frontTask() *Task {
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

// A Gate is a checkpoint, at which the plan waits for a person.
type Gate struct {
	Plan *Plan `json:"-"`
	Task *Task `json:"-"` // nil if the checkpoint is only in the front matter

	Number int    `json:"task"`  // 0 if Task is nil
	After  int    `json:"after"` // number of the last task before the pause, or 0
	Type   string `json:"type"`  // type with the prefix, or ""

	Title   string   `json:"title"`
	Ask     string   `json:"ask"`   // the decision or action; "" for other types
	Built   string   `json:"built"` // what to look at, or what was done so far
	Context string   `json:"context"`
	Steps   string   `json:"steps"`
	Options []Option `json:"options"`
	Choices string   `json:"choices"` // text in <options> outside of the options
	More    []Detail `json:"more"`
	Resume  string   `json:"resume"` // how to answer
	Strict  bool     `json:"-"`      // gate="blocking-human", which no setting may approve

	twin string // "1 of 2" for the first of identical tasks; "" if there is only one

	// Tasks and Plans are later tasks and plans that wait for the gate. Gates share these slices:
	// do not change them.
	Tasks []int    `json:"-"`
	Plans []string `json:"-"`
}

type Detail struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Kind returns the type without the prefix, such as "human-verify", on one line.
func (g *Gate) Kind() string {
	if g.Type == "" {
		return "checkpoint"
	}
	return spelling.OneLine(strings.TrimPrefix(g.Type, Prefix))
}

// Gates returns the checkpoints of p in order, without Plans.
func (p *Plan) Gates() (gates []Gate) {
	own, extra := p.frontTask(), p.frontGate()
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

func (g *Gate) bytes() string {
	if g.Task != nil {
		return g.Plan.File.Slice(g.Task.Span)
	}
	return g.Plan.File.Slice(g.Plan.Front.Checkpoint.Span)
}

func (p *Plan) frontGate() *Gate {
	k := p.Front.Checkpoint
	if !k.Is || p.frontTask() != nil {
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

func (p *Plan) taskGate(t *Task) Gate {
	resume, action, why := t.Text(ResumeTag), t.Text(ActionTag), ""
	g := Gate{
		Plan: p, Task: t, Number: t.Number, After: t.Number - 1, Type: t.Type, Title: t.Title(),
		Built: t.Text(BuiltTag), Context: t.Text(ContextTag), Resume: spelling.OneLine(resume),
		Options: t.Options, Choices: t.OptionsText, Strict: t.value("gate") == "blocking-human",
	}
	shown := []string{"", g.Context, resume} // texts that are in other fields
	steps := func(names ...string) string {
		return cmp.Or(t.Text(names...), t.HumanCheck, t.Text(verifyTag)) // the rest of <verify> is for a program
	}
	switch t.Type {
	case Decision:
		g.Ask = t.Text(DecisionTag)
	case HumanAction:
		why = t.Text(WhyTag)
		g.Ask, g.Steps = action, steps(InstructionTag, HowTag, humanCheckTag)
		g.Context = strings.Trim(g.Context+"\n"+why, "\n")
	default: // another child says how to check; <action> says what was done
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

// machineTags lists children that a person does not need.
const machineTags wordList = "|files|options|option|name|read_first|"

// Gates returns the checkpoints of all plans in order, with the plans that wait for them.
func (o *Ordering) Gates(isDone func(*Plan) bool) (gates []Gate) {
	var ids []string
	var later []int // for each gate, the index in ids of the first later plan
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
