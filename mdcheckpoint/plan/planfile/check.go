package planfile

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"mdck/internal/nearest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Class is the lint rule of a problem, without "plan/".
type Class string

const (
	FrontMatter     Class = "front-matter"
	Autonomous      Class = "autonomous"
	AfterTask       Class = "after-task"
	TaskChildren    Class = "task-children"
	GateAttr        Class = "gate"
	Options         Class = "options"
	AutomationFirst Class = "automation-first"
	TaskBalance     Class = "task-balance"
)

// A Problem is a certain or possible error in a plan.
type Problem struct {
	Class   Class
	Error   bool // the plan is certainly wrong
	Span    source.Span
	Message string
	Fix     []source.Edit // fixes the problem; nil without a safe fix
}

// Check returns the problems of p in text order.
func (p *Plan) Check() []Problem {
	c := checker{Plan: p}
	c.front()
	c.autonomous()
	c.afterTask()
	c.strays()
	c.tornFences()
	c.types()
	for _, t := range p.Tasks {
		c.task(t)
	}
	if family := p.family(); p.Front.Is && len(p.Tasks)+len(p.Stray) == 0 && !p.prose && (family.front || family.needs != nil) {
		c.warn(TaskBalance, p.Front.Span, "no task; expected <task type=%q>", Auto)
	}
	sort.SliceStable(c.found, func(i, j int) bool { return c.found[i].Span.Start < c.found[j].Span.Start })
	return c.found
}

type checker struct {
	*Plan
	found []Problem
}

func (c *checker) add(class Class, isError bool, span source.Span, format string, args ...any) {
	c.found = append(c.found, Problem{Class: class, Error: isError, Span: span, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) fail(class Class, span source.Span, format string, args ...any) {
	c.add(class, true, span, format, args...)
}

func (c *checker) warn(class Class, span source.Span, format string, args ...any) {
	c.add(class, false, span, format, args...)
}

func (c *checker) front() {
	f, family := &c.Front, c.family()
	if !f.Is {
		if !family.front {
			return
		}
		c.warn(FrontMatter, source.Span{},
			"no front matter; expected a line --- and keys such as %q and %q", waveKey, AutonomousKey)
		return
	}
	c.entryErrors()
	if f.Root == nil {
		return
	}
	c.frontValues()
	if missing := family.lacks(c.Plan); f.Err == nil && len(missing) > 0 {
		c.warn(FrontMatter, f.head(), "no %s", spelling.List(missing))
	}
	if d := f.Root.Get(dependsKey); f.HasWave && f.Wave > 1 && d != nil && len(items(d)) == 0 {
		c.warn(FrontMatter, d.Span,
			"a plan of wave %d depends on an earlier plan; expected its id in %q", f.Wave, dependsKey)
	}
}

// FrontProblems returns the problems of invalid front matter. Check also returns these.
func (p *Plan) FrontProblems() []Problem {
	c := &checker{Plan: p}
	c.entryErrors()
	return c.found
}

func (c *checker) entryErrors() {
	for _, m := range c.Front.Errors {
		span, message := source.Span{Start: c.Front.Span.Start}, m.Err.Error()
		if located, ok := errors.AsType[*source.Error](m.Err); ok {
			span, message = c.File.ErrorSpan(m.Err), located.Err.Error()
		}
		text := c.Text()
		line := strings.TrimRight(text[span.Start:lineEnd(text, span.Start)], "\r\n")
		span.End = min(span.Start+max(1, len(line)), len(text))
		c.add(FrontMatter, m.Serious, span, "front matter: %s", message)
	}
}

func (c *checker) frontValues() {
	f := &c.Front
	d := jsondoc.Document{File: c.File, Root: f.Root}
	for _, p := range d.Check(frontFields()) {
		class := FrontMatter
		if p.Path == checkpointKey+"."+afterKey {
			class = AfterTask
		}
		isEntry := strings.HasPrefix(p.Path, dependsKey+"[") // a warning, because other entries can be read
		c.add(class, !isEntry, p.Span, "%s", p.Message)
	}
	wave := f.Root.Get(waveKey)
	message, isError := f.waveFault()
	if message != "" && wave.Kind&(jsondoc.String|jsondoc.Null|jsondoc.Number) != 0 && !strings.HasPrefix(f.get(waveKey), "-") {
		c.add(FrontMatter, isError, wave.Span, "%s", message)
	}
	a, text := f.Autonomous, f.get(AutonomousKey)
	switch {
	case a.Is && !a.Known:
		lower := strings.ToLower(text)
		c.add(FrontMatter, !yes.has(lower) && !no.has(lower), a.Span,
			"%q is %q; expected true or false", AutonomousKey, short(text))
	case a.Quoted:
		c.warn(FrontMatter, a.Span,
			"%q is the string %q; expected %t without quotes", AutonomousKey, text, a.Value)
	}
	if k, known := f.Checkpoint, bareTypes(); k.Type != "" && !slices.Contains(known, k.Type) {
		c.warn(FrontMatter, k.Span,
			"unknown type %q of the checkpoint%s", short(k.Type), nearest.Hint(k.Type, known))
	}
}

func bareTypes() []string { return []string{"human-verify", "decision", "human-action"} }

// autonomous checks the key autonomous against the checkpoints of the plan. Source: GSD.
func (c *checker) autonomous() {
	f := &c.Front
	if !f.Is || !f.Closed {
		return
	}
	gate := "the checkpoint of the front matter"
	if tasks := c.checkpoints(); len(tasks) > 0 {
		gate = fmt.Sprintf("task %d of type %q", tasks[0].Number, short(tasks[0].Type))
	}
	isGated := c.Gated()
	mayWait := hasWord(c.Text(), "orchestrator") || slices.ContainsFunc(c.Tasks, (*Task).lacksPrefix)
	switch a := f.Autonomous; {
	case !a.Is && f.Root != nil && isGated:
		c.warn(Autonomous, f.head(), "missing key %q; expected false, because %s waits for a person", AutonomousKey, gate)
	case !a.Known:
	case a.Value && isGated:
		c.fail(Autonomous, a.Span, "%q is true; expected false, because %s waits for a person", AutonomousKey, gate)
	case !a.Value && !isGated && len(c.Tasks) > 0 && len(c.Stray) == 0 && !mayWait:
		c.warn(Autonomous, a.Span, "%q is false in a plan without a checkpoint", AutonomousKey)
	}
}

func (c *checker) afterTask() {
	k, tasks, gates := c.Front.Checkpoint, c.Tasks, c.checkpoints()
	value := c.Front.Root.Get(checkpointKey, afterKey)
	isElsewhere := len(gates) == 1 && gates[0].Type == Prefix+k.Type && c.frontTask() == nil
	switch {
	case !k.Is || len(tasks) == 0:
	case !k.HasAfter && k.AfterAt.Len() > 0 && value.Kind&(jsondoc.Int|jsondoc.String) != 0:
		c.fail(AfterTask, k.AfterAt,
			"%q is %q; expected the number of a task", afterKey, short(c.Front.text(value)))
	case k.HasAfter && (k.After < 1 || k.After > len(tasks)):
		c.fail(AfterTask, k.AfterAt,
			"%q is %d, but the plan has %s", afterKey, k.After, spelling.Count(len(tasks), "task"))
	case k.HasAfter && isElsewhere:
		c.warn(AfterTask, k.AfterAt,
			"%q is %d, but the checkpoint is task %d, so the plan pauses twice", afterKey, k.After, gates[0].Number)
	}
}

func (c *checker) strays() {
	open := 0
	for _, s := range c.Stray {
		if !s.Closes {
			open++
			c.fail(TaskBalance, s.Span,
				"<task> is not closed; expected </task> before the next task or the end")
		} else if open--; open < 0 {
			open = 0
			c.fail(TaskBalance, s.Span, "</task> has no opening tag")
		}
	}
}

func (c *checker) tornFences() {
	for _, t := range c.tears {
		span := restOfLine(c.Text(), t.fence)
		c.warn(TaskBalance, span,
			"this code fence would hide %s in line %d; close the fence before that line, or delete the fence", t.spelled(), c.File.Line(t.Start))
	}
}

func (c *checker) unpaired(t *Task) {
	for i := 0; i < len(t.unpaired); i++ {
		o := &t.unpaired[i]
		if o.closes {
			c.warn(TaskBalance, o.Span, "%s has no opening tag in task %d", o.spelled(), t.Number)
			continue
		}
		found := ""
		if i+1 < len(t.unpaired) && t.unpaired[i+1].closes {
			i++
			found = fmt.Sprintf(", found %s in line %d", t.unpaired[i].spelled(), c.File.Line(t.unpaired[i].Start))
		}
		strict := func(n need) bool {
			return n.taskType == t.Type && n.child == o.name && n.strict && t.alternative(&n) == ""
		}
		isError := t.Text(o.name) == "" && slices.ContainsFunc(needs[:], strict)
		c.add(TaskBalance, isError, o.Span,
			"%s in task %d is not closed; expected %s%s", o.spelled(), t.Number, markup("/"+o.name), found)
	}
}
