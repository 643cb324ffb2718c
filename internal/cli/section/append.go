package section

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

const appendHelp = `Writes a section at its place in the file. For an RFC, the command also archives all Gate-B rounds except the newest two, raises checkpoint_version, and updates last_phase, artifact_state and state.json. It prints a note for each open tension of an archived round.

If the result exceeds a budget, nothing is written and the exit status is 1. mdck then prints the budgets, the largest bullets, and a command that helps.

Sections of an RFC: discover, design, gate-b, review. SECTION/SUBSECTION adds single bullets; a bullet that exists is not added twice.

Only --replace replaces an existing section. It replaces all of it: subsections that the input does not contain are removed. With SECTION/SUBSECTION, --replace replaces only the bullets of that subsection.

For a file of a configured format, PATH names the file. Without PATH, the command uses the only file whose format contains the section. SECTION is the name of a section, or the beginning of the name. If the format limits bullets, only bullets are added. A section whose title has {N} or {DATE} is added with the next number or today's date. A new file starts with its title and required sections.

Bullets come from -b, from --input, or from standard input. The input is Markdown with the ### headings of the section, or JSON with a list for each subsection. mdck ohrfc prompt SECTION --json prints this JSON, with empty lists.

Examples:

    mdck append --section gate-b < round.md
    mdck append rfc-20261104-sync --section discover/scan -b "the store is single-writer"
    mdck append --section review -b "reviewer=wants the flag off by default"
    mdck append --section discover --input discover.md --replace
    mdck append HANDOFF.md --section status -b "all tests pass"
    mdck append --section session -b done="the parser" --round 7
    echo '{"scan-insights": ["a", "b"]}' | mdck append --section discover/scan --replace`

// Append is mdck append.
var Append = app.Command{Name: "append", Summary: "write a section, or single bullets", Help: appendHelp, Grammar: &appendCommand{}}

type appendCommand struct {
	Target  string   `arg:"" optional:"" name:"id|path" help:"Which checkpoint, if there are several."`
	Section string   `help:"The section: discover, design, gate-b, review, or a section of a format in .mdck.yaml. SECTION/SUBSECTION appends single bullets." placeholder:"SECTION"`
	Bullet  []string `short:"b" sep:"none" xor:"text" help:"One bullet: SUBSECTION=TEXT, or only TEXT if the section has no subsections; repeatable." placeholder:"SUBSECTION=TEXT"`
	Input   string   `xor:"text" help:"Read the bullets from this file; - is standard input." placeholder:"FILE"`
	Round   *int     `xor:"value" help:"Number of the Gate-B round, or of a section whose title has {N} (default: the newest + 1)." placeholder:"N"`
	Value   string   `xor:"value" help:"In the title of a section, put this text in place of {DATE} or another name in braces (default for {DATE}: today)." placeholder:"TEXT"`
	As      string   `help:"Read the file as a file of this protocol or format, whatever its path is." placeholder:"NAME"`
	Replace bool     `help:"Replace a section that exists, or the bullets of a subsection."`
	Force   bool     `help:"Allow a round number that leaves a gap, or a Gate-B round that was not run."`
	pick.SettingFlags
	write.Flags
}

func (c *appendCommand) Run(std app.Streams) error {
	t, err := c.target()
	if err != nil {
		return err
	}
	settings, err := c.Pick.SettingsFor(&t)
	if err != nil {
		return err
	}
	w := c.Writer(std, "append", t, settings)
	s, a, err := c.request(w)
	if err != nil {
		return err
	}
	in := protocol.NewInput(s, a.Group, a.Only)
	if err := c.readInput(std, in); err != nil {
		return app.WithRequestHint(err)
	}
	switch {
	case len(in.Parts) == 0:
		return inputError(s, a.Group)
	case a.Value == "":
		a.Value = in.Value
	case in.Value != "" && spelling.FoldTitle(in.Value) != spelling.FoldTitle(a.Value):
		return fmt.Errorf("the input names %q, but the command line names %q", a.Group.TitleWith(in.Value), a.Group.TitleWith(a.Value))
	}
	a.Parts = in.Parts
	return w.Write(t.Row().Append(a))
}

func (c *appendCommand) request(w *write.Writer) (s *schema.Schema, a protocol.Append, err error) {
	sections, read := w.Target.Row().Sections, w.Changer().Reader()
	name, sub, single := cutSection(sections(read, c.Section), c.Section)
	s = sections(read, name)
	if c.Section == "" {
		return s, a, app.Errorf("sections: "+strings.Join(s.Keys(), ", "), "append: missing flags: --section=SECTION")
	}
	group, value, near := s.Find(name)
	if group == nil {
		return s, a, noSection(name, "section", near, fmt.Errorf("unknown section %q", name))
	}
	given, err := c.placeholderValue(group)
	switch {
	case err != nil:
		return s, a, err
	case given != "" && value != "" && spelling.FoldTitle(given) != spelling.FoldTitle(value):
		return s, a, fmt.Errorf("--section %q contains %q, but --round or --value is %q", name, value, given)
	case given != "":
		value = given
	}
	a = protocol.Append{Group: group, Value: value, Single: len(c.Bullet) > 0, Replace: c.Replace, Force: c.Force}
	if !single {
		return s, a, nil
	}
	if a.Only, near = group.Subsection(sub); a.Only == nil {
		return s, a, noSection(sub, "subsection", near, fmt.Errorf("no subsection %q in %q", sub, group.Name()))
	}
	return s, a, nil
}

// cutSection cuts SECTION/SUBSECTION at the slash, unless a section has this title.
func cutSection(s *schema.Schema, text string) (name, sub string, single bool) {
	for i := range s.Groups {
		if title := s.Groups[i].Title; strings.Contains(title, "/") && !strings.Contains(title, "{") {
			if _, ok := s.Fill(title, text); ok || spelling.Slug(title) == spelling.Slug(text) {
				return text, "", false
			}
		}
	}
	return strings.Cut(text, "/")
}

func noSection(name, kind string, keys []string, none error) error {
	begun := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !strings.HasPrefix(key, spelling.Slug(name)) })
	switch {
	case len(keys) == 0:
		return app.WithHints(none, "there are no "+kind+"s to write to")
	case len(begun) > 1 && spelling.Slug(name) != "":
		return app.Errorf(kind+"s: "+strings.Join(begun, ", "), "%q matches %d %ss; expected a longer part of the name", name, len(begun), kind)
	}
	return app.WithHints(none, append(app.DidYouMean("", name, keys), kind+"s: "+strings.Join(keys, ", "))...)
}

func (c *appendCommand) placeholderValue(group *schema.Group) (string, error) {
	switch {
	case (c.Round != nil || c.Value != "") && !group.Repeats():
		return "", app.Errorf("remove --round and --value", "%q is not a repeated section", group.Name())
	case c.Round != nil && !group.Numbered():
		return "", app.Errorf("use --value TEXT instead of --round", "%q has no number", group.Name())
	case c.Round != nil && *c.Round < 1:
		return "", fmt.Errorf("--round is %d; expected 1 or more", *c.Round)
	case c.Round != nil:
		return strconv.Itoa(*c.Round), nil
	}
	return c.Value, nil
}

func (c *appendCommand) readInput(std app.Streams, in *protocol.Input) error {
	for _, b := range c.Bullet {
		if err := in.AddBullet(b); err != nil {
			return err
		}
	}
	if len(c.Bullet) > 0 {
		return nil
	}
	_, text, err := app.ReadText(std, cmp.Or(c.Input, "-"))
	if err != nil {
		return err
	}
	return in.Parse(text)
}

func inputError(s *schema.Schema, group *schema.Group) error {
	lines := []string{"to add bullets or Markdown: -b TEXT, --input FILE or standard input"}
	if len(group.Subsections) > 0 {
		sub := &group.Subsections[0]
		lines = []string{
			"to add one bullet: -b " + sub.Slug() + "=TEXT",
			"to add several bullets: --input FILE or standard input",
			fmt.Sprintf(`Markdown input: lines that begin with "- " below %q`, s.Subheading(sub.Title)),
			fmt.Sprintf(`JSON input: {%q: ["one text per bullet"]}`, sub.Slug()),
		}
	}
	return app.WithHints(errors.New("append: nothing to write"), append(lines, placeLines(s, group)...)...)
}

func placeLines(s *schema.Schema, group *schema.Group) (lines []string) {
	add := func(name string, isFree bool, bullets string) {
		if isFree && !s.Bullets {
			bullets = "bullets or other text"
		}
		lines = append(lines, fmt.Sprintf("%q takes %s", name, bullets))
	}
	if isFree := group.Min == 0 && group.Max == 0; !isFree || len(group.Subsections) == 0 {
		add(group.Key, isFree, group.Range())
	}
	for i := range group.Subsections {
		sub := &group.Subsections[i]
		add(sub.Slug(), sub.Min == 0 && sub.Max == 0, sub.Range())
	}
	return lines
}
