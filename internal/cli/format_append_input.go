package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/schema"
)

// formatRequest reads the flags but the text.
func (c *appendCommand) formatRequest(own *custom.Format) (a custom.Append, only *schema.Subsection, err error) {
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
	a = custom.Append{Group: group, Value: value, Only: single, Replace: c.Replace, Force: c.Force, Date: c.clock().UTC().Format("2006-01-02")}
	if given, err := c.placeholderValue(group); err != nil {
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
	if len(near) == 0 {
		return hinted(none, "there are no "+kind+" to write to")
	}
	return hinted(none, kind+": "+strings.Join(near, ", "))
}

// placeholderValue is what --round or --value gives for the placeholder of group.
func (c *appendCommand) placeholderValue(group *schema.Group) (string, error) {
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

// readFormatInput reads what is to be written. Standard input is not touched when -b gives it.
func (c *appendCommand) readFormatInput(std Streams, in *custom.Input) error {
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

// formatGrammarError says what input is wanted.
func (c *appendCommand) formatGrammarError(group *schema.Group) error {
	lines := []string{"-b TEXT, -b SUBSECTION=TEXT, --input FILE or standard input give it: bullets, Markdown with the headings of subsections, or JSON"}
	return hinted(errors.New("append: nothing to write was given"), append(lines, placeLines(group, nil)...)...)
}

func expectedText(least, most int, bullets string) string {
	if least == 0 && most == 0 {
		return "bullets or other text"
	}
	return bullets
}

// readFormatFile reads the file of t.
func readFormatFile(t *workspace.Target, own *custom.Format, texts map[string]string) *custom.Reading {
	return custom.Read(tree.Overlay(tree.Dir(t.Root), texts), t.Main, own)
}
