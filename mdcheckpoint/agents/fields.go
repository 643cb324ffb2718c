package agents

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// Keys of a checkpoint. Source: checkpoint.
const (
	IDKey           = "agent_id"
	TypeKey         = "agent_type"
	SessionKey      = "session_id"
	FeatureKey      = "feature"
	StageKey        = "stage"
	PhaseKey        = "phase"
	LastKey         = "last_checkpoint"
	ExpectedKey     = "next_checkpoint_expected"
	StatusKey       = "status"
	CanResumeKey    = "can_resume"
	BlockersKey     = "blockers"
	FilesKey        = "files_modified"
	InstructionsKey = "recovery_instructions"
	StepKey         = "current_step"
	CompletedKey    = "completed_steps"
	NextKey         = "next_steps"
	CoordinationKey = "coordination_state"
)

// Keys of a checkpoint that a takeover adds. Source: stale.
const (
	PreviousKey = "previous_agent"
	NotesKey    = "recovery_notes"
)

// Keys of coordination_state. Source: checkpoint.
const (
	InboxCheckKey   = "last_inbox_check"
	UnreadKey       = "unread_messages"
	EpicUpdateKey   = "last_epic_readme_update"
	StatusUpdateKey = "last_status_update"
)

// Types of agents. Source: checkpoint.
const (
	Primary   = "primary"
	Secondary = "secondary"
)

// Values of status. Source: checkpoint; others that are written alike are
// accepted, see [Checkpoint.Check].
const (
	InProgress = "IN_PROGRESS"
	Waiting    = "WAITING"
	Blocked    = "BLOCKED"
	Complete   = "COMPLETE"
)

// Statuses are the values of status.
var Statuses = []string{InProgress, Waiting, Blocked, Complete}

// FirstStage is where a feature begins. Source: checkpoint.
const FirstStage = "S2.P1"

const stageWanted = "a stage such as S2.P1"

// CheckpointFields are the keys of a checkpoint: the 17 that every file should
// have, in the order in which the protocol writes them, then those of a takeover.
// Source: checkpoint, stale.
var CheckpointFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: IDKey, Kind: jsondoc.String, Required: true, MinLen: 1}, // the agent, such as Agent-Primary or Secondary-A
	{Name: TypeKey, Kind: jsondoc.String, Required: true, Values: []string{Primary, Secondary}},
	{Name: SessionKey, Kind: jsondoc.String, Required: true}, // the session that writes; another one after a resume
	{Name: FeatureKey, Kind: jsondoc.String, Required: true}, // folder of the feature that the agent owns
	{Name: StageKey, Kind: jsondoc.String, Required: true, Match: isStage, Wanted: stageWanted},
	{Name: PhaseKey, Kind: jsondoc.String, Required: true},    // name of the phase, for people
	{Name: LastKey, Kind: jsondoc.String, Required: true},     // time of this checkpoint, in UTC
	{Name: ExpectedKey, Kind: jsondoc.String, Required: true}, // time by which the next one is due, 15 minutes later
	{Name: StatusKey, Kind: jsondoc.String, Required: true, Values: Statuses},
	{Name: CanResumeKey, Kind: jsondoc.Bool, Required: true}, // whether a session may go on from here by itself
	{Name: BlockersKey, Kind: jsondoc.Array, Elem: &textField, Required: true},
	{Name: FilesKey, Kind: jsondoc.Array, Elem: &textField, Required: true}, // files changed since the last commit, relative to the epic
	{Name: InstructionsKey, Kind: jsondoc.String, Required: true},           // how to go on, for whoever does
	{Name: StepKey, Kind: jsondoc.String, Required: true},                   // what is being done
	{Name: CompletedKey, Kind: jsondoc.Array, Elem: &textField, Required: true},
	{Name: NextKey, Kind: jsondoc.Array, Elem: &textField, Required: true},
	{Name: CoordinationKey, Kind: jsondoc.Object, Fields: coordinationFields, Required: true},

	{Name: PreviousKey, Kind: jsondoc.String}, // the agent that had the feature before
	{Name: NotesKey, Kind: jsondoc.String},    // what became of it
}}

var textField = jsondoc.Field{Kind: jsondoc.String}

// coordinationFields are the keys of coordination_state. Source: checkpoint.
var coordinationFields = []jsondoc.Field{
	{Name: InboxCheckKey, Kind: jsondoc.String | jsondoc.Null, Required: true},   // when the inbox was last read, in UTC; null for never
	{Name: UnreadKey, Kind: jsondoc.Int, Required: true, HasMin: true},           // messages in the inbox that are unread
	{Name: EpicUpdateKey, Kind: jsondoc.String | jsondoc.Null, Required: true},   // when EPIC_README.md was last updated, in UTC; null for never
	{Name: StatusUpdateKey, Kind: jsondoc.String | jsondoc.Null, Required: true}, // when STATUS was last updated, in UTC; null for never
}

// readStage returns the numbers of a stage such as S2 or S2.P1; ok is false for any other text.
func readStage(text string) (numbers [2]int, ok bool) {
	rest, isStage := strings.CutPrefix(text, "S")
	first, second, hasPart := strings.Cut(rest, ".P")
	n, ok1 := atoi(first)
	part, ok2 := atoi(second)
	return [2]int{n, part}, isStage && ok1 && (ok2 || !hasPart)
}

func isStage(text string) bool {
	_, ok := readStage(text)
	return ok
}

// compareStages compares two stages; 0 if one of them is not a stage.
func compareStages(a, b string) int {
	x, ok1 := readStage(strings.ToUpper(a))
	y, ok2 := readStage(strings.ToUpper(b))
	if !ok1 || !ok2 {
		return 0
	}
	return slices.Compare(x[:], y[:])
}

// isStatus reports whether text is written as statuses are: capitals, digits and
// underscores.
func isStatus(text string) bool {
	return text != "" && text[0] >= 'A' && text[0] <= 'Z' && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}
