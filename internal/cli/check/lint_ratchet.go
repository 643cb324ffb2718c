package check

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mdck/internal/baseline"
	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// ratchets reports whether this run may take out of a baseline what is mended. It
// may not where nothing is to be written, where the files that were checked are
// not those of the work tree, where settings of this run alone may hide findings,
// and in CI, whose work tree nobody commits.
func (c *lintCommand) ratchets() bool {
	switch {
	case c.Staged, c.Diff, c.StdinFilename != "", slices.Contains(c.Paths, "-"):
		return false
	case len(c.Set) > 0, c.Encoding != "", c.NoConfig, c.Config != "", slices.ContainsFunc(os.Environ(), configures):
		return false
	}
	ci := os.Getenv("CI")
	return ci == "" || ci == "false" || ci == "0"
}

// configures reports whether a variable of the environment may change what is found.
func configures(variable string) bool {
	name, value, _ := strings.Cut(variable, "=")
	harmless := []string{"MDCK_BASELINE", "MDCK_FAIL_ON", "MDCK_VERSION", "MDCK_DISABLED"}
	return strings.HasPrefix(name, "MDCK_") && value != "" && !slices.Contains(harmless, name)
}

// allThere reports whether all files that findings compare with each other are there.
// What a checkpoint says of a file that is missing is not looked for, so that it is
// not found need not mean that it was mended. The state of a session is deleted at
// its end, and what was said of it then goes with it.
func allThere(t *workspace.Target) bool {
	compared := []string{t.Main}
	for _, base := range t.Row().Compared {
		compared = append(compared, path.Join(path.Dir(t.Main), base))
	}
	return !slices.ContainsFunc(compared, func(name string) bool { return !app.Exists(t.File(name)) })
}

// closeBaselines writes the baselines that are to change, and says so.
func (l *linter) closeBaselines() error {
	var faults []error
	for _, b := range l.known.books {
		gone := b.goneBelow(l.walked())
		next := b.comparison.Ratchet
		if l.command.UpdateBaseline {
			next = b.comparison.Update
		}
		b.after = next(b.Known, gone)
		switch {
		case l.command.UpdateBaseline:
			faults = append(faults, l.updateBook(b, gone))
		case !b.after.Equal(b.Known) && l.command.ratchets():
			faults = append(faults, l.ratchetBook(b, gone))
		}
	}
	return errors.Join(faults...)
}

// walked is the directory below which every checkpoint was looked for; "" if
// paths were named.
func (l *linter) walked() string {
	cwd, err := os.Getwd()
	if err != nil || len(l.command.Paths) > 0 || l.command.Staged || l.command.StdinFilename != "" {
		return ""
	}
	start, err := filepath.EvalSymlinks(l.command.Finder().Start(cwd))
	if err != nil {
		return ""
	}
	return start
}

// goneBelow reports of a path whether it lies below start and is of a checkpoint
// that is not there any more.
func (b *book) goneBelow(start string) func(string) bool {
	return func(name string) bool {
		file := filepath.Join(b.Dir, filepath.FromSlash(name))
		rel, err := filepath.Rel(start, file)
		if start == "" || err != nil || !filepath.IsLocal(rel) {
			return false
		}
		files := []string{file}
		if t, ok := b.finder.Detect(file); ok {
			files = []string{t.File(t.Main), t.File(cmp.Or(t.State, t.Main))}
		}
		return !slices.ContainsFunc(files, func(name string) bool {
			_, err := os.Lstat(name)
			return !errors.Is(err, fs.ErrNotExist)
		})
	}
}

// ratchetBook takes out of the file what is mended. A file that may not be
// written does not keep a check from being one.
func (l *linter) ratchetBook(b *book, gone func(string) bool) error {
	was := b.Known.Total()
	err := b.change(func(now baseline.Baseline) baseline.Baseline { return b.comparison.Ratchet(now, gone) }, false)
	if err != nil {
		fmt.Fprintf(l.std.Err, "mdck: %s: %s mended, but it cannot be written: %s\n", report.Name(b.Shown), report.CountedAs(was-b.after.Total(), "finding is", "findings are"), report.OneLine(err.Error()))
		return nil
	}
	if n := b.Known.Total() - b.after.Total(); n > 0 {
		fmt.Fprintf(l.std.Err, "mdck: %s: %s mended, %d left\n", report.Name(b.Shown), report.CountedAs(n, "finding is", "findings are"), b.after.Total())
	}
	return nil
}

// updateBook writes what was found into the file.
func (l *linter) updateBook(b *book, gone func(string) bool) error {
	err := b.change(func(now baseline.Baseline) baseline.Baseline { return b.comparison.Update(now, gone) }, true)
	if err == nil {
		added, mended := difference(b.Known, b.after)
		fmt.Fprintf(l.std.Err, "mdck: %s: %s known, %d new and %d mended\n", report.Name(b.Shown), report.CountedAs(b.after.Total(), "finding is", "findings are"), added, mended)
	}
	return err
}

// difference is how many findings only after has, and how many only before.
func difference(before, after baseline.Baseline) (added, mended int) {
	left := map[baseline.Key]int{}
	for _, e := range before.Entries() {
		left[e.Key] = e.Count
	}
	for _, e := range after.Entries() {
		added += max(0, e.Count-left[e.Key])
		left[e.Key] = max(0, left[e.Key]-e.Count)
	}
	for _, n := range left {
		mended += n
	}
	return added, mended
}

// writer returns what changes the file.
func (b *book) writer() *change.Writer {
	std := app.Streams{Err: b.talk, FollowLinks: b.links}
	return change.ForFile(b.finder, b.File, write.Changing(std, "lint --baseline", time.Now))
}

// change makes of the file, under the lock of its directory, what next makes of
// what is in it then, which another run may have changed. A file that is not there
// is made if create is true.
func (b *book) change(next func(now baseline.Baseline) baseline.Baseline, create bool) error {
	name := filepath.Base(b.File)
	made, err := b.writer().Update(func(read *protocol.Reader) (*protocol.Change, error) {
		text, exists, err := read.Text(name)
		if err != nil || !exists && !create {
			return &protocol.Change{}, err
		}
		if b.Known = (baseline.Baseline{}); exists {
			if b.Known, err = b.parse(text); err != nil {
				return nil, err
			}
		}
		b.after = next(b.Known)
		if exists && b.after.Equal(b.Known) {
			return &protocol.Change{}, nil
		}
		after, err := b.after.Rewrite(text)
		return &protocol.Change{Files: []protocol.File{{Name: name, Before: text, After: after, Exists: exists}}}, err
	})
	pick.PrintFound(app.Streams{Err: b.talk}, report.Name(b.Shown), made.Found)
	if errors.Is(err, baseline.ErrTooLarge) {
		return fmt.Errorf("%s: %w", b.Shown, err)
	}
	return write.WithConflictHint(b.Shown, err)
}
