package section

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

func archivesHint(err error) error {
	only, ok := errors.AsType[*pick.OtherProtocolError](err)
	if !ok || only.Found.Row().IsCopy == nil {
		return err
	}
	h, _ := errors.AsType[*app.Hint](err)
	return app.WithHints(h.Unwrap(), append([]string{"to archive the copies of a session's progress file: mdck prune --archives"}, h.Lines...)...)
}

func (c *pruneCommand) session(std app.Streams) error {
	t, err := c.project()
	if err != nil {
		return err
	}
	if err := pick.RecoverWrite(&t, std.Err); err != nil {
		return err
	}
	copies, odd, err := copiesOf(&t)
	if err == nil && len(copies)+len(odd) == 0 && !app.Exists(t.File(t.Main)) && !app.Exists(t.File(t.State)) {
		err = app.WithHints(c.Pick.NoCheckpointError(path.Dir(t.DisplayPath(t.Main)), pick.Of(t.Protocol)), "--archives: expected the project of a session, or a file of the session")
	}
	for _, name := range odd {
		fmt.Fprintf(std.Err, "mdck: %s: skipped, because it is not a regular file\n", report.Name(t.DisplayPath(name)))
	}
	switch {
	case err != nil:
		return err
	case len(copies) == 0:
		_, err := fmt.Fprintf(std.Out, "%s: there are no copies of this file; nothing was written\n", report.Name(t.DisplayPath(t.Main)))
		return err
	}
	return c.moveCopies(std, &t, copies)
}

// project returns the session to prune. Its files may be missing.
func (c *pruneCommand) project() (workspace.Target, error) {
	all, dir := c.Pick.Table.All(), c.Target
	p := all[slices.IndexFunc(all, func(p *protocol.Protocol) bool { return p.IsCopy != nil })]
	if dir == "" || dir == p.Name && pick.IsID(dir) {
		return c.Pick.Current(p)
	}
	if info, err := os.Stat(dir); err != nil {
		return workspace.Target{}, err
	} else if !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	return c.Pick.Finder().At(p, dir)
}

// copiesOf returns the copies, oldest first, and in odd those that are not regular files.
func copiesOf(t *workspace.Target) (copies, odd []string, err error) {
	entries, err := os.ReadDir(t.Root)
	for _, e := range entries {
		switch {
		case !t.Row().IsCopy(e.Name()):
		case e.Type().IsRegular():
			copies = append(copies, e.Name())
		default:
			odd = append(odd, e.Name())
		}
	}
	return copies, odd, err
}

func (c *pruneCommand) moveCopies(std app.Streams, t *workspace.Target, copies []string) error {
	w := c.Writer(std, "prune", *t, nil)
	w.Print = func(made *change.Made, _ []lint.Diagnostic) error { return printMoved(std, t, made) }
	return w.Write(archiveCopies(copies))
}

func archiveCopies(names []string) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		out := &protocol.Change{NoBackup: names}
		for _, name := range names {
			text, exists, err := read.Text(name)
			if err == nil && !exists {
				err = fmt.Errorf("%q: %w", name, change.ErrChanged)
			}
			if err != nil {
				return nil, err
			}
			out.Archive = append(out.Archive, source.Named{Name: name, Text: text})
			out.Files = append(out.Files, protocol.File{Name: name, Before: text, Exists: true, Gone: true})
		}
		return out, nil
	}
}

func printMoved(s app.Streams, t *workspace.Target, made *change.Made) error {
	var b strings.Builder
	for i, f := range made.Files {
		fmt.Fprintf(&b, "%s: moved to %s\n", report.Name(t.DisplayPath(f.Name)), report.Name(t.DisplayPath(made.Archived[i])))
	}
	_, err := io.WriteString(s.Out, b.String())
	return err
}
