package section

import (
	"errors"
	"fmt"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

func (c *appendCommand) target() (workspace.Target, error) {
	q := pick.Query{Offers: func(p *protocol.Protocol) bool { return p.Append != nil }, As: true, Absent: true}
	if c.As != "" {
		return c.Pick.TargetAs(c.Target, c.As, q)
	}
	t, err := c.Pick.FindOne(c.Target, "append", q)
	several, ok := errors.AsType[*pick.SeveralTargets](err)
	switch {
	case !ok:
		return t, err
	case c.Section == "":
		return t, app.Errorf("to write to one of the checkpoints here: mdck append ID|PATH --section SECTION", "append: missing flags: --section=SECTION")
	}
	return c.withSection(several.Found)
}

func (c *appendCommand) withSection(all []workspace.Target) (workspace.Target, error) {
	name := ""
	var withSection []workspace.Target
	var keys []string
	for i := range all {
		s, err := sectionsOf(&c.Pick, &all[i], c.Section)
		if err != nil {
			return workspace.Target{}, err
		}
		name, _, _ = cutSection(s, c.Section)
		group, _, known := s.Find(name)
		if group != nil {
			withSection = append(withSection, all[i])
		}
		for _, key := range known {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	if own := withoutFormats(withSection); len(own) > 0 {
		withSection = own
	}
	switch len(withSection) {
	case 0:
		return workspace.Target{}, noSection(name, "section", keys, fmt.Errorf("no checkpoint here has a section %q", name))
	case 1:
		return withSection[0], nil
	}
	return workspace.Target{}, pick.SeveralError(withSection, "append")
}

func withoutFormats(all []workspace.Target) []workspace.Target {
	return slices.DeleteFunc(slices.Clone(all), func(t workspace.Target) bool { return t.Format != "" })
}

func sectionsOf(f *pick.Picker, t *workspace.Target, name string) (*schema.Schema, error) {
	config, err := f.ConfigFor(t)
	if err != nil {
		return nil, err
	}
	subject := protocol.Subject{Target: t.Target, Files: t.Files(), Described: config.FormatModel(t.Format)}
	return t.Row().Sections(&protocol.Reader{Subject: subject, Tree: tree.Dir(t.Root)}, name), nil
}
