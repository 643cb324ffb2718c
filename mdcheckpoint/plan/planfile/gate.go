package planfile

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// paused is the checkpoint task that the front matter's checkpoint stands for: the
// one at after_task or right behind it or, without that number, the first of
// its type. It is nil if the pause has no task of its own.
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
	After  int    `json:"after"` // number of the last task before the pause; 0 if it is the first thing
	Type   string `json:"type"`  // with the prefix; "" if nobody says

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
// outside of it. One pause is listed once, though the front matter and a task may
// both tell of it.
func (p *Plan) Gates() []Gate {
	var gates []Gate
	own, extra := p.paused(), p.frontGate()
	numbers := make([]int, len(p.Tasks))
	for i, t := range p.Tasks {
		numbers[i] = t.Number
	}
	for _, t := range p.Tasks {
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
	said := map[*Child]bool{} // each child is shown once
	text := func(names ...string) string {
		for _, name := range names {
			if c := t.Child(name); c != nil && c.Text != "" {
				said[c] = true
				return c.Text
			}
		}
		return ""
	}
	steps := func(names ...string) string {
		if found := text(names...); found != "" {
			return found
		}
		return cmp.Or(t.HumanCheck, text(VerifyTag)) // of <verify>, what a program checks is not for a person
	}
	g := Gate{
		Plan: p, Task: t, Number: t.Number, After: t.Number - 1, Type: t.Type, Title: t.Title(),
		Built: text(BuiltTag), Context: text(ContextTag), Resume: spelling.OneLine(text(ResumeTag)),
		Strict: t.Gate() == "blocking-human",
	}
	switch t.Type {
	case Decision:
		g.Ask = text(DecisionTag)
	case HumanAction:
		g.Ask, g.Steps = text(ActionTag), steps(InstructionTag, HowTag, HumanCheckTag)
		g.Context = strings.Trim(g.Context+"\n"+text(WhyTag), "\n")
	default: // an <action> is what was done where something else says how to check it
		if g.Steps = steps(HowTag, InstructionTag, HumanCheckTag); g.Steps == "" {
			g.Steps = text(ActionTag)
		} else if g.Built == "" {
			g.Built = text(ActionTag)
		}
	}
	g.Options, g.Choices = t.Options, t.OptionsText
	if len(t.Children) == 0 {
		g.Steps = dedent(p.File.Slice(t.Inner))
	}
	for i := range t.Children {
		c := &t.Children[i]
		if c.Text != "" && !said[c] && !slices.Contains(machineTags, c.Name) {
			g.More = append(g.More, Detail{c.Name, c.Text})
		}
	}
	return g
}

// machineTags are children that a person need not read to answer.
var machineTags = []string{FilesTag, OptionsTag, OptionTag, NameTag, "read_first"}

// Gates returns the gates of the plans of o in the order of execution, each with the plans
// that come later and are not done, and so wait for it. Plans that [Order] cannot place come
// last.
func (o *Ordering) Gates(isDone func(*Plan) bool) []Gate {
	var gates []Gate
	var ids []string
	var later []int // by gate, index in ids of the first plan behind its own
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

// A Share is how many checkpoints are of a type, beside how many are usual.
type Share struct {
	Type    string  `json:"type"`
	Count   int     `json:"count"`
	Percent float64 `json:"percent"` // of all, to one decimal
	Usual   int     `json:"usual"`   // percent; 0 of a type that the protocol does not name
}

// usualShares are how many percent of all checkpoints are of a type. Source: seed.
var usualShares = [...]struct {
	of      string
	percent int
}{{HumanVerify, 90}, {Decision, 9}, {HumanAction, 1}}

// Shares counts gates by type: those of the protocol in its order, and behind them
// the others as one, of no type, if there are any.
func Shares(gates []Gate) []Share {
	count := map[string]int{}
	for i := range gates {
		count[gates[i].Type]++
	}
	var shares []Share
	others := len(gates)
	for _, u := range usualShares {
		shares = append(shares, Share{Type: u.of, Count: count[u.of], Usual: u.percent})
		others -= count[u.of]
	}
	if others > 0 {
		shares = append(shares, Share{Count: others})
	}
	for i := range shares {
		shares[i].Percent = math.Round(1000*float64(shares[i].Count)/float64(max(1, len(gates)))) / 10
	}
	return shares
}
