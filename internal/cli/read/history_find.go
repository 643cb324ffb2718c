package read

import (
	"errors"
	"fmt"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/schema"
)

type past struct {
	shown    string                                       // path to print
	file     string                                       // absolute path; may be missing
	absent   error                                        // why no checkpoint has this id
	target   *workspace.Target                            // nil if the file belongs to no checkpoint
	content  func(text string) (hash string, version int) // hash and version in a text; nil if the file has none
	settings *workspace.Settings
	budgets  schema.Limits // zero without budgets
	notes    []string
}

func (p *past) note(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

func (c *historyCommand) past() (*past, error) {
	p, err := c.find()
	if err != nil {
		return nil, err
	}
	if p.target != nil {
		p.settings, err = c.Pick.SettingsFor(p.target)
	} else {
		p.settings, err = c.Pick.SettingsAt(app.NearestDir(filepath.Dir(p.file)))
	}
	if err != nil {
		return nil, err
	}
	if t := p.target; t != nil && t.Path == t.Main {
		p.content, p.budgets = t.Row().Content, p.settings.Config.Limits(t.Protocol)
		if f := p.settings.Config.FormatNamed(t.Format); f != nil {
			p.budgets = f.Limits
		}
	}
	return p, nil
}

func (c *historyCommand) find() (*past, error) {
	if c.Path == "-" {
		return nil, errors.New("standard input has no history: name a file")
	}
	if c.Path != "" && !app.IsDir(c.Path) && !pick.IsID(c.Path) {
		return c.named(nil)
	}
	t, err := c.Pick.FindOne(c.Path, "history", pick.Query{})
	switch {
	case err != nil && c.Path != "" && pick.IsID(c.Path):
		return c.named(err)
	case err != nil:
		return nil, err
	case app.IsDir(t.File(t.Main)):
		return nil, fmt.Errorf("%s is a directory: name one of its files", report.Name(t.DisplayPath(t.Main)))
	}
	t.Path = t.Main
	return &past{shown: t.DisplayPath(t.Path), file: t.File(t.Path), target: &t}, nil
}

func (c *historyCommand) named(absent error) (*past, error) {
	abs, err := filepath.Abs(c.Path)
	if err != nil {
		return nil, err
	}
	p := &past{shown: filepath.ToSlash(c.Path), file: abs, absent: absent}
	if t, ok := c.Pick.Finder().Detect(abs); ok {
		p.target = &t
	}
	return p, nil
}
