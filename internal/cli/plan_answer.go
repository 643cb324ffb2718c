package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

const planAnswerHelp = `Records the answer of a person to a checkpoint, with user.name of git and the time, in .mdck/answers.json at the root of the project, and prints what it means:

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
	JSON   bool   `xor:"form" help:"Print one JSON object."`
	configFlags
	writeFlags
}

// Run records the answer.
func (c *planAnswerCommand) Run(std Streams) error {
	gate, text := c.Gate, c.Answer
	switch {
	case text != "" && c.Input != "":
		return errors.New("plan answer: an answer and --input: not both")
	case text == "" && c.Input == "" && gate != "" && !isRef(gate):
		gate, text = "", gate
	}
	ref, err := parseRef(gate)
	if err != nil {
		return err
	}
	g, err := c.oneGate(ref, "plan answer", std.Err)
	if err == nil && text == "" {
		text, err = c.read(std, g)
	}
	if err != nil {
		return err
	}
	if len(text) > maxAnswer {
		return fmt.Errorf("an answer of %d bytes, want at most %d", len(text), maxAnswer)
	}
	return c.record(std, g, text)
}

// read reads the answer from --input or standard input.
func (c *planAnswerCommand) read(std Streams, g *planGate) (string, error) {
	name, text, err := readText(std, cmp.Or(c.Input, "-"))
	if err == nil {
		err = checkUTF8(name, text)
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if err == nil && isBlank(text) {
		err = hinted(errors.New("plan answer: an answer is missing"), "mdck plan answer "+quote(g.ref)+" ANSWER, or the answer on standard input")
	}
	return text, err
}

// maxAnswer is how many bytes an answer may have: the file of answers is read as a
// whole each time.
const maxAnswer = 16 << 10

// An answering is one run of mdck plan answer.
type answering struct {
	std     Streams
	target  workspace.Target
	gate    *planGate
	text    string
	by      string // user.name of git; "" if it is not known
	shares  bool   // the answer goes into the file that git sees
	command *planAnswerCommand
	judged  planfile.Answer
}

// record writes the answer under the lock of the project: the plan and the answers are
// read again, so that nothing is lost of what others write at the same time.
func (c *planAnswerCommand) record(std Streams, g *planGate, text string) (err error) {
	a := &answering{std: std, target: g.folder.target, gate: g, text: text, by: userName(&g.folder.target), command: c}
	if a.shares, err = c.sharesAnswers(&a.target); err != nil {
		return err
	}
	w := c.writer(std, "plan answer", a.target, nil)
	w.files, w.print = []string{}, a.print
	return w.write(func(read *protocol.Reader) (*protocol.Change, error) {
		change, err := a.edit(read)
		if isRequest(err) {
			err = fmt.Errorf("%s: %w", g.ref, err)
		}
		return change, err
	})
}

// userName returns user.name as git has it for the files of t; "" if it is not known.
func userName(t *workspace.Target) string {
	git := openGitContext(t, "")
	defer git.close()
	if git.repo == nil {
		return ""
	}
	return spelling.OneLine(git.repo.UserName())
}

// edit judges the answer to the gate as it is now, and makes the new text of the file.
func (a *answering) edit(read *protocol.Reader) (*protocol.Change, error) {
	files, err := read.Snapshot(append(planfile.AnswerFiles(), a.gate.Plan.File.Name)...)
	if err != nil {
		return nil, err
	}
	if err := a.reread(files); err != nil {
		return nil, err
	}
	answers, err := readAnswers(files, &a.target)
	if err != nil {
		return nil, err
	}
	if a.judged, err = planfile.Judge(&a.gate.Gate, a.text); err != nil {
		return nil, err
	}
	a.judged.By = a.by
	return recordAnswer(answers, a.shares, func() (*planfile.Change, error) { return answers.Record(&a.gate.Gate, a.judged, read.Now) })
}

// recordAnswer returns the change that record makes of the file of answers.
func recordAnswer(answers *planfile.Answers, shares bool, record func() (*planfile.Change, error)) (*protocol.Change, error) {
	if shares {
		answers.Share()
	}
	name, before, exists := answers.Recorded()
	c, err := record()
	if err != nil {
		return nil, err
	}
	if n := len(c.Text); n > source.MaxSize {
		return nil, hinted(fmt.Errorf("%s would have %d bytes, want at most %d", name, n, source.MaxSize), "take answers to plans that are done out of it")
	}
	out := &protocol.Change{}
	putChange(out, name, before, exists, c)
	if shares && !exists && c.Changed() {
		out.Notes = append(out.Notes, fmt.Sprintf("commit %s, and a line \"%s merge=union\" in .gitattributes, so that a merge keeps both sides", name, name))
	}
	return out, nil
}

// sharesAnswers reports whether the configuration asks for answers that git sees.
func (f *configFlags) sharesAnswers(t *workspace.Target) (bool, error) {
	config, err := f.loader.For(t.Root, t.Root)
	if err != nil {
		return false, err
	}
	v, _ := config.Get(plan.AnswersSetting)
	text, _ := v.Str()
	return text == plan.SharedAnswers, nil
}

// reread takes the gate from the plan as it is now.
func (a *answering) reread(files fs.FS) error {
	p, err := planfile.Read(files, a.gate.Plan.File.Name)
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
	return protocol.Refusal("nothing was recorded; mdck plan gates lists what is there now", "the plan was changed meanwhile, and has this checkpoint no more")
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

// print prints what the answer means.
func (a *answering) print(made *change.Made, _ []lint.Diagnostic) error {
	g, j := a.gate, a.judged
	if a.command.JSON {
		return report.Indented(a.std.Out, &answeredJSON{
			Version: 1, Gate: g.ref, Plan: g.Plan.ID().String(), Path: g.path(), Task: g.Number, Verdict: string(j.Verdict),
			Option: j.Option, Answer: j.Text, Open: !j.Verdict.Passes(), Want: j.Want, Recorded: made.Changed(),
		})
	}
	name := report.Name(g.ref)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", name, report.OneLine(a.meaning()))
	for _, note := range made.Notes {
		fmt.Fprintf(&b, "%s: note: %s\n", name, note)
	}
	if waits := g.Waiting(); j.Verdict.Passes() && waits != "" {
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
