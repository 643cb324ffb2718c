package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ohrfc"
)

// fix mends t under the lock of its files.
func (l *linter) fix(t *workspace.Target, in lint.Input, r *result) error {
	var fixed *lint.Fixed
	disk, found, mended := in.Tree, 0, 0
	prune := func() {}
	result, err := l.std.changer(t, "lint --fix", l.command.clock).Store.Update(func(old safefile.Old) (safefile.Change, error) {
		texts, err := currentTexts(t, old)
		if err != nil {
			return safefile.Change{}, err
		}
		in.Tree = tree.Overlay(disk, texts)
		if fixed, err = lint.FixAll(in, l.command.now()); err != nil {
			return safefile.Change{}, refuseGrowth(err)
		}
		found, mended = len(fixed.Found), countFixable(fixed.Found)
		fixes, err := fixedChange(t, fixed, texts[t.Main], l.command.now())
		if err == nil && t.Protocol == agents.Name {
			writer := &change.Writer{Store: safefile.Store{Dir: t.Root}, Clock: l.command.clock}
			written := map[string]string{}
			for _, f := range fixes.Files {
				written[f.Name] = f.New
			}
			prune, err = writer.Extend(&fixes, old, agents.BackUp(written))
		}
		return fixes, err
	})
	if err != nil {
		return withConflictHint(t, err)
	}
	l.std.printFound(report.Name(t.Shown(t.Main)), result.Found)
	prune()
	r.Diagnostics = fixed.Left
	// Mending one may mend others; it may also bring up what could not be judged before.
	if n := max(found-len(fixed.Left), mended-countFixable(fixed.Left)); n > 0 {
		fmt.Fprintf(&r.talk, "mdck: %s: mended %d of %d findings%s\n", report.Name(t.Shown(t.Main)), n, found, raised(fixed))
	}
	return nil
}

// refuseGrowth makes a refusal of fixes that would leave a file which nobody reads.
func refuseGrowth(err error) error {
	if _, ok := errors.AsType[*lint.GrowthError](err); ok {
		return hinted(refusal{err}, "nothing was written; take out what is not needed, then run the command again")
	}
	return err
}

// countFixable is how many of all carry a fix.
func countFixable(all []lint.Diagnostic) int {
	n := 0
	for _, d := range all {
		if d.Fix != nil {
			n++
		}
	}
	return n
}

func raised(f *lint.Fixed) string {
	if f.Version == 0 {
		return ""
	}
	where := ""
	for name := range f.Texts {
		if path.Base(name) == ohrfc.StateFile {
			where = ", in " + ohrfc.StateFile + " too"
		}
	}
	return fmt.Sprintf(", checkpoint_version is now %d%s", f.Version, where)
}

// fixedChange is what fixing made of t, whose checkpoint was before, as files that
// change together.
func fixedChange(t *workspace.Target, fixed *lint.Fixed, before, now string) (safefile.Change, error) {
	var change safefile.Change
	for _, name := range slices.Sorted(maps.Keys(fixed.Texts)) {
		text := fixed.Texts[name]
		change.Files = append(change.Files, safefile.File{Name: t.InStore(name), New: text})
		if name != t.Main && !t.Row().Separate {
			continue
		}
		e, err := fixedEntry(t, before, text)
		if err != nil {
			return change, err
		}
		line := safefile.Entry{Path: t.InStore(e.Path), Version: e.Version, Content: e.Content, Command: "lint --fix", Time: now}
		if t.Row().Separate {
			line.Path = t.InStore(name)
		}
		change.Ledger = append(change.Ledger, line)
	}
	for _, a := range fixed.Archive {
		change.Archive = append(change.Archive, safefile.Archived{Name: a.Name, Text: a.Text})
	}
	return change, nil
}

// preview notes what fixing would change and leave.
func (l *linter) preview(t *workspace.Target, in lint.Input, r *result) error {
	fixed, err := lint.FixAll(in, l.command.now())
	if err != nil {
		return refuseGrowth(err)
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
	for _, name := range slices.Sorted(maps.Keys(fixed.Texts)) {
		old, err := fs.ReadFile(before, name)
		if err != nil {
			return err
		}
		if err := report.Diff(w, t.InDiff(name), string(old), fixed.Texts[name], true); err != nil {
			return err
		}
	}
	return nil
}

// fixText gives the text of the file at in.Path, which is text, with all fixes made
// that change no other file and keep nothing in the archive, and what is found in
// it then.
func fixText(in lint.Input, text string) (mended string, left []lint.Diagnostic, err error) {
	mended, left, err = workspace.Fix(in, text)
	return mended, left, refuseGrowth(err)
}

// currentTexts reads the files that a write of t may replace, so that the write is aborted
// if another program changes one meanwhile.
func currentTexts(t *workspace.Target, old safefile.Old) (map[string]string, error) {
	texts := map[string]string{}
	for _, name := range t.Files() {
		text, ok, err := old(t.InStore(name))
		if err != nil {
			return nil, err
		}
		if ok {
			texts[name] = text
		}
	}
	return texts, nil
}
