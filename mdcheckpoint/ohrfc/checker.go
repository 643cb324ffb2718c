package ohrfc

import (
	"cmp"
	"fmt"
	"sync"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// Checker checks workspaces of the RFC workflow for package lint.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: ruleTable, Finish: finishFixes}

// A Model is the input of rules about a workspace.
type Model struct {
	RFC         *Workspace
	Budgets     []Budget
	subsections []*subsection
}

type ruleUnit struct {
	*Model
	*Workspace
	lint.Report
	unit *lint.Unit
}

func (u *ruleUnit) inState(key, format string, args ...any) lint.Finding {
	f := lint.NewFinding(u.State.span(key), format, args...)
	f.Path = u.path(StateFile)
	return f
}

func readForLint(in lint.Input) *lint.Checkpoint {
	w := Read(in.Tree, in.Main)
	w.Ledger = sync.OnceValues(in.Entries)
	m := &Model{RFC: w}
	c := &lint.Checkpoint{Model: m, Files: w.Files, Faults: w.Faults, Claims: w.claims(), Claimants: []string{in.Main}}
	if w.Checkpoint == nil {
		if w.lost() {
			c.Lost = fmt.Errorf("%s is missing, but %s records version %d", CheckpointFile, StateFile, w.State.Version())
		}
		return c
	}
	c.Document, c.Match = w.Checkpoint.Document, w.Checkpoint.Match
	m.Budgets = w.Checkpoint.Budgets(in.Limits, in.Count(true))
	m.subsections = subsections(w.Checkpoint)
	return c
}

// finishFixes raises the version if the fixes changed the checkpoint, or else updates updated_at.
func finishFixes(in lint.Input, f *lint.Fixed) (bool, error) {
	if f.Version != 0 {
		return false, nil
	}
	main := cmp.Or(in.Main, in.Path)
	w := Read(in.Tree, main)
	_, changed := f.Texts[main]
	was := Read(f.Original, main).Checkpoint
	if !changed || was == nil || w.Checkpoint == nil || was.Meta.Version < 0 || w.Checkpoint.Meta.Version != was.Meta.Version ||
		w.Checkpoint.contentHash() == was.contentHash() {
		return w.setUpdated(f)
	}
	change, err := w.bump(spelling.FormatTime(f.Now))
	if err != nil {
		return false, fmt.Errorf("raise checkpoint_version: %w", err)
	}
	f.Texts[main], f.Version = change.Checkpoint, change.Version
	if w.State != nil {
		f.Texts[w.path(StateFile)] = change.State
	}
	return true, nil
}

// setUpdated sets updated_at of state.json, if more than white space changed.
func (w *Workspace) setUpdated(f *lint.Fixed) (changed bool, err error) {
	name := w.path(StateFile)
	text, fixed := f.Texts[name]
	before, err := source.ReadFile(f.Original, name)
	if !fixed || err != nil || w.State.get("updated_at") == nil || ContentHash(text) == ContentHash(before) {
		return false, nil
	}
	f.Texts[name], err = setJSON(w.State.Doc, "updated_at", jsondoc.Quote(spelling.FormatTime(f.Now)))
	return f.Texts[name] != text, err
}
