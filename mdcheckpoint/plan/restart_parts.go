package plan

import (
	"slices"
	"strings"

	"mdck/bootstrap"
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
// a person has to see to, then what is to be done, then how it came to be. What has the title of
// blockers in a state is often a remark, or old.
func (r *resumption) parts() []bootstrap.Part {
	var all []bootstrap.Part
	list := func(title, from string, texts []string) {
		texts = slices.DeleteFunc(texts, func(t string) bool { return t == "" })
		all = append(all, bootstrap.Part{Title: title, From: from, Texts: texts})
	}
	lines := func(title, from, text string) {
		all = append(all, bootstrap.Part{Title: title, From: from, Texts: bootstrap.Lines(text), Lines: true})
	}
	h := r.handoff
	if h != nil {
		list(bootstrap.BlockersTitle, h.Doc.File.Name, itemLines(h.Blockers, "way round: "))
	}
	for _, c := range r.left {
		list(bootstrap.BlockersTitle, c.File.Name, valuesOf(c.Standing()))
	}
	for _, s := range r.States {
		list(bootstrap.BlockersTitle, s.File.Name, valuesOf(s.Blockers))
	}
	if h != nil {
		list(actionsTitle, h.Doc.File.Name, itemLines(h.Actions, ""))
	}
	for _, c := range r.left {
		list(constraintsTitle, c.File.Name, valuesOf(c.Unticked))
	}
	all = append(all, r.gatePart(), r.answeredPart())
	if h != nil {
		from := h.Doc.File.Name
		context, _ := h.Doc.Root.Get("context_notes").Str() // with its lines
		list("Next Action", from, []string{spelling.OneLine(h.Next.Text)})
		list("Open Tasks", from, openItems(h))
		lines("Context", from, context)
	}
	for _, c := range r.left {
		lines("Next Action", c.File.Name, c.Next.Text)
		lines("Where It Stopped", c.File.Name, c.State.Text)
		lines("Work That Remains", c.File.Name, c.Remaining.Text)
		lines("Decisions", c.File.Name, c.Decisions.Text)
		lines("Context", c.File.Name, c.Context.Text)
	}
	if state := r.State(); state != nil {
		list("Stopped At", state.File.Name, []string{spelling.OneLine(state.StoppedAt())})
	}
	if r.at.Plan != nil {
		list("Tasks Of The Plan", r.at.Plan.File.Name, r.openTasks())
	}
	return bootstrap.PartsWithTexts(all...)
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

func openItems(h *position.Handoff) []string {
	var texts []string
	for _, i := range h.Open() {
		texts = append(texts, joined(": ", i.ID, i.Text)+" ("+bootstrap.OrUnknown(i.Status)+")")
	}
	return texts
}

// openTasks are those of the plan from the one to go on with on.
func (r *resumption) openTasks() []string {
	var texts []string
	for _, t := range r.at.Plan.Tasks {
		if t.Number < r.at.Task {
			continue
		}
		text := taskText(t)
		text = strings.ToUpper(text[:1]) + text[1:]
		if t.IsCheckpoint() {
			text += " (" + spelling.OneLine(t.Type) + ")"
		}
		texts = append(texts, text)
	}
	return texts
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
