package bootstrap

import (
	"mdck/mdcheckpoint/loop"
)

// reportsOf are the reports beside the plan that a step goes by. Source: evaluator,
// fixer.
func reportsOf(step string) []string {
	if step == loop.EvaluateExecution || step == loop.Fix {
		return []string{evaluationFile, fixLogFile}
	}
	return nil
}

// stepGoOn says what a session does next. Source: orchestrator, by the table of
// [loop.Track.Resume].
func (r *returning) stepGoOn() Step {
	step := Step{Number: 5, kind: doing, Title: "Go on"}
	if r.resume == nil {
		if hint := hintOf(r.err); hint != "" {
			step.Points = append(step.Points, hint)
		}
		step.Points = append(step.Points, "the state does not tell how: make it anew from what the plan and the git history say")
		return step
	}
	step.Points = append(step.Points, r.next())
	step.Points = append(step.Points, r.resume.Reasons...)
	if r.resume.Action != loop.Nothing {
		step.Points = append(step.Points, "keep the state up to date: mdck loop start, mdck loop progress, mdck loop pass, mdck loop fail, mdck loop block")
	}
	return step
}

// next is what is to be done, in one line.
func (r *returning) next() string {
	x := r.resume
	step, into := said(orUnknown(x.Step)), said(x.To)
	switch x.Action {
	case loop.Dispatch:
		return "hand " + step + to(x.Agent) + " from its beginning" + r.from()
	case loop.Continue:
		return "hand " + step + to(x.Agent) + " where it was interrupted" + r.from()
	case loop.Partial:
		return "hand " + step + to(x.Agent) + ": handle what failed, go on with what does not depend on it" + r.from()
	case loop.Move:
		return "go to " + into + ": mdck loop start " + into
	case loop.Board:
		return "let the board decide on the plan"
	case loop.Conclude:
		return "write the retrospective, then complete the track: mdck loop pass COMPLETE"
	case loop.Nothing:
		return "nothing: the track is complete"
	}
	return "a person has to decide"
}

func to(agent string) string {
	if agent == "" {
		return " over"
	}
	return " to " + said(folded(agent))
}

// from is where in the plan the step goes on.
func (r *returning) from() string {
	text := ""
	if r.resume.From != "" {
		text = ", --resume-from " + said(r.resume.From)
	}
	if r.resume.Next != nil {
		text += ", with task " + quoted(folded(r.resume.Next.Name()))
	}
	return text
}
