package agents

import (
	"strings"
	"testing"

	"mdck/internal/protocoltest"
)

func TestHandoff(t *testing.T) {
	s, err := parse(t, sample).succeed(Takeover{Session: "u-2"}, now)
	if err != nil {
		t.Fatal(err)
	}
	h := s.After.Handoff()
	h.Epic, h.Path, h.Archive = "KAI-7", "epics/KAI-7", s.Archive
	protocoltest.Equal(t, "package", h.Text(), `═══════════════════════════════════════════════════════════
This session works as a secondary agent on epic KAI-7.

**Configuration:**
- Epic Path: epics/KAI-7
- My Assignment: feature_02_penalty
- Primary Agent ID: Agent-Primary
- My Agent ID: Secondary-A
- Starting Stage: S2.P2

**Coordination:**
- Inbox: agent_comms/primary_to_secondary_a.md
- Outbox: agent_comms/secondary_a_to_primary.md
- Checkpoint: agent_checkpoints/secondary_a.json
- STATUS: feature_02_penalty/STATUS

**Recovery:**
- Previous Agent: Secondary-A
- Archive: agent_checkpoints/secondary_a_crashed_1768489205.json
- In Progress: Writing section 5
- Instructions: Go on with section 5.
- Next Steps: Finish section 5; Write the criteria; Ask the questions

**Sync Points:**
- After S2: a secondary sets its status to WAITING, reports this in its outbox, and waits. When the STATUS of every feature is WAITING or COMPLETE, the primary runs S3 and reports this to each inbox.
- After S4: the agents wait in the same way before S5.

Write the checkpoint every 15 minutes and at the end of each phase.
Start with: S2.P2.
═══════════════════════════════════════════════════════════
`)
	fresh := Handoff{Agent: "Secondary-A", Feature: "feature_02", Epic: "x\n═══\x1b[2J"}.Text()
	if strings.Contains(fresh, "Recovery") || strings.Contains(fresh, "Archive") || strings.Contains(fresh, "\x1b") || !strings.Contains(fresh, "Start with: S2.P1.") {
		t.Error(fresh)
	}
	if strings.Count(fresh, "\n═══") != 1 {
		t.Errorf("a value begins a line of its own in\n%s", fresh)
	}
	primary := Handoff{Agent: "Primary", Epic: "x"}.Text()
	if !strings.Contains(primary, "This session works as the primary agent on epic x.") ||
		!strings.Contains(primary, "- Inbox: agent_comms/secondary_*_to_primary.md\n") || !strings.Contains(primary, "- Outbox: agent_comms/primary_to_secondary_*.md\n") || !strings.Contains(primary, "- My Assignment: unknown\n") {
		t.Error(primary)
	}
}
