package plan

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/protocols/plan/position"
	"mdck/internal/protocols/plan/threshold"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

const doneHelp = `Records in .mdck/answers.json that a task of a plan is done. mdck also updates the position in STATE.md or TRANSPONDER.md.

TASK is PLAN:TASK, or the number of a task in the current plan. If the text of the task changes later, the task is open again. To pass a checkpoint, use mdck plan answer.

mdck refuses to record the task if an open checkpoint comes before it, or if the last check reached a stop. --force records the task anyway.

Then mdck compares --cost, --context, --errors and the values of the last check with the thresholds. If the work must pause or stop, the task is recorded and the exit status is 1.

Examples:

    mdck plan done 3 --commit 1a2b3c4
    mdck plan done 03-06:3 --note "the index needed a second migration"
    mdck plan done 03-06:4 --cost 12.40 --context 35`

type doneCommand struct {
	Task   string `arg:"" name:"task" help:"The task: PLAN:TASK, or its number in the current plan."`
	Commit string `help:"The commit of the task." placeholder:"SHA"`
	Note   string `help:"A note for the next session." placeholder:"TEXT"`
	recordFlags
	readingFlags
}

type recordFlags struct {
	Force bool `help:"Write even if a checkpoint is open or a stop was reached; the use of this flag is recorded."`
	pick.ConfigFlags
	write.Flags
}

// A recording writes answers, finished tasks and the summary of a plan.
type recording struct {
	*write.Writer
	folder  *planFolder
	plan    string // path, relative to the root of the project
	argName string // plan for a command line
	state   string // path of the state, or ""
	shares  bool   // write to the file that git tracks
	by      string // user.name of git, or ""
}

func newRecording(f *pick.Picker, w *write.Writer, folder *planFolder, name string) (*recording, error) {
	p := &recording{Writer: w, folder: folder, plan: name}
	p.Files = []string{}
	config, err := f.Loader.For(p.Target.Root, p.Target.Root)
	if err != nil {
		return nil, err
	}
	v, _ := config.Get(plan.AnswersSetting)
	text, _ := v.Str()
	p.shares = text == plan.SharedAnswers
	if repo := p.Target.Git().Repo(); repo != nil {
		p.by = spelling.OneLine(repo.UserName())
	}
	return p, nil
}

func (p *recording) record(answers *planfile.Answers, record func() (*planfile.Change, error)) (*protocol.Change, error) {
	if p.shares {
		answers.Share()
	}
	name, before, exists := answers.Recorded()
	c, err := record()
	if err != nil {
		return nil, err
	}
	if n := len(c.Text); n > source.MaxSize {
		return nil, app.Errorf("remove the answers of finished plans from the file", "%s would have %d bytes; expected at most %d", name, n, source.MaxSize)
	}
	out := &protocol.Change{}
	putChange(out, name, before, exists, c)
	if p.shares && !exists && c.Changed() {
		out.Notes = append(out.Notes, fmt.Sprintf("commit %s, and add the line \"%s merge=union\" to .gitattributes, so that a merge keeps both sides", name, name))
	}
	return out, nil
}

func (c *doneCommand) Run(std app.Streams) error {
	values, err := c.values("")
	if err != nil {
		return err
	}
	if c.Commit != "" && !claim.IsCommit(c.Commit) {
		return fmt.Errorf("plan done: --commit is %q; expected the hash of a commit", c.Commit)
	}
	ref, err := parseRef(c.Task)
	if err != nil {
		return err
	}
	if n, ok := planfile.ParseCount(c.Task); ok {
		ref = gateRef{"", n}
	} else if ref.task < 0 {
		return fmt.Errorf("plan done: %q is not a task; expected PLAN:TASK, or the number of a task in the current plan", c.Task)
	}
	p, err := c.begin(std, "plan done", ref.plan)
	if err != nil {
		return err
	}
	if err := p.checkTask(p.folder.plan(p.plan), ref.task); err != nil {
		return err // before change, which may refuse
	}
	err = p.change(fmt.Sprintf("done %s:%d", p.plan, ref.task), func(read *protocol.Reader) (*protocol.Change, error) { return p.task(read, ref.task, c) })
	if err != nil || p.Diff {
		return err
	}
	return c.checkLimits(p, values)
}

func (c *doneCommand) checkLimits(p *recording, given []threshold.Value) error {
	values := slices.Clone(given)
	for _, v := range threshold.ReadLast(tree.Dir(p.Target.Root)).Values() {
		sameKind := func(o threshold.Value) bool { return o.Kind == v.Kind }
		if !c.Force && !slices.ContainsFunc(values, sameKind) {
			values = append(values, v)
		}
	}
	check, err := check(&c.recordFlags.Pick, stateWriterAt(&c.recordFlags.Flags, p.Std, p.Name, p.Target.Root))
	if err != nil {
		return err
	}
	readings := threshold.Read(check.limits, values)
	if len(given) == 0 && threshold.Worst(readings) < threshold.Alert {
		return nil
	}
	return check.values(values, false)
}

func (f *recordFlags) begin(std app.Streams, command, name string) (*recording, error) {
	pick := (*planFolder).plans
	if name == "" {
		pick = currentPlan()
	}
	folder, x, argName, err := onePlan(&f.Pick, name, command, std.Err, pick)
	if err != nil {
		return nil, err
	}
	p, err := newRecording(&f.Pick, f.Writer(std, command, folder.target, nil), folder, x.File.Name)
	if err != nil {
		return nil, err
	}
	p.argName, p.About, p.Force, p.More = argName, p.plan, f.Force, p.next
	for _, name := range slices.Backward(position.StateNames()) { // backwards, so that the first state wins
		if path.Dir(name) == p.Target.Folder && app.Exists(p.Target.File(name)) {
			p.state, p.Target.Main = name, name // the lock of Main is for the state
		}
	}
	return p, nil
}

// currentPlan returns a function that returns the current plan of a project if it is in a folder.
// The function reads each project once.
func currentPlan() func(*planFolder) []*planfile.Plan {
	current := map[string]*planfile.Plan{} // by path of the project
	return func(f *planFolder) []*planfile.Plan {
		dir := f.target.File(f.target.Folder)
		x, known := current[dir]
		if !known {
			x = position.ReadProject(tree.Dir(f.target.Root), f.target.Folder, bootstrap.Repository{}).Progress("").Plan
			current[dir] = x
		}
		if x == nil || f.plan(x.File.Name) == nil {
			return nil
		}
		return []*planfile.Plan{x}
	}
}

// change makes the edit, unless a person must decide before the transition.
func (p *recording) change(transition string, edit protocol.Edit) error {
	return p.Write(plan.Protocol.Guarded(edit, transition, p.Force))
}

func (p *recording) read(read *protocol.Reader, more ...string) (fs.FS, *planfile.Plan, *planfile.Answers, error) {
	names := slices.Concat(planfile.AnswerFiles(), more, []string{p.plan}, listOf(p.state))
	files, err := read.Snapshot(names...)
	if err != nil {
		return nil, nil, nil, err
	}
	x, err := planfile.Read(files, p.plan)
	if err != nil {
		return nil, nil, nil, err
	}
	answers, err := readAnswers(files, &p.Target)
	return files, x, answers, err
}

func (p *recording) checkTask(x *planfile.Plan, number int) error {
	if number >= 1 && number <= len(x.Tasks) {
		return nil
	}
	return app.Errorf("to see the plan: mdck bootstrap "+app.Quote(p.argName), "plan %s has no task %d; it has %s", p.argName, number, spelling.Count(len(x.Tasks), "task"))
}

func (p *recording) task(read *protocol.Reader, number int, c *doneCommand) (*protocol.Change, error) {
	files, x, answers, err := p.read(read)
	if err != nil {
		return nil, err
	}
	if err := p.checkTask(x, number); err != nil {
		return nil, err
	}
	r := answers.Progress(x)
	if x.Tasks[number-1].IsCheckpoint() && r.Done[number] {
		return &protocol.Change{None: fmt.Sprintf("task %d is a checkpoint that is already answered", number)}, nil
	}
	done := planfile.Answer{Commit: strings.ToLower(c.Commit), Text: spelling.OneLine(c.Note), By: p.by}
	out, err := p.record(answers, func() (*planfile.Change, error) { return answers.RecordDone(x, number, done, read.Now) })
	if err != nil || !out.Changed() {
		return out, err
	}
	out.Notes = append(out.Notes, unrecorded(r, number)...)
	return out, p.addPosition(out, files, read, x, "executing", fmt.Sprintf("Completed %s task %d of %d", p.argName, number, len(x.Tasks)), nil)
}

func unrecorded(r planfile.Progress, before int) (notes []string) {
	if n := max(1, r.Next()); n < before {
		notes = append(notes, fmt.Sprintf("task %d is not recorded as done", n))
	}
	return notes
}

// addPosition adds the new state to out. done is the tree with the finished plan, or nil.
func (p *recording) addPosition(out *protocol.Change, files fs.FS, read *protocol.Reader, x *planfile.Plan, status, at string, done fs.FS) error {
	if p.state == "" {
		return nil
	}
	text, _, err := read.Text(p.state)
	if err != nil {
		return err
	}
	s, err := position.ParseState(p.state, text)
	if err != nil {
		return err
	}
	id := x.ID()
	m := position.Move{Phase: id.Phase, Plan: id.Plan, Status: status, At: at}
	if _, name, ok := strings.Cut(path.Base(path.Dir(x.File.Name)), "-"); ok {
		m.Name = strings.ReplaceAll(name, "-", " ")
	}
	for _, other := range p.folder.Plans {
		if part, _ := planfile.PartOf(other.File.Name); part == "" && other.ID().Phase == id.Phase {
			m.OfPhase++
		}
	}
	c, err := s.Move(m, read.Now)
	if err == nil && done != nil && len(c.Notes) == 0 {
		c, err = addCounts(s, c, files, done)
	}
	if failed, ok := errors.AsType[*position.SyncError](err); ok {
		out.Notes = append(out.Notes, fmt.Sprintf("%s is not changed: %v", p.state, failed))
		return nil
	}
	if err != nil {
		return err
	}
	putChange(out, p.state, text, true, c)
	return nil
}

// addCounts adds to moved the new numbers of completed plans and phases.
func addCounts(s *position.State, moved *planfile.Change, before, after fs.FS) (*planfile.Change, error) {
	was, err1 := s.Tally(before)
	is, err2 := s.Tally(after)
	if err1 != nil || err2 != nil {
		return moved, nil // without folders there is nothing to count
	}
	next, err := position.ParseState(s.File.Name, moved.Text)
	if err != nil {
		return nil, err
	}
	c, err := next.Count(was, is)
	if err != nil {
		return nil, err
	}
	c.Did = append(moved.Did, c.Did...)
	return c, nil
}

func (p *recording) next() error {
	line := p.nextLine()
	if line == "" {
		return nil
	}
	_, err := fmt.Fprintf(p.Std.Out, "next: %s\n", report.OneLine(line))
	return err
}

func (p *recording) nextLine() string {
	project := position.ReadProject(tree.Dir(p.Target.Root), p.Target.Folder, bootstrap.Repository{})
	s := project.Progress(p.plan)
	switch x := s.Plan; {
	case x == nil:
		return ""
	case project.Done(x):
		return "mdck bootstrap"
	case s.Gate != nil && s.Reached:
		name := fmt.Sprintf("%s:%d", p.argName, s.Gate.Number)
		return "a person must answer the checkpoint " + name + "; to print it: mdck plan render " + app.Quote(name)
	case s.Finished():
		return "mdck plan summary " + app.Quote(p.argName)
	case s.Task > 0:
		return fmt.Sprintf("task %d: %s", s.Task, x.Tasks[s.Task-1].Title())
	}
	return ""
}
