package cli

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

// onePlan is the file of the plan that name means, or of the only one of the repository.
// done says that the plan was executed.
func (f *configFlags) onePlan(name, command string, talk io.Writer) (t *workspace.Target, done bool, err error) {
	var names []string
	if name != "" {
		names = []string{name}
	}
	folders, err := f.planFolders(names, talk)
	if err != nil {
		return nil, false, err
	}
	var lines []string
	n := 0
	for _, folder := range folders {
		for _, p := range folder.plans() {
			target := folder.target
			t, done = &target, folder.Done(p)
			t.Main, t.Path = p.File.Name, p.File.Name
			if n++; n <= maxIDs {
				lines = append(lines, p.ID().String()+"  "+folder.shown(p))
			}
		}
	}
	switch n {
	case 0:
		return nil, false, noPlans(f.whereHere())
	case 1:
		return t, done, nil
	}
	if n > maxIDs {
		lines = append(lines, fmt.Sprintf("and %d more", n-maxIDs))
	}
	return nil, false, hinted(fmt.Errorf("%d plans found, want one", n), append([]string{"name one: mdck " + command + " PLAN"}, lines...)...)
}

// A planEdit is one run of a command that changes files of plans.
type planEdit struct {
	std    Streams
	name   string           // of the command
	target workspace.Target // Main is the file that it is about
	clock  func() time.Time
	diff   bool
}

func (e *planEdit) changer() *change.Writer {
	w := e.std.changer(&e.target, e.name, e.clock)
	w.Subject.Target = e.target.Target
	return w
}

// shown is a file of the project as the user is shown it.
func (e *planEdit) shown(name string) string { return report.Name(e.target.Shown(name)) }

// do makes the edit and writes it, or with --diff prints it.
func (e *planEdit) do(edit protocol.Edit) (*change.Made, error) {
	if !e.diff {
		return e.changer().Update(edit)
	}
	if err := recoverWrite(&e.target, e.std.Err); err != nil { // else the write does it, under the lock that it waits for
		return nil, err
	}
	made, err := e.changer().Preview(edit)
	if err != nil {
		return nil, err
	}
	return made, (&writer{std: e.std, target: e.target}).printDiff(made)
}

// lines are what was done, a line for each thing, and what the user should know of the file
// called name. none is printed if nothing was done.
func (e *planEdit) lines(made *change.Made, name, none string) string {
	var b strings.Builder
	for _, f := range made.Files {
		for _, did := range f.Did {
			fmt.Fprintf(&b, "%s: %s\n", e.shown(f.Name), report.OneLine(did))
		}
	}
	if !made.Changed() && none != "" {
		fmt.Fprintf(&b, "%s: nothing written: %s\n", e.shown(name), none)
	}
	for _, note := range made.Notes {
		fmt.Fprintf(&b, "%s: note: %s\n", e.shown(name), report.OneLine(note))
	}
	return b.String()
}

// nothingNew is why nothing is written.
const nothingNew = "it holds all of that already"

// editOf is the edit that build makes of the file called name: its text as it is in a tree,
// and the change of it.
func editOf(name string, build func(files fs.FS) (before string, c *planfile.Change, err error)) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		files, err := read.Snapshot(name)
		if err != nil {
			return nil, err
		}
		before, c, err := build(files)
		if err != nil {
			return nil, err
		}
		out := &protocol.Change{}
		putChange(out, name, before, true, c)
		return out, nil
	}
}

// putChange adds to out what a file that has, or had, that text should become.
func putChange(out *protocol.Change, name, before string, exists bool, c *planfile.Change) {
	out.Notes = append(out.Notes, c.Notes...)
	if c.Changed() {
		out.Files = append(out.Files, protocol.File{Name: name, Before: before, After: c.Text, Exists: exists, Did: c.Did})
		out.Ledger = append(out.Ledger, claim.Entry{Path: name, Content: claim.ContentHash(c.Text)})
	}
}

// A planWriter is one run of a command that writes a plan.
type planWriter struct {
	planEdit
	settings *settings
	done     bool // the plan was executed
}

// write makes the change and writes it, or prints it, or says why there is none.
func (w *planWriter) write(edit func(*planfile.Plan) (*planfile.Change, error)) error {
	made, err := w.do(editOf(w.target.Main, func(files fs.FS) (string, *planfile.Change, error) {
		p, err := planfile.Read(files, w.target.Main)
		if err != nil {
			return "", nil, err
		}
		c, err := edit(p)
		return p.Text(), c, err
	}))
	if err != nil || w.diff {
		return withConflictHint(&w.target, withDisplayPath(&w.target, err))
	}
	w.std.printFound(w.shown(w.target.Main), made.Found)
	return w.report(made)
}

// report prints what was done, and what lint finds in the file as it is now. What cannot be
// checked is a note: the write is done.
func (w *planWriter) report(made *change.Made) error {
	t := &w.target
	if w.done && made.Changed() {
		made.Notes = append([]string{fmt.Sprintf("the plan is done, %s lies beside it: its checkpoint is not listed as open", report.Name(path.Base(planfile.SummaryName(t.Main))))}, made.Notes...)
	}
	if _, err := io.WriteString(w.std.Out, w.lines(made, t.Main, nothingNew)); err != nil || !made.Changed() {
		return err
	}
	found, err := lint.Run(w.settings.input(tree.Overlay(tree.Dir(t.Root), map[string]string{t.Main: made.Files[0].After}), t))
	for _, e := range report.Errors(err) {
		printError(fmt.Errorf("note: written, but not all of it could be checked: %w", withDisplayPath(t, e)), w.std.Err)
	}
	return report.Text(w.std.Out, []report.File{{Shown: t.Shown, Path: t.Main, Diagnostics: found}})
}
