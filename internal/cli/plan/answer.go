package plan

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

const answerHelp = `Records the answer of a person to a checkpoint in .mdck/answers.json, and prints the effect of the answer:

    approved      passes a human-verify checkpoint
    done          passes a human-action checkpoint
    OPTION        selects an option of a decision, by its id or its name
    other text    reports a problem; the checkpoint stays open

A decision accepts only an option. The last answer counts. If the task changes later, the checkpoint is open again.

GATE is PLAN:TASK, or a plan with one open checkpoint (default: the only open checkpoint of the repository). A single argument is the answer, unless it names a plan or a checkpoint. Without an answer, mdck reads it from --input or standard input.

The exit status is 0 even if the answer reports a problem. To check whether the work may continue, run mdck plan gates --check.

Examples:

    mdck plan answer approved
    mdck plan answer 03-06:4 "the sidebar covers the table at 375px"
    mdck plan answer 02-01 supabase --json
    mdck plan answer 03-06:4 --input answer.txt`

type answerCommand struct {
	Gate   string `arg:"" optional:"" name:"gate" help:"The checkpoint PLAN:TASK, or a plan."`
	Answer string `arg:"" optional:"" name:"answer" help:"The answer: approved, done, an option, or a problem."`
	Input  string `help:"Read the answer from this file; - is standard input." placeholder:"FILE"`
	JSON   bool   `xor:"form" help:"Print one JSON object."`
	pick.ConfigFlags
	write.Flags
}

func (c *answerCommand) Run(std app.Streams) error {
	gate, text := c.Gate, c.Answer
	switch {
	case text != "" && c.Input != "":
		return errors.New("plan answer: give the answer as an argument or with --input, not both")
	case text == "" && c.Input == "" && gate != "" && !isRef(gate):
		gate, text = "", gate
	}
	ref, err := parseRef(gate)
	if err != nil {
		return err
	}
	g, err := oneGate(&c.Pick, ref, "plan answer", std.Err)
	if err == nil && text == "" {
		text, err = c.read(std, g)
	}
	if err != nil {
		return err
	}
	if len(text) > maxAnswer {
		return fmt.Errorf("the answer has %d bytes; expected at most %d", len(text), maxAnswer)
	}
	return c.record(std, g, text)
}

func (c *answerCommand) read(std app.Streams, g *planGate) (string, error) {
	name, text, err := app.ReadText(std, cmp.Or(c.Input, "-"))
	if err == nil {
		err = app.CheckUTF8(name, text)
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if err == nil && spelling.IsBlank(text) {
		err = app.Errorf("to answer: mdck plan answer "+app.Quote(g.ref)+" ANSWER", "plan answer: no answer given")
	}
	return text, err
}

// maxAnswer limits an answer, in bytes, because mdck always reads all answers.
const maxAnswer = 16 << 10

func (c *answerCommand) record(std app.Streams, g *planGate, text string) error {
	p, err := newRecording(&c.Pick, c.Writer(std, "plan answer", g.folder.target, nil), g.folder, g.Plan.File.Name)
	if err != nil {
		return err
	}
	var answer planfile.Answer
	p.Print = func(made *change.Made, _ []lint.Diagnostic) error { return c.print(std, g, answer, made) }
	return p.Write(func(read *protocol.Reader) (*protocol.Change, error) {
		_, x, answers, err := p.read(read)
		if err != nil {
			return nil, err
		}
		if err := g.refresh(x); err != nil {
			return nil, fmt.Errorf("%s: %w", g.ref, err)
		}
		if answer, err = planfile.Judge(&g.Gate, text); err != nil {
			return nil, fmt.Errorf("%s: %w", g.ref, err)
		}
		answer.By = p.by
		return p.record(answers, func() (*planfile.Change, error) { return answers.Record(&g.Gate, answer, read.Now) })
	})
}

func (g *planGate) refresh(p *planfile.Plan) error {
	for _, now := range p.Gates() {
		if now.Number == g.Number && now.Hash() == g.Hash() {
			now.Plans = g.Plans
			g.Gate = now
			return nil
		}
	}
	return protocol.Refusal("nothing was recorded; to list the checkpoints: mdck plan gates", "the plan was changed and no longer has this checkpoint")
}

// answeredJSON is the output of mdck plan answer --json. Its names are part of the interface.
type answeredJSON struct {
	Version  int    `json:"version"`
	Gate     string `json:"gate"`
	Plan     string `json:"plan"`
	Path     string `json:"path"`
	Task     int    `json:"task"`
	Verdict  string `json:"verdict"` // approved, selected or problem
	Option   string `json:"option"`
	Answer   string `json:"answer"`
	Open     bool   `json:"open"`
	Want     string `json:"want"`     // an answer that would pass the gate; "" if this one does
	Recorded bool   `json:"recorded"` // false if the same answer was already recorded
}

func (c *answerCommand) print(std app.Streams, g *planGate, a planfile.Answer, made *change.Made) error {
	name := report.Name(g.ref)
	text := name + ": " + report.OneLine(g.meaning(a)) + "\n"
	for _, note := range made.Notes {
		text += name + ": note: " + note + "\n"
	}
	if waits := g.Waiting(); a.Verdict.Passes() && waits != "" {
		text += name + ": unblocked " + report.OneLine(waits) + "\n"
	}
	want := ""
	if !a.Verdict.Passes() {
		want = g.Passing()[0]
	}
	return printResult(std.Out, nil, c.JSON, &answeredJSON{
		Version: 1, Gate: g.ref, Plan: g.Plan.ID().String(), Path: g.path(), Task: g.Number, Verdict: string(a.Verdict),
		Option: a.Option, Answer: a.Text, Open: !a.Verdict.Passes(), Want: want, Recorded: made.Changed(),
	}, text, false)
}

func (g *planGate) meaning(a planfile.Answer) string {
	switch a.Verdict {
	case planfile.Approves:
		return "approved, so the work can continue"
	case planfile.Selects:
		return fmt.Sprintf("selected the option %q, so the work can continue", g.AnswerText(&a))
	}
	return fmt.Sprintf("recorded the problem %q; the checkpoint stays open until the answer is %q", a.Text, g.Passing()[0])
}
