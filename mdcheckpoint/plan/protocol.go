// Package plan is the protocol of plans: a folder of plan files, the state of the work on
// them, and what one session leaves for the next.
//
// Package planfile reads the plans, their order and their checkpoints; package position reads the
// state and the hand-offs; package threshold reads the limits of a session. This package
// combines them.
package plan

import (
	"io/fs"

	"mdck/internal/protocols/plan/position"
	"mdck/internal/protocols/plan/threshold"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

// Name is the name of this protocol.
const Name = "plan"

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Restart: Restart, Verify: Claims,
	FolderStatus: folderStatus, Due: due, Allow: allow, Glance: glance, Summary: summary, Part: planfile.PartOf, History: history, Members: members,
	Settings: settings, Start: &protocol.Start{Keeps: "plans: .planning or .autopilot, which their planner makes and mdck reads"},
	Words: protocol.Words{
		Noun:     "plans (plan)",
		Searched: ".planning/**/NN-NN-PLAN.md and .autopilot/**/ROUTE.md",
		Help:     "mdck help plan lists the commands for plans",
		Create:   "the planner of their family creates plans; mdck plan add adds checkpoints to them",
		Past:     "finished plans",
	},
}

// The key of a configuration for the file that answers are recorded in, and its value for answers
// that git sees.
const (
	AnswersSetting = Name + ".answers"
	SharedAnswers  = "shared"
)

// settings returns the keys of a configuration that belong to plans.
func settings() []protocol.Setting {
	return append(threshold.Settings(), protocol.Setting{Field: jsondoc.Field{
		Name: Name, Kind: jsondoc.Object, Doc: "How work on plans is recorded.",
		Fields: []jsondoc.Field{{
			Name: "answers", Kind: jsondoc.String, Values: []string{"local", SharedAnswers}, Default: `"local"`,
			Doc: "Where answers and completed tasks are recorded: local is .mdck/answers.json, which git ignores; shared is .mdck-answers.jsonl, which you commit.",
		}},
	}})
}

// history returns which files of a folder of plans are history: plans on which the work is over,
// and what is beside those that were put away.
func history(tree fs.FS, folder string) func(name string) bool {
	p := position.ReadProject(tree, folder)
	over := map[string]bool{}
	for _, x := range p.Plans {
		over[x.File.Name] = p.IsHistory(x)
	}
	return func(name string) bool {
		_, away := planfile.PartOf(name)
		return away || over[name]
	}
}
