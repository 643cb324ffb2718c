package save

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ccc/prose"
)

// generic is the prompt where none is known, to be filled in.
const generic = `Resume [issue]. Current task: [task N of M]. Key files: [files].
Next action: [the next step].`

// prompt is step 4: the continuation prompt, as the progress file has it.
func (r *run) prompt(context.Context) *Step {
	p := r.session.Progress
	if p != nil && p.Prompt.Text != "" {
		r.report.Prompt = p.Prompt.Text
		step := done("as it stands in " + r.Target.Shown(r.Target.Main))
		if stale := r.session.StalePrompt(); stale != "" {
			step = failed(errors.New(stale))
			step.Consequence = "the next session would begin with it: --continue composes a new one."
		}
		step.Notes = r.doubts(p.Prompt.Text)
		return step
	}
	text := ccc.Compose(r.facts)
	r.report.Prompt = cmp.Or(text, generic)
	name := r.Target.Shown(r.Target.Main)
	var step *Step
	switch err := r.session.Faults[r.Target.Main]; {
	case err != nil:
		step = failed(r.shown(err))
	case text == "":
		step = done("a template to fill in")
		step.Notes = []string{"nothing is known to compose a continuation prompt of"}
		return step
	case p == nil:
		step = done("composed of what else is known")
		step.Notes = []string{name + " is not there"}
		return step
	default:
		return done("composed of what is known, as " + name + " holds none")
	}
	if text != "" {
		step.Consequence = "a prompt of what else is known stands in its place."
	}
	return step
}

// doubts say why the prompt may not do to start from.
func (r *run) doubts(prompt string) []string {
	const anew = ": --continue composes a new one"
	var notes []string
	n, total, ok := prose.TaskNumbers(prompt)
	ok = ok && r.session.Faults[r.Target.State] == nil // what cannot be read counts nothing
	if of := fmt.Sprintf("%d of %d", n, total); ok && r.facts.PromptTaskOf() != "" && of != r.facts.PromptTaskOf() {
		notes = append(notes, fmt.Sprintf("the prompt says task %s, the files say %s%s", of, r.facts.PromptTaskOf(), anew))
	}
	if lacks := r.session.PromptLacks(); len(lacks) > 0 {
		notes = append(notes, "the prompt is vague: "+strings.Join(lacks, ", "))
	}
	return notes
}
