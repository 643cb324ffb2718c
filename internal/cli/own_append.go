package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/format"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

// own is the file of a format that is meant: that at the path which is named, whether or
// not it is there, or the only one here whose format has the section. Ok is false where
// a checkpoint of an RFC is meant.
func (c *appendCommand) own() (t workspace.Target, ok bool, err error) {
	switch {
	case c.As != "":
		t, err = c.ownAs(c.Target, c.As)
		return t, err == nil, err
	case c.Target != "" && !isID(c.Target) && !isDir(c.Target):
		return c.ownFile()
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
		found, _ = c.here("") // whatever is wrong is told by who looks for an RFC
	} else {
		found, _ = c.named(c.Target, choice{ignoreUnknown: true, allowEmpty: true})
	}
	if mine := formatsOf(found); len(mine) > 0 {
		return c.ownAmong(found, mine)
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

// ownFile is the file at the path that is named. One that nobody knows, where there are
// formats, is told of here.
func (c *appendCommand) ownFile() (t workspace.Target, ok bool, err error) {
	if _, err := c.outer(c.Target); err != nil {
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
	return c.unknownHint(&workspace.UnknownError{Path: c.Target}, c.Target, choice{as: onlyFormats()})
}

// describes reports whether the configuration here describes formats.
func (f *configFlags) describes() (bool, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return false, err
	}
	c, err := f.outer(cwd)
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

// ownAmong is the only one of mine, the files of formats among found, whose format has
// the section. Where there is an RFC, its sections are its own.
func (c *appendCommand) ownAmong(found, mine []workspace.Target) (t workspace.Target, ok bool, err error) {
	name, _, _ := strings.Cut(c.Section, "/")
	rfc := slices.ContainsFunc(found, func(t workspace.Target) bool { return t.Protocol == workspace.Ohrfc })
	if _, err := sectionNamed(name); rfc && err == nil {
		return t, false, nil
	}
	var having []workspace.Target
	var near []string
	for i := range mine {
		config, err := c.configOf(&mine[i])
		if err != nil {
			return t, false, err
		}
		own := config.FormatNamed(mine[i].Format)
		if own == nil {
			continue
		}
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

// ownRun writes to a file of a format.
func (c *appendCommand) ownRun(std Streams, t workspace.Target) error {
	settings, err := c.of(&t)
	if err != nil {
		return err
	}
	own := settings.FormatNamed(t.Format)
	if own == nil {
		return fmt.Errorf("no format %q in the configuration for %s", t.Format, t.Shown(t.Main))
	}
	request, only, err := c.ownRequest(own)
	if err != nil {
		return err
	}
	w := &ownWriter{std: std, name: "append", target: t, settings: settings, format: own, now: c.now(), diff: c.Diff}
	request.Name = filepath.Base(t.Dir())
	if e := c.editor(std); e != nil {
		return c.ownEdit(e, w, request, only)
	}
	in := format.NewInput(own, request.Group, only)
	if err := c.ownInput(std, in); err != nil {
		return ownHint(err)
	}
	if len(in.Parts) == 0 {
		return c.ownGrammar(request.Group)
	}
	switch {
	case request.Value == "":
		request.Value = in.Value
	case in.Value != "" && schema.Fold(in.Value) != schema.Fold(request.Value):
		return fmt.Errorf("the input is for %q, the command line for %q", in.Value, request.Value)
	}
	request.Parts = in.Parts
	w.build = func(r *format.Reading) (*format.Change, error) { return r.Append(request) }
	return w.write()
}

// ownRequest reads the flags but the text.
func (c *appendCommand) ownRequest(own *format.Format) (a format.Append, only *schema.Subsection, err error) {
	var all []string
	for i := range own.Schema.Groups {
		all = append(all, own.Schema.Groups[i].Key)
	}
	if c.Section == "" {
		return a, nil, hinted(errors.New("append: missing flags: --section=SECTION"), "sections: "+strings.Join(all, ", "))
	}
	name, sub, single := strings.Cut(c.Section, "/")
	group, value, near := own.Group(name)
	if group == nil {
		return a, nil, noSection(name, "sections", near, fmt.Errorf("no section %q in the format %s", name, own.Name))
	}
	a = format.Append{Group: group, Value: value, Only: single, Replace: c.Replace, Force: c.Force, Date: c.clock().UTC().Format("2006-01-02")}
	if given, err := c.ownValue(group); err != nil {
		return a, nil, err
	} else if given != "" && value != "" && schema.Fold(given) != schema.Fold(value) {
		return a, nil, fmt.Errorf("--section is %q, which says %q, and --round or --value says %q: not both", name, value, given)
	} else if given != "" {
		a.Value = given
	}
	if !single {
		return a, nil, nil
	}
	if only, near = group.Subsection(sub); only == nil {
		err = fmt.Errorf("no subsection %q in %q", sub, group.Name())
		if len(near) == 0 {
			return a, nil, hinted(err, "the format has none in it")
		}
		return a, nil, noSection(sub, "subsections", near, err)
	}
	return a, only, nil
}

// noSection is none, which says that name is no section, with near, the keys that are in
// question; or that several of these begin with it.
func noSection(name, kind string, near []string, none error) error {
	var begun []string
	for _, key := range near {
		if want := schema.Slug(name); want != "" && strings.HasPrefix(key, want) {
			begun = append(begun, key)
		}
	}
	if len(begun) > 1 {
		return hinted(fmt.Errorf("%q may be any of %d %s, want more of its name", name, len(begun), kind), kind+": "+strings.Join(begun, ", "))
	}
	return hinted(none, kind+": "+strings.Join(near, ", "))
}

// ownValue is what --round or --value gives for the placeholder of group.
func (c *appendCommand) ownValue(group *schema.Group) (string, error) {
	switch {
	case c.Round != nil && c.Value != "":
		return "", errors.New("--round and --value both say what stands for the placeholder: not both")
	case (c.Round != nil || c.Value != "") && !group.Repeats():
		return "", hinted(fmt.Errorf("%q does not repeat", group.Name()), "leave --round and --value out")
	case c.Round != nil && !group.Numbered():
		return "", hinted(fmt.Errorf("%q has no number", group.Name()), "--value says what stands there")
	case c.Round != nil && *c.Round < 1:
		return "", fmt.Errorf("--round is %d, want a number from 1", *c.Round)
	case c.Round != nil:
		return strconv.Itoa(*c.Round), nil
	}
	return c.Value, nil
}

// ownInput reads what is to be written. Standard input is not touched when -b gives it.
func (c *appendCommand) ownInput(std Streams, in *format.Input) error {
	if len(c.Bullet) > 0 && c.Input != "" {
		return errors.New("-b and --input both give bullets: not both")
	}
	for _, b := range c.Bullet {
		if err := in.AddBullet(b); err != nil {
			return err
		}
	}
	if len(c.Bullet) > 0 {
		return nil
	}
	text, err := c.read(std)
	if err != nil {
		return err
	}
	return in.Parse(text)
}

// ownHint adds what can be done to a request that makes no sense.
func ownHint(err error) error {
	request, ok := errors.AsType[*format.RequestError](err)
	if ok && request.Refused {
		err = refusal{err}
	}
	if ok && request.Hint != "" {
		return hinted(err, request.Hint)
	}
	return err
}

// ownGrammar says what input is wanted.
func (c *appendCommand) ownGrammar(group *schema.Group) error {
	lines := []string{"-b TEXT, -b SUBSECTION=TEXT, --input FILE or standard input give it: bullets, Markdown with the headings of subsections, or JSON"}
	return hinted(errors.New("append: nothing to write was given"), append(lines, ownPlaces(group, nil)...)...)
}

func ownWanted(least, most int, bullets string) string {
	if least == 0 && most == 0 {
		return "bullets or other text"
	}
	return bullets
}

// readOwn reads the file of t.
func readOwn(t *workspace.Target, own *format.Format, texts map[string]string) *format.Reading {
	return format.Read(tree.Overlay(tree.Dir(t.Root), texts), t.Main, own)
}

// contentOf is what the ledger has for a text.
func contentOf(text string) string { return ohrfc.ContentHash(text) }
