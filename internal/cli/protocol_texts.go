package cli

import (
	"strings"

	"mdck/internal/config"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
)

const (
	agentsMaker = "mdck agents create AGENT --epic DIR makes the checkpoint of an agent"
	planMaker   = "plans are made by the planner of their family; mdck plan add writes checkpoints into them"
	trackMaker  = "a track is made by the conductor's own command for a new track; mdck loop start keeps its state from there"
)

// protocolTexts are what there is to be told of each protocol.
var protocolTexts = [...]struct{ name, has, files, help string }{
	{workspace.Ohrfc, "the checkpoint of an RFC (ohrfc)", ohrfc.Dir + "/<id>/" + ohrfc.CheckpointFile + " and " + ohrfc.StateFile, "mdck help says what works on an RFC"},
	{workspace.CCC, "a session (ccc)", ccc.ProgressFile + " and " + ccc.StateFile, "mdck help ccc says what works on a session"},
	{workspace.Agents, "agents of an epic (agents)", "agent_checkpoints/*.json", "mdck help agents says what works on agents"},
	{workspace.Loop, "a track (loop)", "conductor/tracks/*/metadata.json", "mdck help loop says what works on a track"},
	{workspace.Format, "a format of .mdck.yaml", lookedForFormats, "mdck lint, show, append, prune, fmt, tokens, status, history and restore work on files of formats"},
	{workspace.Plan, "plans (plan)", ".planning/**/NN-NN-PLAN.md and .autopilot/**/ROUTE.md", "mdck help plan says what works on plans"},
}

// lookedForFormats are the files of formats, for people.
const lookedForFormats = "files of the formats of " + config.Name

// ofProtocols stands for all protocols, but not for formats: what restarts a session or
// makes claims.
const ofProtocols = "checkpoints of a protocol"

// kindOf is what a protocol has, for people.
func kindOf(protocol string) string {
	for _, p := range protocolTexts {
		if p.name == protocol {
			return p.has
		}
	}
	return protocol
}

// worksOn says where to read what works on a protocol.
func worksOn(protocol string) string {
	for _, p := range protocolTexts {
		if p.name == protocol {
			return p.help
		}
	}
	return "mdck help lists the commands"
}

// makes says what makes a checkpoint of a protocol, "" for any.
func makes(protocol string) string {
	switch protocol {
	case workspace.CCC:
		return "mdck init ccc begins a session"
	case workspace.Agents:
		return agentsMaker
	case workspace.Loop:
		return trackMaker
	case workspace.Plan:
		return planMaker
	case workspace.Ohrfc:
		return "mdck init ohrfc ID makes a workspace"
	}
	return "mdck init ohrfc ID makes a workspace; " + agentsMaker
}

// lookedFor says which files of a protocol, "" for all, would have been found.
func lookedFor(protocol string) string {
	var names []string
	for _, p := range protocolTexts {
		if protocol == p.name || p.name != workspace.Format && (protocol == "" || protocol == ofProtocols) {
			names = append(names, p.files)
		}
	}
	return "looked for " + strings.Join(names, ", ")
}
