package loop

import (
	"mdck/bootstrap"
	"mdck/mdcheckpoint/spelling"
)

// reportsOf are the reports beside the plan that a step goes by. Source: evaluator,
// fixer.
func reportsOf(step string) []string {
	if step == EvaluateExecution || step == Fix {
		return []string{evaluationFile, fixLogFile}
	}
	return nil
}

// stepGoOn says what a session does next. Source: orchestrator, by the table of
// [Track.Resume].
func (r *resumption) stepGoOn() bootstrap.Step {
	step := bootstrap.Step{Number: 5, Kind: bootstrap.Work, Title: "Go on"}
	if r.resume == nil {
		if hint := hintOf(r.err); hint != "" {
			step.Points = append(step.Points, hint)
		}
		step.Points = append(step.Points, "the state does not tell how: make it anew from what the plan and the git history say")
		return step
	}
	step.Points = append(step.Points, r.next())
	step.Points = append(step.Points, r.resume.Reasons...)
	switch {
	case r.resume.Action == Nothing:
	case r.resume.LoopMissing:
		step.Points = append(step.Points, "tick tasks in "+PlanFile+" as they are done: [~] when one begins, [x] behind it", "there is no state of the loop; "+r.offer())
	default:
		step.Points = append(step.Points, "keep the state up to date: mdck loop start, mdck loop progress, mdck loop pass, mdck loop fail, mdck loop block")
	}
	return step
}

// offer is the command that would add a state of the loop.
func (r *resumption) offer() string {
	if r.Metadata == nil {
		return "mdck init loop would make one"
	}
	return "mdck loop migrate would add one"
}

// next is what is to be done, in one line.
func (r *resumption) next() string {
	x := r.resume
	if x.LoopMissing && x.Action != Nothing && x.Action != Escalate {
		return x.nextInPlan(bootstrap.QuoteText)
	}
	step, into := bootstrap.QuoteValue(bootstrap.OrUnknown(x.Step)), bootstrap.QuoteValue(x.To)
	switch x.Action {
	case Dispatch:
		return "hand " + step + toAgent(x.Agent) + " from its beginning" + r.fromTask()
	case Continue:
		return "hand " + step + toAgent(x.Agent) + " where it was interrupted" + r.fromTask()
	case Partial:
		return "hand " + step + toAgent(x.Agent) + ": handle what failed, go on with what does not depend on it" + r.fromTask()
	case Move:
		return "go to " + into + ": mdck loop start " + into
	case Board:
		return "let the board decide on the plan"
	case Conclude:
		return "write the retrospective, then complete the track: mdck loop pass COMPLETE"
	case Nothing:
		return "nothing is left to do"
	}
	return "a person has to decide"
}

func toAgent(agent string) string {
	if agent == "" {
		return " over"
	}
	return " to " + bootstrap.QuoteValue(spelling.OneLine(agent))
}

// fromTask returns where in the plan the step goes on.
func (r *resumption) fromTask() string {
	text := ""
	if r.resume.From != "" {
		text = ", --resume-from " + bootstrap.QuoteValue(r.resume.From)
	}
	if r.resume.Next != nil {
		text += ", with task " + bootstrap.QuoteText(spelling.OneLine(r.resume.Next.Name()))
	}
	return text
}
