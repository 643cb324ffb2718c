package store

import (
	"errors"
	"fmt"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

// ID returns the id of the checkpoint in commands and messages.
func (c *Checkpoint) ID() string {
	if c.opened() != nil {
		return ""
	}
	return c.target.ID()
}

// Lint returns the findings that mdck lint prints without a baseline.
func (c *Checkpoint) Lint() ([]lint.Diagnostic, error) {
	settings, err := c.settings()
	if err != nil {
		return nil, err
	}
	in := settings.Input(c.Tree(), &c.target)
	if in.Last, err = c.target.Last(); err != nil {
		return nil, err
	}
	return lint.Run(in)
}

// Restart returns the restart sequence: what a session without context must read and do.
func (c *Checkpoint) Restart() (*bootstrap.Sequence, error) {
	settings, err := c.settings()
	if err != nil {
		return nil, err
	}
	row, in := c.Protocol(), c.target.RestartInput(c.Root)
	if row.Restart == nil {
		return nil, c.lacks("restart sequence")
	}
	git := c.target.Git()
	defer git.Close()
	in.Counter, in.Repository = settings.Counter, c.target.Repository(git)
	in.Outside = c.target.Outside(git, claim.Outside{Team: settings.Config.Team()})
	return row.Restart(in), nil
}

// Append adds bullets to a section, such as "gate-b" or "discover/scan", and saves the checkpoint.
// It creates a missing section. If section names no subsection of a section that has some, each
// bullet has the form SUBSECTION=TEXT.
//
// Append writes nothing and fails if the protocol does not allow the section now, or if the result
// would exceed a budget.
func (c *Checkpoint) Append(section string, bullets ...string) (*protocol.Change, error) {
	settings, err := c.settings()
	if err != nil {
		return nil, err
	}
	a, err := c.request(settings, section, bullets)
	if err != nil {
		return nil, err
	}
	write := c.Protocol().Append(a)
	return c.Change(func(read *protocol.Reader) (*protocol.Change, error) {
		made, err := write(read)
		if err != nil {
			return nil, err
		}
		return made, c.overBudget(settings, made)
	})
}

func (c *Checkpoint) request(settings *workspace.Settings, section string, bullets []string) (a protocol.Append, err error) {
	row := c.Protocol()
	if row.Append == nil || row.Sections == nil {
		return a, c.lacks("section that accepts appended text")
	}
	name, sub, single := strings.Cut(section, "/")
	w := c.writer()
	w.Subject.Described = settings.Config.FormatModel(c.Format)
	s := row.Sections(w.Reader(), name)
	group, value, near := s.Find(name)
	if group == nil {
		return a, unknown("section", name, near)
	}
	a = protocol.Append{Group: group, Value: value, Single: true}
	if single {
		if a.Only, near = group.Subsection(sub); a.Only == nil {
			return a, unknown("subsection", sub, near)
		}
	}
	in := protocol.NewInput(s, group, a.Only)
	for _, b := range bullets {
		if err := in.AddBullet(b); err != nil {
			return a, err
		}
	}
	if a.Parts = in.Parts; len(a.Parts) == 0 {
		return a, errors.New("no bullet to append")
	}
	return a, nil
}

func unknown(kind, name string, keys []string) error {
	return fmt.Errorf("unknown %s %q; expected one of %s", kind, name, strings.Join(keys, ", "))
}

func (c *Checkpoint) lacks(what string) error {
	return fmt.Errorf("%s has no %s: its protocol is %s", c.Main, what, c.Target.Protocol)
}

// overBudget returns an error if the file exceeds a budget by more after the change.
func (c *Checkpoint) overBudget(settings *workspace.Settings, made *protocol.Change) error {
	if over := settings.NewlyOver(&c.target, made); len(over) > 0 {
		return fmt.Errorf("%s: %s", c.Main, over[0].Excess())
	}
	return nil
}

func (c *Checkpoint) settings() (*workspace.Settings, error) {
	if err := c.opened(); err != nil {
		return nil, err
	}
	settings, err := c.target.Settings(c.options.loader())
	if err == nil && c.options.Counter != nil {
		settings.Counter = c.options.Counter
	}
	return settings, err
}
