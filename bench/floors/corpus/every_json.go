package main

import (
	"fmt"
	"strings"
)

const crew = 5 // agents in an epic

const agentState = `{
  "agent_id": %q,
  "agent_type": %q,
  "session_id": "%08x",
  "feature": "feature_%02d_%s",
  "stage": "S%d.P%d",
  "phase": "Specification",
  "last_checkpoint": "2026-11-20T14:%02d:00Z",
  "next_checkpoint_expected": "2026-11-20T15:%02d:00Z",
  "status": "IN_PROGRESS",
  "can_resume": true,
  "blockers": [],
  "files_modified": [%s],
  "recovery_instructions": "Read the inbox, then go on with the %s.",
  "current_step": "%s",
  "completed_steps": ["%s", "%s", "%s"],
  "next_steps": ["%s", "%s"],
  "coordination_state": {
    "last_inbox_check": "2026-11-20T14:%02d:00Z",
    "unread_messages": 0,
    "last_epic_readme_update": "2026-11-20T14:05:00Z",
    "last_status_update": "2026-11-20T14:05:00Z"
  }
}
`

// agent returns the files of an agent of an epic, for the primary also the README and the messages.
// Every tenth agent names a missing file, which causes a warning.
func (w *writer) agent(k int) map[string]string {
	who, epic := k%crew, fmt.Sprintf("epics/KAI-%05d/", k/crew)
	id, kind, name := "Agent-Primary", "primary", "primary.json"
	files, touched := map[string]string{}, `"EPIC_README.md"`
	if who > 0 {
		letter := string(rune('A' + who - 1))
		id, kind, name = "Secondary-"+letter, "secondary", "secondary_"+strings.ToLower(letter)+".json"
		touched += fmt.Sprintf(`, "feature_%02d/spec.md"`, who)
		files[fmt.Sprintf("%sfeature_%02d/spec.md", epic, who)] = "# Feature\n\nThe " + w.sentence(40) + ".\n"
	} else {
		files[epic+"EPIC_README.md"] = "# Epic\n\nThe " + w.sentence(60) + ".\n"
		files[epic+"agent_comms/primary_to_secondary_a.md"] = w.messages()
	}
	if k%10 == 9 {
		touched += fmt.Sprintf(`, "src/%s.go"`, w.sentence(1))
	}
	minute := w.r.IntN(50)
	files[epic+"agent_checkpoints/"+name] = fmt.Sprintf(agentState, id, kind, w.r.Uint32(), who+1, w.sentence(1), 1+w.r.IntN(5), 1+w.r.IntN(4), minute+5, minute,
		touched, w.sentence(6), w.sentence(6), w.sentence(7), w.sentence(7), w.sentence(7), w.sentence(6), w.sentence(6), minute)
	return files
}

func (w *writer) messages() string {
	var b strings.Builder
	b.WriteString("# Messages: Primary → Secondary-A\n")
	for i := range 6 {
		fmt.Fprintf(&b, "\n## Message %d (2026-11-20 14:%02d) ✅ READ\n**Subject:** %s\n**Action:** %s\n**Details:** the %s.\n", i+1, i*5, w.sentence(3), w.sentence(5), w.sentence(20))
	}
	return b.String()
}

// trackState is a template of a track's metadata: id, name, completed tasks, all tasks, last task,
// commits.
const trackState = `{
  "version": 3,
  "track_id": %[1]q,
  "name": %[2]q,
  "type": "feature",
  "status": "in_progress",
  "created_at": "2026-11-04",
  "superpower_enhanced": true,
  "loop_state": {
    "current_step": "EXECUTE",
    "step_status": "IN_PROGRESS",
    "step_started_at": "2026-11-20T14:00:00Z",
    "fix_cycle_count": 1,
    "max_fix_cycles": 3,
    "checkpoints": {
      "PLAN": {
        "status": "PASSED",
        "started_at": "2026-11-20T12:00:00Z",
        "completed_at": "2026-11-20T13:00:00Z",
        "agent": "superpowers:writing-plans",
        "output_files": ["conductor/tracks/%[1]s/plan.md"],
        "notes": "the %[2]s"
      },
      "EVALUATE_PLAN": {
        "status": "PASSED",
        "started_at": "2026-11-20T13:00:00Z",
        "completed_at": "2026-11-20T13:30:00Z",
        "agent": "loop-plan-evaluator",
        "verdict": "PASS"
      },
      "EXECUTE": {
        "status": "IN_PROGRESS",
        "started_at": "2026-11-20T14:00:00Z",
        "completed_at": null,
        "agent": "superpowers:executing-plans",
        "tasks_completed": %[3]d,
        "tasks_total": %[4]d,
        "last_task": "Task %[5]s",
        "commits": [%[6]s]
      },
      "FIX": {
        "status": "NOT_STARTED",
        "cycle": 1
      }
    }
  },
  "blockers": []
}
`

// track returns a track of the evaluate loop. In every tenth track the last task is not in the
// plan, which causes a warning.
func (w *writer) track(k int) map[string]string {
	id := fmt.Sprintf("%s-%s-%05d_20261104", w.sentence(1), w.sentence(1), k)
	done, total := 1+w.r.IntN(6), 8+w.r.IntN(8)
	var plan strings.Builder
	var commits []string
	plan.WriteString("# Plan\n")
	for i := range total {
		if i%4 == 0 {
			fmt.Fprintf(&plan, "\n## Phase %d: %s\n\n", i/4+1, w.sentence(3))
		}
		mark := " "
		if i < done {
			mark = "x"
			commits = append(commits, fmt.Sprintf(`{"sha": "%07x", "message": "%s", "task": "%s"}`, w.r.IntN(1<<28), w.sentence(5), task(i)))
		}
		fmt.Fprintf(&plan, "- [%s] Task %s: %s\n  The %s.\n", mark, task(i), w.sentence(5), w.sentence(14))
	}
	last := task(done - 1)
	if k%10 == 9 {
		last = "9.9"
	}
	dir := "conductor/tracks/" + id + "/"
	return map[string]string{
		dir + "metadata.json": fmt.Sprintf(trackState, id, w.sentence(4), done, total, last, strings.Join(commits, ", ")),
		dir + "plan.md":       plan.String(),
	}
}

// task returns the number of the i-th task of a plan with four tasks per phase.
func task(i int) string { return fmt.Sprintf("%d.%d", i/4+1, i%4+1) }
