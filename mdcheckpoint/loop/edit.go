package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// An edit is a draft of a change of one step.
type edit struct {
	*draft
	t    *Track
	step string // by its name in Steps if it has one there
	key  string // of its checkpoint, whether or not it is there
}

// edit begins a change of a step. An empty name is the current step.
func (t *Track) edit(name string, now time.Time) (*edit, error) {
	m, err := t.ready()
	if err != nil {
		return nil, err
	}
	if err := m.needsLoop(); err != nil {
		return nil, err
	}
	if all := m.loop("checkpoints"); all != nil && all.Kind&(jsondoc.Object|jsondoc.Null) == 0 {
		return nil, m.Doc.File.Errorf(all.Span.Start, "checkpoints is no object")
	}
	step, err := m.ReadStep(name)
	if err != nil {
		return nil, err
	}
	e := &edit{draft: newDraft(m, now), t: t, step: step, key: step}
	if c := m.Checkpoint(step); c != nil {
		e.step, e.key = c.Step, c.Key // of two names of a step, the one that is there
	} else if isExecute(step) && isExecute(m.Step()) {
		e.step, e.key = m.Step(), m.Step()
	}
	if !e.current() || Fold(m.CurrentStep().Text) != NotStarted {
		return e, e.Err
	}
	e.SetText(Planning, "loop_state", "current_step")
	e.note("current_step was %q: it is read as %s, and written so", m.CurrentStep().Text, Planning)
	return e, e.Err
}

// ReadStep is the step that name names: one of [Steps] in any spelling, one that
// the metadata has, or the current one for an empty name. Another is a
// [*protocol.RequestError].
func (m *Metadata) ReadStep(name string) (string, error) {
	if strings.TrimSpace(name) == "" {
		if m.Step() == "" {
			return "", protocol.BadRequest("name a step: "+stepNames(), "the track has no current_step")
		}
		return m.Step(), nil
	}
	if s := StepOf(name); s != nil {
		return s.Name, nil
	}
	if c := m.Checkpoint(name); c != nil && Fold(c.Key) == Fold(name) {
		return c.Key, nil
	}
	if Fold(name) == Fold(m.Step()) {
		return m.Step(), nil
	}
	return "", protocol.BadRequest("steps: "+stepNames(), "no step %q", name)
}

// current reports whether the step is the current one, so that step_status is a
// copy of its status.
func (e *edit) current() bool { return sameStep(e.step, e.m.Step()) }

// bare reports whether the step has no checkpoint, and gets none.
func (e *edit) bare() bool {
	s := StepOf(e.step)
	return s != nil && s.Bare && e.checkpoint() == nil
}

// at is the path of a key of the checkpoint.
func (e *edit) at(path ...string) []string {
	return append([]string{"loop_state", "checkpoints", e.key}, path...)
}

// checkpoint is the checkpoint as it is now; nil if there is none.
func (e *edit) checkpoint() *Checkpoint {
	all := e.m.Checkpoints()
	if i := slices.IndexFunc(all, func(c *Checkpoint) bool { return c.Key == e.key }); i >= 0 {
		return all[i]
	}
	return nil
}

// existing is the checkpoint as it is now, an empty one where there is none.
func (e *edit) existing() *Checkpoint {
	if c := e.checkpoint(); c != nil {
		return c
	}
	return &Checkpoint{}
}

// has reports whether the checkpoint has that key, with a value that is not null.
func (e *edit) has(key string) bool {
	v := e.Get(e.at(key)...)
	return !v.IsNothing()
}

// status sets both copies of the status, or the one that there is.
func (e *edit) status(status string) {
	if !e.bare() {
		e.SetText(status, e.at("status")...)
	}
	if e.current() {
		e.SetText(status, "loop_state", "step_status")
	}
}

// ensureStarted makes sure that the checkpoint of a step which is not NOT_STARTED says when
// it began and who does it.
func (e *edit) ensureStarted(agent string) {
	if e.bare() {
		return
	}
	if started := moment(e.Get(e.at("started_at")...)); !started.Set {
		at := e.now
		if since := moment(e.m.loop("step_started_at")); e.current() && since.OK {
			at = since.Text
		} else {
			e.note("nothing said when %s began: started_at is the time of this change", e.step)
		}
		e.SetText(at, e.at("started_at")...)
	}
	e.agent(agent)
}

// agent sets the agent: the one that is given, else the one that the step had, else the one of
// the protocol.
func (e *edit) agent(agent string) {
	agent = strings.TrimSpace(cmp.Or(agent, e.m.agentOf(e.step, e.checkpoint())))
	switch {
	case agent != "":
		e.SetText(agent, e.at("agent")...)
	case !e.has("agent"):
		e.note("no agent is known for %s: name it with --agent", e.step)
	}
}

// end sets completed_at, unless the step had ended with the same status before.
func (e *edit) end(again bool) {
	if !e.bare() && (!again || !e.has("completed_at")) {
		e.SetText(e.now, e.at("completed_at")...)
	}
}

// reopen clears completed_at where there is one.
func (e *edit) reopen() {
	if v := e.Get(e.at("completed_at")...); v != nil {
		e.Set("null", e.at("completed_at")...)
	}
}

// finish stamps what was changed, or is to be stamped anyway, and hands it out.
func (e *edit) finish(always bool, did string, args ...any) (*Change, error) {
	if e.Err == nil && (always || e.changed()) {
		if c := e.checkpoint(); c != nil && !c.Value.IsNull() { // a stamp alone would make one without a status
			e.SetText(e.now, e.at("last_updated")...)
		}
		e.touch()
	}
	e.did = append(e.did, fmt.Sprintf(did, args...))
	return e.change()
}

// touch stamps the track, where it has a key for that.
func (d *draft) touch() {
	if d.Get("updated_at") != nil {
		d.SetText(d.now, "updated_at")
	}
}

// notesTo writes a note: behind others where notes are an array, else in the place
// of what is there. An empty one changes nothing.
func (e *edit) notesTo(note string) {
	note = strings.TrimSpace(note)
	v := e.Get(e.at("notes")...)
	switch {
	case note == "":
	case e.bare():
		e.note("%s has no checkpoint, so the notes are not kept", e.step)
	case v != nil && v.Kind == jsondoc.Object:
		e.Fail(e.m.Doc.File.Errorf(v.Span.Start, "notes is an object, want a string or an array"))
	case v != nil && v.Kind == jsondoc.Array:
		if n := len(v.Elements); n == 0 || text(v.Elements[n-1]).Text != note {
			e.Append([]string{jsondoc.Quote(strings.ToValidUTF8(note, "\ufffd"))}, e.at("notes")...)
		}
	default:
		e.SetText(note, e.at("notes")...)
	}
}

// outputs adds files to output_files, each once.
func (e *edit) outputs(names []string) error {
	if e.bare() && len(names) > 0 {
		return protocol.BadRequest("", "%s has no checkpoint, so it has no output files", e.step)
	}
	seen := map[string]bool{}
	for _, f := range e.existing().Outputs {
		seen[f.Text] = true
	}
	var values []string
	for _, name := range names {
		name = strings.TrimPrefix(strings.TrimSpace(strings.ToValidUTF8(name, "\ufffd")), "./")
		if name == "" {
			return protocol.BadRequest("", "an output file without a name")
		}
		if !seen[name] {
			values = append(values, jsondoc.Quote(name))
		}
		seen[name] = true
	}
	e.Append(values, e.at("output_files")...)
	return nil
}
