package plan

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/mdcheckpoint/plan/planfile"
)

const addHelp = `Writes a checkpoint task into a plan, behind task --after (default: behind all), with gate="blocking" where the protocol has it, and sets autonomous to false; no other byte is changed. A checkpoint with the same texts is not added again. after_task of the front matter moves with the task that it names.

What each type is made of:

    human-verify   what-built, how-to-verify
    decision       decision; two or more options, with both pros and cons or neither; context, without which lint warns
    human-action   action, why-manual, instructions

name and resume-signal may be given for all; without the second the usual one is written. A flag that is given again adds a line. What the type needs and is not given is an error: status 2; so is a text with a tag of a task or a comment. A resume signal that names no answer which passes the checkpoint is written, and reported.

PLAN is a path or an id; it may be left out where there is only one.

Examples:

    mdck plan add human-verify 03-06 --what-built "the dashboard, at http://localhost:3000" --how-to-verify "the sidebar is visible"
    mdck plan add decision 02-01 --after 0 --decision "who signs users in" --context "the app needs users" --option supabase="Supabase Auth" --option clerk=Clerk
    mdck plan add human-action 02-02 --action "open the account" --why-manual "it needs your card" --instructions "go to example.com" --diff`

type addCommand struct {
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
	pick.SettingFlags
	write.Flags
}

// Run adds the task.
func (c *addCommand) Run(std app.Streams) error {
	options, err := c.options()
	if err != nil {
		return err
	}
	draft := planfile.Draft{Type: c.Type, After: c.After, Texts: c.texts(), Options: options}
	folder, x, _, err := onePlan(&c.SettingFlags.ConfigFlags, c.Plan, "plan add", std.Err, (*planFolder).plans)
	if err != nil {
		return err
	}
	t := folder.target
	t.Main, t.Path = x.File.Name, x.File.Name
	settings, err := c.SettingsFor(&t)
	if err != nil {
		return err
	}
	w := c.Writer(std, "plan add", t, settings)
	return w.Write(editOf(t.Main, func(files fs.FS) (string, *planfile.Change, error) {
		p, err := planfile.Read(files, t.Main)
		if err != nil {
			return "", nil, err
		}
		added, err := p.Add(draft)
		if err == nil && folder.Done(x) && added.Changed() {
			note := fmt.Sprintf("the plan is done, as %s shows: its checkpoint is not listed as open", path.Base(planfile.SummaryName(t.Main)))
			added.Notes = append([]string{note}, added.Notes...)
		}
		return p.Text(), added, err
	}))
}

// texts returns the texts that were given, by the names of the children.
func (c *addCommand) texts() map[string]string {
	texts := map[string]string{planfile.NameTag: c.Name}
	for tag, lines := range map[string][]string{
		planfile.BuiltTag: c.WhatBuilt, planfile.HowTag: c.HowToVerify, planfile.DecisionTag: c.Decision, planfile.ContextTag: c.Context,
		planfile.ActionTag: c.Action, planfile.WhyTag: c.WhyManual, planfile.InstructionTag: c.Instructions, planfile.ResumeTag: c.ResumeSignal,
	} {
		texts[tag] = strings.Join(lines, "\n")
	}
	return texts
}

// options returns those that the flags describe.
func (c *addCommand) options() ([]planfile.Option, error) {
	var all []planfile.Option
	for _, arg := range c.Option {
		id, name, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, fmt.Errorf("plan add: --option is %q, want ID=NAME", arg)
		}
		all = append(all, planfile.Option{ID: id, Name: name})
	}
	pros, err1 := sides(all, "--pros", c.Pros)
	cons, err2 := sides(all, "--cons", c.Cons)
	for i := range all {
		all[i].Pros, all[i].Cons = pros[i], cons[i]
	}
	return all, errors.Join(err1, err2)
}

// sides returns what a flag says for or against each option.
func sides(options []planfile.Option, flag string, args []string) ([]string, error) {
	texts := make([]string, len(options))
	for _, arg := range args {
		id, text, ok := strings.Cut(arg, "=")
		if !ok {
			return texts, fmt.Errorf("plan add: %s is %q, want ID=TEXT", flag, arg)
		}
		i := slices.IndexFunc(options, func(o planfile.Option) bool { return o.ID == id })
		if i < 0 {
			return texts, app.Hinted(fmt.Errorf("plan add: %s is about %q, and there is no such option", flag, id), "--option "+app.Quote(id+"=NAME")+" makes it")
		}
		texts[i] += " " + text
	}
	return texts, nil
}
