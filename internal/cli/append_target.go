package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// target finds the checkpoint that is meant.
func (c *appendCommand) target() (workspace.Target, error) {
	if t, ok, err := c.findFormatTarget(); ok || err != nil {
		return t, err
	}
	return c.findOne(workspace.Ohrfc, c.Target, "append")
}

// findFormatTarget finds the file of a format that is meant: that at the path which is named, whether or
// not it is there, or the only one here whose format has the section. Ok is false where
// a checkpoint of an RFC is meant.
func (c *appendCommand) findFormatTarget() (t workspace.Target, ok bool, err error) {
	switch {
	case c.As != "":
		t, err = c.formatTargetAs(c.Target, c.As)
		return t, err == nil, err
	case c.Target != "" && !isID(c.Target) && !isDir(c.Target):
		return c.findFormatFile()
	}
	describes, err := c.describes()
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
		found, _ = c.findHere("") // whatever is wrong is told by who looks for an RFC
	} else {
		found, _ = c.findNamed(c.Target, targetOptions{ignoreUnknown: true, allowEmpty: true})
	}
	if mine := formatsOf(found); len(mine) > 0 {
		return c.chooseFormatTarget(found, mine)
	}
	if t, ok := c.unmade(); ok {
		var err error
		if isDir(c.Target) {
			err = fmt.Errorf("%s is a directory, want a file", c.Target)
		}
		return t, true, err
	}
	if len(found) == 0 {
		err = c.strange(c.Target)
	}
	return t, false, err
}

// findFormatFile finds the file at the path that is named. One that nobody knows, where there are
// formats, is told of here.
func (c *appendCommand) findFormatFile() (t workspace.Target, ok bool, err error) {
	if _, err := c.walkConfig(c.Target); err != nil {
		return t, false, err // it may have a format for the file
	}
	t, ok, err = c.finder().Unsaved(c.Target)
	if err == nil && !ok {
		err = c.unreadable()
	}
	return t, ok && t.Protocol == workspace.Format, err
}

// unreadable is why a file of no format cannot be written, where there are formats.
func (c *appendCommand) unreadable() error {
	if len(c.formatsAt(c.Target)) == 0 {
		return nil
	}
	return c.unknownHint(&workspace.UnknownError{Path: c.Target}, c.Target, targetOptions{as: onlyFormats()})
}

// describes reports whether the configuration here describes formats.
func (f *configFlags) describes() (bool, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return false, err
	}
	c, err := f.walkConfig(cwd)
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
	t, ok, err := c.finder().Unsaved(c.Target)
	return t, err == nil && ok && t.Protocol == workspace.Format
}

// formatsOf are the files of formats among found.
func formatsOf(found []workspace.Target) []workspace.Target {
	return slices.DeleteFunc(slices.Clone(found), func(t workspace.Target) bool { return t.Protocol != workspace.Format })
}

// chooseFormatTarget returns the only one of mine, the files of formats among found, whose format has
// the section. Where there is an RFC, its sections are its own.
func (c *appendCommand) chooseFormatTarget(found, mine []workspace.Target) (t workspace.Target, ok bool, err error) {
	name, _, _ := strings.Cut(c.Section, "/")
	rfc := slices.ContainsFunc(found, func(t workspace.Target) bool { return t.Protocol == workspace.Ohrfc })
	if _, err := findSection(name); rfc && err == nil {
		return t, false, nil
	}
	var having []workspace.Target
	var near []string
	for i := range mine {
		config, err := c.configFor(&mine[i])
		if err != nil {
			return t, false, err
		}
		own := config.FormatModel(mine[i].Format)
		if own == nil {
			continue
		}
		look := &protocol.Reader{Subject: protocol.Subject{Target: mine[i].Target, Described: own}, Tree: tree.Dir(mine[i].Root)}
		group, _, others := mine[i].Row().Sections(look, name).Find(name)
		if group != nil {
			having = append(having, mine[i])
		}
		for _, key := range others {
			if !slices.Contains(near, key) {
				near = append(near, key)
			}
		}
	}
	switch {
	case len(having) == 1:
		return having[0], true, nil
	case len(having) > 1:
		return t, true, severalError(having, "append")
	case rfc:
		return t, false, nil
	}
	return t, true, noSection(name, "section", near, fmt.Errorf("no file here has a section %q", name))
}
