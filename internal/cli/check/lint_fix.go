package check

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

func (l *linter) fix(t *workspace.Target, in lint.Input, r *result) error {
	var fixed *lint.Fixed
	edit := func(read *protocol.Reader) (_ *protocol.Change, err error) {
		if in.Tree, err = read.Snapshot(); err != nil {
			return nil, err
		}
		if fixed, err = lint.FixAll(in, l.command.Clock()); err != nil {
			return nil, refuseGrowth(err)
		}
		return fixedChange(t, read, fixed)
	}
	var diff strings.Builder
	std := l.std
	std.Out = &diff
	w := &write.Writer{Std: std, Name: "lint --fix", Target: *t, Clock: l.command.Clock, Diff: l.command.Diff}
	w.Print = func(*change.Made, []lint.Diagnostic) error { return nil }
	if err := w.Write(edit); err != nil {
		return err
	}
	if l.command.Diff {
		r.left, r.diff = fixed.Left, diff.String()
		return nil
	}
	r.Diagnostics = fixed.Left
	// numbers of findings, because one fix can remove several or uncover new ones
	found := len(fixed.Found)
	if n := max(found-len(fixed.Left), countFixable(fixed.Found)-countFixable(fixed.Left)); n > 0 {
		raised := ""
		if fixed.Version > 0 {
			raised = fmt.Sprintf(", checkpoint_version is now %d", fixed.Version)
		}
		fmt.Fprintf(&r.talk, "mdck: %s: fixed %d of %d findings%s\n", report.Name(t.DisplayPath(t.Main)), n, found, raised)
	}
	return nil
}

func refuseGrowth(err error) error {
	if _, ok := errors.AsType[*lint.GrowthError](err); ok {
		return app.WithHints(app.Refuse(err), "nothing was written; remove some text, then run the command again")
	}
	return err
}

func countFixable(all []lint.Diagnostic) int {
	return len(slices.DeleteFunc(slices.Clone(all), func(d lint.Diagnostic) bool { return d.Fix == nil }))
}

func fixedChange(t *workspace.Target, read *protocol.Reader, fixed *lint.Fixed) (*protocol.Change, error) {
	out := &protocol.Change{}
	for _, name := range slices.Sorted(maps.Keys(fixed.Texts)) {
		before, exists, err := read.Text(name)
		if err != nil {
			return nil, err
		}
		after := fixed.Texts[name]
		out.Files = append(out.Files, protocol.File{Name: name, Before: before, After: after, Exists: exists})
		if name != t.Main && !t.Row().Separate {
			continue
		}
		line, err := pick.FixedEntry(t, name, before, after)
		if err != nil {
			return nil, err
		}
		out.Ledger = append(out.Ledger, line)
	}
	out.Archive = fixed.Archive
	return out, nil
}

func fixText(in lint.Input, text string) (fixed string, left []lint.Diagnostic, err error) {
	fixed, left, err = workspace.Fix(in, text)
	return fixed, left, refuseGrowth(err)
}
