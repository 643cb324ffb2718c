package doctor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"mdck/internal/hook"
	"mdck/internal/hook/settings"
	"mdck/mdcheckpoint/jsondoc"
)

// event is what mdck answers to one event, as the entries that are asked have it.
// own reports that the fault is in the answer, not in the entry.
func (in *Input) event(row *settings.Agent, event, what string, all []settings.Handler) (e Event, own bool) {
	options := hook.Options{ReadOnly: true, Getenv: in.undisabled, Getwd: func() (string, error) { return in.Cwd, nil }}
	asked, good, why := false, false, ""
	for _, h := range all {
		if h.Event != event || !h.Asks(row.Name, what) {
			continue
		}
		for _, c := range h.Calls() {
			if !c.Answers() {
				continue
			}
			asked = true
			if wrong := in.misread(row, &h, &c); wrong != "" {
				why = wrong
				continue
			}
			good = true
			_, _, o, _ := in.Parse(c.Args[1:])
			options.BlockUnsaved = options.BlockUnsaved || o.BlockUnsaved
			options.Findings = options.Findings || o.Findings
		}
	}
	if asked && !good {
		return Event{Event: event, Source: what, Asked: true, Shape: "none", Keys: []string{}, Fault: why}, false
	}
	var out bytes.Buffer
	in.Run(row.Name, event, options, bytes.NewReader(in.input(event, what)), &out)
	e = measure(row, event, out.String())
	e.Source, e.Asked = what, asked
	return e, e.Fault != ""
}

// undisabled returns a variable of the environment; the one that silences mdck is a problem of
// its own.
func (in *Input) undisabled(name string) string {
	if name == hook.DisabledVariable {
		return ""
	}
	return in.Getenv(name)
}

// input is an event as agents send it.
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
		return nil // an event without input, which mdck answers as well
	}
	return raw
}

// A shape is an answer that an agent takes.
type shape struct {
	plain bool     // text, and no JSON
	keys  []string // of the JSON, all of them; in the order that mdck writes
	value string   // of the first key
}

// shapeOf is the shape of an answer to event; nil if there is to be none. It does
// not ask package hook, whose answers are measured by it.
func shapeOf(row *settings.Agent, event string) *shape {
	switch event {
	case settings.SessionStart, row.Tool:
		return &shape{keys: []string{"hookSpecificOutput.hookEventName", "hookSpecificOutput.additionalContext"}, value: event}
	case row.Stop:
		return &shape{keys: []string{"decision", "reason"}, value: row.Block}
	case row.Compact:
		return &shape{plain: true}
	}
	return nil
}

// measure measures an answer of mdck and says what the agent would not take.
func measure(row *settings.Agent, event, out string) Event {
	e := Event{Event: event, Shape: "none", Keys: []string{}}
	if out == "" {
		return e
	}
	want := shapeOf(row, event)
	text := out
	if strings.HasPrefix(strings.TrimSpace(out), "{") {
		e.Shape = "json"
		text, e.Keys, e.Fault = measureJSON(out, want)
	} else {
		e.Shape = "text"
		e.Fault = checkText(out, want)
	}
	e.Bytes, e.Units = len(text), len(utf16.Encode([]rune(text)))
	if e.Fault == "" {
		e.Fault = tooLong(row, &e, want)
	}
	return e
}

// measureJSON gives the text that the agent counts, the keys, and what is wrong.
func measureJSON(out string, want *shape) (text string, keys []string, wrong string) {
	doc, err := jsondoc.Parse("", strings.TrimSuffix(out, "\n"))
	if err != nil {
		return out, []string{}, oneLine(err)
	}
	values := map[string]string{}
	keys = leaves(doc.Root, "", values)
	if len(keys) == 0 {
		return out, []string{}, "an object without keys"
	}
	text = values[keys[len(keys)-1]]
	switch {
	case want == nil || want.plain:
		return text, keys, "JSON where the agent wants none"
	case !slices.Equal(keys, want.keys):
		return text, keys, "the keys are " + strings.Join(keys, ", ") + ", want " + strings.Join(want.keys, ", ")
	}
	switch got := values[keys[0]]; {
	case got != want.value:
		wrong = fmt.Sprintf("%s is %q, want %q", keys[0], got, want.value)
	case text == "":
		wrong = keys[1] + " is empty"
	case strings.ContainsAny(text[:1], "[{"):
		wrong = fmt.Sprintf("the text begins with %q, which is taken for JSON", text[:1])
	}
	return text, keys, wrong
}

// leaves are the keys of all values that are no objects, with dots between
// levels; values gets the texts of strings.
func leaves(v *jsondoc.Value, prefix string, values map[string]string) []string {
	all := []string{}
	for _, m := range v.Members {
		key := prefix + m.Key
		if m.Value.Kind == jsondoc.Object {
			all = append(all, leaves(m.Value, key+".", values)...)
			continue
		}
		values[key], _ = m.Value.Str()
		all = append(all, key)
	}
	return all
}

// checkText says what is wrong with an answer that is no JSON object.
func checkText(out string, want *shape) string {
	switch {
	case want == nil:
		return "text where the agent wants none"
	case !want.plain:
		return "text, want JSON with " + strings.Join(want.keys, ", ")
	case strings.HasPrefix(out, "["):
		return `the text begins with "[", which is taken for JSON`
	}
	return ""
}

// tooLong says which limit the text of an answer breaks.
func tooLong(row *settings.Agent, e *Event, want *shape) string {
	size := e.Units
	if row.Unit == "bytes" {
		size = e.Bytes
	}
	if row.Limit > 0 && size > row.Limit {
		return fmt.Sprintf("%d %s, %s passes %d whole", size, row.Unit, row.Title, row.Limit)
	}
	most := hook.MaxBytes
	if want.plain {
		most = hook.MaxSummary
	}
	if size := max(e.Bytes, e.Units); size > most {
		return fmt.Sprintf("%d bytes, mdck allows itself %d", size, most)
	}
	return ""
}
