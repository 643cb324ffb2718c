package read

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/source"
)

const tokensHelp = `Counts the tokens of any file, of the checkpoints in a directory, or of standard input (-). Without a path it counts the checkpoints of the repository. The counts are exact for the named encoding. Special tokens such as <|endoftext|> are counted as plain text. A byte that is not UTF-8 counts as U+FFFD, with a note on standard error. Files may have up to 64 MiB.

--model also prints an estimate for a Claude model: the o200k_base count times a factor, which the configuration can set.

Examples:

    mdck tokens
    git diff | mdck tokens -
    mdck tokens README.md docs/guide.md --model claude-opus-4-7
    mdck tokens --encoding cl100k_base README.md --json`

// Tokens is mdck tokens.
var Tokens = app.Command{Name: "tokens", Summary: "count the tokens of files", Help: tokensHelp, Grammar: &tokensCommand{}}

type tokensCommand struct {
	Paths []string `arg:"" optional:"" name:"path|id" help:"Files of any kind, directories with checkpoints, ids of checkpoints, or - for standard input."`
	JSON  bool     `help:"Print a JSON array."`
	modelFlag
	pick.SettingFlags
}

type countee struct {
	shown  string
	file   string            // "" for standard input
	target *workspace.Target // nil without a checkpoint
}

func (c *tokensCommand) Run(std app.Streams) error {
	found, err := c.countees()
	var faults []error
	var counts []report.Count
	for i := range found {
		count, err := c.countText(&found[i], std)
		if err != nil {
			faults = app.AppendDistinct(faults, err)
			continue
		}
		counts = append(counts, *count)
	}
	err = errors.Join(err, errors.Join(faults...))
	switch {
	case len(counts) == 0:
		return err
	case c.JSON:
		return errors.Join(err, report.Indented(std.Out, counts))
	}
	return errors.Join(err, report.Counts(std.Out, counts))
}

func (c *tokensCommand) countees() ([]countee, error) {
	if len(c.Paths) == 0 {
		found, err := c.Pick.Find(nil, pick.Query{})
		if errors.Is(err, pick.ErrNoCheckpoint) {
			err = app.WithHints(err, "mdck tokens FILE counts any file; mdck tokens - counts standard input")
		}
		return c.checkpoints(found, err)
	}
	var all []countee
	var faults []error
	for _, name := range c.Paths {
		found, err := c.named(name)
		faults = append(faults, err)
		for _, t := range found {
			if !slices.ContainsFunc(all, func(o countee) bool { return o.file == t.file }) {
				all = append(all, t)
			}
		}
	}
	return all, errors.Join(faults...)
}

// named returns the texts for "-", a file, a directory or an id.
func (c *tokensCommand) named(name string) ([]countee, error) {
	if name == "-" {
		return []countee{{shown: "-"}}, nil
	}
	if app.IsDir(name) || pick.IsID(name) {
		found, err := c.Pick.Find([]string{name}, pick.Query{})
		return c.checkpoints(found, err)
	}
	if _, err := os.Stat(name); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	t := countee{shown: filepath.ToSlash(name), file: abs}
	if target, ok := c.Pick.Finder().Detect(abs); ok {
		t.target = &target
	}
	return []countee{t}, nil
}

func (c *tokensCommand) checkpoints(found []workspace.Target, err error) ([]countee, error) {
	var all []countee
	for _, t := range workspace.EachFile(found) {
		name := t.Main
		if t.Row().Separate {
			name = t.Path
		}
		if file := t.File(name); app.Exists(file) {
			all = append(all, countee{t.DisplayPath(name), file, &t})
		}
	}
	if err == nil && len(all) == 0 {
		err = c.Pick.UnwrittenError(found)
	}
	return all, err
}

func (c *tokensCommand) countText(t *countee, std app.Streams) (*report.Count, error) {
	settings, err := c.Pick.SettingsAt(t.file)
	if t.target != nil {
		settings, err = c.Pick.SettingsFor(t.target)
	}
	if err != nil {
		return nil, err
	}
	estimate, err := c.estimator(settings)
	if err != nil {
		return nil, err
	}
	text, err := t.text(std)
	if err != nil {
		return nil, err
	}
	count := &report.Count{Path: t.shown, Lines: source.NewFile(t.shown, text).Lines(), Characters: source.Characters(text), Bytes: len(text), Encoding: settings.Counter.Name()}
	count.Tokens = settings.Counter.Count(text)
	count.Estimate = estimate(text, count.Tokens)
	if at := source.InvalidUTF8(text); at >= 0 {
		app.PrintError(fmt.Errorf("note: %s is not UTF-8 (first bad byte at offset %d); each bad byte is counted as U+FFFD", report.Name(t.shown), at), std.Err)
	}
	return count, nil
}

const mostCounted = 64 << 20 // bytes

func (t *countee) text(std app.Streams) (string, error) {
	if t.file == "" {
		return app.ReadAtMost(std.In, mostCounted)
	}
	if t.target != nil {
		if err := pick.RecoverWrite(t.target, std.Err); err != nil {
			return "", err
		}
	}
	text, err := tree.ReadFile(t.file, mostCounted)
	return string(text), tree.PathError("read", t.shown, tree.Cause(err))
}
