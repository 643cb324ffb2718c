package ccc

import (
	"os"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/ccc/engine"
)

func TestMain(m *testing.M) {
	testtmp.Use()
	os.Exit(m.Run())
}

var now = time.Date(2026, 11, 4, 10, 30, 5, 0, time.UTC)

// sampleP and sampleE are progress files of the two shapes, with parts that must not change.
const sampleP = `# Session Progress

**Issue:** CIA-123 — Parse the header
**Session:** 2026-11-01T09:00:00Z
**Execution Mode:** exec:tdd

## Completed Tasks
- read the specification ✓
- write the table ✓

## Current Task
- parse the header — tests are red

## Remaining Tasks
<!-- mdck:ignore ccc/section-order -->
- print the report
- write the guide

## Notes
mine, and not mdck's

## Decisions Made
- spans, no printer: bytes stay as they are

## Blockers
- no test account (unblocked by: an answer from ops)

## Continuation Prompt
<!-- kept -->
Resume CIA-123. Current task: task 3 of 5. Key files: header.go, internal/x_test.go.
Next action: make the tests green.
`

const sampleE = `## Goal
Read the header of every file.

## Linear Issue
CIA-123: Parse the header

## Completed Tasks
- [x] Task 0: Read the specification -- abc1234 (2 min)

## Current Task
Task 1: Write the table

## Learnings
- [2026-11-01 09:00] The table has 15 rows

## Blocked / Flagged
(none)
`

func parse(t testing.TB, text string) *Progress {
	t.Helper()
	p, err := ParseProgress("progress.md", text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func parseState(t testing.TB, text string) *engine.State {
	t.Helper()
	s, err := engine.Parse("state.json", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var styles = protocoltest.Styles(
	protocoltest.Replacing("blank lines", "\n## ", "\n\n\n## "),
	protocoltest.Replacing("no blank lines", "\n\n## ", "\n## "),
	protocoltest.Style{Name: "front matter", Of: func(s string) string { return "---\na: 1\n---\n" + s }},
	protocoltest.Replacing("stars", "\n- ", "\n* "),
	protocoltest.Replacing("indented", "\n- ", "\n  - "),
	protocoltest.Replacing("breaks", "\n## ", "\n---\n\n## "),
)

func diff(a, b string) (gone, added []string) {
	bare := strings.NewReplacer("\r\n", "\n")
	x, y := strings.Split(bare.Replace(a), "\n"), strings.Split(bare.Replace(b), "\n")
	common := make([][]int, len(x)+1)
	for i := range common {
		common[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for k := len(y) - 1; k >= 0; k-- {
			common[i][k] = max(common[i+1][k], common[i][k+1])
			if x[i] == y[k] {
				common[i][k] = common[i+1][k+1] + 1
			}
		}
	}
	i, k := 0, 0
	for i < len(x) || k < len(y) {
		switch {
		case i < len(x) && k < len(y) && x[i] == y[k]:
			i, k = i+1, k+1
		case k == len(y) || i < len(x) && common[i+1][k] >= common[i][k+1]:
			gone, i = append(gone, x[i]), i+1
		default:
			added, k = append(added, y[k]), k+1
		}
	}
	return gone, added
}

const sampleState = protocoltest.EngineState

func with(t *testing.T, key, json string) string {
	t.Helper()
	edits, err := parseState(t, sampleState).Doc.Set(json, key)
	return protocoltest.Apply(t, sampleState, edits, err)
}
