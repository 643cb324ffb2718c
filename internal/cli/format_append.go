package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

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
		own, _ := config.FormatModel(mine[i].Format).(*custom.Format)
		if own == nil {
			continue
		}
		own = knowing(&mine[i], own, name)
		group, _, others := own.Group(name)
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
	return t, true, noSection(name, "sections", near, fmt.Errorf("no file here has a section %q", name))
}

// knowing is own, with the sections that it does not name but t has where it names none
// called section.
func knowing(t *workspace.Target, own *custom.Format, section string) *custom.Format {
	if group, _, _ := own.Group(section); group != nil {
		return own
	}
	if r := readFormatFile(t, own, nil); r.Document != nil {
		return r.Document.Extended()
	}
	return own
}

// appendFormat writes to a file of a format.
func (c *appendCommand) appendFormat(std Streams, t workspace.Target) error {
	settings, err := c.settingsFor(&t)
	if err != nil {
		return err
	}
	own, _ := settings.FormatModel(t.Format).(*custom.Format)
	if own == nil {
		return fmt.Errorf("no format %q in the configuration for %s", t.Format, t.Shown(t.Main))
	}
	section, _, _ := strings.Cut(c.Section, "/")
	own = knowing(&t, own, section)
	request, only, err := c.formatRequest(own)
	if err != nil {
		return err
	}
	w := &writer{std: std, name: "append", target: t, settings: settings, clock: c.clock, diff: c.Diff}
	request.Name = filepath.Base(t.Dir())
	if e := c.editor(std); e != nil {
		return c.editFormat(e, w, own, request, only)
	}
	in := custom.NewInput(own, request.Group, only)
	if err := c.readFormatInput(std, in); err != nil {
		return withRequestHint(err)
	}
	if len(in.Parts) == 0 {
		return c.formatGrammarError(request.Group)
	}
	switch {
	case request.Value == "":
		request.Value = in.Value
	case in.Value != "" && schema.Fold(in.Value) != schema.Fold(request.Value):
		return fmt.Errorf("the input is for %q, the command line for %q", in.Value, request.Value)
	}
	request.Parts = in.Parts
	return w.write(t.Row().Append(asked(request, only)))
}

func asked(a custom.Append, only *schema.Subsection) protocol.Append {
	return protocol.Append{Group: a.Group, Only: only, Value: a.Value, Parts: a.Parts, Replace: a.Replace, Force: a.Force}
}
