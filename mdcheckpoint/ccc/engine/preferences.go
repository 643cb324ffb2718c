package engine

import (
	"io/fs"
	"strconv"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// PreferencesFile is the name of the file of a user's preferences, at the root of
// the project.
const PreferencesFile = ".ccc-preferences.yaml"

// Preferences are what a user prefers of the loop. A value that is zero is not set,
// and then that of the state holds.
type Preferences struct {
	MaxTask    int    // attempts at a task
	MaxGlobal  int    // attempts at all
	MaxReplans int    // how often the tasks may be planned again
	NoReplan   bool   // a session that asks for a new plan is a try that failed
	Mode       string // execution mode
}

// ReadPreferences reads the preferences at name in tree. What does not exist, or cannot
// be read, is not set: the protocol's hooks take it so. Source: stop; the second name
// of the attempts at a task: the preferences command.
func ReadPreferences(tree fs.FS, name string) Preferences {
	text, err := source.ReadFile(tree, name)
	if err != nil {
		return Preferences{}
	}
	doc, err := yamldoc.Parse(name, text)
	if err != nil {
		return Preferences{}
	}
	on, set := doc.Root.Get("replan", "enabled").Bool()
	p := Preferences{
		MaxTask:    positive(doc.Root.Get("execution", "max_task_iterations")),
		MaxGlobal:  positive(doc.Root.Get("execution", "max_global_iterations")),
		MaxReplans: positive(doc.Root.Get("replan", "max_replans_per_session")),
		NoReplan:   set && !on,
	}
	p.Mode, _ = doc.Root.Get("execution", "default_mode").Str()
	if p.MaxTask == 0 {
		p.MaxTask = positive(doc.Root.Get("execution", "retry_max_per_task"))
	}
	return p
}

// positive is a whole number above zero, in quotes or not, as the protocol's hooks
// read it; 0 for everything else.
func positive(v *jsondoc.Value) int {
	n, _ := v.Int()
	if text, quoted := v.Str(); quoted {
		n, _ = strconv.Atoi(text)
	}
	return max(n, 0)
}
