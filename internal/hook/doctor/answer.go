package doctor

import (
	"bytes"
	"encoding/json"

	"mdck/internal/hook"
	"mdck/internal/hook/settings"
)

func (in *Input) event(row *settings.Agent, event, what string, all []run) Event {
	e := Event{Event: event, Source: what}
	for _, r := range all {
		if r.asks(row, event, what) {
			e.Asked, e.Fault = true, r.why.Message
		}
	}
	options := hook.Options{ReadOnly: true, Getenv: in.undisabled,
		Getwd: func() (string, error) { return in.Cwd, nil }}
	for _, r := range running(row, event, what, all) {
		e.Fault = ""
		for _, c := range r.calls {
			_, _, o, _ := in.Parse(c.Args[1:])
			options.BlockUnsaved = options.BlockUnsaved || o.BlockUnsaved
			options.Findings = options.Findings || o.Findings
		}
	}
	if e.Fault != "" {
		return e
	}
	var out bytes.Buffer
	in.Run(row.Name, event, options, bytes.NewReader(in.input(event, what)), &out)
	e.Bytes = out.Len()
	return e
}

func (in *Input) undisabled(name string) string {
	if name == hook.DisabledVariable {
		return ""
	}
	return in.Getenv(name)
}

func (in *Input) input(event, what string) []byte {
	v := map[string]any{
		"session_id": "mdck-hook-doctor", "transcript_path": "", "cwd": in.Cwd, "hook_event_name": event,
		"source": what, "trigger": "auto", "stop_hook_active": false, "tool_name": what,
	}
	if in.Written != "" {
		v["tool_input"] = map[string]string{"file_path": in.Written}
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil // an event without input has an answer, too
	}
	return raw
}
