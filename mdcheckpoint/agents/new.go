package agents

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// What a checkpoint says that is made without it.
const (
	firstPhase        = "Starting"
	firstStep         = "Getting started"
	noFeature         = "no feature is given, so the file names none"
	firstInstructions = "No work is recorded yet: begin at the start of the guide for %s."
)

// A Start is what a new checkpoint says. Its texts are those of a [Beat], whose
// zero values become FirstStage, IN_PROGRESS, true for can_resume, and short
// texts that say that nothing was done.
type Start struct {
	ID      string // Agent-Primary, Secondary-A
	Session string // any text that no other session has
	Feature string
	Beat
}

// New makes a checkpoint file with all keys, of the time now. An id whose file the
// protocol's scripts would not find and whatever [Checkpoint.Beat] refuses are a
// [*protocol.RequestError]. The path of After is only the name of the file.
func New(s Start, now time.Time) (*Change, error) {
	name, err := newName(s.ID)
	if err != nil {
		return nil, err
	}
	if err := s.tidy(); err != nil {
		return nil, err
	}
	text, err := s.text(now)
	if err != nil {
		return nil, err
	}
	c, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	change, err := c.Beat(s.Beat, now)
	if err != nil {
		return nil, err
	}
	change.Did = []string{fmt.Sprintf("created %s for %q", name, oneLine(s.ID))}
	if change.After.Feature() == "" {
		change.Notes = append(change.Notes, noFeature)
	}
	return change, nil
}

// text is the file with what was not done yet, in the order of [CheckpointFields].
func (s *Start) text(now time.Time) (string, error) {
	q := func(text string) string { return jsondoc.Quote(oneLine(text)) }
	at, stage := q(stamp(now)), cmp.Or(s.Stage, FirstStage)
	return layOut(object([][2]string{
		{IDKey, q(s.ID)}, {TypeKey, q(typeOf(s.ID))}, {SessionKey, q(s.Session)}, {FeatureKey, q(s.Feature)},
		{StageKey, q(stage)}, {PhaseKey, q(cmp.Or(s.Phase, firstPhase))}, {LastKey, at}, {ExpectedKey, q(stamp(now.Add(Interval)))},
		{StatusKey, q(InProgress)}, {CanResumeKey, strconv.FormatBool(s.CanResume == nil || *s.CanResume)}, {BlockersKey, "[]"}, {FilesKey, "[]"},
		{InstructionsKey, q(cmp.Or(s.Instructions, fmt.Sprintf(firstInstructions, stage)))}, {StepKey, q(cmp.Or(s.Step, firstStep))},
		{CompletedKey, "[]"}, {NextKey, "[]"},
		{CoordinationKey, object([][2]string{{InboxCheckKey, at}, {UnreadKey, "0"}, {EpicUpdateKey, at}, {StatusUpdateKey, at}})},
	}))
}

// notRecorded is in a checkpoint where the agent did not say.
const notRecorded = "not recorded"

// Fill makes the change that adds the keys which c lacks but for both times, with values that
// say as little as is possible: session, and stage if it is one.
func (c *Checkpoint) Fill(session, stage string, now time.Time) (*Change, error) {
	can := foldStatus(c.Status()) != Complete
	s := Start{ID: c.Shown(), Session: session, Beat: Beat{Phase: notRecorded, Step: notRecorded, CanResume: &can,
		Instructions: "Nothing is recorded: read the files of the feature, then go on from " + StepKey + "."}}
	if isStage(stage) {
		s.Stage = stage
	}
	text, err := s.text(now)
	if err != nil {
		return nil, err
	}
	full, err := Parse("", text)
	if err != nil {
		return nil, err
	}
	e := newEditor(c)
	var added []string
	for _, m := range full.Doc.Root.Members {
		if !c.Has(m.Key) && !slices.Contains([]string{LastKey, ExpectedKey, CoordinationKey}, m.Key) {
			e.Set(full.Doc.File.Slice(m.Value.Span), m.Key)
			added = append(added, m.Key)
		}
	}
	var missing [][2]string
	for _, p := range [...][2]string{{InboxCheckKey, "null"}, {UnreadKey, "0"}, {EpicUpdateKey, "null"}, {StatusUpdateKey, "null"}} {
		if c.Doc.Root.Get(CoordinationKey, p[0]) == nil {
			missing = append(missing, p)
		}
	}
	e.setCoordination(missing)
	if len(added) > 0 {
		e.did = []string{"added " + strings.Join(added, ", ")}
	}
	return e.change()
}

// typeOf is the agent_type of the agent with that id.
func typeOf(id string) string {
	if FoldID(id) == Primary {
		return Primary
	}
	return Secondary
}

// layOut gives json, an object on one line, a line for each of its items.
func layOut(json string) (string, error) {
	d, err := jsondoc.Parse("", "{}\n")
	if err != nil {
		return "", err
	}
	edits, err := d.Set(json)
	if err != nil {
		return "", err
	}
	return source.Apply(d.File.Text, edits)
}
