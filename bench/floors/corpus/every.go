package main

import (
	"fmt"
	"strings"
)

// kinds lists the functions that create the checkpoints of a project with every protocol, in turns.
var kinds = []func(w *writer, k int) map[string]string{
	(*writer).request, (*writer).session, (*writer).agent, (*writer).track, (*writer).plan, (*writer).handoff,
}

// every returns the files of the i-th checkpoint of a project with every protocol, by path.
func (w *writer) every(i int) map[string]string {
	return kinds[i%len(kinds)](w, i/len(kinds))
}

const settings = `formats:
  handoff:
    files: [notes/**/HANDOFF-*.md]
    title: "Handoff: {ID}"
    lines: 80
    tokens: 1500
    sections:
      - {title: Status, bullets: 1-5}
      - title: "Session {N}"
        keep: 3
        sections:
          - {title: Done, bullets: 1+}
          - {title: Open questions, optional: true}
      - {title: Next steps, bullets: 1-4}
`

// stages are the stages of requests: the number of groups in the checkpoint, and the values in Meta
// and state.json. Source: the checkpoint protocol, sections 2 and 4.
var stages = [...]struct {
	groups            int
	last, phase, gate string
	round             int
}{
	{1, "discover", "discover", "null", 0},
	{2, "design", "design", "null", 0},
	{3, "gate_b_round_1", "gate_b", `"fail"`, 1},
	{4, "gate_b_round_2", "gate_b", `"fail"`, 2},
}

// request returns a workspace of the RFC workflow in one of its phases. Every tenth workspace has
// wrapped bullets, which cause warnings.
func (w *writer) request(k int) map[string]string {
	stage, id := stages[k%len(stages)], fmt.Sprintf("rfc-%05d", k)
	w.short = k%10 != 9
	files := w.workspace(id, false)
	text := files["checkpoint.md"]
	if parts := strings.SplitAfterN(text, "\n---\n", stage.groups+2); len(parts) > stage.groups+1 {
		text = strings.TrimSuffix(strings.Join(parts[:stage.groups+1], ""), "\n---\n")
	}
	files["checkpoint.md"] = strings.NewReplacer("last_phase: gate_b_round_2", "last_phase: "+stage.last, "gate_b_round=2", fmt.Sprintf("gate_b_round=%d", stage.round)).Replace(text)
	files["state.json"] = strings.NewReplacer(`phase": "gate_b"`, `phase": "`+stage.phase+`"`, `"gate_b_round": 2`, fmt.Sprintf(`"gate_b_round": %d`, stage.round),
		`"gate_b_result": "fail"`, `"gate_b_result": `+stage.gate, `"rejection_count": 2`, fmt.Sprintf(`"rejection_count": %d`, stage.round)).Replace(files["state.json"])
	placed := map[string]string{}
	for name, text := range files {
		placed[".ohrfc/"+id+"/"+name] = text
	}
	return placed
}

// sessionState is a template of a session's state: issue, completed tasks, all tasks.
const sessionState = `{
  "linearIssue": "CIA-%d",
  "phase": "execution",
  "executionMode": "tdd",
  "taskIndex": %d,
  "totalTasks": %d,
  "taskIteration": 2,
  "globalIteration": 14,
  "awaitingGate": null,
  "replanCount": 0,
  "lastUpdatedAt": "2026-11-20T16:40:00Z"
}
`

// session returns a session of an agent in its own service. Every tenth session has no prompt,
// which is an error.
func (w *writer) session(k int) map[string]string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Session Progress\n\n**Issue:** CIA-%d — %s\n**Session:** 2026-11-20T09:00:00Z\n**Execution Mode:** exec:tdd\n", k, w.sentence(5))
	done, open := 3+w.r.IntN(9), 1+w.r.IntN(6)
	b.WriteString("\n## Completed Tasks\n")
	for range done {
		fmt.Fprintf(&b, "- %s -- %07x ✓\n", w.sentence(8), w.r.IntN(1<<28))
	}
	fmt.Fprintf(&b, "\n## Current Task\n- %s — %s\n\n## Remaining Tasks\n", w.sentence(6), w.sentence(8))
	for range open {
		fmt.Fprintf(&b, "- %s\n", w.sentence(8))
	}
	b.WriteString("\n## Decisions Made\n")
	for range 4 {
		fmt.Fprintf(&b, "- %s: %s\n", w.sentence(4), w.sentence(10))
	}
	b.WriteString("\n## Blockers\nNone\n")
	if k%10 != 9 {
		fmt.Fprintf(&b, "\n## Continuation Prompt\nResume CIA-%d. Current task: task %d of %d.\nNext action: %s.\nKey file: notes.md.\n", k, done+1, done+1+open, w.sentence(10))
	}
	dir := fmt.Sprintf("services/team-%02d/%s-%05d/", k%40, w.sentence(1), k)
	return map[string]string{
		dir + ".ccc-progress.md": b.String(),
		dir + "notes.md":         "# Notes\n\nThe " + w.sentence(30) + ".\n",
		dir + ".ccc-state.json":  fmt.Sprintf(sessionState, k, done, done+1+open),
	}
}
