package cli

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
)

// A writer is one run of a command that writes a checkpoint.
type writer struct {
	std      Streams
	name     string // of the command, for the ledger and the lock
	target   workspace.Target
	settings *settings
	now      string
	diff     bool
	force    bool // a broken budget does not stop it
	build    func(*ohrfc.Workspace) (*ohrfc.Change, error)
	tell     func([]lint.Diagnostic) error // says what was done and found, where that is not the usual; or nil
}

// write makes the change and writes it, or prints it, or says why not.
func (w *writer) write() (*ohrfc.Change, error) {
	if w.settings == nil {
		return nil, errors.New("a writer without settings")
	}
	if err := recoverWrite(&w.target, w.std.Err); err != nil {
		return nil, err
	}
	if w.diff {
		return w.preview()
	}
	var change *ohrfc.Change
	var checked []lint.Diagnostic
	place := w.std.store(&w.target, w.name)
	place.Refills = w.refills()
	result, err := place.Update(func(old safefile.Old) (safefile.Change, error) {
		texts, err := currentTexts(&w.target, old)
		if err != nil {
			return safefile.Change{}, err
		}
		room := ohrfc.Read(tree.Overlay(tree.Dir(w.target.Root), texts), w.target.Main)
		if change, err = w.check(room); err != nil || change.None != "" {
			return safefile.Change{}, err
		}
		checked, err = w.lint(change)
		return w.files(change), err
	})
	if err != nil {
		return nil, w.explain(err)
	}
	w.std.printFound(report.Name(w.target.Shown(w.target.Main)), result.Found)
	if w.tell != nil {
		return change, w.tell(checked)
	}
	if err := w.print(change, result); err != nil {
		return nil, err
	}
	return change, report.Text(w.std.Out, []report.File{{Shown: w.target.Shown, Path: w.target.Main, Diagnostics: checked}})
}

// maxSavings is how many bullets a refusal lists.
const maxSavings = 50

// files are the files of the change, with what goes to archive and ledger.
func (w *writer) files(change *ohrfc.Change) safefile.Change {
	t := &w.target
	var out safefile.Change
	if change.Checkpoint != "" {
		out.Files = []safefile.File{{Name: path.Base(t.Main), New: change.Checkpoint}}
		out.Ledger = []safefile.Entry{ledgerEntry(t, change.Checkpoint, w.name, w.now, change.After)}
	}
	if change.State != "" {
		out.Files = append(out.Files, safefile.File{Name: ohrfc.StateFile, New: change.State})
	}
	if change.State != "" && change.Checkpoint == "" {
		out.Ledger = []safefile.Entry{{Path: ohrfc.StateFile, Version: change.Version, Content: ohrfc.ContentHash(change.State), Command: w.name, Time: w.now}}
	}
	for _, a := range change.Archive {
		out.Archive = append(out.Archive, safefile.Archived{Name: a.Name, Text: a.Text})
	}
	return out
}

// lint gives what is to be said of the checkpoint as it will be.
func (w *writer) lint(change *ohrfc.Change) ([]lint.Diagnostic, error) {
	t := &w.target
	texts := map[string]string{}
	if change.Checkpoint != "" {
		texts[t.Main] = change.Checkpoint
	}
	if change.State != "" {
		texts[path.Join(path.Dir(t.Main), ohrfc.StateFile)] = change.State
	}
	in := w.settings.input(tree.Overlay(tree.Dir(t.Root), texts), t)
	in.Known = []any{change.After}
	in.Path = t.Main // whichever file of the workspace the user named
	return lint.Run(in)
}

// preview prints the change as a difference.
func (w *writer) preview() (*ohrfc.Change, error) {
	room := ohrfc.Read(tree.Dir(w.target.Root), w.target.Main)
	change, err := w.check(room)
	if err != nil {
		return nil, w.explain(err)
	}
	if change.None != "" {
		return change, nil
	}
	for _, f := range []struct{ name, text string }{{w.target.Main, change.Checkpoint}, {room.Path(ohrfc.StateFile), change.State}} {
		before, there := "", false
		if file := room.Files[f.name]; file != nil {
			before, there = file.Text, true
		}
		if f.text == "" {
			continue // it is not written
		}
		if err := report.Diff(w.std.Out, w.target.InDiff(f.name), before, f.text, there); err != nil {
			return nil, err
		}
	}
	return change, nil
}

// print prints what was done.
func (w *writer) print(change *ohrfc.Change, result safefile.Result) error {
	name := report.Name(w.target.Shown(w.target.Main))
	if change.None != "" {
		_, err := fmt.Fprintf(w.std.Out, "%s: nothing written: %s\n", name, report.OneLine(change.None))
		return err
	}
	version := ""
	if change.Version != change.Was {
		version = fmt.Sprintf(", checkpoint_version %d -> %d", change.Was, change.Version)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s%s\n", name, report.OneLine(change.Did), version)
	for _, a := range result.Archived {
		fmt.Fprintf(&b, "%s: archived as %s\n", name, report.Name(w.target.Shown(path.Join(path.Dir(w.target.Main), a))))
	}
	for _, note := range change.Notes {
		fmt.Fprintf(&b, "%s: note: %s\n", name, report.OneLine(note))
	}
	_, err := io.WriteString(w.std.Out, b.String())
	return err
}

// explain adds to an error what can be done about it.
func (w *writer) explain(err error) error {
	dir := w.target.Shown(path.Dir(w.target.Main))
	if missing, ok := errors.AsType[*ohrfc.MissingError](err); ok {
		if missing.Name == path.Base(w.target.Main) {
			return hinted(fmt.Errorf("%s: no %s yet", dir, missing.Name), "mdck append --section discover writes the first checkpoint")
		}
		id := w.target.ID()
		return hinted(fmt.Errorf("%s: %w", dir, err),
			"mdck init ohrfc "+id+" makes the workspace",
			"the protocol's own script does it with: ohrfc_init.py create "+id+" TITLE")
	}
	return withConflictHint(&w.target, withRequestHint(err))
}
