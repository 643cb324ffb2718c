package cli

import (
	"strings"

	"mdck/internal/config"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
)

const (
	agentsCreateHint = "mdck agents create AGENT --epic DIR makes the checkpoint of an agent"
	planCreateHint   = "plans are made by the planner of their family; mdck plan add writes checkpoints into them"
	trackCreateHint  = "a track is made by the conductor's own command for a new track; mdck loop start keeps its state from there"
)

// protocolTexts are the parts of messages that name a protocol.
var protocolTexts = [...]struct{ name, has, files, help string }{
	{workspace.Ohrfc, "the checkpoint of an RFC (ohrfc)", ohrfc.Dir + "/<id>/" + ohrfc.CheckpointFile + " and " + ohrfc.StateFile, "mdck help says what works on an RFC"},
	{workspace.CCC, "a session (ccc)", ccc.ProgressFile + " and " + ccc.StateFile, "mdck help ccc says what works on a session"},
	{workspace.Agents, "agents of an epic (agents)", "agent_checkpoints/*.json", "mdck help agents says what works on agents"},
	{workspace.Loop, "a track (loop)", "conductor/tracks/*/metadata.json", "mdck help loop says what works on a track"},
	{workspace.Format, "a format of .mdck.yaml", formatFilesText, "mdck lint, show, append, prune, fmt, tokens, status, history and restore work on files of formats"},
	{workspace.Plan, "plans (plan)", ".planning/**/NN-NN-PLAN.md and .autopilot/**/ROUTE.md", "mdck help plan says what works on plans"},
}

// formatFilesText are the files of formats, for people.
const formatFilesText = "files of the formats of " + config.Name

// anyProtocol stands for all protocols, but not for formats: what restarts a session or
// makes claims.
const anyProtocol = "checkpoints of a protocol"

// protocolNoun returns what messages call a checkpoint of a protocol.
func protocolNoun(protocol string) string {
	for _, p := range protocolTexts {
		if p.name == protocol {
			return p.has
		}
	}
	return protocol
}

// commandsHint names the help that lists the commands of a protocol.
func commandsHint(protocol string) string {
	for _, p := range protocolTexts {
		if p.name == protocol {
			return p.help
		}
	}
	return "mdck help lists the commands"
}

// createHint names the command that creates a checkpoint of a protocol, "" for any.
func createHint(protocol string) string {
	switch protocol {
	case workspace.CCC:
		return "mdck init ccc begins a session"
	case workspace.Agents:
		return agentsCreateHint
	case workspace.Loop:
		return trackCreateHint
	case workspace.Plan:
		return planCreateHint
	case workspace.Ohrfc:
		return "mdck init ohrfc ID makes a workspace"
	}
	return "mdck init ohrfc ID makes a workspace; " + agentsCreateHint
}

// searchedFiles lists the files of a protocol, "" for all, that are looked for.
func searchedFiles(protocol string) string {
	var names []string
	for _, p := range protocolTexts {
		if protocol == p.name || p.name != workspace.Format && (protocol == "" || protocol == anyProtocol) {
			names = append(names, p.files)
		}
	}
	return "looked for " + strings.Join(names, ", ")
}
