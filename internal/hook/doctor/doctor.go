// Package doctor checks the hooks of mdck in the settings of agents: what they answer, and why they
// do not run. It reads and writes no file: an [Input] contains the settings and the environment.
package doctor

import (
	"io"
	"slices"

	"mdck/internal/hook"
	"mdck/internal/hook/settings"
)

// An Input has the settings and the environment to examine.
type Input struct {
	Agents   []hook.Agent
	Named    bool // a missing entry is a fault
	Files    []File
	Cwd      string // absolute directory of the events
	Written  string // written file in the events, or ""
	Binary   Binary
	NoBinary string // why an agent would not find mdck, or ""
	Getenv   func(string) string

	Run func(hook.Agent, string, hook.Options, io.Reader, io.Writer)
	// Parse parses the arguments of mdck hook. ok is false if mdck would not answer.
	Parse func(words []string) (a hook.Agent, event string, o hook.Options, ok bool)
}

// A File is a settings file, which may be missing.
type File struct {
	Agent    hook.Agent
	Level    string
	Path     string
	Reach    string // which sessions run its hooks, or ""
	Read     bool   // sessions in Cwd read it
	Settings *settings.File
	Values   settings.Values // values of a key; nil without a file
	Err      error
	Name     string   // absolute, with links resolved
	Dirs     []string // directories that may be trusted; the first one with a setting decides
}

// A Report is the result of [Examine]. Its JSON names are part of the interface.
type Report struct {
	Version  int       `json:"version"`
	Mdck     Binary    `json:"mdck"`
	Agents   []Agent   `json:"agents"`
	Problems []Problem `json:"problems"`
}

// A Binary is the mdck that agents run.
type Binary struct {
	Path    string `json:"path"`    // "" if an agent would not find mdck
	Version string `json:"version"` // "" unless Running
	Running bool   `json:"running"`
}

// An Agent is the result for one agent.
type Agent struct {
	Agent    hook.Agent `json:"agent"`
	Settings []Settings `json:"settings"`
	Events   []Event    `json:"events"`
}

// Settings are the result for one settings file.
type Settings struct {
	Level   string  `json:"level"`
	Path    string  `json:"path"`
	Reach   string  `json:"reach"`
	Read    bool    `json:"read"`
	State   string  `json:"state"` // missing, unreadable, none or installed
	Entries []Entry `json:"entries"`
}

// An Entry is one of mdck's entries in the settings.
type Entry struct {
	Event   string `json:"event"`
	Matcher string `json:"matcher"` // "" for none
	Command string `json:"command"`
	Line    int    `json:"line"`   // 1-based
	Column  int    `json:"column"` // 1-based, in bytes
}

// An Event is an event with mdck's answer.
type Event struct {
	Event  string `json:"event"`
	Source string `json:"source"` // how the session starts, the tool, or ""
	Asked  bool   `json:"asked"`
	Bytes  int    `json:"bytes"`
	Fault  string `json:"fault"` // why there is no answer, or ""
}

// A Problem can prevent hooks from working.
type Problem struct {
	Severity string     `json:"severity"` // Fault or Warning
	Agent    hook.Agent `json:"agent"`    // "" for all agents
	Message  string     `json:"message"`
	Hint     string     `json:"hint"`
}

const (
	Fault   = "fault"
	Warning = "warning"
)

func (r *Report) Faulty() bool {
	return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Severity == Fault })
}

// Examine checks the settings, and runs mdck for every event of every agent.
func Examine(in Input) Report {
	r := Report{Version: 1, Mdck: in.Binary, Agents: []Agent{}, Problems: []Problem{}}
	for _, a := range in.Agents {
		row := settings.Of(a)
		found, problems := in.agent(&row)
		r.Agents = append(r.Agents, found)
		r.Problems = append(r.Problems, problems...)
	}
	if !in.Named && !in.installed() {
		r.Problems = append(r.Problems,
			in.noEntry(Problem{Fault, "", "no agent has hooks of mdck in its settings", "to add the hooks: mdck hook install AGENT"}))
	}
	r.Problems = append(r.Problems, in.surroundings(in.installed())...)
	return r
}

func (in *Input) agent(row *settings.Agent) (Agent, []Problem) {
	files := in.filesOf(row.Name)
	all := in.runs(row, files)
	found := Agent{Agent: row.Name, Settings: []Settings{}, Events: []Event{}}
	for _, f := range files {
		if f.Reach != "" {
			found.Settings = append(found.Settings, f.found())
		}
	}
	problems := fileProblems(files)
	installed := slices.ContainsFunc(files, func(f File) bool { return f.Settings.HasOurs() })
	if !installed && in.Named {
		problems = append(problems, in.noEntry(Problem{Fault, row.Name,
			"the settings of " + row.Title + " have no hooks of mdck", "to add the hooks: mdck hook install " + string(row.Name)}))
	}
	problems = slices.Concat(problems, ofEntries(row, all), twice(row, all))
	for _, event := range hook.Events(row.Name) {
		for _, what := range settings.Answered(row.Name, event) {
			found.Events = append(found.Events, in.event(row, event, what, all))
		}
	}
	return found, problems
}

func (in *Input) filesOf(a hook.Agent) []File {
	return slices.DeleteFunc(slices.Clone(in.Files), func(f File) bool { return f.Agent != a })
}

func (in *Input) installed() bool {
	return slices.ContainsFunc(in.Files, func(f File) bool { return f.Settings.HasOurs() })
}

func (f *File) found() Settings {
	out := Settings{Level: f.Level, Path: f.Path, Reach: f.Reach,
		Read: f.Read, State: "missing", Entries: []Entry{}}
	switch {
	case f.Err != nil:
		out.State = "unreadable"
	case f.Settings != nil:
		out.State = "none"
		for _, h := range f.Settings.Handlers() {
			if h.Ours() {
				out.State = "installed"
				out.Entries = append(out.Entries,
					Entry{h.Event, h.Matcher, h.Command, h.Place.Line, h.Place.Column})
			}
		}
	}
	return out
}
