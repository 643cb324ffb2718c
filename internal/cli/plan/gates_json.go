package plan

import "mdck/mdcheckpoint/plan/planfile"

// gatesJSON is the output of mdck plan gates --json. Its names are part of the interface.
type gatesJSON struct {
	Version  int        `json:"version"`
	Open     *int       `json:"open"` // null if a file was unreadable
	Answered int        `json:"answered"`
	Done     int        `json:"done"`    // in finished plans, without passing answers
	Unknown  int        `json:"unknown"` // with unreadable answers
	Gates    []gateJSON `json:"gates"`   // in the order of execution
}

type gateJSON struct {
	Ref   string `json:"gate"` // PLAN:TASK
	State string `json:"state"`
	Plan  string `json:"plan"` // id
	Path  string `json:"path"`
	Line  int    `json:"line"`
	planfile.Gate
	Passes []string         `json:"passes"` // answers that pass; empty if any text passes
	Strict bool             `json:"strict"`
	Blocks blocksJSON       `json:"blocks"`
	Answer *planfile.Answer `json:"answer"`
}

type blocksJSON struct {
	Tasks     []int    `json:"tasks"` // at most maxBlockedJSON
	TaskCount int      `json:"taskCount"`
	Plans     []string `json:"plans"` // at most maxBlockedJSON
	PlanCount int      `json:"planCount"`
}

const maxBlockedJSON = 50

func first[T any](all []T) []T { return append([]T{}, all[:min(len(all), maxBlockedJSON)]...) }

func (v *gatesView) json() *gatesJSON {
	out := &gatesJSON{
		Version: 1, Answered: v.count[gateAnswered], Done: v.count[gateDone], Unknown: v.count[gateUnknown],
		Gates: []gateJSON{},
	}
	if open := v.open(); v.complete {
		out.Open = &open
	}
	for _, g := range v.gates {
		out.Gates = append(out.Gates, g.json())
	}
	return out
}

func (g *planGate) json() gateJSON {
	out := gateJSON{
		Ref: g.ref, State: g.state(), Plan: g.Plan.ID().String(), Path: g.path(), Line: g.line(), Gate: g.Gate, Passes: append([]string{}, g.Passing()...), Strict: g.Strict,
		Blocks: blocksJSON{Tasks: first(g.Tasks), TaskCount: len(g.Tasks), Plans: first(g.Plans), PlanCount: len(g.Plans)}, Answer: g.answer,
	}
	out.Options, out.More = append([]planfile.Option{}, g.Options...), append([]planfile.Detail{}, g.More...)
	for i := range out.Options {
		if o := &out.Options[i]; !o.Plain {
			o.Text = "" // Text repeats other fields
		}
	}
	return out
}
