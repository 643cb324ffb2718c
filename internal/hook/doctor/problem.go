package doctor

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/hook"
	"mdck/internal/hook/settings"
	"mdck/internal/report"
)

const guide = `fix the file, or paste the text from docs/hooks.md, section "Installing by hand"`

func (in *Input) noEntry(p Problem) Problem {
	for _, f := range in.Files {
		if f.Err != nil {
			p.Message = f.Path + " cannot be read, so mdck cannot check its hooks"
			p.Hint = guide
			return p
		}
	}
	return p
}

func fileProblems(files []File) (all []Problem) {
	for _, f := range files {
		switch {
		case f.Err != nil:
			all = append(all, Problem{Fault, f.Agent, oneLine(f.Err), guide})
		case f.Settings.HasOurs():
			choice := f.Settings.Choice(f.Agent)
			change, err := f.Settings.Install(settings.Entries(f.Agent, choice))
			if err != nil || len(change.Added)+len(change.Removed) > 0 {
				all = append(all, Problem{Warning, f.Agent,
					f.Path + ": the hooks of mdck are not up to date",
					fmt.Sprintf("to update the hooks: mdck hook install %s --%s%s", f.Agent, f.Level, choice.Flags())})
			}
		}
	}
	return all
}

// ofEntries reports entries that do not answer or that call another command of mdck.
func ofEntries(row *settings.Agent, all []run) (problems []Problem) {
	for _, r := range all {
		if r.why.Message != "" && !r.covered(row, all) && !slices.Contains(problems, r.why) {
			problems = append(problems, r.why)
		}
		i := slices.IndexFunc(r.calls, func(c settings.Call) bool { return !c.Answers() })
		if i < 0 || !slices.Contains(row.Blocking, r.Event) {
			continue
		}
		severity := Warning
		if r.calls[i].Decides {
			severity = Fault
		}
		problems = append(problems, Problem{severity, row.Name,
			fmt.Sprintf("%s: the hook for %s runs \"mdck %s\", and exit status 2 of this command blocks the agent", r.Place, r.Event, r.calls[i].Command()),
			"to avoid blocking, use: mdck hook " + string(row.Name) + " " + r.Event})
	}
	return problems
}

func (r *run) covered(row *settings.Agent, all []run) bool {
	covered := false
	for _, what := range settings.Answered(row.Name, r.Event) {
		if !r.Asks(row, what) {
			continue
		}
		covered = slices.ContainsFunc(all,
			func(o run) bool { return o.why.Message == "" && o.asks(row, r.Event, what) })
		if !covered {
			return false
		}
	}
	return covered
}

func running(row *settings.Agent, event, what string, all []run) []run {
	return slices.DeleteFunc(slices.Clone(all),
		func(r run) bool { return !r.asks(row, event, what) || r.why.Message != "" })
}

// twice reports events that several entries answer.
func twice(row *settings.Agent, all []run) (problems []Problem) {
	for _, event := range hook.Events(row.Name) {
		for _, what := range settings.Answered(row.Name, event) {
			asked := running(row, event, what, all)
			if len(asked) < 2 {
				continue
			}
			if p := answeredTwice(row, event, asked); !slices.Contains(problems, p) {
				problems = append(problems, p)
			}
		}
	}
	return problems
}

func answeredTwice(row *settings.Agent, event string, asked []run) Problem {
	var places []string
	same := row.Once
	for _, h := range asked {
		places = append(places, h.Place.String())
		same = same && h.Exec == asked[0].Exec && h.Command == asked[0].Command
	}
	where := strings.Join(places, ", ")
	hint := fmt.Sprintf("to remove the hooks of one file: mdck hook uninstall %s, with --project, --user or --local", row.Name)
	if same {
		return Problem{Warning, row.Name,
			fmt.Sprintf("%d equal hooks answer %s: %s; %s runs only one of them", len(places), event, where, row.Title), hint}
	}
	return Problem{Fault, row.Name, fmt.Sprintf("%d hooks answer %s, so the agent gets the answer more than once: %s", len(places), event, where), hint}
}

func (in *Input) surroundings(installed bool) (all []Problem) {
	if (hook.Options{Getenv: in.Getenv}).Disabled() {
		all = append(all, Problem{Warning, "",
			fmt.Sprintf("%s is %q in this environment, so the hooks of mdck do nothing", hook.DisabledVariable, in.Getenv(hook.DisabledVariable)), ""})
	}
	switch {
	case in.NoBinary != "":
		severity := Warning
		if installed {
			severity = Fault
		}
		all = append(all, Problem{severity, "", "an agent would not find mdck: " + in.NoBinary,
			"put mdck into a directory of PATH"})
	case !in.Binary.Running:
		all = append(all, Problem{Warning, "",
			"an agent would run " + in.Binary.Path + ", which is not the mdck that is running now", ""})
	}
	return all
}

func oneLine(err error) string { return report.OneLine(strings.ReplaceAll(err.Error(), "\n", "; ")) }
