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

const addHelp = `Adds a checkpoint to a plan, as a task, and sets autonomous to false in the front matter. A checkpoint with the same texts is not added again.

Each type has its own parts:

    human-verify    what-built, how-to-verify
    decision        decision, context, two or more options
    human-action    action, why-manual, instructions

Every type can also have a name and a resume-signal. A repeated flag adds a line.

PLAN is a path or an id (default: the only plan).

Examples:

    mdck plan add human-verify 03-06 --what-built "the dashboard, at http://localhost:3000" --how-to-verify "the sidebar is visible"
    mdck plan add decision 02-01 --after 0 --decision "who signs users in" --context "the app needs users" --option supabase="Supabase Auth" --option clerk=Clerk
    mdck plan add human-action 02-02 --action "open the account" --why-manual "it needs your card" --instructions "go to example.com" --diff`

type addCommand struct {
	Type         string   `arg:"" name:"type" help:"Type of the checkpoint: human-verify, decision or human-action."`
	Plan         string   `arg:"" optional:"" name:"plan" help:"The plan: its path or its id (default: the only plan)."`
	After        *int     `help:"Insert the checkpoint after the task with this number; 0 inserts it first (default: after the last task)." placeholder:"N"`
	Name         string   `help:"Name of the checkpoint." placeholder:"TEXT"`
	WhatBuilt    []string `sep:"none" help:"human-verify: what was built." placeholder:"TEXT"`
	HowToVerify  []string `sep:"none" help:"human-verify: how to check it; repeatable, one line each." placeholder:"TEXT"`
	Decision     []string `sep:"none" help:"decision: the decision to make." placeholder:"TEXT"`
	Context      []string `sep:"none" help:"decision: why it matters." placeholder:"TEXT"`
	Option       []string `sep:"none" help:"decision: an option; repeatable." placeholder:"ID=NAME"`
	Pros         []string `sep:"none" help:"decision: the advantages of an option." placeholder:"ID=TEXT"`
	Cons         []string `sep:"none" help:"decision: the disadvantages of an option." placeholder:"ID=TEXT"`
	Action       []string `sep:"none" help:"human-action: what to do." placeholder:"TEXT"`
	WhyManual    []string `sep:"none" help:"human-action: why no program can do it." placeholder:"TEXT"`
	Instructions []string `sep:"none" help:"human-action: how to do it; repeatable, one line each." placeholder:"TEXT"`
	ResumeSignal []string `sep:"none" help:"How a person answers (default: the usual text for the type)." placeholder:"TEXT"`
	pick.SettingFlags
	write.Flags
}

func (c *addCommand) Run(std app.Streams) error {
	options, err := c.options()
	if err != nil {
		return err
	}
	draft := planfile.Draft{Type: c.Type, After: c.After, Texts: c.texts(), Options: options}
	folder, x, _, err := onePlan(&c.Pick, c.Plan, "plan add", std.Err, (*planFolder).plans)
	if err != nil {
		return err
	}
	t := folder.target
	t.Main, t.Path = x.File.Name, x.File.Name
	settings, err := c.Pick.SettingsFor(&t)
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
			note := "according to " + path.Base(planfile.SummaryName(t.Main)) + ", the plan is done, so the new checkpoint is not listed as open"
			added.Notes = append([]string{note}, added.Notes...)
		}
		return p.Text(), added, err
	}))
}

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

func (c *addCommand) options() ([]planfile.Option, error) {
	var all []planfile.Option
	for _, arg := range c.Option {
		id, name, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, fmt.Errorf("plan add: --option is %q; expected ID=NAME", arg)
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

// sides parses ID=TEXT flags into the pros or cons of each option.
func sides(options []planfile.Option, flag string, args []string) ([]string, error) {
	texts := make([]string, len(options))
	for _, arg := range args {
		id, text, ok := strings.Cut(arg, "=")
		if !ok {
			return texts, fmt.Errorf("plan add: %s is %q; expected ID=TEXT", flag, arg)
		}
		i := slices.IndexFunc(options, func(o planfile.Option) bool { return o.ID == id })
		if i < 0 {
			return texts, app.Errorf("--option "+app.Quote(id+"=NAME")+" creates it", "plan add: %s: there is no option %q", flag, id)
		}
		texts[i] += " " + text
	}
	return texts, nil
}
