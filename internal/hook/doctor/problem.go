package doctor

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/hook"
	"mdck/internal/hook/settings"
	"mdck/internal/report"
	"mdck/mdcheckpoint/jsondoc"
)

// guide says where to find what install writes, to paste it.
const guide = `mend the file at that place; what to paste into it is in docs/hooks.md, "What to paste, without install"`

// noEntry returns p, that there is no entry, or that a file which cannot be read may have one.
func (in *Input) noEntry(p Problem) Problem {
	for _, f := range in.Files {
		if f.Err != nil {
			p.Message = fmt.Sprintf("cannot tell whether there is a hook of mdck: %s cannot be read", f.Path)
			p.Hint = guide
			return p
		}
	}
	return p
}

// fileProblems say which files cannot be read, and which entries are not those
// that install would write.
func fileProblems(files []File) []Problem {
	var all []Problem
	for _, f := range files {
		switch {
		case f.Err != nil:
			all = append(all, Problem{Fault, f.Agent, oneLine(f.Err), "cannot tell what the file holds; " + guide})
		case f.Settings.HasOurs():
			choice := f.Settings.Choice(f.Agent)
			change, err := f.Settings.Install(settings.Entries(f.Agent, choice))
			if did := len(change.Added) + len(change.Changed) + len(change.Removed); err != nil || did > 0 {
				all = append(all, Problem{Warning, f.Agent, f.Path + ": the hooks of mdck are not those that this version installs",
					fmt.Sprintf("mdck hook install %s --%s%s", f.Agent, f.Level, choice.Flags())})
			}
		}
	}
	return all
}

// precedence are the levels of settings, that which wins first.
var precedence = [...]string{"local", "project", "user"}

// switched says which settings switch hooks off. A value counts for the agent,
// whichever file has it, unless a file that wins over it says otherwise.
func switched(row *settings.Agent, files []File) []Problem {
	var all []Problem
	for _, s := range row.Switches {
		for _, level := range precedence {
			i := slices.IndexFunc(files, func(f File) bool { return f.Level == level && f.Settings != nil })
			if i < 0 {
				continue
			}
			if value, ok := files[i].Settings.Value(s.Path...).Bool(); ok {
				if value == s.Off {
					all = append(all, Problem{Fault, row.Name, fmt.Sprintf("%s: %s is %t, so no hook runs", files[i].Path, strings.Join(s.Path, "."), value), ""})
				}
				break
			}
		}
	}
	if row.Name == hook.Gemini {
		all = append(all, disabled(row, files)...)
	}
	return all
}

// disabled says which entries the lists of Gemini's own switch off.
func disabled(row *settings.Agent, files []File) []Problem {
	var all []Problem
	for _, f := range files {
		if f.Settings == nil {
			continue
		}
		list := f.Settings.Value("hooks", "disabled")
		if list == nil || list.Kind != jsondoc.Array {
			continue
		}
		for _, v := range list.Elements {
			name, _ := v.Str()
			if slices.ContainsFunc(handlersOf(files), func(h settings.Handler) bool { return h.Ours() && h.Command == name }) {
				all = append(all, Problem{Fault, row.Name, fmt.Sprintf("%s: hooks.disabled names %q, so it does not run", f.Path, name), ""})
			}
		}
	}
	return all
}

func answers(h *settings.Handler) bool {
	return slices.ContainsFunc(h.Calls(), func(c settings.Call) bool { return c.Answers() })
}

// twice says which events are answered more than once, by entries of mdck or by
// command lines of the user that call it.
func twice(row *settings.Agent, all []settings.Handler) []Problem {
	var problems []Problem
	for _, event := range hook.Events(row.Name) {
		for _, what := range settings.Asked(row.Name, event) {
			var asked []settings.Handler
			for _, h := range all {
				if h.Event == event && h.Asks(row.Name, what) && answers(&h) {
					asked = append(asked, h)
				}
			}
			if p := answeredTwice(row, event, asked); len(asked) > 1 && !slices.Contains(problems, p) {
				problems = append(problems, p)
			}
		}
	}
	return problems
}

func answeredTwice(row *settings.Agent, event string, asked []settings.Handler) Problem {
	var places []string
	same := row.Once
	for _, h := range asked {
		places = append(places, h.Place.String())
		same = same && h.Exec == asked[0].Exec && h.Command == asked[0].Command
	}
	where := strings.Join(places, ", ")
	hint := fmt.Sprintf("mdck hook uninstall %s takes the entries out of one file: --project, --user or --local says which", row.Name)
	if same {
		return Problem{Warning, row.Name, fmt.Sprintf("%s has the same entry %d times: %s; %s runs it once", event, len(places), where, row.Title), hint}
	}
	return Problem{Fault, row.Name, fmt.Sprintf("%s is answered %d times: %s", event, len(places), where), "the text comes as often; " + hint}
}

// blocking says which hooks of the user call mdck where its status 2, "could not
// do the job", blocks the agent.
func blocking(row *settings.Agent, all []settings.Handler) []Problem {
	var problems []Problem
	for _, h := range all {
		if !slices.Contains(row.Blocking, h.Event) {
			continue
		}
		for _, c := range h.Calls() {
			severity := Fault
			switch {
			case c.Answers():
				continue
			case !c.Decides:
				severity = Warning
			}
			problems = append(problems, Problem{severity, row.Name, fmt.Sprintf("%s: %s runs mdck %s, and status 2 of it blocks the agent there", h.Place, h.Event, c.Command()),
				"mdck hook " + string(row.Name) + " " + h.Event + " never blocks unless it is asked to"})
			break
		}
	}
	return problems
}

// mistaken says which entries nothing asks, and which are answered otherwise than
// their place in the settings wants.
func (in *Input) mistaken(row *settings.Agent, all []settings.Handler) []Problem {
	var problems []Problem
	hint := "mdck hook install " + string(row.Name) + " mends its own entries"
	for _, h := range all {
		for _, c := range h.Calls() {
			if !c.Answers() {
				continue
			}
			if why := unasked(row, &h); why != "" {
				problems = append(problems, Problem{Fault, row.Name, fmt.Sprintf("%s: %s", h.Place, why), hint})
			}
			if why := in.misread(row, &h, &c); why != "" {
				problems = append(problems, Problem{Fault, row.Name, fmt.Sprintf("%s: mdck %s: %s", h.Place, strings.Join(c.Args, " "), why), hint})
			}
		}
	}
	return problems
}

// unasked says why the agent never runs a handler; "" if it does.
func unasked(row *settings.Agent, h *settings.Handler) string {
	fits := func(source string) bool { return h.Asks(row.Name, source) }
	switch {
	case !slices.Contains(hook.Events(row.Name), h.Event):
		return fmt.Sprintf("mdck knows no event %q of %s, so nothing asks", h.Event, row.Title)
	case h.Event == settings.SessionStart && !slices.ContainsFunc(row.Sources, fits):
		return fmt.Sprintf("no session start asks: matcher %q fits none of %s", h.Matcher, strings.Join(row.Sources, ", "))
	}
	return ""
}

// misread says how mdck misunderstands a call in a handler; "" if it does not, or
// if only a shell could tell.
func (in *Input) misread(row *settings.Agent, h *settings.Handler, c *settings.Call) string {
	if !c.Plain {
		return ""
	}
	a, event, _, ok := in.Parse(c.Args[1:])
	switch {
	case !ok:
		return "is answered with nothing: want an agent, an event and flags that mdck hook has"
	case !slices.Contains(hook.Events(a), event):
		return fmt.Sprintf("is answered with nothing: %s has no event %q", a, event)
	case a != row.Name:
		return fmt.Sprintf("answers as %s wants it, and %s asks", settings.Of(a).Title, row.Title)
	case event != h.Event:
		return fmt.Sprintf("answers %s where %s asks", event, h.Event)
	}
	return ""
}

// surroundings are the problems that all agents share.
func (in *Input) surroundings(installed bool) []Problem {
	var all []Problem
	if (hook.Options{Getenv: in.Getenv}).Disabled() {
		all = append(all, Problem{Warning, "", fmt.Sprintf("%s is %q here: the hooks of an agent that is started from here are silent", hook.DisabledVariable, in.Getenv(hook.DisabledVariable)), ""})
	}
	switch {
	case in.NoBinary != "":
		severity := Warning
		if installed {
			severity = Fault
		}
		all = append(all, Problem{severity, "", "an agent would find no mdck: " + in.NoBinary, "put it into a directory of PATH"})
	case !in.Binary.Running:
		all = append(all, Problem{Warning, "", "an agent would run " + in.Binary.Path + ", which is not the mdck that runs now", ""})
	}
	return all
}

// oneLine is an error as a message of one line.
func oneLine(err error) string { return report.OneLine(strings.ReplaceAll(err.Error(), "\n", "; ")) }
