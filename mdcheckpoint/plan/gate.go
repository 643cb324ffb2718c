package plan

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/protocols/plan/position"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

func (r *resumption) waits() bool {
	return r.at.Reached && r.at.Problem == nil
}

func (r *resumption) problem() string {
	if r.at.Reached && r.at.Problem != nil {
		return spelling.OneLine(r.at.Problem.Text)
	}
	return ""
}

func (r *resumption) quotedGate(g *planfile.Gate) string {
	return spelling.QuotePath(r.gateName(g))
}

func quotedKind(g *planfile.Gate) string { return spelling.QuoteValue(g.Kind()) }

func gateSpan(g *planfile.Gate) source.Span {
	if g.Task != nil {
		return g.Task.Tag
	}
	return g.Plan.Front.Checkpoint.Span
}

// gateName returns the name of a checkpoint for a command line, such as 03-06:4.
func (r *resumption) gateName(g *planfile.Gate) string {
	name, n := r.idOf(g.Plan), 0
	for _, p := range r.Plans {
		if _, archived := planfile.PartOf(p.File.Name); !archived && p.ID() == g.Plan.ID() {
			n++
		}
	}
	if n != 1 || !g.Plan.ID().IsPlain() {
		name = g.Plan.File.Name
	}
	return name + ":" + strconv.Itoa(g.Number)
}

func (r *resumption) answerCommand(g *planfile.Gate) string {
	name := r.gateName(g)
	const plain = "0123456789.-:/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
	if strings.Trim(name, plain) != "" || strings.HasPrefix(name, "-") {
		return "to record the answer: mdck plan answer NAME ANSWER, with a name from mdck plan gates"
	}
	return fmt.Sprintf("to record the answer: mdck plan answer %s %s", name, answerWord(g))
}

func answerWord(g *planfile.Gate) string {
	if g.Type == planfile.Decision {
		return "OPTION"
	}
	return g.Passing()[0]
}

func (r *resumption) gatePart() bootstrap.Part {
	g := r.at.Gate
	if g == nil {
		return bootstrap.Part{}
	}
	part := bootstrap.Part{Title: gateTitle, From: g.Plan.File.Name, Lines: true}
	add := func(name, text string) {
		for _, line := range spelling.Lines(text) {
			part.Texts = append(part.Texts, strings.TrimRight(name+line, " "))
			name = strings.Repeat(" ", len(name))
		}
	}
	add("", joined(": ", g.Kind(), g.Title))
	if g.Built != g.Title {
		add("built: ", g.Built)
	}
	add("context: ", g.Context)
	if r.at.Problem != nil {
		add("reported: ", r.at.Problem.Text)
	}
	for i := range g.Options {
		add("option: ", g.Options[i].Line())
	}
	add("resume signal: ", g.Resume) // before the steps, because the end may be cut off
	add("check: ", g.Steps)
	return part
}

// claimAnswer is the key of the claims that tasks have not changed since they were answered.
const claimAnswer = "answer"

const maxAnswers = 200

func (r *resumption) answers() []position.Answered {
	all := r.Answered(r.at)
	return all[:min(len(all), maxAnswers)]
}

func (r *resumption) answeredPart() bootstrap.Part {
	part := bootstrap.Part{Title: answersTitle, From: r.Answers.Source()}
	for _, a := range r.answers() {
		if a.Answer.Verdict.Passes() && !a.Changed {
			text := joined(": ", a.Kind(), a.Title)
			part.Texts = append(part.Texts, fmt.Sprintf("%s, %s; answer: %s", r.gateName(&a.Gate), text, r.recorded(&a)))
		}
	}
	return part
}

func (r *resumption) recorded(a *position.Answered) string {
	text := spelling.OneLine(a.Answer.Text)
	if o := a.Chosen(a.Answer); o != nil {
		text = o.Line()
	}
	if !a.Answer.Verdict.Passes() {
		text = "problem: " + text
	}
	text = a.Answer.Signed(text)
	n := max(a.Number, a.After)
	switch {
	case a.Plan != r.at.Plan || r.at.Task != n+1:
		return text
	case n == len(a.Plan.Tasks):
		return text + "; no task follows"
	}
	return text + "; next: " + taskText(a.Plan.Tasks[n])
}

func taskText(t *planfile.Task) string {
	text, number := spelling.OrUnknown(t.Title()), fmt.Sprintf("task %d", t.Number)
	if strings.HasPrefix(strings.ToLower(text), number) {
		return text
	}
	return number + ": " + text
}

func (r *resumption) answerClaims() (all []claim.Claim) {
	for _, a := range r.answers() {
		recorded, actual := r.recorded(&a), "the task changed after the answer"
		if !a.Changed {
			actual = recorded
		}
		all = append(all, claim.Claim{
			Key: claimAnswer, Name: "answer to " + r.quotedGate(&a.Gate), Recorded: recorded,
			Span: gateSpan(&a.Gate), Path: a.Plan.File.Name,
			Actual: func(fs.FS) (string, error) { return actual, nil },
		})
	}
	return all
}
