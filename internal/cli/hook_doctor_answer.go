package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"mdck/internal/hook"
	"mdck/mdcheckpoint/jsondoc"
)

// Limits of an answer.
const (
	ownLimit     = 9500 // bytes, and so UTF-16 units: what mdck allows itself
	compactLimit = 500  // bytes of what is said before a compaction
)

// agentLimits are the sizes that agents pass whole; of a longer text they pass a
// part, and say nothing. Measured with Claude Code 2.1.329 and Codex CLI 0.169.0.
var agentLimits = [...]struct {
	agent hook.Agent
	unit  string
	most  int
}{
	{hook.Claude, "UTF-16 units", 10000},
	{hook.Codex, "bytes", 10000},
}

// A form is an answer that an agent takes.
type form struct {
	agents []hook.Agent // nil for all
	events []string
	plain  bool     // text, and no JSON
	keys   []string // of the JSON, all of them; in the order that mdck writes
	value  string   // of the first key; "" if it is the event
}

// forms are all forms that are not empty. To every other event there is no answer.
// Sources: as for agentFiles, and runs of the agents of agentLimits.
var forms = [...]form{
	{events: []string{"SessionStart", "PostToolUse", "AfterTool"}, keys: []string{"hookSpecificOutput.hookEventName", "hookSpecificOutput.additionalContext"}},
	{agents: []hook.Agent{hook.Claude, hook.Codex}, events: []string{"Stop"}, keys: []string{"decision", "reason"}, value: "block"},
	{agents: []hook.Agent{hook.Gemini}, events: []string{"AfterAgent"}, keys: []string{"decision", "reason"}, value: "deny"},
	{agents: []hook.Agent{hook.Claude}, events: []string{"PreCompact"}, plain: true},
}

// formOf is the form of an answer to event; nil if there is to be none.
func formOf(a hook.Agent, event string) *form {
	for i, f := range forms {
		if slices.Contains(f.events, event) && (f.agents == nil || slices.Contains(f.agents, a)) {
			return &forms[i]
		}
	}
	return nil
}

// judged measures an answer of mdck and says what the agent would not take.
func judged(a hook.Agent, event, out string) doctorEvent {
	e := doctorEvent{Event: event, Shape: "none", Keys: []string{}}
	if out == "" {
		return e
	}
	form := formOf(a, event)
	text := out
	if strings.HasPrefix(strings.TrimSpace(out), "{") {
		e.Shape = "json"
		text, e.Keys, e.Fault = judgedJSON(event, out, form)
	} else {
		e.Shape = "text"
		e.Fault = judgedText(out, form)
	}
	e.Bytes, e.Units = len(text), len(utf16.Encode([]rune(text)))
	if e.Fault == "" {
		e.Fault = tooLong(a, &e, form)
	}
	return e
}

// judgedJSON gives the text that the agent counts, the keys, and what is wrong.
func judgedJSON(event, out string, form *form) (text string, keys []string, wrong string) {
	doc, err := jsondoc.Parse("", strings.TrimSuffix(out, "\n"))
	if err != nil {
		return out, []string{}, asOneLine(err)
	}
	values := map[string]string{}
	keys = leaves(doc.Root, "", values)
	if len(keys) == 0 {
		return out, []string{}, "an object without keys"
	}
	text = values[keys[len(keys)-1]]
	switch {
	case form == nil || form.plain:
		return text, keys, "JSON where the agent wants none"
	case !slices.Equal(keys, form.keys):
		return text, keys, "the keys are " + strings.Join(keys, ", ") + ", want " + strings.Join(form.keys, ", ")
	}
	want := form.value
	if want == "" {
		want = event
	}
	switch got := values[keys[0]]; {
	case got != want:
		wrong = fmt.Sprintf("%s is %q, want %q", keys[0], got, want)
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

// judgedText says what is wrong with an answer that is no JSON object.
func judgedText(out string, form *form) string {
	switch {
	case form == nil:
		return "text where the agent wants none"
	case !form.plain:
		return "text, want JSON with " + strings.Join(form.keys, ", ")
	case strings.HasPrefix(out, "["):
		return `the text begins with "[", which is taken for JSON`
	}
	return ""
}

// tooLong says which limit the text of an answer breaks.
func tooLong(a hook.Agent, e *doctorEvent, form *form) string {
	for _, l := range agentLimits {
		size := e.Units
		if l.unit == "bytes" {
			size = e.Bytes
		}
		if l.agent == a && size > l.most {
			return fmt.Sprintf("%d %s, %s passes %d whole", size, l.unit, title(a), l.most)
		}
	}
	most := ownLimit
	if form.plain {
		most = compactLimit
	}
	if size := max(e.Bytes, e.Units); size > most {
		return fmt.Sprintf("%d bytes, mdck allows itself %d", size, most)
	}
	return ""
}
