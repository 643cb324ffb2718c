package cli

import (
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
)

// fix mends t under the lock of its files.
func (l *linter) fix(t *workspace.Target, in lint.Input, r *result) error {
	var fixed *lint.Fixed
	disk, found := in.Tree, 0
	_, err := store(t, "lint --fix").Update(func(old safefile.Old) (safefile.Change, error) {
		texts, err := seen(t, old)
		if err != nil {
			return safefile.Change{}, err
		}
		in.Tree = tree.Overlay(disk, texts)
		before, err := lint.Run(in)
		if err != nil {
			return safefile.Change{}, err
		}
		found = len(before)
		if fixed, err = lint.FixAll(in, l.command.now()); err != nil {
			return safefile.Change{}, err
		}
		return fixedChange(t, fixed, l.command.now()), nil
	})
	if err != nil {
		return changedMeanwhile(t, err)
	}
	r.Diagnostics = fixed.Left
	if n := found - len(fixed.Left); n > 0 {
		fmt.Fprintf(&r.talk, "mdck: %s: mended %d of %d findings%s\n", report.Name(t.Shown(t.Main)), n, found, raised(fixed))
	}
	return nil
}

func raised(f *lint.Fixed) string {
	if f.Version == 0 {
		return ""
	}
	return fmt.Sprintf(", checkpoint_version is now %d", f.Version)
}

// fixedChange is what fixing made of t as files that change together.
func fixedChange(t *workspace.Target, fixed *lint.Fixed, now string) safefile.Change {
	var change safefile.Change
	for name, text := range fixed.Texts {
		change.Files = append(change.Files, safefile.File{Name: inStore(t, name), New: text})
		if name == t.Main {
			change.Ledger = []safefile.Entry{entry(t, text, "lint --fix", now)}
		}
	}
	slices.SortFunc(change.Files, func(a, b safefile.File) int { return strings.Compare(a.Name, b.Name) })
	for _, a := range fixed.Archive {
		change.Archive = append(change.Archive, safefile.Archived{Name: a.Name, Text: a.Text})
	}
	return change
}

// preview notes what fixing would change and leave.
func (l *linter) preview(t *workspace.Target, in lint.Input, r *result) error {
	fixed, err := lint.FixAll(in, l.command.now())
	if err != nil {
		return err
	}
	r.left = fixed.Left
	var b strings.Builder
	if err := writeDiffs(&b, t, in.Tree, fixed); err != nil {
		return err
	}
	r.diff = b.String()
	return nil
}

func writeDiffs(w io.Writer, t *workspace.Target, before fs.FS, fixed *lint.Fixed) error {
	var names []string
	for name := range fixed.Texts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		old, err := fs.ReadFile(before, name)
		if err != nil {
			return err
		}
		if err := report.Diff(w, t.Shown(name), string(old), fixed.Texts[name], true); err != nil {
			return err
		}
	}
	return nil
}
