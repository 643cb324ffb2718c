package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/spelling"
)

// onePlan is the plan that name means, or the only one of the repository, and its file
// as a target. done says that it was executed.
func (f *configFlags) onePlan(name, command string, talk io.Writer) (t *workspace.Target, found *planfile.Plan, done bool, err error) {
	var names []string
	if name != "" {
		names = []string{name}
	}
	folders, err := f.planFolders(names, talk)
	if err != nil {
		return nil, nil, false, err
	}
	var lines []string
	n := 0
	for _, folder := range folders {
		for _, p := range folder.plans() {
			target := folder.target
			t, found, done = &target, p, folder.Done(p)
			t.Main, t.Path = p.File.Name, p.File.Name
			if n++; n <= maxIDs {
				lines = append(lines, p.ID().String()+"  "+folder.shown(p))
			}
		}
	}
	switch n {
	case 0:
		return nil, nil, false, noPlans(f.whereHere())
	case 1:
		return t, found, done, nil
	}
	if n > maxIDs {
		lines = append(lines, fmt.Sprintf("and %d more", n-maxIDs))
	}
	return nil, nil, false, hinted(fmt.Errorf("%d plans found, want one", n), append([]string{"name one: mdck " + command + " PLAN"}, lines...)...)
}

// A planWriter is one run of a command that writes a plan.
type planWriter struct {
	std      Streams
	name     string           // of the command
	target   workspace.Target // Main and Path are the plan
	plan     *planfile.Plan   // as it was found
	settings *settings
	now      time.Time
	diff     bool
	done     bool // the plan was executed
	edit     func(*planfile.Plan) (*planfile.Change, error)
}

// write makes the change and writes it, or prints it, or says why there is none.
func (w *planWriter) write() error {
	if w.diff {
		return w.preview()
	}
	var change *planfile.Change
	t := &w.target
	result, err := w.std.store(t, w.name).Update(func(old safefile.Old) (safefile.Change, error) {
		texts, err := currentTexts(t, old)
		if err != nil {
			return safefile.Change{}, err
		}
		p, err := planfile.Read(tree.Overlay(tree.Dir(t.Root), texts), t.Main)
		if err != nil {
			return safefile.Change{}, err
		}
		if change, err = w.edit(p); err != nil || !change.Changed() {
			return safefile.Change{}, err
		}
		return safefile.Change{
			Files:  []safefile.File{{Name: t.InStore(t.Main), New: change.Text}},
			Ledger: []safefile.Entry{ledgerEntry(t, change.Text, "mdck "+w.name, spelling.FormatTime(w.now))},
		}, nil
	})
	if err != nil {
		return w.explain(err)
	}
	w.std.printFound(report.Name(t.Shown(t.Main)), result.Found)
	return w.say(change)
}

// explain adds to an error what can be done about it. A file that cannot be replaced is
// named, and not the one that was to take its place.
func (w *planWriter) explain(err error) error {
	link, ok := errors.AsType[*os.LinkError](err)
	if _, unfinished := errors.AsType[*safefile.UnfinishedError](err); ok && !unfinished && errors.Is(err, fs.ErrPermission) {
		return hinted(fmt.Errorf("%s cannot be replaced: %w", report.Name(w.target.Shown(w.target.Main)), link.Err),
			"nothing was written; the file, or its directory, is protected from changes")
	}
	return withConflictHint(&w.target, withDisplayPath(&w.target, err))
}

// preview prints the change as a difference.
func (w *planWriter) preview() error {
	t := &w.target
	p, err := planfile.Read(tree.Dir(t.Root), t.Main)
	if err != nil {
		return withDisplayPath(t, err)
	}
	change, err := w.edit(p)
	if err != nil {
		return withDisplayPath(t, err)
	}
	return report.Diff(w.std.Out, t.InDiff(t.Main), p.Text(), change.Text, true)
}

// say tells what was done, and what is to be found in the file as it is now.
func (w *planWriter) say(change *planfile.Change) error {
	name := report.Name(w.target.Shown(w.target.Main))
	var b strings.Builder
	for _, did := range change.Did {
		fmt.Fprintf(&b, "%s: %s\n", name, report.OneLine(did))
	}
	if !change.Changed() {
		fmt.Fprintf(&b, "%s: nothing written: it holds all of that already\n", name)
	}
	if w.done && change.Changed() {
		fmt.Fprintf(&b, "%s: note: the plan is done, %s lies beside it: its checkpoint is not listed as open\n", name, report.Name(path.Base(planfile.SummaryName(w.target.Main))))
	}
	for _, note := range change.Notes {
		fmt.Fprintf(&b, "%s: note: %s\n", name, report.OneLine(note))
	}
	if _, err := io.WriteString(w.std.Out, b.String()); err != nil || !change.Changed() {
		return err
	}
	return w.sayFindings(change.Text)
}

// sayFindings prints what lint finds in the file as it was written. What cannot be
// looked at is talk: the write is done.
func (w *planWriter) sayFindings(text string) error {
	t := &w.target
	in := w.settings.input(tree.Overlay(tree.Dir(t.Root), map[string]string{t.Main: text}), t)
	found, err := lint.Run(in)
	for _, e := range report.Errors(err) {
		printError(fmt.Errorf("note: written, but not all of it could be checked: %w", withDisplayPath(t, e)), w.std.Err)
	}
	return report.Text(w.std.Out, []report.File{{Shown: t.Shown, Path: t.Main, Diagnostics: found}})
}
