package loop

import (
	"fmt"
	"slices"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/loop/tasks"
)

func (r *resumption) parts() []bootstrap.Part {
	parts := []bootstrap.Part{{Title: bootstrap.BlockersTitle, From: r.Path, Texts: r.blockers()}}
	if x := r.resume; x != nil {
		parts = append(parts,
			bootstrap.NewPart("Recorded Progress", r.Path, r.step.recorded()),
			bootstrap.NewPart("Fixes Remaining", r.Path, x.Fixes),
			bootstrap.NewPart("Open Tasks", r.PathOf(PlanFile), r.openTasks()),
			bootstrap.NewPart("Notes", r.Path, x.Notes),
			bootstrap.NewPart("What Failed", r.Path, r.failures()),
			bootstrap.NewPart(warningsTitle, r.Path, x.Warnings),
		)
	}
	for i := range parts {
		parts[i].Texts = oneLines(parts[i].Texts)
	}
	return bootstrap.PartsWithTexts(parts...)
}

func oneLines(texts []string) []string {
	all := slices.Clone(texts)
	for i := range all {
		all[i] = spelling.OneLine(all[i])
	}
	return slices.DeleteFunc(all, func(t string) bool { return t == "" })
}

func (r *resumption) openTasks() (all []string) {
	add := func(what string, t *tasks.Task) {
		all = append(all, fmt.Sprintf("%s: %s %s (%s, line %d)", what, t.ID, t.Text, t.Mark, t.Line))
	}
	if r.resume.Next != nil {
		add("next", r.resume.Next)
	}
	for _, t := range r.resume.Earlier {
		add("open, before that task", t)
	}
	return all
}

// failures returns the findings of the current step and of the failed evaluation that the step fixes.
func (r *resumption) failures() []string {
	all := r.step.failures()
	c := r.Metadata.failedIn(r.resume.Step)
	if c.Status != Failed {
		return all
	}
	all = append(all, c.failures()...)
	for _, n := range c.notes() {
		all = append(all, c.Step+" noted: "+n)
	}
	return all
}

func (r *resumption) blockers() (texts []string) {
	for _, b := range r.Metadata.activeBlockers() {
		text := spelling.OrUnknown(b.Name())
		if b.Step != "" {
			text += ", at " + b.Step
		}
		texts = append(texts, text)
	}
	return texts
}
