package agents

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
)

// What a checkpoint says where its agent did not.
const (
	firstInstructions = "No work is recorded yet: begin at the start of the guide for %s."
	notRecorded       = "not recorded"
)

// newText is a new checkpoint, in the order of [CheckpointFields]; all values are JSON.
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

// New makes a checkpoint file with all keys, of the time now. What b leaves out becomes
// FirstStage, IN_PROGRESS, true for can_resume, and short texts that say that nothing was
// done. An id whose file the protocol's scripts would not find and whatever
// [Checkpoint.Beat] refuses are a [*protocol.RequestError]. The path of After is only the
// name of the file.
func New(b Beat, now time.Time) (*Change, error) {
	name, err := newName(b.ID)
	if err == nil {
		err = b.tidy()
	}
	if err != nil {
		return nil, err
	}
	c, err := Parse(name, b.newText(now, jsondoc.Quote(stamp(now))))
	if err != nil {
		return nil, err
	}
	change, err := c.Beat(b, now)
	if err != nil {
		return nil, err
	}
	change.Did = []string{fmt.Sprintf("created %s for %q", name, oneLine(b.ID))}
	return change, nil
}

// newText returns the file without what was done. Seen is JSON, for the times of
// coordination_state.
func (b *Beat) newText(now time.Time, seen string) string {
	q := func(text string) string { return jsondoc.Quote(oneLine(text)) }
	stage := cmp.Or(b.Stage, FirstStage)
	return fmt.Sprintf(newText, q(b.ID), q(typeOf(b.ID)), q(b.Session), q(b.Feature), q(stage), q(cmp.Or(b.Phase, "Starting")),
		q(stamp(now)), q(stamp(now.Add(Interval))), b.CanResume == nil || *b.CanResume,
		q(cmp.Or(b.Instructions, fmt.Sprintf(firstInstructions, stage))), q(cmp.Or(b.Step, "Getting started")), seen)
}

// Fill makes the change that adds the keys which c lacks but for both times, with values that
// say as little as is possible: session, and stage if it is one.
func (c *Checkpoint) Fill(session, stage string, now time.Time) (*Change, error) {
	can := foldStatus(c.Status()) != Complete
	b := Beat{ID: c.Shown(), Session: session, Phase: notRecorded, Step: notRecorded, CanResume: &can,
		Instructions: "Nothing is recorded: read the files of the feature, then go on from " + StepKey + "."}
	if isStage(stage) {
		b.Stage = stage
	}
	full, err := Parse("", b.newText(now, "null"))
	if err != nil {
		return nil, err
	}
	e := newEditor(c)
	var added []string
	for _, m := range full.Doc.Root.Members {
		if !c.Has(m.Key) && m.Key != LastKey && m.Key != ExpectedKey {
			e.Set(full.Doc.File.Slice(m.Value.Span), m.Key)
			added = append(added, m.Key)
		}
	}
	for _, m := range full.Doc.Root.Get(CoordinationKey).Members {
		if e.Get(CoordinationKey, m.Key) == nil {
			e.coordinate(m.Key, full.Doc.File.Slice(m.Value.Span))
		}
	}
	if len(added) > 0 {
		e.did = []string{"added " + strings.Join(added, ", ")}
	}
	return e.change()
}

// typeOf returns the agent_type of the agent with that id.
func typeOf(id string) string {
	if FoldID(id) == Primary {
		return Primary
	}
	return Secondary
}
