package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

const planAddHelp = `Writes a checkpoint task into a plan, behind task --after (default: behind all), with gate="blocking" where the protocol has it, and sets autonomous to false; no other byte is changed. A checkpoint with the same texts is not added again. after_task of the front matter moves with the task that it names.

What each type is made of, as flags or as the keys of one JSON or YAML object from --input (which is read from standard input where no text is given by flags):

    human-verify   what-built, how-to-verify
    decision       decision; two or more options, with both pros and cons or neither; context, without which lint warns
    human-action   action, why-manual, instructions

name and resume-signal may be given for all; without the second the usual one is written. A flag that is given again adds a line. What the type needs and is not given is an error: status 2; so is a text with a tag of a task, an open comment or a control character. A resume signal that names no answer which passes the checkpoint is written, and told.

PLAN is a path or an id; it may be left out where there is only one.

Examples:

    mdck plan add human-verify 03-06 --what-built "the dashboard, at http://localhost:3000" --how-to-verify "the sidebar is visible"
    mdck plan add decision 02-01 --after 0 --decision "who signs users in" --context "the app needs users" --option supabase="Supabase Auth" --option clerk=Clerk
    mdck plan add human-action 02-02 --input task.yaml --diff`

type planAddCommand struct {
	Type         string   `arg:"" name:"type" help:"human-verify, decision or human-action."`
	Plan         string   `arg:"" optional:"" name:"plan" help:"The plan: its path or its id (default: the only one)."`
	After        *int     `help:"Number of the task that it is put behind; 0 is in front of all (default: the last)." placeholder:"N"`
	Name         string   `help:"What the task is called." placeholder:"TEXT"`
	WhatBuilt    []string `sep:"none" help:"human-verify: what there is to look at." placeholder:"TEXT"`
	HowToVerify  []string `sep:"none" help:"human-verify: what to check; may be given again, for each line." placeholder:"TEXT"`
	Decision     []string `sep:"none" help:"decision: what has to be decided." placeholder:"TEXT"`
	Context      []string `sep:"none" help:"decision: why it matters." placeholder:"TEXT"`
	Option       []string `sep:"none" help:"decision: an option; may be given again." placeholder:"ID=NAME"`
	Pros         []string `sep:"none" help:"decision: what speaks for an option." placeholder:"ID=TEXT"`
	Cons         []string `sep:"none" help:"decision: what speaks against it." placeholder:"ID=TEXT"`
	Action       []string `sep:"none" help:"human-action: what has to be done." placeholder:"TEXT"`
	WhyManual    []string `sep:"none" help:"human-action: why no program can do it." placeholder:"TEXT"`
	Instructions []string `sep:"none" help:"human-action: how it is done; may be given again, for each line." placeholder:"TEXT"`
	ResumeSignal []string `sep:"none" help:"How to answer (default: the usual words of the type)." placeholder:"TEXT"`
	Input        string   `help:"Read the task from this file, JSON or YAML; - is standard input." placeholder:"FILE"`
	settingFlags
	writeFlags
}

// Run adds the task.
func (c *planAddCommand) Run(std Streams) error {
	draft, err := c.read(std)
	if err != nil {
		return err
	}
	if err := draft.Check(); err != nil {
		return withRequestHint(fmt.Errorf("plan add: %w", err))
	}
	t, done, err := c.onePlan(c.Plan, "plan add "+quote(c.Type), std.Err)
	if err != nil {
		return err
	}
	settings, err := c.settingsFor(t)
	if err != nil {
		return err
	}
	w := c.writer(std, "plan add", *t, settings)
	return w.write(editOf(t.Main, func(files fs.FS) (string, *planfile.Change, error) {
		p, err := planfile.Read(files, t.Main)
		if err != nil {
			return "", nil, err
		}
		added, err := p.Add(*draft)
		if err == nil && done && added.Changed() {
			note := fmt.Sprintf("the plan is done, as %s shows: its checkpoint is not listed as open", path.Base(planfile.SummaryName(t.Main)))
			added.Notes = append([]string{note}, added.Notes...)
		}
		return p.Text(), added, err
	}))
}

// flags are the texts that were given, by the names of the children.
func (c *planAddCommand) flags() map[string]string {
	texts := map[string]string{planfile.NameTag: c.Name}
	for tag, lines := range map[string][]string{
		planfile.BuiltTag: c.WhatBuilt, planfile.HowTag: c.HowToVerify, planfile.DecisionTag: c.Decision, planfile.ContextTag: c.Context,
		planfile.ActionTag: c.Action, planfile.WhyTag: c.WhyManual, planfile.InstructionTag: c.Instructions, planfile.ResumeTag: c.ResumeSignal,
	} {
		texts[tag] = strings.Join(lines, "\n")
	}
	return texts
}

// byFlags reports whether a text was given by a flag.
func (c *planAddCommand) byFlags() bool {
	for _, text := range c.flags() {
		if text != "" {
			return true
		}
	}
	return len(c.Option)+len(c.Pros)+len(c.Cons) > 0
}

// read is the task that flags or the input describe.
func (c *planAddCommand) read(std Streams) (*planfile.Draft, error) {
	if c.byFlags() {
		if c.Input != "" {
			return nil, errors.New("plan add: --input and a text by a flag: not both")
		}
		options, err := c.options()
		return &planfile.Draft{Type: c.Type, After: c.After, Texts: c.flags(), Options: options}, err
	}
	in, err := c.parse(std)
	if err != nil {
		return nil, err
	}
	bare := func(kind string) string { return strings.TrimPrefix(kind, planfile.Prefix) }
	if in.Type != "" && bare(in.Type) != bare(c.Type) {
		return nil, fmt.Errorf("plan add: the input is a %s, and %s was asked for", bare(in.Type), bare(c.Type))
	}
	if in.Type = c.Type; c.After != nil {
		if in.After != nil && *in.After != *c.After {
			return nil, fmt.Errorf("plan add: the input goes behind task %d, --after is %d", *in.After, *c.After)
		}
		in.After = c.After
	}
	return in, nil
}

// parse reads the input.
func (c *planAddCommand) parse(std Streams) (*planfile.Draft, error) {
	from := c.Input
	if from == "" {
		from = "-"
	}
	name, text, err := readText(std, from)
	if err != nil {
		return nil, err
	}
	if isBlank(text) {
		return nil, hinted(errors.New("plan add: no text was given"), draftGrammar()...)
	}
	in, err := planfile.ParseDraft(name, text)
	if _, ok := errors.AsType[*source.Error](err); ok {
		return nil, hinted(err, draftGrammar()...)
	}
	return in, err
}

// draftGrammar says what a task is made of.
func draftGrammar() []string {
	lines := []string{"flags give it, or one JSON or YAML object with these keys:"}
	for i := range planfile.DraftFields.Fields {
		f := &planfile.DraftFields.Fields[i]
		lines = append(lines, fmt.Sprintf("%-13s  %s", f.Name, f.Doc))
	}
	return lines
}

// options are those that the flags describe.
func (c *planAddCommand) options() ([]planfile.Option, error) {
	var all []planfile.Option
	for _, arg := range c.Option {
		id, name, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, fmt.Errorf("plan add: --option is %q, want ID=NAME", arg)
		}
		all = append(all, planfile.Option{ID: id, Name: name})
	}
	for _, side := range []struct {
		flag string
		args []string
		of   func(*planfile.Option) *string
	}{
		{"--pros", c.Pros, func(o *planfile.Option) *string { return &o.Pros }},
		{"--cons", c.Cons, func(o *planfile.Option) *string { return &o.Cons }},
	} {
		for _, arg := range side.args {
			if err := addSide(all, side.flag, arg, side.of); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// addSide adds what speaks for or against an option to it.
func addSide(all []planfile.Option, flag, arg string, of func(*planfile.Option) *string) error {
	id, text, ok := strings.Cut(arg, "=")
	if !ok {
		return fmt.Errorf("plan add: %s is %q, want ID=TEXT", flag, arg)
	}
	for i := range all {
		if all[i].ID == id {
			into := of(&all[i])
			*into = strings.TrimPrefix(*into+"\n"+text, "\n")
			return nil
		}
	}
	return hinted(fmt.Errorf("plan add: %s is about %q, and there is no such option", flag, id), "--option "+quote(id+"=NAME")+" makes it")
}
