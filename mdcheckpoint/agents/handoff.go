package agents

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

// A Handoff has what a new session needs to work as an agent.
type Handoff struct {
	Epic    string `json:"epic"`
	Path    string `json:"epicPath"` // folder of the epic
	Feature string `json:"feature"`
	Agent   string `json:"agent"`
	Primary string `json:"primary"` // "" means Agent-Primary
	Stage   string `json:"stage"`   // "" means firstStage

	// Paths relative to the epic. [Handoff.Filled] sets them.
	Inbox      string `json:"inbox"`
	Outbox     string `json:"outbox"`
	Checkpoint string `json:"checkpoint"`
	Status     string `json:"-"`

	// What an earlier agent or session left.
	Previous     string `json:"previousAgent"` // before a takeover
	Archive      string `json:"archive"`       // archived checkpoint of the previous agent
	Step         string `json:"step"`
	Instructions string `json:"instructions"`
	Blockers     string `json:"-"`
	Next         string `json:"-"`

	Unread []string `json:"unreadMessages"` // one per line
}

// Handoff returns the handoff for the agent of c, without Epic and Path.
func (c *Checkpoint) Handoff() Handoff {
	return Handoff{
		Feature:      c.Feature(),
		Agent:        c.DisplayID(),
		Stage:        c.Stage(),
		Checkpoint:   path.Join(CheckpointDir, c.Base()),
		Previous:     c.Str(previousKey),
		Step:         c.Step(),
		Instructions: c.Str(instructionsKey),
		Blockers:     strings.Join(texts(c.Blockers()), "; "),
		Next:         strings.Join(texts(c.Next()), "; "),
	}
}

// FeatureOr returns the feature of c, or else asked. It returns an error if they differ.
func (c *Checkpoint) FeatureOr(asked string) (string, error) {
	feature := c.Feature()
	if feature != "" && asked != "" && feature != asked {
		return "", protocol.BadRequest("", "%s has the feature %q; expected %q", c.DisplayID(), feature, asked)
	}
	return cmp.Or(feature, asked), nil
}

// syncPoints says where agents wait for each other. Source: handoff.
const syncPoints = `- After S2: a secondary sets its status to WAITING, reports this in its outbox, and waits. When the STATUS of every feature is WAITING or COMPLETE, the primary runs S3 and reports this to each inbox.
- After S4: the agents wait in the same way before S5.
`

const (
	primaryInbox  = MessageDir + "/secondary_*_to_primary.md"
	primaryOutbox = MessageDir + "/primary_to_secondary_*.md"
)

// rule is the first and last line of the handoff text.
const rule = "═══════════════════════════════════════════════════════════"

// Filled returns h with paths and default values.
func (h Handoff) Filled() Handoff {
	h.Primary, h.Stage = cmp.Or(h.Primary, idOf(Primary)), cmp.Or(h.Stage, firstStage)
	h.Inbox, h.Outbox = Inbox(h.Agent), outbox(h.Agent)
	if foldID(h.Agent) == Primary {
		h.Inbox, h.Outbox = primaryInbox, primaryOutbox
	}
	if name, err := checkpointFileName(h.Agent); err == nil {
		h.Checkpoint = cmp.Or(h.Checkpoint, path.Join(CheckpointDir, name))
	}
	if h.Feature != "" {
		h.Status = path.Join(spelling.CleanLine(h.Feature), statusFile)
	}
	if h.Archive != "" {
		h.Archive = path.Join(CheckpointDir, path.Base(h.Archive))
	}
	if h.Unread == nil {
		h.Unread = []string{}
	}
	return h
}

// Text returns the text to paste into a new session.
func (h Handoff) Text() string {
	h = h.Filled()
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	field := func(name, value string) {
		if value = spelling.CleanLine(value); value != "" {
			line("- %s: %s", name, value)
		}
	}
	line("%s\n%s\n", rule, h.opening())
	line("**Configuration:**")
	field("Epic Path", h.Path)
	field("My Assignment", cleanOrUnknown(h.Feature))
	field("Primary Agent ID", h.Primary)
	field("My Agent ID", cleanOrUnknown(h.Agent))
	field("Starting Stage", h.Stage)
	line("\n**Coordination:**")
	field("Inbox", h.Inbox)
	field("Outbox", h.Outbox)
	field("Checkpoint", h.Checkpoint)
	field("STATUS", h.Status)
	if len(h.Unread) > 0 {
		line("\n**Unread Messages:** (mdck agents inbox %s --read prints them)", cleanOrUnknown(h.Agent))
	}
	for _, message := range h.Unread {
		line("- %s", spelling.CleanLine(message))
	}
	if h.Previous+h.Step+h.Instructions != "" {
		line("\n**Recovery:**")
	}
	field("Previous Agent", h.Previous)
	field("Archive", h.Archive)
	field("In Progress", h.Step)
	field("Instructions", h.Instructions)
	field("Blockers", h.Blockers)
	field("Next Steps", h.Next)
	line("\n**Sync Points:**\n%s\nWrite the checkpoint every 15 minutes and at the end of each phase.", syncPoints)
	line("Start with: %s.\n%s", spelling.CleanLine(h.Stage), rule)
	return b.String()
}

func (h *Handoff) opening() string {
	role := "a secondary agent"
	if foldID(h.Agent) == Primary {
		role = "the primary agent"
	}
	return fmt.Sprintf("This session works as %s on epic %s.", role, spelling.CleanLine(h.Epic))
}
