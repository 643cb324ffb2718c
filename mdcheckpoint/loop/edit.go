package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// An edit changes one step of the metadata. set writes to the checkpoint of the step, Set to any path.
type edit struct {
	*jsondoc.Editor
	*Request
	t *Track
	*Metadata
	step  string // name in steps, or the name in the metadata
	key   string // key of the checkpoint, which may not exist yet
	now   string
	did   []string
	notes []string
	plan  string
}

func (t *Track) newEdit(now time.Time) *edit {
	m := *t.Metadata
	e := &edit{t: t, Metadata: &m, now: spelling.FormatTime(now)}
	e.Editor = jsondoc.NewEditor(&m.Doc)
	return e
}

func (e *edit) note(format string, args ...any) {
	e.notes = append(e.notes, fmt.Sprintf(format, args...))
}

// number sets the number at path. An equal number in another form, such as 4.0, stays.
func (e *edit) number(n int, path ...string) {
	v := e.Get(path...)
	_, quoted := v.Str()
	if old, ok := number(v); !ok || quoted || old != n {
		e.Set(itoa(n), path...)
	}
}

func (e *edit) clear(path ...string) {
	if e.Get(path...) != nil {
		e.Set("null", path...)
	}
}

func (e *edit) finish() (*protocol.Change, error) {
	before, c := e.t.Metadata.Doc, &protocol.Change{Notes: e.notes}
	if e.Err == nil && e.Doc != before {
		if !e.checkpoint().Value.IsNothing() { // do not create a checkpoint without a status
			e.set(e.now, "last_updated")
		}
		if e.Get("updated_at") != nil {
			e.SetText(e.now, "updated_at")
		}
	}
	add := func(name, before, after string, did ...string) {
		if after != before {
			c.AddFile(protocol.File{Name: name, Before: before, After: after, Exists: true, Did: did})
		}
	}
	if e.plan != "" {
		add(e.t.PathOf(PlanFile), e.t.Plan.File.Text, e.plan, "ticked the box")
	}
	add(e.t.Path, before.File.Text, e.Doc.File.Text, e.did...)
	if !c.Changed() {
		c.None, c.Notes = strings.Join(c.Notes, "\n"), nil
	}
	return c, e.Err
}

func (t *Track) edit(name string, now time.Time) (*edit, error) {
	m, err := t.ready()
	if err != nil {
		return nil, err
	}
	if err := m.needsLoop(); err != nil {
		return nil, err
	}
	if all := m.loop("checkpoints"); all != nil && all.Kind&(jsondoc.Object|jsondoc.Null) == 0 {
		return nil, m.Doc.File.Errorf(all.Span.Start, "the key checkpoints is not an object")
	}
	e := t.newEdit(now)
	if err := e.selectStep(name); err != nil {
		return nil, err
	}
	if e.current() && Fold(m.currentStep()) == NotStarted {
		e.SetText(Planning, "loop_state", "current_step")
		e.note("current_step was %q; it is now %s", m.currentStep(), Planning)
	}
	return e, e.Err
}

func (e *edit) selectStep(name string) error {
	step, err := e.readStep(name)
	if err != nil {
		return err
	}
	e.step, e.key = step, step
	if c := e.Checkpoint(step); c.Value != nil {
		e.step, e.key = c.Step, c.Key // the name that the file uses
	} else if isExecute(step) && isExecute(e.Metadata.Step()) {
		e.step, e.key = e.Metadata.Step(), e.Metadata.Step()
	}
	return nil
}

// readStep returns the step called name, in any spelling. "" means the current step. The error is a
// [*protocol.RequestError].
func (m *Metadata) readStep(name string) (string, error) {
	current := m.Step()
	if strings.TrimSpace(name) == "" && current == "" {
		return "", protocol.BadRequest("expected a step: "+strings.Join(stepNames(), ", "), "the track has no current_step")
	}
	if strings.TrimSpace(name) == "" || Fold(name) == Fold(current) {
		return current, nil
	}
	if s := stepOf(name); s != nil {
		return s.Name, nil
	}
	if c := m.Checkpoint(name); c.Value != nil {
		return c.Key, nil
	}
	return "", protocol.BadRequest("steps: "+strings.Join(stepNames(), ", "),
		"no step %q", name)
}

func (e *edit) current() bool {
	return sameStep(e.step, e.Metadata.Step())
}

func (e *edit) noCheckpoint() bool {
	return e.step == Complete && e.checkpoint().Value == nil
}

func (e *edit) at(path ...string) []string {
	return append([]string{"loop_state", "checkpoints", e.key}, path...)
}

func (e *edit) checkpoint() *Checkpoint {
	all := e.Checkpoints()
	if i := slices.IndexFunc(all, func(c *Checkpoint) bool { return c.Key == e.key }); i >= 0 {
		return all[i]
	}
	return &Checkpoint{Key: e.key}
}

func (e *edit) set(text, key string) {
	if !e.noCheckpoint() {
		e.SetText(text, e.at(key)...)
	}
}

func (e *edit) add(key string, values ...string) {
	switch {
	case len(values) == 0:
	case e.noCheckpoint():
		e.note("step %s has no checkpoint, so %s was not recorded", e.step, key)
	default:
		e.Append(values, e.at(key)...)
	}
}

func (e *edit) status(status string) {
	e.set(status, "status")
	if e.current() {
		e.SetText(status, "loop_state", "step_status")
	}
}

func (e *edit) ensureStarted() {
	if e.noCheckpoint() {
		return
	}
	if !e.checkpoint().has("started_at") {
		at := e.now
		since := e.loop("step_started_at")
		if _, ok := moment(since); ok && e.current() {
			at = text(since)
		}
		e.set(at, "started_at")
	}
	if agent := strings.TrimSpace(cmp.Or(e.Agent, e.agentOf(e.step))); agent != "" {
		e.set(agent, "agent")
	}
}

func (e *edit) end(status, notes string) error {
	again := e.statusAt(e.step) == status
	if !e.current() {
		e.note("current_step is %s, so step_status stays %s", e.Metadata.Step(), e.statusNow())
	}
	e.status(status)
	if status != Skipped {
		e.ensureStarted()
		if !again || !e.checkpoint().has("completed_at") {
			e.set(e.now, "completed_at")
		}
	}
	e.addOutputs()
	e.addNotes(strings.TrimSpace(notes))
	return e.Err
}

func (e *edit) addNotes(note string) {
	v := e.Get(e.at("notes")...)
	switch {
	case note == "":
	case v != nil && v.Kind == jsondoc.Object:
		e.Fail(e.Doc.File.Errorf(v.Span.Start, "notes is an object; expected a string or an array"))
	case v == nil || v.Kind != jsondoc.Array:
		e.set(note, "notes")
	default:
		if n := len(v.Elements); n == 0 || text(v.Elements[n-1]) != note {
			e.add("notes", jsondoc.Quote(note))
		}
	}
}

func (e *edit) addOutputs() {
	seen := map[string]bool{"": true}
	for _, f := range e.checkpoint().outputs() {
		seen[text(f)] = true
	}
	var values []string
	for _, name := range e.Outputs {
		name = strings.TrimPrefix(spelling.OneLine(strings.ToValidUTF8(name, "\ufffd")), "./")
		if !seen[name] {
			values = append(values, jsondoc.Quote(name))
		}
		seen[name] = true
	}
	e.add("output_files", values...)
}
