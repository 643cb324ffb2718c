package loop

// An Action is the next action for a track.
type Action string

const (
	Dispatch Action = "dispatch" // give the whole step to its agent
	Continue Action = "continue" // give the step to its agent, from where it was interrupted
	Move     Action = "move"     // begin another step
	Board    Action = "board"
	Partial  Action = "partial" // handle the failed tasks and continue those that do not depend on them
	Escalate Action = "escalate"
	Conclude Action = "complete" // write the retrospective and complete the track
	Nothing  Action = "nothing"
)

type rule struct {
	step, status string               // "" matches any
	when         func(*Metadata) bool // nil means always
	do           Action
	to           string // where Move goes; "" means the next step
	why          string
	warn         bool // the documents have no such row, or contradict each other
}

const (
	whyUnread = "the number of fix cycles is unknown, so a person must correct fix_cycle_count and max_fix_cycles"
	whyUsedUp = "the fix cycles are used up, so a person must decide; then: mdck loop decide"
	whyPassed = "the step passed"
	whyAnew   = "the evaluation was interrupted, so it starts again"
	whyNoRow  = "the protocol has no rule for this state, so a person must decide the next step; then: mdck loop start STEP"
)

// table decides how a track continues: the first matching row applies. Source: orchestrator skill.
// Where the skill has no rule, why or warn says so.
var table = [...]rule{
	{status: Escalated, do: Escalate, why: "the loop escalated, so a person must decide the next step; then: mdck loop start STEP"},
	{status: Blocked, when: (*Metadata).hasBlockers, do: Escalate, why: "a person must resolve the blocker; then: mdck loop unblock"},
	{step: Complete, when: (*Metadata).Done, do: Nothing, why: "the track is complete"},
	{step: Complete, do: Conclude, why: "all steps are done; only the retrospective and the track status remain"},

	{step: Fix, status: Passed, do: Move, why: whyPassed},
	{step: Fix, when: (*Metadata).fixesUnread, do: Escalate, why: whyUnread},
	{status: Blocked, do: Dispatch, why: "there are no more blockers, so the step starts again"},
	{step: Fix, status: NotStarted, when: (*Metadata).beyondLimit, do: Escalate, why: whyUsedUp},
	{step: Fix, status: Failed, when: (*Metadata).beyondLimit, do: Escalate, why: whyUsedUp},
	{step: EvaluateExecution, status: Failed, when: (*Metadata).fixesUnread, do: Escalate, why: whyUnread},
	{step: EvaluateExecution, status: Failed, do: Move, to: Fix, why: "the result failed and must be fixed"},
	{step: EvaluatePlan, status: Failed, do: Move, to: Planning, why: "the plan failed and must be rewritten"},
	{step: EvaluatePlan, status: BoardReview, do: Board, why: "the board must decide on the plan"},
	{step: Execute, status: PartialFail, do: Partial, why: "some tasks failed; tasks that do not depend on them continue"},

	{step: EvaluateExecution, status: Passed, when: (*Metadata).awaitsSync, do: Move, to: BusinessSync, why: "the result passed, and the business documents need an update"},
	{step: EvaluatePlan, status: InProgress, do: Dispatch, why: whyAnew},
	{step: EvaluateExecution, status: InProgress, do: Dispatch, why: whyAnew},
	{step: BusinessSync, status: InProgress, do: Dispatch, why: "the sync was interrupted, so it starts again"},

	{when: (*Metadata).stepUnknown, do: Escalate, warn: true, why: whyNoRow},
	{status: Passed, do: Move, why: whyPassed},
	{status: NotStarted, do: Dispatch, why: "the step did not start"},
	{status: InProgress, do: Continue, why: "the step was interrupted"},
	{status: Failed, do: Dispatch, warn: true, why: "the step failed; read its notes before it starts again"},
	{do: Escalate, warn: true, why: whyNoRow},
}

func (m *Metadata) hasBlockers() bool { return len(m.activeBlockers()) > 0 }

func (m *Metadata) awaitsSync() bool {
	return m.businessSync() && m.Checkpoint(BusinessSync).Status != Skipped
}

func (m *Metadata) fixesUnread() bool {
	_, _, err := m.fixes()
	return err != nil
}

func (m *Metadata) beyondLimit() bool {
	cycles, limit, _ := m.fixes()
	return cycles > limit
}

func (m *Metadata) stepUnknown() bool { return stepOf(m.Step()) == nil }
