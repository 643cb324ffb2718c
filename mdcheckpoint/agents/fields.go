package agents

import (
	"slices"
	"strings"
	"sync"

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

// checkpointFields returns the keys of a checkpoint, in the protocol's order. Source: checkpoint,
// stale.
var checkpointFields = sync.OnceValue(func() jsondoc.Field {
	all := fieldTable()
	stage := all.Key(stageKey)
	stage.Match, stage.Wanted = isStage, stageWanted
	return all
})

var fieldTable = jsondoc.Table(`
agent_id!: string filled # such as Agent-Primary or Secondary-A
agent_type!: string = primary secondary
session_id!: string # changes at a resume
feature!: string # folder of the feature that the agent owns
stage! phase!: string
last_checkpoint!: string # in UTC
next_checkpoint_expected!: string # when the next checkpoint is due: 15 minutes later, in UTC
status!: string = IN_PROGRESS WAITING BLOCKED COMPLETE
can_resume!: bool # whether a session can continue without asking a person
blockers!: array of string
files_modified!: array of string # files changed since the last commit, relative to the epic
recovery_instructions! current_step!: string
completed_steps! next_steps!: array of string
coordination_state!: object
	last_inbox_check!: string|null # when the inbox was last read, in UTC
	unread_messages!: int >=0
	last_epic_readme_update!: string|null # when EPIC_README.md was last updated, in UTC
	last_status_update!: string|null # when STATUS was last updated, in UTC
previous_agent: string # the agent that previously worked on the feature
recovery_notes: string # reason for the takeover`)

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
