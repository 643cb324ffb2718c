package plan

import "mdck/mdcheckpoint/plan/planfile"

// gatesJSON is the object that mdck plan gates --json prints. Its names are part of the
// interface. What is not known is "" or null; lists are never null.
type gatesJSON struct {
	Version  int        `json:"version"`
	Open     *int       `json:"open"` // null while a plan or the answers cannot be read
	Answered int        `json:"answered"`
	Done     int        `json:"done"`    // not answered, of plans that are done
	Unknown  int        `json:"unknown"` // the answers cannot be read
	Gates    []gateJSON `json:"gates"`   // in the order of execution; those that are not open with --all
}

type gateJSON struct {
	Ref   string `json:"gate"` // PLAN:TASK
	State string `json:"state"`
	Plan  string `json:"plan"` // id
	Path  string `json:"path"`
	Line  int    `json:"line"`
	planfile.Gate
	Passes []string         `json:"passes"` // answers that pass it; none if any does
	Strict bool             `json:"strict"`
	Blocks blocksJSON       `json:"blocks"`
	Answer *planfile.Answer `json:"answer"`
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

func (v *gatesView) json() *gatesJSON {
	out := &gatesJSON{
		Version: 1, Answered: v.count[gateAnswered], Done: v.count[gateDone], Unknown: v.count[gateUnknown],
		Gates: []gateJSON{},
	}
	if open := v.open(); v.whole {
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
			o.Text = "" // its parts say it
		}
	}
	return out
}
