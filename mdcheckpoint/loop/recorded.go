package loop

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// Recorded is what the progress of the step says, for people, a line each, such as
// "current_phase 2 of 5": what a session cannot find out that goes on with a step that
// was interrupted. Source: checkpoint of a step.
func (c *Checkpoint) Recorded() []string {
	var all []string
	for _, r := range [...]struct{ key, total string }{
		{"current_phase", "total_phases"}, {"current_task", ""}, {"last_task", ""}, {"tasks_completed", "tasks_total"},
		{"current_issue", ""}, {"issues_fixed", "issues_total"},
	} {
		value := scalar(c.find(r.key))
		if value == "" {
			continue
		}
		if total := scalar(c.find(r.total)); r.total != "" && total != "" {
			value += " of " + total
		}
		all = append(all, r.key+" "+value)
	}
	return all
}

// Failures are what the step found to be wrong, its failure_items, failure_reasons and
// the issues of its evaluators, each once.
func (c *Checkpoint) Failures() []string {
	var all []string
	seen := map[string]bool{}
	add := func(v *jsondoc.Value) {
		for _, text := range entries(v) {
			if !seen[text] {
				seen[text] = true
				all = append(all, text)
			}
		}
	}
	add(c.Value.Get("failure_items"))
	add(c.Value.Get("failure_reasons"))
	for _, run := range c.Value.Get("evaluators_run").List() {
		add(run.Get("issues"))
	}
	return all
}

// FailedIn is the checkpoint of the evaluation whose findings the step works off; nil
// if there is none.
func (m *Metadata) FailedIn(step string) *Checkpoint {
	switch {
	case sameStep(step, Fix):
		return m.Checkpoint(EvaluateExecution)
	case sameStep(step, Planning):
		return m.Checkpoint(EvaluatePlan)
	}
	return nil
}

// entries are the texts of a list, of which some are objects with a text, or of a
// single text.
func entries(v *jsondoc.Value) []string {
	var all []string
	for _, e := range v.List() {
		if text := entry(e); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// entry is a value for people: of an object its members.
func entry(v *jsondoc.Value) string {
	if v.Kind != jsondoc.Object {
		return scalar(v)
	}
	var parts []string
	for _, m := range v.Members {
		if value := scalar(m.Value); value != "" {
			parts = append(parts, fmt.Sprintf("%s: %s", m.Key, value))
		}
	}
	return strings.Join(parts, ", ")
}

// scalar is a string or a number on one line; "" for what is neither.
func scalar(v *jsondoc.Value) string {
	if v == nil {
		return ""
	}
	if n := written(v); n != "" {
		return n
	}
	return strings.Join(strings.Fields(text(v).Text), " ")
}
