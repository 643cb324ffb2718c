package cli

import (
	"math"

	"mdck/mdcheckpoint/plan/planfile"
)

// gatesJSON is the object that mdck plan gates --json prints. Its names are part of the
// interface. What is not known is "" or null; lists are never null.
type gatesJSON struct {
	Version  int         `json:"version"`
	Open     *int        `json:"open"` // null while a plan or the answers cannot be read
	Answered int         `json:"answered"`
	Done     int         `json:"done"`    // not answered, of plans that are done
	Unknown  int         `json:"unknown"` // the answers cannot be read
	Gates    []gateJSON  `json:"gates"`   // in the order of execution; those that are not open with --all
	Summary  []shareJSON `json:"summary"`
}

type gateJSON struct {
	Gate    string           `json:"gate"` // PLAN:TASK
	State   string           `json:"state"`
	Plan    string           `json:"plan"` // id
	Path    string           `json:"path"`
	Line    int              `json:"line"`
	Task    int              `json:"task"`  // 0 is the front matter's checkpoint
	After   int              `json:"after"` // last task before the pause
	Type    string           `json:"type"`
	Title   string           `json:"title"`
	Ask     string           `json:"ask"` // what is to be decided or done, all of it
	Built   string           `json:"built"`
	Context string           `json:"context"`
	Steps   string           `json:"steps"`
	Options []gateOptionJSON `json:"options"`
	Choices string           `json:"choices"` // text beside the options, or instead of them
	More    []gateMoreJSON   `json:"more"`    // other children of the task
	Resume  string           `json:"resume"`
	Passes  []string         `json:"passes"` // answers that pass it; none if any does
	Strict  bool             `json:"strict"`
	Blocks  blocksJSON       `json:"blocks"`
	Answer  *answerJSON      `json:"answer"`
	Moved   string           `json:"moved"` // path of a plan that is gone, where a task of the same bytes was answered; that does not count
}

type gateMoreJSON struct {
	Name string `json:"name"` // of the child
	Text string `json:"text"`
}

type gateOptionJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Pros string `json:"pros"`
	Cons string `json:"cons"`
	Text string `json:"text"` // of one that is plain text; else ""
}

type blocksJSON struct {
	Tasks     []int    `json:"tasks"` // the first maxBlockedJSON
	TaskCount int      `json:"taskCount"`
	Plans     []string `json:"plans"` // likewise
	PlanCount int      `json:"planCount"`
}

// maxBlockedJSON is how many tasks and plans that wait for a gate are listed: of a large
// project all would be, for each gate.
const maxBlockedJSON = 50

// first is a copy of the first maxBlockedJSON of all, never nil.
func first[T any](all []T) []T { return append([]T{}, all[:min(len(all), maxBlockedJSON)]...) }

type answerJSON struct {
	Text    string `json:"text"`
	Verdict string `json:"verdict"`
	Option  string `json:"option"`
	Time    string `json:"time"`
}

type shareJSON struct {
	Type    string  `json:"type"` // "" are all others
	Count   int     `json:"count"`
	Percent float64 `json:"percent"`
	Usual   int     `json:"usual"`
}

// summaryJSON is what --summary --json prints.
type summaryJSON struct {
	Version int         `json:"version"`
	Total   int         `json:"total"`
	Summary []shareJSON `json:"summary"`
}

func (v *gatesView) summaryJSON() *summaryJSON {
	return &summaryJSON{Version: 1, Total: len(v.gates), Summary: v.shares()}
}

func (v *gatesView) shares() []shareJSON {
	all := []shareJSON{}
	for _, s := range planfile.Shares(v.plain()) {
		all = append(all, shareJSON{s.Type, s.Count, math.Round(s.Percent*10) / 10, s.Usual})
	}
	return all
}

func (v *gatesView) json() *gatesJSON {
	open, out := 0, &gatesJSON{Version: 1, Gates: []gateJSON{}, Summary: v.shares()}
	if v.whole {
		out.Open = &open
	}
	for _, g := range v.gates {
		switch {
		case g.isOpen():
			open++
		case g.state() == gateUnknown:
			out.Unknown++
		case g.state() == gateDone:
			out.Done++
		default:
			out.Answered++
		}
		if v.lists(g) {
			out.Gates = append(out.Gates, g.json())
		}
	}
	return out
}

func (g *planGate) json() gateJSON {
	out := gateJSON{
		Gate: g.ref, State: g.state(), Plan: g.Plan.ID().String(), Path: g.path(), Line: g.line(), Task: g.Number, After: g.After,
		Type: g.Type, Title: g.Title, Ask: g.Ask, Built: g.Built, Context: g.Context, Steps: g.Steps, Options: []gateOptionJSON{},
		Choices: g.Choices, More: []gateMoreJSON{}, Resume: g.Resume, Passes: append([]string{}, g.Passing()...), Strict: g.Strict,
		Blocks: blocksJSON{Tasks: first(g.Tasks), TaskCount: len(g.Tasks), Plans: first(g.Plans), PlanCount: len(g.Plans)},
	}
	for i := range g.Options {
		o := &g.Options[i]
		option := gateOptionJSON{ID: o.ID, Name: o.Name, Pros: o.Pros, Cons: o.Cons}
		if o.Plain {
			option.Text = o.Text
		}
		out.Options = append(out.Options, option)
	}
	for _, d := range g.More {
		out.More = append(out.More, gateMoreJSON{d.Name, d.Text})
	}
	if a := g.answer; a != nil {
		out.Answer = &answerJSON{a.Text, string(a.Verdict), a.Option, a.Time}
	}
	if g.moved != nil {
		out.Moved = g.folder.target.Shown(g.moved.Plan)
	}
	return out
}
