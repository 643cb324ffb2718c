package agents

import (
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
)

// Keys of a checkpoint. Source: checkpoint.
const (
	idKey           = "agent_id"
	typeKey         = "agent_type"
	SessionKey      = "session_id"
	featureKey      = "feature"
	stageKey        = "stage"
	PhaseKey        = "phase"
	lastKey         = "last_checkpoint"
	expectedKey     = "next_checkpoint_expected"
	statusKey       = "status"
	canResumeKey    = "can_resume"
	blockersKey     = "blockers"
	filesKey        = "files_modified"
	instructionsKey = "recovery_instructions"
	stepKey         = "current_step"
	CompletedKey    = "completed_steps"
	nextKey         = "next_steps"
	coordinationKey = "coordination_state"
)

// Keys that a takeover adds. Source: stale.
const (
	previousKey = "previous_agent"
	notesKey    = "recovery_notes"
)

// Keys of coordination_state. Source: checkpoint.
const (
	inboxCheckKey   = "last_inbox_check"
	unreadKey       = "unread_messages"
	epicUpdateKey   = "last_epic_readme_update"
	statusUpdateKey = "last_status_update"
)

// Types of agents. Source: checkpoint.
const (
	Primary   = "primary"
	secondary = "secondary"
)

// Values of status. Source: checkpoint.
const (
	InProgress = "IN_PROGRESS"
	Waiting    = "WAITING"
	Blocked    = "BLOCKED"
	Complete   = "COMPLETE"
)

var statuses = []string{InProgress, Waiting, Blocked, Complete}

// firstStage is where work on a feature begins. Source: checkpoint.
const firstStage = "S2.P1"

const stageWanted = "a stage such as S2.P1"

// CheckpointFields contains the keys of a checkpoint, in the protocol's order. Source: checkpoint,
// stale.
var CheckpointFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: idKey, Kind: jsondoc.String, Required: true, MinLen: 1}, // such as Agent-Primary or Secondary-A
	{Name: typeKey, Kind: jsondoc.String, Required: true, Values: []string{Primary, secondary}},
	{Name: SessionKey, Kind: jsondoc.String, Required: true}, // changes at a resume
	{Name: featureKey, Kind: jsondoc.String, Required: true}, // folder of the feature that the agent owns
	{Name: stageKey, Kind: jsondoc.String, Required: true, Match: isStage, Wanted: stageWanted},
	{Name: PhaseKey, Kind: jsondoc.String, Required: true},
	{Name: lastKey, Kind: jsondoc.String, Required: true},     // in UTC
	{Name: expectedKey, Kind: jsondoc.String, Required: true}, // when the next checkpoint is due: 15 minutes later, in UTC
	{Name: statusKey, Kind: jsondoc.String, Required: true, Values: statuses},
	{Name: canResumeKey, Kind: jsondoc.Bool, Required: true}, // whether a session can continue without asking a person
	{Name: blockersKey, Kind: jsondoc.Array, Elem: &textField, Required: true},
	{Name: filesKey, Kind: jsondoc.Array, Elem: &textField, Required: true}, // files changed since the last commit, relative to the epic
	{Name: instructionsKey, Kind: jsondoc.String, Required: true},
	{Name: stepKey, Kind: jsondoc.String, Required: true},
	{Name: CompletedKey, Kind: jsondoc.Array, Elem: &textField, Required: true},
	{Name: nextKey, Kind: jsondoc.Array, Elem: &textField, Required: true},
	{Name: coordinationKey, Kind: jsondoc.Object, Fields: coordinationFields, Required: true},

	{Name: previousKey, Kind: jsondoc.String}, // the agent that previously worked on the feature
	{Name: notesKey, Kind: jsondoc.String},    // reason for the takeover
}}

var textField = jsondoc.Field{Kind: jsondoc.String}

var coordinationFields = []jsondoc.Field{
	{Name: inboxCheckKey, Kind: jsondoc.String | jsondoc.Null, Required: true}, // when the inbox was last read, in UTC
	{Name: unreadKey, Kind: jsondoc.Int, Required: true, HasMin: true},
	{Name: epicUpdateKey, Kind: jsondoc.String | jsondoc.Null, Required: true},   // when EPIC_README.md was last updated, in UTC
	{Name: statusUpdateKey, Kind: jsondoc.String | jsondoc.Null, Required: true}, // when STATUS was last updated, in UTC
}

// readStage parses a stage such as S2 or S2.P1. A missing part is 0.
func readStage(text string) (numbers [2]int, ok bool) {
	rest, isStage := strings.CutPrefix(text, "S")
	first, second, hasPart := strings.Cut(rest, ".P")
	n, ok1 := spelling.Number(first)
	part, ok2 := spelling.Number(second)
	return [2]int{n, part}, isStage && ok1 && (ok2 || !hasPart)
}

func isStage(text string) bool {
	_, ok := readStage(text)
	return ok
}

func compareStages(a, b string) int {
	x, ok1 := readStage(strings.ToUpper(a))
	y, ok2 := readStage(strings.ToUpper(b))
	if !ok1 || !ok2 {
		return 0
	}
	return slices.Compare(x[:], y[:])
}

func isStatus(text string) bool {
	return text != "" && text[0] >= 'A' && text[0] <= 'Z' && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}
