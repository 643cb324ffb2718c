package section

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// target finds the checkpoint that is meant.
func (c *appendCommand) target() (workspace.Target, error) {
	if t, ok, err := c.findFormatTarget(); ok || err != nil {
		return t, err
	}
	t, err := findOffering(&c.SettingFlags.ConfigFlags, func(p *protocol.Protocol) bool { return p.Append != nil }, c.Target, "append")
	if only, ok := errors.AsType[*pick.OtherProtocolError](err); ok && only.Found.Format != "" && c.Section == "" {
		err = app.Hinted(errors.New("append: missing flags: --section=SECTION"), "mdck append FILE --section SECTION writes to a file of a format")
	}
	return t, err
}

// findOffering finds the only checkpoint that name means, as findOne does, of the protocols
// that offer what the command does.
func findOffering(f *pick.ConfigFlags, offers func(p *protocol.Protocol) bool, name, command string) (workspace.Target, error) {
	var able []string
	for _, p := range f.Table.All() {
		if p.Detect != nil && offers(p) {
			able = append(able, p.Name)
		}
	}
	if len(able) == 1 {
		return f.FindOne(able[0], name, command)
	}
	var names []string
	if name != "" {
		names = []string{name}
	}
	found, _ := f.Targets(names, pick.TargetOptions{IgnoreUnknown: true, AllowEmpty: true}) // findOne says what is wrong
	switch mine := slices.DeleteFunc(found, func(t workspace.Target) bool { return !slices.Contains(able, t.Protocol) }); len(mine) {
	case 0:
		return f.FindOne(able[0], name, command)
	case 1:
		return mine[0], nil
	default:
		return workspace.Target{}, pick.SeveralError(mine, command)
	}
}

// findFormatTarget finds the file of a format that is meant: that at the path which is named, whether or
// not it is there, or the only one here whose format has the section. Ok is false where
// a checkpoint of an RFC is meant.
func (c *appendCommand) findFormatTarget() (t workspace.Target, ok bool, err error) {
	switch {
	case c.As != "":
		t, err = c.FormatTargetAs(c.Target, c.As)
		return t, err == nil, err
	case c.Target != "" && !pick.IsID(c.Target) && !app.IsDir(c.Target):
		return c.findFormatFile()
	}
	describes, err := describes(&c.SettingFlags.ConfigFlags)
	if err != nil {
		return t, false, err
	}
	if !describes || c.Target == "" && c.Section == "" {
		if t, ok := c.unmade(); ok {
			return t, true, nil
		}
		return t, false, nil
	}
	var found []workspace.Target
	if c.Target == "" {
		found, _ = c.FindHere("") // whatever is wrong is told by who looks for an RFC
	} else {
		found, _ = c.FindNamed(c.Target, pick.TargetOptions{IgnoreUnknown: true, AllowEmpty: true})
	}
	if mine := formatsOf(found); len(mine) > 0 {
		return c.chooseFormatTarget(found, mine)
	}
	if t, ok := c.unmade(); ok {
		var err error
		if app.IsDir(c.Target) {
			err = fmt.Errorf("%s is a directory, want a file", c.Target)
		}
		return t, true, err
	}
	if len(found) == 0 {
		err = c.Strange(c.Target)
	}
	return t, false, err
}

// findFormatFile finds the file at the path that is named. One that nobody knows, where there are
// formats, is told of here.
func (c *appendCommand) findFormatFile() (t workspace.Target, ok bool, err error) {
	if _, err := c.WalkConfig(c.Target); err != nil {
		return t, false, err // it may have a format for the file
	}
	t, ok, err = c.Finder().Unsaved(c.Target)
	if err == nil && !ok {
		err = c.Strange(c.Target)
	}
	return t, ok && t.Format != "", err
}

// describes reports whether the configuration here describes formats.
func describes(f *pick.ConfigFlags) (bool, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return false, err
	}
	c, err := f.WalkConfig(cwd)
	if err != nil {
		return false, err
	}
	return len(c.Formats()) > 0, nil
}

// unmade is the file of a name that is no path yet, but fits a format.
func (c *appendCommand) unmade() (workspace.Target, bool) {
	if c.Target == "" {
		return workspace.Target{}, false
	}
	t, ok, err := c.Finder().Unsaved(c.Target)
	return t, err == nil && ok && t.Format != ""
}

// formatsOf are the files of formats among found.
func formatsOf(found []workspace.Target) []workspace.Target {
	return slices.DeleteFunc(slices.Clone(found), func(t workspace.Target) bool { return t.Format == "" })
}

// chooseFormatTarget returns the only one of mine, the files of formats among found, whose format has
// the section. Where there is an RFC, its sections are its own.
func (c *appendCommand) chooseFormatTarget(found, mine []workspace.Target) (t workspace.Target, ok bool, err error) {
	name, _, _ := strings.Cut(c.Section, "/")
	others := slices.DeleteFunc(slices.Clone(found), func(t workspace.Target) bool { return t.Format != "" || t.Row().Append == nil })
	for i := range others {
		if group, _, err := sectionCalled(&c.SettingFlags.ConfigFlags, &others[i], name); err != nil || group != nil {
			return t, false, err
		}
	}
	var having []workspace.Target
	var near []string
	for i := range mine {
		group, keys, err := sectionCalled(&c.SettingFlags.ConfigFlags, &mine[i], name)
		if err != nil {
			return t, false, err
		}
		if group != nil {
			having = append(having, mine[i])
		}
		for _, key := range keys {
			if !slices.Contains(near, key) {
				near = append(near, key)
			}
		}
	}
	switch {
	case len(having) == 1:
		return having[0], true, nil
	case len(having) > 1:
		return t, true, pick.SeveralError(having, "append")
	case len(others) > 0:
		return t, false, nil
	}
	return t, true, noSection(name, "section", near, fmt.Errorf("no file here has a section %q", name))
}

// findSection finds the section of t that name means; without one it returns the keys that
// are possible.
func sectionCalled(f *pick.ConfigFlags, t *workspace.Target, name string) (group *schema.Group, keys []string, err error) {
	s, err := sectionsOf(f, t, name)
	if err != nil {
		return nil, nil, err
	}
	group, _, keys = s.Find(name)
	return group, keys, nil
}

// sections returns the sections that can be written to in t, if one is called name.
func sectionsOf(f *pick.ConfigFlags, t *workspace.Target, name string) (*schema.Schema, error) {
	config, err := f.ConfigFor(t)
	if err != nil {
		return nil, err
	}
	subject := protocol.Subject{Target: t.Target, Files: t.Files(), Described: config.FormatModel(t.Format)}
	return t.Row().Sections(&protocol.Reader{Subject: subject, Tree: tree.Dir(t.Root)}, name), nil
}
