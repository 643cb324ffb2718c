package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/spelling"
)

// Titles of what a person has to see to, which is printed even if step 0 refuses.
const (
	actionsTitle     = "Human Actions"
	constraintsTitle = "Unticked Constraints"
	gateTitle        = "Checkpoint That Waits"
	answersTitle     = "Answered Checkpoints"
)

// parts are the texts that a session cannot do without, the most important first: what
// a person has to see to, then what is to be done, then how it came to be.
func (r *resumption) parts() []bootstrap.Part {
	var parts []bootstrap.Part
	add := func(all ...bootstrap.Part) {
		for _, p := range all {
			p.Texts = slices.DeleteFunc(p.Texts, func(t string) bool { return t == "" && !p.Lines })
			if len(p.Texts) > 0 {
				parts = append(parts, p)
			}
		}
	}
	add(r.blockers()...)
	add(r.concerns()...)
	add(r.actions())
	add(r.unticked()...)
	add(r.gatePart(), r.answeredPart())
	add(r.handedOff()...)
	for _, c := range r.Left {
		from := c.File.Name
		if r.isDone(from) {
			continue
		}
		for _, p := range []struct {
			title string
			v     position.Value
		}{{"Next Action", c.Next}, {"Where It Stopped", c.State}, {"Work That Remains", c.Remaining}, {"Decisions", c.Decisions}, {"Context", c.Context}} {
			add(bootstrap.Part{Title: p.title, From: from, Texts: bootstrap.Lines(p.v.Text), Lines: true})
		}
	}
	add(r.stopped(), r.tasks())
	return parts
}

// blockers are those of the hand-off and of the notes.
func (r *resumption) blockers() []bootstrap.Part {
	var parts []bootstrap.Part
	add := func(from string, texts []string) {
		if len(texts) > 0 {
			parts = append(parts, bootstrap.Part{Title: bootstrap.BlockersTitle, From: from, Texts: texts})
		}
	}
	if h := r.Handoff; h != nil && !r.isDone(h.Doc.File.Name) {
		add(h.Doc.File.Name, itemLines(h.Blockers, "way round: "))
	}
	for _, c := range r.Left {
		if !r.isDone(c.File.Name) {
			add(c.File.Name, valuesOf(c.Standing()))
		}
	}
	return parts
}

// concerns are the blockers of the states: what has that title there is often a remark, or old.
func (r *resumption) concerns() []bootstrap.Part {
	var parts []bootstrap.Part
	for _, s := range r.States {
		if texts := valuesOf(s.Blockers); len(texts) > 0 {
			parts = append(parts, bootstrap.Part{Title: bootstrap.BlockersTitle, From: s.File.Name, Texts: texts})
		}
	}
	return parts
}

func valuesOf(all []position.Value) []string {
	var texts []string
	for _, v := range all {
		texts = append(texts, spelling.OneLine(v.Text))
	}
	return texts
}

// itemLines are the items of a hand-off, each with what it is and what there is besides.
func itemLines(all []position.Item, before string) []string {
	var texts []string
	for _, i := range all {
		text := spelling.OneLine(i.Text)
		if text == "" {
			continue
		}
		if i.Status != "" {
			text += " (" + spelling.OneLine(i.Status) + ")"
		}
		if i.Blocking {
			text += " (blocking)"
		}
		if i.Detail != "" {
			text += "; " + before + spelling.OneLine(i.Detail)
		}
		texts = append(texts, text)
	}
	return texts
}

// actions are what a person has to do.
func (r *resumption) actions() bootstrap.Part {
	h := r.Handoff
	if h == nil || r.isDone(h.Doc.File.Name) {
		return bootstrap.Part{}
	}
	return bootstrap.Part{Title: actionsTitle, From: h.Doc.File.Name, Texts: itemLines(h.Actions, "")}
}

// unticked are the constraints that nobody has ticked yet.
func (r *resumption) unticked() []bootstrap.Part {
	var parts []bootstrap.Part
	for _, c := range r.Left {
		if texts := valuesOf(c.Unticked); len(texts) > 0 && !r.isDone(c.File.Name) {
			parts = append(parts, bootstrap.Part{Title: constraintsTitle, From: c.File.Name, Texts: texts})
		}
	}
	return parts
}

// gatePart is the checkpoint that waits, as a person should be asked.
func (r *resumption) gatePart() bootstrap.Part {
	g := r.at.Gate
	if g == nil {
		return bootstrap.Part{}
	}
	var texts []string
	add := func(name, text string) {
		for _, line := range bootstrap.Lines(text) {
			texts = append(texts, strings.TrimRight(name+line, " "))
			name = strings.Repeat(" ", len(name))
		}
	}
	add("", joined(": ", kindOfGate(g), g.Title))
	if g.Built != g.Title {
		add("built: ", g.Built)
	}
	add("context: ", g.Context)
	if r.at.Problem != nil {
		add("reported: ", r.at.Problem.Text)
	}
	for i := range g.Options {
		add("option: ", optionLine(&g.Options[i]))
	}
	add("resume signal: ", g.Resume) // before what may be too long for a pack
	add("check: ", g.Steps)
	return bootstrap.Part{Title: gateTitle, From: g.Plan.File.Name, Texts: texts, Lines: true}
}

// optionLine is an option with what speaks for and against it.
func optionLine(o *planfile.Option) string {
	if o.Plain {
		return joined(": ", o.ID, o.Text)
	}
	text := joined(": ", o.ID, o.Name)
	return joined("; ", text, prefixed("for: ", o.Pros), prefixed("against: ", o.Cons))
}

func prefixed(before, text string) string {
	if text = spelling.OneLine(text); text == "" {
		return ""
	}
	return before + text
}

// joined are the texts that are not empty, each on one line, with a text between.
func joined(between string, texts ...string) string {
	var some []string
	for _, t := range texts {
		if t = spelling.OneLine(t); t != "" {
			some = append(some, t)
		}
	}
	return strings.Join(some, between)
}

// stopped is where the last session stopped by the state that counts.
func (r *resumption) stopped() bootstrap.Part {
	state := r.State()
	if state == nil {
		return bootstrap.Part{}
	}
	return bootstrap.Part{Title: "Stopped At", From: state.File.Name, Texts: bootstrap.Lines(spelling.OneLine(state.StoppedAt()))}
}

// handedOff is what the hand-off says of the work.
func (r *resumption) handedOff() []bootstrap.Part {
	h := r.Handoff
	if h == nil || r.isDone(h.Doc.File.Name) {
		return nil
	}
	from := h.Doc.File.Name
	var open []string
	for _, i := range h.Open() {
		open = append(open, joined(": ", i.ID, i.Text)+" ("+bootstrap.OrUnknown(i.Status)+")")
	}
	context, _ := h.Doc.Root.Get("context_notes").Str() // with its lines
	return []bootstrap.Part{
		{Title: "Next Action", From: from, Texts: bootstrap.Lines(spelling.OneLine(h.Next.Text))},
		{Title: "Open Tasks", From: from, Texts: open},
		{Title: "Context", From: from, Texts: bootstrap.Lines(context), Lines: true},
	}
}

// tasks are those of the plan from the one to go on with on.
func (r *resumption) tasks() bootstrap.Part {
	if r.at.Plan == nil {
		return bootstrap.Part{}
	}
	part := bootstrap.Part{Title: "Tasks Of The Plan", From: r.at.Plan.File.Name}
	for _, t := range r.at.Plan.Tasks {
		if t.Number < r.at.Task {
			continue
		}
		text := taskText(t)
		text = strings.ToUpper(text[:1]) + text[1:]
		if t.IsCheckpoint() {
			text += " (" + spelling.OneLine(t.Type) + ")"
		}
		part.Texts = append(part.Texts, text)
	}
	return part
}

// kindOfGate is the type of a checkpoint for people: "human-verify".
func kindOfGate(g *planfile.Gate) string {
	if g.Type == "" {
		return "checkpoint"
	}
	return spelling.OneLine(strings.TrimPrefix(g.Type, planfile.Prefix))
}

// gateName is how a checkpoint is named on a command line: PLAN:TASK, or by the path of
// its plan where an id would not do.
func (r *resumption) gateName(g *planfile.Gate) string {
	name, n := r.idOf(g.Plan), 0
	for _, p := range r.Plans {
		if _, past := planfile.PartOf(p.File.Name); !past && p.ID() == g.Plan.ID() {
			n++
		}
	}
	if n != 1 || strings.Trim(name, "0123456789.-abcdefghijklmnopqrstuvwxyz_") != "" {
		name = g.Plan.File.Name
	}
	return name + ":" + strconv.Itoa(g.Number)
}

// plainName reports whether a name can stand in a command as it is.
func plainName(name string) bool {
	return strings.Trim(name, "0123456789.-:/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" && !strings.HasPrefix(name, "-")
}

// answerCommand is how the checkpoint that waits is answered.
func (r *resumption) answerCommand(g *planfile.Gate) string {
	name := r.gateName(g)
	if !plainName(name) {
		return "mdck plan gates names it, mdck plan answer records the answer"
	}
	return fmt.Sprintf("mdck plan answer %s %s records the answer", name, answerWord(g))
}

// answerWord is what passes a checkpoint.
func answerWord(g *planfile.Gate) string {
	switch g.Type {
	case planfile.Decision:
		return "OPTION"
	case planfile.HumanAction:
		return "done"
	}
	return "approved"
}
