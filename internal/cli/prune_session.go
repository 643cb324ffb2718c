package cli

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// archivesHint adds to err, that there is only a session, what prune does for one.
func archivesHint(err error) error {
	only, ok := errors.AsType[*otherProtocolError](err)
	if !ok || only.found.Protocol != ccc.Name {
		return err
	}
	h, _ := errors.AsType[*hint](err)
	return hinted(h.error, append([]string{"mdck prune --archives moves the copies of a session's progress file"}, h.lines...)...)
}

// session moves the copies of a progress file to the archive: they are on disk
// there before the first one is removed.
func (c *pruneCommand) session(std Streams) error {
	t, err := c.project()
	if err != nil {
		return err
	}
	if err := recoverWrite(&t, std.Err); err != nil {
		return err
	}
	copies, odd, err := copiesOf(&t)
	if err == nil && len(copies)+len(odd) == 0 && !exists(t.File(t.Main)) && !exists(t.File(t.State)) {
		err = hinted(c.noCheckpointError(path.Dir(t.Shown(t.Main))), "--archives wants the project of a session, or a file of it")
	}
	for _, name := range odd {
		fmt.Fprintf(std.Err, "mdck: %s: skipped: it is no regular file\n", report.Name(t.Shown(name)))
	}
	switch {
	case err != nil:
		return err
	case len(copies) == 0:
		_, err := fmt.Fprintf(std.Out, "%s: nothing written: no copies of it beside it\n", report.Name(t.Shown(t.Main)))
		return err
	case c.Diff:
		return c.sessionDiff(std, &t, copies)
	}
	return moveCopies(std, &t, copies)
}

// project is the session that is meant: a path in its project, or without one that
// which mdck ccc works on. It need not have files any more.
func (c *pruneCommand) project() (workspace.Target, error) {
	if c.Target == "" || c.Target == ccc.Name && isID(c.Target) {
		cwd, err := os.Getwd()
		if err != nil {
			return workspace.Target{}, err
		}
		return c.finder().Current(&ccc.Protocol, cwd)
	}
	info, err := os.Stat(c.Target)
	if err != nil {
		return workspace.Target{}, err
	}
	if info.IsDir() {
		return c.finder().At(&ccc.Protocol, c.Target)
	}
	if ccc.IsArchive(filepath.ToSlash(c.Target)) {
		return c.finder().At(&ccc.Protocol, filepath.Dir(c.Target))
	}
	t, ok, err := c.plainFinder().Unsaved(c.Target)
	if err == nil && (!ok || t.Protocol != ccc.Name) {
		err = fmt.Errorf("--archives is for a session, and %s is no file of one", c.Target)
	}
	return t, err
}

// copiesOf are the names of the copies in the project of t, by time. What is no
// regular file is odd: its contents would not be what is moved.
func copiesOf(t *workspace.Target) (copies, odd []string, err error) {
	entries, err := os.ReadDir(t.Root)
	for _, e := range entries {
		switch {
		case !ccc.IsArchive(e.Name()):
		case e.Type().IsRegular():
			copies = append(copies, e.Name())
		default:
			odd = append(odd, e.Name())
		}
	}
	return copies, odd, err
}

// moveCopies archives the copies and takes them away, all or none, and says which.
func moveCopies(std Streams, t *workspace.Target, copies []string) error {
	result, err := std.store(t, "prune").Update(func(old safefile.Old) (safefile.Change, error) {
		change := safefile.Change{Gone: copies, Kept: copies}
		for _, name := range copies {
			text, ok, err := old(name)
			if err == nil && !ok {
				err = fmt.Errorf("%q: %w", name, safefile.ErrChanged)
			}
			if err != nil {
				return change, err
			}
			change.Archive = append(change.Archive, safefile.Archived{Name: name, Text: text})
		}
		return change, nil
	})
	if err != nil {
		return withConflictHint(t, err)
	}
	std.printFound(report.Name(t.Shown(t.Main)), result.Found)
	var faults []error
	for i, name := range copies {
		_, err := fmt.Fprintf(std.Out, "%s: moved to %s\n", report.Name(t.Shown(name)), report.Name(t.Shown(path.Clean(result.Archived[i]))))
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// sessionDiff prints what would be taken away.
func (c *pruneCommand) sessionDiff(std Streams, t *workspace.Target, copies []string) error {
	for _, name := range copies {
		text, err := os.ReadFile(t.File(name))
		if err != nil {
			return err
		}
		if err := report.Removal(std.Out, t.InDiff(name), string(text)); err != nil {
			return err
		}
	}
	return nil
}
