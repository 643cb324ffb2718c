package check

import (
	"errors"
	"io/fs"
	"slices"

	"mdck/internal/baseline"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/workspace"
)

type baselineFlags struct {
	Baseline       string `help:"Hide the findings listed in this file." placeholder:"FILE"`
	UpdateBaseline bool   `help:"Write all findings to the baseline; create it if it does not exist."`
}

// book is a baseline file to compare the findings with.
type book struct {
	*workspace.Baseline
	comparison *baseline.Comparison
	finder     workspace.Finder
	fixed      int // number of known findings that are gone
}

func (l *linter) openBaselines(all []*workspace.Settings) error {
	var errs []error
	for _, s := range all {
		if file := s.Config.Baseline(); file != "" && l.bookFor(s) == nil {
			b, err := l.openBook(file)
			errs = append(errs, err)
			l.books = append(l.books, b)
		}
	}
	if len(l.books) == 0 && l.command.UpdateBaseline {
		return app.Errorf("give the baseline file with --baseline FILE, or with the key \"baseline\" in "+config.Name, "--update-baseline: the name of the baseline is missing")
	}
	return errors.Join(errs...)
}

func (l *linter) openBook(file string) (*book, error) {
	on, err := workspace.NewBaseline(file, config.DisplayPath(file))
	b := &book{Baseline: on, finder: l.command.Pick.PlainFinder()}
	if err != nil {
		return b, err
	}
	if l.command.UpdateBaseline {
		found, err := b.writer(l.std).Recover()
		if err := pick.PrintRecovered(l.std.Err, report.Name(b.Shown), found, err); err != nil {
			return b, err
		}
	}
	text, err := b.Read()
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case missing && !l.command.UpdateBaseline:
		args := []string{"lint", "--update-baseline"}
		if l.command.Baseline != "" {
			args = append(args, "--baseline", l.command.Baseline)
		}
		return b, app.Errorf(app.CommandLine(args)+" creates the baseline from the current findings", "baseline %s: no such file", b.Shown)
	case !missing && err == nil:
		b.Known, err = b.parse(text)
	}
	b.comparison = baseline.NewComparison(b.Known, l.std.Table.Rules(), l.command.UpdateBaseline)
	return b, app.IgnoreError(err, fs.ErrNotExist)
}

// parse parses a baseline. Its error keeps mdck from overwriting another file.
func (b *book) parse(text string) (baseline.Baseline, error) {
	known, err := baseline.Parse(b.Shown, text)
	if err != nil {
		return known, app.WithHints(err, "fix the baseline, or move it away and create a new baseline with --update-baseline")
	}
	return known, nil
}

func (l *linter) bookFor(s *workspace.Settings) *book {
	i := slices.IndexFunc(l.books, func(b *book) bool { return b.File == s.Config.Baseline() })
	if i < 0 {
		return nil
	}
	return l.books[i]
}

// compare removes the findings of r that are in its baseline.
func (l *linter) compare(r *result) error {
	b := l.bookFor(r.settings)
	if b == nil {
		return nil
	}
	names, err := b.Namer(r.target.Root)
	if err != nil {
		return err
	}
	c := baseline.Checked{Off: r.settings.Config.Off(), Found: r.Diagnostics, Path: names}
	if r.fault == nil && !l.command.isStdin() && hasCompared(r.target) {
		c.Files = filesOf(r.target)
	}
	r.Diagnostics = b.comparison.Compare(c)
	c.Found = r.left
	r.left = b.comparison.Fresh(c)
	return nil
}

func filesOf(t *workspace.Target) []string {
	if t.Path != t.Main {
		return []string{t.Path}
	}
	return t.Files()
}

func (l *linter) baselineReport() *report.Baseline {
	if len(l.books) == 0 {
		return nil
	}
	out := &report.Baseline{}
	for _, b := range l.books {
		out.Path = app.JoinNonEmpty(", ", out.Path, b.Shown)
		out.Silenced += b.comparison.Silenced()
		out.Fixed += b.fixed
	}
	return out
}
