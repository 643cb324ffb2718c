package agents

import (
	"cmp"
	"fmt"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
)

// Values of keys that the agent left empty.
const (
	firstInstructions = "No work is recorded yet: start at the beginning of the guide for %s."
	notRecorded       = "not recorded"
)

// newText is the format of a new checkpoint. All arguments are JSON values.
const newText = `{
  "agent_id": %s,
  "agent_type": %s,
  "session_id": %s,
  "feature": %s,
  "stage": %s,
  "phase": %s,
  "last_checkpoint": %s,
  "next_checkpoint_expected": %s,
  "status": "IN_PROGRESS",
  "can_resume": %t,
  "blockers": [],
  "files_modified": [],
  "recovery_instructions": %s,
  "current_step": %s,
  "completed_steps": [],
  "next_steps": [],
  "coordination_state": {
    "last_inbox_check": %[12]s,
    "unread_messages": 0,
    "last_epic_readme_update": %[12]s,
    "last_status_update": %[12]s
  }
}
`

func newCheckpoint(b *Beat, now time.Time) *Change {
	name, err := newName(b.ID)
	if err != nil {
		return &Change{Err: err}
	}
	c, err := b.first(name, now, jsondoc.Quote(spelling.FormatTime(now)))
	if err != nil {
		return &Change{Err: err}
	}
	e := newEditor(c, now)
	e.beat(b)
	change := e.change()
	change.Did = []string{fmt.Sprintf("created %s for %q", name, spelling.CleanLine(b.ID))}
	return change
}

// first returns a new checkpoint without finished work. checkedAt is a JSON value.
func (b *Beat) first(name string, now time.Time, checkedAt string) (*Checkpoint, error) {
	q := func(text string) string { return jsondoc.Quote(spelling.CleanLine(text)) }
	stage := cmp.Or(b.Stage, firstStage)
	instructions := cmp.Or(b.Instructions, fmt.Sprintf(firstInstructions, stage))
	return Parse(name, fmt.Sprintf(newText, q(b.ID), q(typeOf(b.ID)), q(b.Session), q(b.Feature),
		q(stage), q(cmp.Or(b.Phase, "Starting")), q(spelling.FormatTime(now)), q(spelling.FormatTime(now.Add(interval))),
		b.CanResume == nil || *b.CanResume, q(instructions), q(cmp.Or(b.Step, "Getting started")), checkedAt))
}

// fill adds the keys that the checkpoint lacks, with neutral texts such as "not recorded".
func (e *editor) fill(session, stage string) {
	can := foldStatus(e.c.Status()) != Complete
	b := Beat{
		ID:           e.c.DisplayID(),
		Session:      session,
		Phase:        notRecorded,
		Step:         notRecorded,
		CanResume:    &can,
		Instructions: "Nothing is recorded: read the files of the feature, then continue from " + stepKey + ".",
	}
	if isStage(stage) {
		b.Stage = stage
	}
	full, err := b.first("", e.now, "null")
	if err != nil {
		e.Fail(err)
		return
	}
	for _, m := range full.Doc.Root.Members {
		if !e.c.has(m.Key) && m.Key != lastKey && m.Key != expectedKey {
			e.Set(full.Doc.File.Slice(m.Value.Span), m.Key)
			e.added = append(e.added, m.Key)
		}
	}
	for _, m := range full.Doc.Root.Get(coordinationKey).Members {
		if e.Get(coordinationKey, m.Key) == nil {
			e.coordinate(m.Key, full.Doc.File.Slice(m.Value.Span))
		}
	}
}

func typeOf(id string) string {
	if foldID(id) == Primary {
		return Primary
	}
	return secondary
}
