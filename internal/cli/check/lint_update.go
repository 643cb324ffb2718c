package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"mdck/internal/baseline"
	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// hasCompared reports whether all files exist that rules compare with t.
func hasCompared(t *workspace.Target) bool {
	missing := func(base string) bool { return !app.Exists(t.File(path.Join(path.Dir(t.Main), base))) }
	return app.Exists(t.File(t.Main)) && !slices.ContainsFunc(t.Row().Compared, missing)
}

// closeBaselines writes the baselines, or prints how many findings were fixed.
func (l *linter) closeBaselines() error {
	var errs []error
	for _, b := range l.books {
		b.fixed = b.Known.Total() - b.comparison.Ratchet(b.Known, b.isGone).Total()
		if l.command.UpdateBaseline {
			errs = append(errs, l.update(b))
		} else if c := l.command; b.fixed > 0 && !c.Quiet && !c.Staged && !c.Diff && !c.isStdin() {
			fmt.Fprintf(l.std.Err, "mdck: %s: %s fixed; --update-baseline removes fixed findings from the baseline\n", report.Name(b.Shown), spelling.CountAs(b.fixed, "finding is", "findings are"))
		}
	}
	return errors.Join(errs...)
}

func (b *book) isGone(name string) bool {
	_, err := os.Lstat(filepath.Join(b.Dir, filepath.FromSlash(name)))
	return errors.Is(err, fs.ErrNotExist)
}

func (l *linter) update(b *book) error {
	name := filepath.Base(b.File)
	var after baseline.Baseline
	made, err := b.writer(l.std).Update(func(read *protocol.Reader) (*protocol.Change, error) {
		text, exists, err := read.Text(name)
		if err != nil {
			return nil, err
		}
		var now baseline.Baseline // as read under the lock
		if exists {
			if now, err = b.parse(text); err != nil {
				return nil, err
			}
		}
		if after = b.comparison.Update(now, b.isGone); exists && after.Equal(now) {
			return &protocol.Change{}, nil
		}
		written, err := after.Text()
		return &protocol.Change{Files: []protocol.File{{Name: name, Before: text, After: written, Exists: exists}}}, err
	})
	pick.PrintFound(l.std.Err, report.Name(b.Shown), made.Found)
	switch {
	case errors.Is(err, baseline.ErrTooLarge):
		return fmt.Errorf("%s: %w", b.Shown, err)
	case err != nil:
		return write.WithConflictHint(b.Shown, err)
	}
	if !l.command.Quiet {
		removed := ""
		if b.fixed > 0 {
			removed = "removed " + spelling.Count(b.fixed, "fixed finding") + "; "
		}
		fmt.Fprintf(l.std.Err, "mdck: %s: %sthe baseline now has %s\n", report.Name(b.Shown), removed, spelling.Count(after.Total(), "finding"))
	}
	return nil
}

func (b *book) writer(std app.Streams) *change.Writer {
	return change.ForFile(b.finder, b.File, write.Changing(std, "lint --baseline", time.Now))
}
