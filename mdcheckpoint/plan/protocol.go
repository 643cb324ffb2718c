package plan

import (
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

// Name is the name of this protocol.
const Name = "plan"

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Restart: Restart, Verify: Claims,
	FolderStatus: folderStatus, Due: due, Allow: allow, Glance: glance, Summary: summary, Part: planfile.PartOf, History: history, Members: members,
	Settings: settings,
	Words: protocol.Words{
		Noun:     "plans (plan)",
		Searched: ".planning/**/NN-NN-PLAN.md and .autopilot/**/ROUTE.md",
		Help:     "mdck help plan says what works on plans",
		Create:   "plans are made by the planner of their family; mdck plan add writes checkpoints into them",
		Past:     "finished plans",
	},
}
