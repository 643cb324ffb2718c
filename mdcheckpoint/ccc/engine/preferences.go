package engine

import (
	"io/fs"
	"strconv"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// PreferencesFile is the name of the user's preferences file, in the project root.
const PreferencesFile = ".ccc-preferences.yaml"

// Preferences contains the user's settings for the loop. A zero value is not set.
type Preferences struct {
	MaxTask    int
	MaxGlobal  int
	MaxReplans int
	NoReplan   bool   // a request for a new plan counts as a failed attempt
	Mode       string // execution mode
}

// ReadPreferences reads a preferences file. Missing and invalid values are not set. Source: stop;
// retry_max_per_task: the preferences command.
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

func positive(v *jsondoc.Value) int {
	n, _ := v.Int()
	if text, quoted := v.Str(); quoted {
		n, _ = strconv.Atoi(text)
	}
	return max(n, 0)
}
