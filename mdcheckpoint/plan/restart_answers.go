package plan

import (
	"fmt"
	"io/fs"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/spelling"
)

// ClaimAnswer is the key of the claim that an answer is to the checkpoint as it is now.
const ClaimAnswer = "answer"

// maxAnswers is how many answers are passed on.
const maxAnswers = 200

// answers returns the answers that are passed on.
func (r *resumption) answers() []position.Answered {
	all := r.Answered(r.at)
	return all[:min(len(all), maxAnswers)]
}

// answeredPart is the answers that count, each with what was asked and the task that is next.
func (r *resumption) answeredPart() bootstrap.Part {
	part := bootstrap.Part{Title: answersTitle, From: r.Answers.Source()}
	for _, a := range r.answers() {
		if a.Answer.Verdict.Passes() && !a.Changed {
			text := joined(": ", kindOfGate(&a.Gate), a.Title)
			part.Texts = append(part.Texts, fmt.Sprintf("%s, %s; answer: %s%s", r.gateName(&a.Gate), text, a.Answer.Signed(answerText(&a)), r.nextText(&a.Gate)))
		}
	}
	return part
}

// answerText returns the option that was selected with its text, or the answer.
func answerText(a *position.Answered) string {
	if o := a.Chosen(a.Answer); o != nil {
		return optionLine(o)
	}
	return spelling.OneLine(a.Answer.Text)
}

// nextText returns the task behind g if that is the one to continue with; else "".
func (r *resumption) nextText(g *planfile.Gate) string {
	n := max(g.Number, g.After)
	switch {
	case g.Plan != r.at.Plan || r.at.Task != n+1:
		return ""
	case n == len(g.Plan.Tasks):
		return "; no task follows"
	}
	return "; next: " + taskText(g.Plan.Tasks[n])
}

// taskText returns the number and the title of a task.
func taskText(t *planfile.Task) string {
	text, number := bootstrap.OrUnknown(t.Title()), fmt.Sprintf("task %d", t.Number)
	if strings.HasPrefix(strings.ToLower(text), number) {
		return text
	}
	return number + ": " + text
}

// answerClaims returns the claims that the answers are to the checkpoints as they are now.
func (r *resumption) answerClaims() []claim.Claim {
	var all []claim.Claim
	for _, a := range r.answers() {
		recorded := answerText(&a)
		if !a.Answer.Verdict.Passes() {
			recorded = "problem: " + recorded
		}
		recorded, actual := a.Answer.Signed(recorded)+r.nextText(&a.Gate), "the task was changed after it"
		if !a.Changed {
			actual = recorded
		}
		all = append(all, claim.Claim{
			Key: ClaimAnswer, Name: "answer to " + bootstrap.QuotePath(r.gateName(&a.Gate)), Span: gateSpan(&a.Gate), Path: a.Plan.File.Name,
			Recorded: recorded, Actual: func(fs.FS) (string, error) { return actual, nil },
		})
	}
	return all
}

// waits reports whether the work waits for a person at a checkpoint. Once a problem is
// reported, it waits for the agent.
func (r *resumption) waits() bool { return r.at.Gate != nil && r.at.Reached && r.at.Problem == nil }

// problem returns the problem that the agent has to solve at the checkpoint that was reached;
// "" if there is none.
func (r *resumption) problem() string {
	if r.at.Gate == nil || !r.at.Reached || r.at.Problem == nil {
		return ""
	}
	return spelling.OneLine(r.at.Problem.Text)
}
