package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"mdck/internal/hook"
	"mdck/internal/hook/settings"
)

// A run is an entry in a settings file. why is the reason why it does not answer.
type run struct {
	settings.Handler
	file  *File
	calls []settings.Call
	why   Problem
}

func (in *Input) runs(row *settings.Agent, files []File) []run {
	ranked := append(slices.Clone(files),
		File{Level: settings.Env, Path: "the environment", Read: true, Values: in.environment})
	levels := strings.Fields(precedence)
	sort.SliceStable(ranked, func(i, j int) bool {
		return slices.Index(levels, ranked[i].Level) < slices.Index(levels, ranked[j].Level)
	})
	var all []run
	for i := range files {
		rejected := files[i].Settings.Rejected()
		for _, h := range files[i].Settings.Handlers() {
			r := run{Handler: h, file: &files[i], calls: h.Calls()}
			if r.answers() {
				r.why = cmp.Or(r.unread(row, rejected), r.silenced(row, ranked), in.misread(row, &r))
			}
			all = append(all, r)
		}
	}
	return all
}

// precedence lists the levels of settings, strongest first.
const precedence = "env trust managed local project user default"

// environment returns the values of a variable; true, yes and on also mean "1".
func (in *Input) environment(key string) []string {
	ones := strings.NewReplacer("true", "true 1", "yes", "1", "on", "1")
	return strings.Fields(ones.Replace(strings.ToLower(in.Getenv(key))))
}

func (r *run) answers() bool {
	return slices.ContainsFunc(r.calls, func(c settings.Call) bool { return c.Answers() })
}

func (r *run) asks(row *settings.Agent, event, what string) bool {
	return r.Event == event && r.Asks(row, what) && r.answers()
}

// unread returns why the agent ignores the entry at every event.
func (r *run) unread(row *settings.Agent, rejected string) Problem {
	p := Problem{Fault, row.Name, "",
		"to replace the hooks of mdck: mdck hook install " + string(row.Name)}
	switch {
	case !r.file.Read:
		p.Message = r.file.Path + " applies only to " + r.file.Reach
		p.Hint = fmt.Sprintf("start the agent there, or add the hooks to your settings: mdck hook install %s --user", row.Name)
	case rejected != "":
		p.Message = fmt.Sprintf("%s: %s, so %s ignores the file", r.file.Path, rejected, row.Title)
		p.Hint = ""
	case r.Wrong != "":
		p.Message = fmt.Sprintf("%s: %s, so %s does not run the hook", r.Place, r.Wrong, row.Title)
	case !slices.Contains(hook.Events(row.Name), r.Event):
		p.Message = fmt.Sprintf("%s: %q is not an event of %s, so the hook never runs",
			r.Place, r.Event, row.Title)
	case r.Event == settings.SessionStart &&
		!slices.ContainsFunc(row.Sources, func(what string) bool { return r.Asks(row, what) }):
		p.Message = fmt.Sprintf("%s: the hook never runs, because its matcher %q matches no session start: %s",
			r.Place, r.Matcher, strings.Join(row.Sources, ", "))
	default:
		return Problem{}
	}
	return p
}

func (r *run) silenced(row *settings.Agent, ranked []File) Problem {
	for _, f := range row.Facts {
		value := strings.ReplaceAll(f.Value, "NAME", r.Name)
		place, has := r.find(&f, value, ranked)
		switch {
		case f.Is == "!" && !has && place != "":
			if value != "" {
				place += fmt.Sprintf(" does not have the value %q", value)
			} else {
				place += " is not set"
			}
			return Problem{Fault, row.Name, place + ", so the hook does not run", f.Do}
		case f.Is == "+" && has:
			return Problem{}
		case f.Is == "=" && has:
			return Problem{Fault, row.Name,
				fmt.Sprintf("%s is %q, so the hook does not run", place, value), f.Do}
		}
	}
	return Problem{}
}

// find returns where a fact is set, and whether it has the value there.
func (r *run) find(fact *settings.Fact, value string, ranked []File) (place string, has bool) {
	dirs := r.file.Dirs
	if !strings.Contains(fact.Key, "DIR") {
		dirs = []string{""}
	}
	for _, f := range ranked {
		if !f.Read || !slices.Contains(strings.Fields(fact.Levels), f.Level) {
			continue
		}
		for _, dir := range dirs {
			key := strings.NewReplacer(" ", "\x00", "DIR", dir,
				"HOOK", r.file.Name+":"+r.ID).Replace(fact.Key)
			var values []string
			if place = f.Path + ": " + shown(key); f.Values != nil {
				values = f.Values(key)
			}
			if has = slices.Contains(values, value) || value == "" && len(values) > 0; has || len(values) > 0 && fact.Value != "NAME" {
				return place, has
			}
		}
	}
	return place, false
}

// shown formats a key as in TOML.
func shown(key string) string {
	parts := strings.Split(key, "\x00")
	for i, part := range parts {
		if strings.ContainsAny(part, `/\.: `) {
			parts[i] = strconv.Quote(part)
		}
	}
	return strings.Join(parts, ".")
}

// misread reports a call that gives no answer or a wrong one, such as one for another agent.
func (in *Input) misread(row *settings.Agent, r *run) (wrong Problem) {
	for _, c := range r.calls {
		if !c.Answers() {
			continue
		}
		a, event, _, ok := in.Parse(c.Args[1:])
		why := ""
		switch {
		case !c.Plain:
		case !ok:
			why = "gets no answer; expected mdck hook AGENT EVENT with valid flags"
		case !slices.Contains(hook.Events(a), event):
			why = fmt.Sprintf("gets no answer, because %s has no event %q", a, event)
		case a != row.Name:
			why = fmt.Sprintf("answers in the format of %s, but %s runs the hook", settings.Of(a).Title, row.Title)
		case event != r.Event:
			why = "answers the event " + event + ", but the hook runs at " + r.Event
		}
		if why == "" {
			return Problem{}
		}
		wrong = Problem{Fault, row.Name, fmt.Sprintf("%s: \"mdck %s\" %s", r.Place, strings.Join(c.Args, " "), why),
			"to replace the hooks of mdck: mdck hook install " + string(row.Name)}
	}
	return wrong
}
