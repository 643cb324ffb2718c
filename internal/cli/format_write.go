package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A formatWriter is one run of a command that writes a file of a format.
type formatWriter struct {
	std      Streams
	name     string // of the command, for the ledger and the lock
	target   workspace.Target
	settings *settings
	format   *custom.Format
	now      string
	diff     bool
	force    bool // a broken budget does not stop it
	build    func(*custom.Reading) (*custom.Change, error)
}

// write makes the change and writes it, or prints it, or says why not.
func (w *formatWriter) write() error {
	t := &w.target
	if err := w.ready(); err != nil {
		return err
	}
	if w.diff {
		return w.preview()
	}
	var change *custom.Change
	var checked []lint.Diagnostic
	result, err := w.std.store(t, w.name).Update(func(old safefile.Old) (safefile.Change, error) {
		if err := w.sized(); err != nil {
			return safefile.Change{}, err
		}
		texts, err := currentTexts(t, old)
		if err != nil {
			return safefile.Change{}, err
		}
		if change, err = w.check(texts); err != nil || change.None != "" {
			return safefile.Change{}, err
		}
		checked, err = w.lint(change)
		return w.files(change), err
	})
	if err != nil {
		return w.explain(err)
	}
	w.std.printFound(report.Name(t.Shown(t.Main)), result.Found)
	if err := w.print(change, result); err != nil {
		return err
	}
	return report.Text(w.std.Out, []report.File{{Shown: t.Shown, Path: t.Main, Diagnostics: checked}})
}

// ready finishes a write that was interrupted, where there is a directory to write in.
func (w *formatWriter) ready() error {
	t := &w.target
	if dir := t.Dir(); !isDir(dir) {
		return hinted(&fs.PathError{Op: "open", Path: path.Dir(t.Shown(t.Main)), Err: fs.ErrNotExist}, "make the directory first")
	}
	return recoverWrite(t, w.std.Err)
}

// sized refuses a file that is too large to be read.
func (w *formatWriter) sized() error {
	if _, err := os.Stat(w.target.File(w.target.Main)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return source.CheckSize(tree.Dir(w.target.Root), w.target.Main)
}

// check builds the change and refuses it if it breaks a budget.
func (w *formatWriter) check(texts map[string]string) (*custom.Change, error) {
	r := readFormatFile(&w.target, w.format, texts)
	change, err := w.build(r)
	if err != nil || change.None != "" || w.force {
		return change, err
	}
	return change, w.refuse(change)
}

// refuse reports the budgets that the change breaks, with what would free most.
func (w *formatWriter) refuse(change *custom.Change) error {
	var before []schema.Budget
	if change.Before != nil {
		before = w.binding(change.Before)
	}
	broken := schema.Broken(before, w.binding(change.After))
	if len(broken) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "refused, and nothing was written: compress, do not truncate")
	for _, budget := range broken {
		savings := change.After.Savings(budget, w.settings.counter.Count)
		writeBrokenBudget(&b, w.target.Shown(w.target.Main), budget, savings, w.settings.counter)
	}
	return refusal{errors.New(b.String())}
}

// binding are the budgets of d that a write may not break: those whose rule is an
// error.
func (w *formatWriter) binding(d *custom.Document) []schema.Budget {
	var all []schema.Budget
	for _, b := range d.Budgets(w.settings.counter.Count) {
		if w.settings.severity(b.Kind) == lint.Error {
			all = append(all, b)
		}
	}
	return all
}

// files are the file of the change, with what goes to archive and ledger.
func (w *formatWriter) files(change *custom.Change) safefile.Change {
	t := &w.target
	text := change.After.Text()
	out := safefile.Change{
		Files:  []safefile.File{{Name: t.InStore(t.Main), New: text}},
		Ledger: []safefile.Entry{{Path: t.InStore(t.Main), Content: contentHash(text), Command: w.name, Time: w.now}},
	}
	for _, a := range change.Archive {
		out.Archive = append(out.Archive, safefile.Archived{Name: a.Name, Text: a.Text})
	}
	return out
}

// lint gives what is to be said of the file as it will be.
func (w *formatWriter) lint(change *custom.Change) ([]lint.Diagnostic, error) {
	t := &w.target
	texts := map[string]string{t.Main: change.After.Text()}
	return lint.Run(w.settings.input(tree.Overlay(tree.Dir(t.Root), texts), t))
}

// preview prints the change as a difference.
func (w *formatWriter) preview() error {
	t := &w.target
	change, err := w.check(nil)
	if err != nil {
		return w.explain(err)
	}
	if change.None != "" {
		fmt.Fprintf(w.std.Err, "mdck: %s: nothing to write: %s\n", report.Name(t.Shown(t.Main)), report.OneLine(change.None))
		return nil
	}
	before := ""
	if change.Before != nil {
		before = change.Before.Text()
	}
	return report.Diff(w.std.Out, t.InDiff(t.Main), before, change.After.Text(), change.Before != nil)
}

// print prints what was done.
func (w *formatWriter) print(change *custom.Change, result safefile.Result) error {
	t := &w.target
	name := report.Name(t.Shown(t.Main))
	if change.None != "" {
		_, err := fmt.Fprintf(w.std.Out, "%s: nothing written: %s\n", name, report.OneLine(change.None))
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", name, report.OneLine(change.Did))
	for _, a := range result.Archived {
		fmt.Fprintf(&b, "%s: archived as %s\n", name, report.Name(t.Shown(path.Join(path.Dir(t.Main), a))))
	}
	_, err := io.WriteString(w.std.Out, b.String())
	return err
}

// explain adds to an error what can be done about it.
func (w *formatWriter) explain(err error) error {
	if isRequest(err) {
		return withRequestHint(err)
	}
	return withConflictHint(&w.target, withDisplayPath(&w.target, err))
}
