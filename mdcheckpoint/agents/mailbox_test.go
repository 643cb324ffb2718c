package agents

import "testing"

// TestMailboxes checks which files have messages: those whose name is made of an agent's
// id in the way of files, for the primary all that are written to it.
func TestMailboxes(t *testing.T) {
	names := []string{"primary_to_secondary_a.md", "secondary_a_to_primary.md", "secondary_b_to_primary.md", "Secondary-C_to_primary.md", "_to_primary.md", "primary_to_.md", "primary_to_primary.md", "secondary_a_to_primary.txt", "notes.md"}
	var boxes []string
	for _, name := range names {
		if IsMailbox(name) {
			boxes = append(boxes, name)
		}
	}
	equalAll(t, "mailboxes", boxes, names[:3])
	equalAll(t, "of the primary", Inboxes("Agent-Primary", names), []string{"agent_comms/secondary_a_to_primary.md", "agent_comms/secondary_b_to_primary.md"})
	equalAll(t, "of another", Inboxes("Secondary-Z", names), []string{"agent_comms/primary_to_secondary_z.md"})
	equalAll(t, "of no agent", Inboxes("../x", names), nil)
}
