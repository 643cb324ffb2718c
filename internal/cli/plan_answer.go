package cli

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/plan/planfile"
)

const planAnswerHelp = `Records the answer of a person to a checkpoint, in .mdck/answers.json at the root of the project, and says what it means:

    approved (human-verify), done (human-action)  passes the checkpoint
    the id or the name of an option (decision)    selects it; what is none of them is status 2, with the ids
    any other text                                reports a problem, and the checkpoint stays open

Case, quotes around it and a final period make no difference. A task that is changed afterwards is open again; the last answer counts.

GATE is PLAN:TASK, or a plan with one open checkpoint; without it the only open one of the repository is answered. An argument that stands alone is the answer, unless it has the form of a name: PLAN:TASK, the id of a plan (03-06) or phase (03), a path; then, and without any argument, the answer is read from --input or standard input.

The status is 0 for every answer that is recorded: mdck plan gates --check asks whether the work may go on.

Examples:

    mdck plan answer approved
    mdck plan answer 03-06:4 "the sidebar covers the table at 375px"
    mdck plan answer 02-01 supabase --json
    mdck plan answer 03-06:4 --input answer.txt`

type planAnswerCommand struct {
	Gate   string `arg:"" optional:"" name:"gate" help:"The checkpoint, as PLAN:TASK, or a plan."`
	Answer string `arg:"" optional:"" name:"answer" help:"The answer: approved, done, an option, or what is wrong."`
	Input  string `help:"Read the answer from this file; - is standard input." placeholder:"FILE"`
	Diff   bool   `help:"Print what would be written as a unified diff; write nothing."`
	JSON   bool   `help:"Print one JSON object."`
	configFlags
	nowFlag
	linksFlag
}

// Run records the answer.
func (c *planAnswerCommand) Run(std Streams) error {
	if c.Diff && c.JSON {
		return errors.New("plan answer: --diff prints a difference, --json an object: not both")
	}
	gate, text, err := c.arguments(std)
	if err != nil {
		return err
	}
	if len(text) > maxAnswer {
		return fmt.Errorf("an answer of %d bytes, want at most %d", len(text), maxAnswer)
	}
	ref, err := parseRef(gate)
	if err != nil {
		return err
	}
	g, err := c.oneGate(ref, "plan answer", std.Err)
	if err != nil {
		return err
	}
	a := &answering{std: std, gate: g, text: text, command: c}
	if c.Diff {
		return a.preview()
	}
	return a.record()
}

// arguments are the name of the gate, "" for none, and the answer.
func (c *planAnswerCommand) arguments(std Streams) (gate, text string, err error) {
	gate, text = c.Gate, c.Answer
	switch {
	case text != "" && c.Input != "":
		return "", "", errors.New("plan answer: an answer and --input: not both")
	case text != "":
		return gate, text, nil
	case gate != "" && c.Input == "" && !c.isRef(gate):
		return "", gate, nil
	case gate != "":
		if err := c.isThere(gate); err != nil {
			return "", "", err
		}
	}
	from := c.Input
	if from == "" {
		from = "-"
	}
	name, text, err := readText(std, from)
	if err == nil {
		err = checkUTF8(name, text)
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if err == nil && isBlank(text) {
		err = hinted(errors.New("plan answer: an answer is missing"), "mdck plan answer "+gateOr(gate)+" ANSWER, or the answer on standard input")
	}
	return gate, text, err
}

// isThere is an error if nothing has the name of a gate: nobody is to write an answer to
// what is not there.
func (c *planAnswerCommand) isThere(gate string) error {
	ref, err := parseRef(gate)
	if err != nil {
		return err
	}
	folders, err := c.planFolders([]string{ref.plan}, nil)
	if len(folders) == 0 {
		return err
	}
	return nil
}

func gateOr(gate string) string {
	if gate == "" {
		return "PLAN:TASK"
	}
	return quote(gate)
}

// maxAnswer is how many bytes an answer may have: the file of answers is read as a
// whole each time.
const maxAnswer = 16 << 10

// An answering is one run of mdck plan answer.
type answering struct {
	std     Streams
	gate    *planGate
	text    string
	command *planAnswerCommand
	judged  planfile.Judgment
	change  *planfile.Change
}

// errNotThere says that the gate that was asked about is not there any more.
var errNotThere = errors.New("the plan was changed meanwhile, and has this checkpoint no more")

// record writes the answer under the lock of the project: the plan and the answers are
// read again, so that nothing is lost of what others write at the same time.
func (a *answering) record() error {
	f := a.gate.folder
	s := a.std.store(&f.target, "plan answer")
	result, err := s.Update(func(safefile.Old) (safefile.Change, error) {
		if err := a.reread(); err != nil {
			return safefile.Change{}, err
		}
		if err := a.build(); err != nil || !a.change.Changed() {
			return safefile.Change{}, err
		}
		return safefile.Change{}, s.Note(path.Base(planfile.AnswersFile), a.change.Text)
	})
	if err != nil {
		return a.explain(err)
	}
	a.std.printFound(report.Name(f.target.Shown(f.target.Main)), result.Found)
	return a.say()
}

// preview prints what would be recorded.
func (a *answering) preview() error {
	if err := a.build(); err != nil {
		return a.explain(err)
	}
	before, err := a.gate.folder.answers()
	if err != nil {
		return err
	}
	text, there := "", before.Doc != nil
	if there {
		text = before.Doc.File.Text
	}
	return report.Diff(a.std.Out, a.gate.folder.target.InDiff(planfile.AnswersFile), text, a.change.Text, there)
}

// reread takes the gate from the plan as it is now.
func (a *answering) reread() error {
	f := a.gate.folder
	p, err := planfile.Read(tree.Dir(f.target.Root), a.gate.Plan.File.Name)
	if err != nil {
		return err
	}
	for _, g := range p.Gates() {
		if g.Number == a.gate.Number && g.Hash() == a.gate.Hash() {
			g.Plans = a.gate.Plans
			a.gate.Gate = g
			return nil
		}
	}
	return errNotThere
}

// build judges the answer and makes the new text of the file.
func (a *answering) build() error {
	answers, err := a.gate.folder.answers()
	if err != nil {
		return err
	}
	if a.judged, err = planfile.Judge(&a.gate.Gate, a.text); err != nil {
		return err
	}
	if a.change, err = answers.Record(&a.gate.Gate, a.judged, a.command.clock()); err != nil {
		return err
	}
	if n := len(a.change.Text); n > safefile.MaxMemo {
		name := a.gate.folder.target.Shown(planfile.AnswersFile)
		return hinted(fmt.Errorf("%s would have %d bytes, want at most %d", name, n, safefile.MaxMemo), "take answers to plans that are done out of it")
	}
	return nil
}

// explain adds to an error what can be done about it.
func (a *answering) explain(err error) error {
	t := &a.gate.folder.target
	switch option, ok := errors.AsType[*planfile.OptionError](err); {
	case ok:
		return hinted(fmt.Errorf("%s: %w", a.gate.ref, option), optionLines(a.gate.Options)...)
	case errors.Is(err, errNotThere):
		return hinted(refusal{fmt.Errorf("%s: %w", a.gate.ref, err)}, "nothing was recorded; mdck plan gates lists what is there now")
	}
	if request, ok := errors.AsType[*planfile.RequestError](err); ok {
		return fmt.Errorf("%s: %w", a.gate.ref, request)
	}
	return withConflictHint(t, withDisplayPath(t, err))
}

func optionLines(options []planfile.Option) []string {
	var lines []string
	for i := range options {
		if i == maxIDs {
			return append(lines, fmt.Sprintf("and %d more: mdck plan gates", len(options)-i))
		}
		lines = append(lines, report.Fit(optionText(&options[i]), 100))
	}
	return lines
}

// answeredJSON is the object that mdck plan answer --json prints. Its names are part of
// the interface.
type answeredJSON struct {
	Version  int    `json:"version"`
	Gate     string `json:"gate"`
	Plan     string `json:"plan"`
	Path     string `json:"path"`
	Task     int    `json:"task"`
	Verdict  string `json:"verdict"` // approved, selected or problem
	Option   string `json:"option"`
	Answer   string `json:"answer"`
	Open     bool   `json:"open"`     // the gate still waits
	Want     string `json:"want"`     // what would pass it
	Recorded bool   `json:"recorded"` // false if that answer stood there already
}

// say tells what the answer means.
func (a *answering) say() error {
	g, j := a.gate, a.judged
	if a.command.JSON {
		return report.Indented(a.std.Out, &answeredJSON{
			Version: 1, Gate: g.ref, Plan: g.Plan.ID().String(), Path: g.path(), Task: g.Number, Verdict: string(j.Verdict),
			Option: j.Option, Answer: j.Text, Open: !j.Verdict.Passes(), Want: j.Want, Recorded: a.change.Changed(),
		})
	}
	name := report.Name(g.ref)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", name, report.OneLine(a.meaning()))
	for _, note := range a.change.Notes {
		fmt.Fprintf(&b, "%s: note: %s\n", name, note)
	}
	if waits := g.blocks(); j.Verdict.Passes() && waits != "" {
		fmt.Fprintf(&b, "%s: no longer waiting for it: %s\n", name, report.OneLine(waits))
	}
	_, err := fmt.Fprint(a.std.Out, b.String())
	return err
}

// meaning is what the answer does, in one line.
func (a *answering) meaning() string {
	j := a.judged
	switch j.Verdict {
	case planfile.Approves:
		return "approved, the checkpoint is passed"
	case planfile.Selects:
		for i := range a.gate.Options {
			if o := &a.gate.Options[i]; o.ID == j.Option && o.Name != "" && o.Name != o.ID {
				return fmt.Sprintf("selected %q (%s), the checkpoint is passed", j.Option, o.Name)
			}
		}
		return fmt.Sprintf("selected %q, the checkpoint is passed", j.Option)
	}
	return fmt.Sprintf("reported a problem, the checkpoint stays open until the answer is %q: %s", j.Want, j.Text)
}
