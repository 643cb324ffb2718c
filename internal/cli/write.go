package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/internal/gitrepo"
	"mdck/internal/lock"
	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
)

// nowFlag is the clock of a command.
type nowFlag struct {
	Now time.Time `help:"The time to write, for tests (default: the system's)." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
}

// now is the time as files have it.
func (f *nowFlag) now() string { return f.clock().UTC().Format(ohrfc.TimeLayout) }

func (f *nowFlag) clock() time.Time {
	if f.Now.IsZero() {
		return time.Now()
	}
	return f.Now
}

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
		texts, err := seen(&w.target, old)
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
	w.std.tellFound(report.Name(w.target.Shown(w.target.Main)), result.Found)
	if w.tell != nil {
		return change, w.tell(checked)
	}
	if err := w.say(change, result); err != nil {
		return nil, err
	}
	return change, report.Text(w.std.Out, []report.File{{Shown: w.target.Shown, Path: w.target.Main, Diagnostics: checked}})
}

// seen gives the present texts of the files that a write of t may replace, so
// that the write is given up if another program changes one meanwhile.
func seen(t *workspace.Target, old safefile.Old) (map[string]string, error) {
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

// maxSavings is how many bullets a refusal lists.
const maxSavings = 50

// files are the files of the change, with what goes to archive and ledger.
func (w *writer) files(change *ohrfc.Change) safefile.Change {
	t := &w.target
	var out safefile.Change
	if change.Checkpoint != "" {
		out.Files = []safefile.File{{Name: path.Base(t.Main), New: change.Checkpoint}}
		out.Ledger = []safefile.Entry{entry(t, change.Checkpoint, w.name, w.now, change.After)}
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

// entry is the line of the ledger for a checkpoint with that text, which is not read
// again where one of known has it. A session has no version.
func entry(t *workspace.Target, text, command, now string, known ...*ohrfc.Checkpoint) safefile.Entry {
	if t.Protocol == workspace.Ohrfc {
		for _, c := range known {
			if c != nil && c.Text() == text {
				return entryOf(t, c, command, now)
			}
		}
	}
	c, err := ohrfc.ParseCheckpoint(t.Main, text)
	if err != nil || t.Protocol != workspace.Ohrfc {
		return safefile.Entry{Path: t.InStore(t.Main), Content: ohrfc.ContentHash(text), Command: command, Time: now}
	}
	return entryOf(t, c, command, now)
}

func entryOf(t *workspace.Target, c *ohrfc.Checkpoint, command, now string) safefile.Entry {
	return safefile.Entry{Path: path.Base(t.Main), Version: max(c.Meta.Version, 0), Content: c.ContentHash(), Command: command, Time: now}
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

// say tells what was done.
func (w *writer) say(change *ohrfc.Change, result safefile.Result) error {
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
	if request, ok := errors.AsType[*ohrfc.RequestError](err); ok && request.Hint != "" {
		return hinted(err, request.Hint)
	}
	return changedMeanwhile(&w.target, err)
}

// changedMeanwhile makes a refusal of a write that was given up because another
// program changed a file: nothing is wrong, and a second try may do.
func changedMeanwhile(t *workspace.Target, err error) error {
	if errors.Is(err, safefile.ErrChanged) {
		var kept []string
		if taken, ok := errors.AsType[*safefile.TakenBackError](err); ok && len(taken.Kept) > 0 {
			name := t.Shown(path.Join(path.Dir(t.Main), taken.Kept[0].Kept))
			kept = []string{"mdck restore " + quote(name) + " --print prints what was to be written"}
		}
		return givenUp(fmt.Errorf("%s: %w", t.Shown(t.Main), err), kept...)
	}
	return givenUp(err)
}

// givenUp is changedMeanwhile for an error that names the file, or needs not; more are
// other hints.
func givenUp(err error, more ...string) error {
	if errors.Is(err, safefile.ErrChanged) {
		return hinted(refusal{err}, slices.Insert(more, 0, "nothing was written; run the command again")...)
	}
	if locked, ok := errors.AsType[*lock.LockedError](err); ok && locked.Stale > 0 {
		return hinted(err, "nothing was written; run the command again when it is given back; "+leftBehind(locked))
	}
	return err
}

// contentChanged reports whether the checkpoint differs from what was last
// recorded of it, in the ledger or else in the last commit, under the same
// version. Where nothing was recorded, it may have changed.
func contentChanged(t *workspace.Target, room *ohrfc.Workspace) (bool, error) {
	if room.Checkpoint == nil {
		return false, nil
	}
	record := func(version int, content string) bool {
		return version == room.Checkpoint.Meta.Version && content != room.Checkpoint.ContentHash()
	}
	last, err := lastWrite(t)
	if err != nil {
		return false, err
	}
	if last != nil {
		return record(last.Version, last.Content), nil
	}
	text, ok, err := committed(t)
	if err != nil || !ok {
		return !ok, err
	}
	c, err := ohrfc.ParseCheckpoint(t.Main, text)
	if err != nil {
		return true, nil // the commit holds something that is no text; what is there now is other
	}
	return record(c.Meta.Version, c.ContentHash()), nil
}

// committed is the text of the checkpoint in the last commit; ok is false where
// there is no repository that git can open, no commit or no such file in it.
func committed(t *workspace.Target) (text string, ok bool, err error) {
	repo, err := gitrepo.Open(context.Background(), t.Dir())
	if errors.Is(err, gitrepo.ErrNotRepo) || errors.Is(err, gitrepo.ErrBroken) || errors.Is(err, gitrepo.ErrNoGit) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	defer repo.Close()
	rel, ok := repo.Rel(t.File(t.Main))
	if !ok {
		return "", false, nil
	}
	head, err := repo.Rev("HEAD", rel)
	if errors.Is(err, gitrepo.ErrNoCommit) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	raw, err := fs.ReadFile(head, rel)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return string(raw), err == nil, err
}
