package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"

	"mdck/internal/hook"
	agentset "mdck/internal/hook/settings"
	"mdck/internal/report"
	"mdck/internal/workspace"
)

const hookDoctorHelp = `Prints where the hooks of mdck stand in the settings of each agent, and what they would answer to every event in the directory that you are in: bytes, UTF-16 units and shape, against what the agent takes whole. It also says which mdck an agent would find. Settings are only read.

Status 1 if there is a fault; warnings are none.

Examples:

    mdck hook doctor
    mdck hook doctor codex
    mdck hook doctor claude --json`

type hookDoctor struct {
	Agent string `arg:"" optional:"" default:"" enum:",claude,codex,gemini" help:"The agent: claude, codex or gemini; all of them if left out."`
	JSON  bool   `help:"Print one JSON object."`
}

// Run examines.
func (c *hookDoctor) Run(std Streams) error {
	x := &examination{run: hook.Run}
	var err error
	if x.cwd, err = os.Getwd(); err != nil {
		return err
	}
	agents := agentset.Agents()
	if c.Agent != "" {
		agents = []hook.Agent{hook.Agent(c.Agent)}
	}
	for _, a := range agents {
		if err := x.agent(a, c.Agent != ""); err != nil {
			return err
		}
	}
	x.surroundings(c.Agent == "")
	if c.JSON {
		err = report.Indented(std.Out, &x.found)
	} else {
		err = x.found.print(std.Out)
	}
	if err == nil && x.found.faulty() {
		return errFindings
	}
	return err
}

// What doctor found, as --json prints it. Names are part of the interface.
type (
	doctorReport struct {
		Version  int             `json:"version"`
		Mdck     doctorBinary    `json:"mdck"`
		Agents   []doctorAgent   `json:"agents"`
		Problems []doctorProblem `json:"problems"`
	}
	doctorBinary struct {
		Path    string `json:"path"`    // that an agent would run; "" if it would find none
		Version string `json:"version"` // of it; "" if that cannot be told
		Running bool   `json:"running"` // it is the one that examines
	}
	doctorAgent struct {
		Agent    string           `json:"agent"`
		Settings []doctorSettings `json:"settings"`
		Events   []doctorEvent    `json:"events"`
	}
	doctorSettings struct {
		Level   string        `json:"level"` // project, local or user
		Path    string        `json:"path"`
		State   string        `json:"state"` // missing, unreadable, none or installed
		Entries []doctorEntry `json:"entries"`
	}
	doctorEntry struct {
		Event   string `json:"event"`
		Matcher string `json:"matcher"` // "" for none
		Command string `json:"command"`
		Line    int    `json:"line"`   // 1-based
		Column  int    `json:"column"` // 1-based, in bytes
	}
	doctorEvent struct {
		Event  string   `json:"event"`
		Source string   `json:"source"` // or the tool; "" if there is none
		Asked  bool     `json:"asked"`  // an entry has the agent ask
		Bytes  int      `json:"bytes"`  // of the text that the agent counts
		Units  int      `json:"units"`  // UTF-16 units of it
		Shape  string   `json:"shape"`  // none, text or json
		Keys   []string `json:"keys"`   // of the JSON, with dots between levels
		Fault  string   `json:"fault"`  // "" if the agent takes the answer whole
	}
	doctorProblem struct {
		Severity string `json:"severity"` // fault or warning
		Agent    string `json:"agent"`    // "" if it concerns all
		Message  string `json:"message"`
		Hint     string `json:"hint"` // "" if there is none
	}
)

func (r *doctorReport) faulty() bool {
	for _, p := range r.Problems {
		if p.Severity == fault {
			return true
		}
	}
	return false
}

const (
	fault   = "fault"
	warning = "warning"
)

// An examination is one run of doctor.
type examination struct {
	cwd       string
	run       answerer
	found     doctorReport
	installed bool // some agent has entries
}

func (x *examination) problem(severity string, a hook.Agent, message, hint string) {
	x.found.Problems = append(x.found.Problems, doctorProblem{severity, string(a), message, hint})
}

// A placed handler is one with the file that it stands in.
type placed struct {
	agentset.Handler
	file settingsFile
}

// agent examines one agent; it is a fault that one which was named has no entry.
func (x *examination) agent(a hook.Agent, named bool) error {
	files, err := allSettings(a)
	if err != nil {
		return err
	}
	out := doctorAgent{Agent: string(a), Settings: []doctorSettings{}, Events: []doctorEvent{}}
	var handlers []placed
	for _, f := range files {
		s, in := x.settings(f)
		out.Settings = append(out.Settings, s)
		handlers = append(handlers, in...)
	}
	ours := x.ours(handlers)
	if len(ours) == 0 && named {
		x.problem(fault, a, "no settings of "+title(a)+" have a hook of mdck", "mdck hook install "+string(a))
	}
	x.installed = x.installed || len(ours) > 0
	x.twice(a, handlers)
	x.blocking(a, handlers)
	for _, event := range hook.Events(a) {
		for _, what := range agentset.Asked(a, event) {
			e := x.event(a, event, what, ours)
			if e.Fault != "" {
				x.problem(fault, a, event+" "+what+": "+e.Fault, "this is a fault of mdck, not of yours")
			}
			out.Events = append(out.Events, e)
		}
	}
	if a == hook.Codex && len(ours) > 0 {
		x.problem(warning, a, "Codex runs a hook only after you have trusted it, and does not say so; from here it cannot be seen whether you have", "/hooks in Codex shows and trusts them")
	}
	x.found.Agents = append(x.found.Agents, out)
	return nil
}

func (x *examination) ours(all []placed) []placed {
	var ours []placed
	for _, h := range all {
		if h.Ours() {
			ours = append(ours, h)
		}
	}
	return ours
}

// An answerer answers one event as package hook does.
type answerer func(hook.Agent, string, hook.Options, io.Reader, io.Writer)

// event is what mdck answers to one event.
func (x *examination) event(a hook.Agent, event, what string, ours []placed) doctorEvent {
	options := hook.Options{Getenv: undisabled, Getwd: os.Getwd}
	asked := false
	for _, h := range ours {
		if h.Event == event && h.Asks(a, what) {
			asked = true
			addFlags(&options, h.Flags())
		}
	}
	var out bytes.Buffer
	x.run(a, event, options, bytes.NewReader(x.input(event, what)), &out)
	e := judged(a, event, out.String())
	e.Source, e.Asked = what, asked
	return e
}

// undisabled is the environment, without what silences mdck: doctor says that
// apart.
func undisabled(name string) string {
	if name == disabledVariable {
		return ""
	}
	return os.Getenv(name)
}

// addFlags adds what the flags of an entry ask for.
func addFlags(o *hook.Options, flags []string) {
	for _, f := range flags {
		switch f {
		case "--block-unsaved":
			o.BlockUnsaved = true
		case "--findings":
			o.Findings = true
		}
	}
}

// input is an event as agents send it.
func (x *examination) input(event, what string) []byte {
	in := map[string]any{
		"session_id": "mdck-hook-doctor", "transcript_path": "", "cwd": x.cwd, "hook_event_name": event,
		"source": what, "trigger": "auto", "stop_hook_active": false, "tool_name": what,
	}
	if found, err := workspace.Here(x.cwd); err == nil && len(found) > 0 {
		in["tool_input"] = map[string]string{"file_path": found[0].File(found[0].Main)}
	}
	raw, err := json.Marshal(in)
	if err != nil {
		return nil // an event without input, which mdck answers as well
	}
	return raw
}

// settings examines one file of settings.
func (x *examination) settings(f settingsFile) (doctorSettings, []placed) {
	out := doctorSettings{Level: f.level, Path: f.shown(), State: "missing", Entries: []doctorEntry{}}
	s, err := f.parse()
	if err != nil {
		out.State = "unreadable"
		x.problem(fault, f.agent, asOneLine(err), "mdck cannot tell what the file holds")
		return out, nil
	}
	if s == nil {
		return out, nil
	}
	out.State = "none"
	var all []placed
	for _, h := range s.Handlers() {
		all = append(all, placed{h, f})
		if h.Ours() {
			out.State = "installed"
			out.Entries = append(out.Entries, doctorEntry{h.Event, h.Matcher, joinedWords(h.Words), h.Place.Line, h.Place.Column})
		}
	}
	if out.State == "installed" {
		x.form(f, s)
	}
	return out, all
}
