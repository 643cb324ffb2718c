package plan

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/protocols/plan/position"
	"mdck/internal/protocols/plan/threshold"
	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

func due(in lint.Input, c *lint.Checkpoint) []protocol.Due {
	if c != nil {
		if p, ok := c.Model.(*planfile.Plan); ok && !p.Gated() {
			return nil
		}
	}
	return resumptionOf(in).due()
}

func (r *resumption) due() []protocol.Due {
	if r.onlyRecords() {
		return nil
	}
	all := append(r.limitsDue(threshold.Stop), r.limitsDue(threshold.Alert)...)
	if r.at.Reached {
		all = append(all, r.gateDue(r.at))
	}
	return all
}

// onlyRecords reports whether the folder has only records of thresholds, and another folder of
// plans exists.
func (r *resumption) onlyRecords() bool {
	other := func(folder string) bool {
		_, err := fs.Stat(r.in.Tree, folder)
		return folder != r.in.Path && err == nil
	}
	return len(r.Plans)+len(r.Faults)+len(r.States) == 0 && slices.ContainsFunc(planfile.Folders(), other)
}

func resumptionOf(in lint.Input) *resumption {
	folder, _, _ := strings.Cut(cmp.Or(in.Main, in.Path), "/")
	if !slices.Contains(planfile.Folders(), folder) {
		folder = "."
	}
	return newResumption(&bootstrap.Input{Tree: in.Tree, Path: folder, Repository: bootstrap.Repository{Committed: in.Committed}})
}

func (r *resumption) gateDue(at *position.Progress) protocol.Due {
	g := at.Gate
	name := r.gateName(g)
	problem := fmt.Sprintf("the %s checkpoint %s waits for a person", g.Kind(), name)
	if at.Problem != nil {
		problem = "checkpoint " + name + " has the reported problem " + spelling.Quoted(at.Problem.Text, protocol.MaxValue)
	}
	d := protocol.Due{Path: g.Plan.File.Name, Span: gateSpan(g), Problem: problem, Person: true}
	d.Command = []string{"plan", "answer", name, answerWord(g)}
	return d
}

func (r *resumption) limitsDue(level threshold.Level) (all []protocol.Due) {
	for _, o := range r.last.Open() {
		if o.Level != level {
			continue
		}
		d := protocol.Due{Path: threshold.StateFile, Person: true}
		d.Problem = fmt.Sprintf("%s is %s, and the %s limit is %s", o.Kind, o.Kind.Show(o.Number), level, o.Kind.Show(o.Limit))
		d.Command = []string{"plan", "ack", string(o.Kind)}
		if level == threshold.Stop {
			d.Command = []string{"plan", "reset"}
		}
		all = append(all, d)
	}
	return all
}

// allow returns a [*protocol.Refused] if a person must decide before a transition such as "done
// 03-06:4".
func allow(in lint.Input, _ *lint.Checkpoint, name string) error {
	event, ref, _ := strings.Cut(name, " ")
	r, task := resumptionOf(in), 0
	x := r.findPlan(ref)
	if i := strings.LastIndexByte(ref, ':'); x == nil && i > 0 {
		x = r.findPlan(ref[:i])
		task, _ = strconv.Atoi(ref[i+1:])
	}
	if x == nil {
		return nil // the edit reports an unknown plan
	}
	var missing []protocol.Due
	switch event {
	case "done":
		missing = append(r.limitsDue(threshold.Stop), r.gatesDue(x, task)...)
	case "summary":
		missing = r.gatesDue(x, 0)
	}
	if len(missing) == 0 {
		return nil
	}
	return &protocol.Refused{Path: x.File.Name, Due: missing}
}

func (r *resumption) findPlan(name string) *planfile.Plan {
	if x := r.PlanAt(name); x != nil {
		return x
	}
	for _, x := range r.Plans {
		if x.ID().String() == name {
			return x
		}
	}
	return nil
}

// gatesDue returns the first open checkpoint of x and of each plan that x depends on. A checkpoint
// of x after task does not count, unless task is 0.
func (r *resumption) gatesDue(x *planfile.Plan, task int) (all []protocol.Due) {
	needs := x.Needs()
	for _, p := range r.Order.All() {
		if p == x || !slices.Contains(needs, p.ID()) {
			continue
		}
		if at := r.Progress(p.File.Name); at.Gate != nil {
			all = append(all, r.gateDue(at))
		}
	}
	at := r.Progress(x.File.Name)
	if at.Gate == nil {
		return all
	}
	if isBehind := task > 0 && task < max(at.Gate.Number, at.Gate.After+1); !isBehind {
		all = append(all, r.gateDue(at))
	}
	return all
}
