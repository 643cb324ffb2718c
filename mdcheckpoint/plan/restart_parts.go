package plan

import (
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/protocols/plan/position"
	"mdck/internal/spelling"
)

const (
	actionsTitle     = "Human Actions"
	constraintsTitle = "Unticked Constraints"
	gateTitle        = "Waiting Checkpoint"
	answersTitle     = "Answered Checkpoints"
)

func (r *resumption) parts() []bootstrap.Part {
	var all []bootstrap.Part
	list := func(title, from string, texts []string) {
		texts = slices.DeleteFunc(texts, func(t string) bool { return t == "" })
		all = append(all, bootstrap.NewPart(title, from, texts))
	}
	lines := func(title, from, text string) {
		all = append(all, bootstrap.Part{Title: title, From: from, Texts: spelling.Lines(text), Lines: true})
	}
	for _, l := range r.fresh {
		list(bootstrap.BlockersTitle, l.File.Name, itemLines(l.Blockers, "workaround: "))
	}
	for _, s := range r.States {
		var texts []string
		for _, v := range s.Blockers {
			texts = append(texts, spelling.OneLine(v.Text))
		}
		list(bootstrap.BlockersTitle, s.File.Name, texts)
	}
	for _, l := range r.fresh {
		list(actionsTitle, l.File.Name, itemLines(l.Actions, ""))
	}
	for _, l := range r.fresh {
		list(constraintsTitle, l.File.Name, itemLines(l.Unticked, ""))
	}
	all = append(all, r.gatePart(), r.answeredPart())
	for _, l := range r.fresh {
		from := l.File.Name
		if l.IsHandoff() {
			list("Next Action", from, []string{spelling.OneLine(l.Next.Text)})
			list("Open Tasks", from, openItems(l))
		} else {
			lines("Next Action", from, l.Next.Text)
		}
		lines("Where It Stopped", from, l.CurrentState.Text)
		lines("Remaining Work", from, l.RemainingWork.Text)
		lines("Decisions", from, l.Decisions.Text)
		lines("Context", from, l.Context.Text)
	}
	state := r.State()
	list("Stopped At", state.File.Name, []string{spelling.OneLine(state.StoppedAt())})
	if r.at.Plan != nil {
		list("Tasks Of The Plan", r.at.Plan.File.Name, r.openTasks())
	}
	return bootstrap.PartsWithTexts(all...)
}

// itemLines formats each item on one line. before is the prefix of a detail: "workaround: ".
func itemLines(all []position.Item, before string) (texts []string) {
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

func openItems(l *position.SessionFile) (texts []string) {
	for _, i := range l.Open() {
		texts = append(texts, joined(": ", i.ID, i.Text)+" ("+spelling.OrUnknown(i.Status)+")")
	}
	return texts
}

func (r *resumption) openTasks() (texts []string) {
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

func joined(between string, texts ...string) string {
	var some []string
	for _, t := range texts {
		if t = spelling.OneLine(t); t != "" {
			some = append(some, t)
		}
	}
	return strings.Join(some, between)
}
