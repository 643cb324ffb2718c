package protocoltest

// LoopPlan is a plan of the protocol loop.
const LoopPlan = `# Plan

## Phase 1: Reading
- [x] **Task 1.1**: Write the table <!-- 1234567 -->
- [x] **Task 1.2**: Read the header <!-- abc1234 -->
  - [ ] a step of it

` + "```md\n- [ ] Task 9.9: an example\n```" + `

## Phase 2: Printing
- [ ] **Task 2.1**: Print the report
- [ ] **Task 2.2**: Write the guide

## Done when
- [ ] all tests pass
`

// SteppedPlan is a plan with tasks as headings.
const SteppedPlan = `# Export

### Task 1: The table

- [x] **Step 1: Write the failing test**
- [x] **Step 2: Make it pass**

### Task 2: The report

- [x] **Step 1: Write the failing test**
- [ ] **Step 2: Make it pass**

### Task 3: The guide

- [ ] **Step 1: Write it**

## Done when
- [ ] all tests pass
`

// PhasedPlan is a plan in which each phase numbers its tasks from 1.
const PhasedPlan = `## Phase 1: Reading
- [x] Task 1: the table
- [x] Task 2: the header
## Phase 2
- [x] Task 1: the report
- [ ] Task 2: the guide
`

// EngineState is a state file of the engine of ccc, with foreign keys.
const EngineState = `{
  "linearIssue": "CIA-123", "phase": "execution", "taskIndex": 2, "totalTasks": 5, "taskIteration": 1, "maxTaskIterations": 5,
  "globalIteration": 7, "maxGlobalIterations": 50, "executionMode": "tdd", "gatesPassed": [1, 2], "awaitingGate": null,
  "specPath": "docs/spec.md", "replanCount": 0, "createdAt": "2026-11-01T00:00:00Z", "lastUpdatedAt": "2026-11-04T00:00:00Z",
  "tdd_state": {"phase": "red"}, "activeTaskFiles": ["header.go", "x.go"], "größe": 1.50
}`
