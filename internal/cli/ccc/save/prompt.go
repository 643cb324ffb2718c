package save

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"mdck/internal/protocols/ccc/prose"
	"mdck/mdcheckpoint/ccc"
)

// generic is the prompt for a session without known facts.
const generic = `Resume [issue]. Current task: [task N of M]. Key files: [files].
Next action: [the next step].`

const nothingKnown = "cannot compose a continuation prompt: no task or issue is known"

// prompt is step 4: it puts the continuation prompt into the report.
func (r *run) prompt(_ context.Context, step *Step) {
	p, name := r.session.Progress, r.Target.DisplayPath(r.Target.Main)
	if p != nil && p.Prompt.Text != "" {
		r.report.Prompt = p.Prompt.Text
		if stale := r.session.StalePrompt(); stale != "" {
			step.fail(errors.New(stale))
			step.Consequence = "to compose a new prompt, use --continue."
		} else {
			step.done("printed the prompt of %s", name)
		}
		r.checkPrompt(step, p.Prompt.Text)
		return
	}
	text := ccc.Compose(r.facts)
	r.report.Prompt = cmp.Or(text, generic)
	switch err := r.session.Faults[r.Target.Main]; {
	case err != nil:
		step.fail(r.displayed(err))
		if text != "" {
			step.Consequence = "mdck composed a prompt without this file."
		}
	case text == "":
		step.done("printed a template to fill in")
		step.note("%s", nothingKnown)
	case p == nil:
		step.done("composed a prompt")
		step.note("%s does not exist", name)
	default:
		step.done("composed a prompt, because %s has no prompt", name)
	}
}

func (r *run) checkPrompt(step *Step, prompt string) {
	n, total, ok := prose.TaskNumbers(prompt)
	of, is := fmt.Sprintf("%d of %d", n, total), r.facts.PromptTaskOf()
	if ok && is != "" && of != is && r.session.Faults[r.Target.State] == nil { // otherwise the number of the task is unknown
		step.note("the prompt names task %s, but the files name task %s; --continue composes a new prompt", of, is)
	}
	if lacks := r.session.PromptLacks(); len(lacks) > 0 {
		step.note("the prompt lacks %s", strings.Join(lacks, ", "))
	}
}
