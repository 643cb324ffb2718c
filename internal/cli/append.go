package cli

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/templates"
)

const appendHelp = `Writes the section into its place, keeps the newest two Gate-B rounds and archives older ones, raises checkpoint_version, and brings last_phase, artifact_state and state.json in step, in one write. A result over a budget is refused: status 1, the numbers, and nothing is written.

A file of a format of the configuration is written likewise: PATH names it, or it is the only one here whose format has the section. SECTION is a section of the format, by its name or a beginning of it. Bullets, or where the format asks for no number of bullets any text, are added to what is there; a section that repeats is made anew, with the next number or today's date. A file that is not there begins with its title and required sections.

Sections of an RFC: discover, design, gate-b, review. SECTION/SUBSECTION adds single bullets; a bullet that is there is not added twice.

A section that is there is replaced only with --replace, and then as a whole: subsections that the input does not name are gone. With SECTION/SUBSECTION, --replace puts the new bullets in the place of those of that subsection alone.

Bullets come from -b, from --input, or from standard input: Markdown with the ### headings of the section, or JSON with a list for each subsection, as mdck prompt SECTION --json prints it.

On a terminal, with nothing given, an editor opens ($VISUAL, else $EDITOR, else vi; words and quotation marks as for a shell, which is not asked), with the questions of mdck prompt as comments and the bullets that may be replaced; without --section on the section of current_phase. If the text is not changed, holds no bullet or the editor fails, nothing is written: status 1. A text that cannot be used is kept, and mdck says where. Of a file of a format it opens on the section that --section names, with what each place takes in a comment, and with --replace on what is there.

Examples:

    mdck append --section gate-b < round.md
    mdck append rfc-20261104-sync --section discover/scan -b "the store is single-writer"
    mdck append --section review -b "reviewer=wants the flag off by default"
    mdck append --section discover --input discover.md --replace
    mdck append HANDOFF.md --section status -b "all tests pass"
    mdck append --section session -b done="the parser" --round 7
    echo '{"scan-insights": ["a", "b"]}' | mdck append --section discover/scan --replace
    mdck append`

type appendCommand struct {
	Target  string   `arg:"" optional:"" name:"id|path" help:"The checkpoint, where there is more than one."`
	Section string   `help:"discover, design, gate-b or review, or a section of a format; with /SUBSECTION for single bullets." placeholder:"SECTION"`
	Bullet  []string `short:"b" sep:"none" help:"A bullet, as SUBSECTION=TEXT; TEXT alone where there is one place for it; may be given again." placeholder:"SUBSECTION=TEXT"`
	Input   string   `help:"Read the bullets from this file; - is standard input." placeholder:"FILE"`
	Round   *int     `help:"Number of the Gate-B round, or of a section with {N} (default: the newest + 1)." placeholder:"N"`
	Value   string   `help:"What stands for the placeholder in the title of a section of a format (default for {DATE}: today)." placeholder:"TEXT"`
	As      string   `help:"Read the file as one of this format, wherever it lies." placeholder:"FORMAT"`
	Replace bool     `help:"Replace a section, or the bullets of a subsection, that is there."`
	Force   bool     `help:"Take a round number that leaves a gap."`
	Diff    bool     `help:"Print what would be written as a unified diff; write nothing."`
	settingFlags
	nowFlag
	linksFlag
}

// Run writes the section and says what is due next.
func (c *appendCommand) Run(std Streams) error {
	switch t, own, err := c.findFormatTarget(); {
	case err != nil:
		return err
	case own:
		return c.appendFormat(std, t)
	case c.Value != "":
		return hinted(errors.New("--value is for a section of a format of the configuration"), "--round is the number of a Gate-B round")
	}
	if e := c.editor(std); e != nil {
		return c.edit(e)
	}
	request, only, err := c.request()
	if err != nil {
		return err
	}
	in, err := c.input(std, request.Group, only)
	if err != nil {
		return err
	}
	if in.Round != 0 && request.Round == 0 {
		request.Round = in.Round
	}
	if in.Round != 0 && in.Round != request.Round {
		return fmt.Errorf("the input is for round %d, --round is %d", in.Round, request.Round)
	}
	request.Fillings = in.Fillings
	t, err := c.findOne(workspace.Ohrfc, c.Target, "append")
	if err != nil {
		return err
	}
	settings, err := c.settingsFor(&t)
	if err != nil {
		return err
	}
	return c.write(std, t, settings, request, only, nil)
}

// editor is the editor that opens where a person is asked for the text; nil where the
// text is given, or nobody is there.
func (c *appendCommand) editor(std Streams) *editor {
	command := editorCommand(os.Getenv)
	if command == "" || len(c.Bullet) > 0 || c.Input != "" || !isTerminal(std.In) {
		return nil
	}
	return &editor{command: command, std: std}
}

// write writes what request asks for. A check, where there is one, may refuse it
// in view of the files that it would change.
func (c *appendCommand) write(std Streams, t workspace.Target, settings *settings, request ohrfc.Append, only *schema.Subsection, check func(*ohrfc.Workspace) error) error {
	w := &writer{std: std, name: "append", target: t, settings: settings, clock: c.clock, diff: c.Diff}
	a := protocol.Append{Group: request.Group, Only: only, Parts: request.Fillings, Single: len(c.Bullet) > 0, Replace: request.Replace, Force: request.Force}
	if request.Round > 0 {
		a.Value = strconv.Itoa(request.Round)
	}
	return w.write(func(read *protocol.Reader) (*protocol.Change, error) {
		if check != nil {
			if err := check(ohrfc.Read(read.Tree, read.Main)); err != nil {
				return nil, err
			}
		}
		return t.Row().Append(a)(read)
	})
}

// request reads the flags but the bullets.
func (c *appendCommand) request() (ohrfc.Append, *schema.Subsection, error) {
	if c.Section == "" {
		return ohrfc.Append{}, nil, hinted(errors.New("append: missing flags: --section=SECTION"), "sections: "+strings.Join(sectionKeys(), ", "))
	}
	name, sub, single := strings.Cut(c.Section, "/")
	group, err := findSection(name)
	if err != nil {
		return ohrfc.Append{}, nil, err
	}
	round := 0
	if c.Round != nil {
		if round = *c.Round; round < 1 {
			return ohrfc.Append{}, nil, fmt.Errorf("--round is %d, want a number from 1", round)
		}
	}
	request := ohrfc.Append{Group: group, Round: round, Add: single, Replace: c.Replace, Force: c.Force}
	if !single {
		return request, nil, nil
	}
	only, near := group.Subsection(sub)
	if only == nil {
		return request, nil, hinted(fmt.Errorf("no subsection %q in %q", sub, group.Name()), "subsections: "+strings.Join(near, ", "))
	}
	return request, only, nil
}

// input reads the bullets. Standard input is not touched when -b gives them.
func (c *appendCommand) input(std Streams, group *schema.Group, only *schema.Subsection) (*ohrfc.Input, error) {
	in := &ohrfc.Input{}
	for _, b := range c.Bullet {
		if err := in.AddBullet(group, only, b); err != nil {
			return nil, withRequestHint(err)
		}
	}
	if len(c.Bullet) > 0 {
		if c.Input != "" {
			return nil, errors.New("-b and --input both give bullets: not both")
		}
		return in, nil
	}
	text, err := c.read(std)
	if err != nil {
		return nil, err
	}
	if in, err = ohrfc.ParseInput(group, only, text); err != nil {
		return nil, withRequestHint(err)
	}
	if len(in.Fillings) == 0 {
		return nil, c.grammar(group)
	}
	return in, nil
}

func (c *appendCommand) read(std Streams) (string, error) {
	if c.Input != "" && c.Input != "-" {
		text, err := readFile(c.Input)
		if err != nil {
			return "", fmt.Errorf("%s: %w", c.Input, err)
		}
		return text, nil
	}
	if isTerminal(std.In) {
		return "", nil // where nobody was told to type
	}
	return readCheckedInput(std.In)
}

// grammar says what input is wanted.
func (c *appendCommand) grammar(group *schema.Group) error {
	lines := strings.Split(strings.TrimRight(templates.AppendGrammar(), "\n"), "\n")
	for i := range group.Subsections {
		s := &group.Subsections[i]
		lines = append(lines, fmt.Sprintf("%-26s %s", s.Slug(), s.Range()))
	}
	return hinted(errors.New("append: no bullets were given"), lines...)
}
