package loop

import (
	"errors"
	"fmt"
	"slices"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

// parts are the texts that a session cannot do without, the most important first.
func (r *resumption) parts() []bootstrap.Part {
	parts := r.blockers()
	if r.resume == nil {
		return parts
	}
	x := r.resume
	var tasks []string
	if x.Next != nil {
		tasks = append(tasks, "next: "+taskLine(x.Next))
	}
	for _, t := range x.Earlier {
		tasks = append(tasks, "before it and still open: "+taskLine(t))
	}
	for _, p := range []bootstrap.Part{
		{Title: "Recorded Progress", From: r.Path, Texts: r.recorded()},
		{Title: "Fixes Remaining", From: r.Path, Texts: x.Fixes},
		{Title: "Open Tasks", From: r.Beside(PlanFile), Texts: tasks},
		{Title: "Notes", From: r.Path, Texts: x.Notes},
		{Title: "What Failed", From: r.Path, Texts: r.failures()},
		{Title: warningsTitle, From: r.Path, Texts: x.Warnings},
	} {
		for i := range p.Texts {
			p.Texts[i] = spelling.OneLine(p.Texts[i])
		}
		p.Texts = slices.DeleteFunc(slices.Clone(p.Texts), func(t string) bool { return t == "" })
		parts = append(parts, p)
	}
	return bootstrap.PartsWithTexts(parts...)
}

// recorded is what the current step says of how far it came.
func (r *resumption) recorded() []string {
	if c := r.Metadata.Checkpoint(r.resume.Step); c != nil {
		return c.Recorded()
	}
	return nil
}

// failures are what the current step found to be wrong or, where it is to fix what an
// evaluation found, what that found and noted.
func (r *resumption) failures() []string {
	var all []string
	if c := r.Metadata.Checkpoint(r.resume.Step); c != nil {
		all = c.Failures()
	}
	c := r.Metadata.FailedIn(r.resume.Step)
	if c == nil || c.Status != Failed {
		return all
	}
	all = append(all, c.Failures()...)
	for _, n := range c.Notes {
		all = append(all, c.Step+" noted: "+n.Text)
	}
	return all
}

// blockers returns the active ones.
func (r *resumption) blockers() []bootstrap.Part {
	if r.Metadata == nil {
		return nil
	}
	var texts []string
	for _, b := range r.Metadata.ActiveBlockers() {
		text := bootstrap.OrUnknown(b.Name())
		if b.Step != "" {
			text += ", at " + spelling.OneLine(b.Step)
		}
		texts = append(texts, text)
	}
	return bootstrap.PartsWithTexts(bootstrap.Part{Title: bootstrap.BlockersTitle, From: r.Path, Texts: texts})
}

func taskLine(t *Task) string {
	return spelling.OneLine(fmt.Sprintf("%s %s (%s, line %d)", t.ID, t.Text, t.Mark, t.Line))
}

// hintOf is what can be done about err; "" if it does not say.
func hintOf(err error) string {
	if request, ok := errors.AsType[*protocol.RequestError](err); ok {
		return request.Hint
	}
	return ""
}
