// Package plan implements the plan protocol: a folder of plan files, the state of the work on them,
// and the notes that one session leaves for the next.
//
// Package planfile reads plans and checkpoints. Package position reads the state and the notes. Package
// threshold reads the limits of a session. This package combines them.
package plan

import (
	"io/fs"

	"mdck/bootstrap"
	"mdck/internal/protocols/plan/position"
	"mdck/internal/protocols/plan/threshold"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

// Name is the name of this protocol.
const Name = "plan"

// Protocol describes the plan protocol for package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Restart: Restart, Verify: Claims,
	FolderStatus: folderStatus, Due: due, Allow: allow, Glance: glance, Summary: summary, Part: planfile.PartOf, History: history, Members: members,
	Settings: settings, Start: &protocol.Start{Keeps: "plans in .planning or .autopilot"},
	Words: protocol.Words{
		Noun:     "plans (plan)",
		Searched: ".planning/**/NN-NN-PLAN.md and .autopilot/**/ROUTE.md",
		Help:     "to list the commands for plans: mdck help plan",
		Create:   "a planner creates plans; to add checkpoints: mdck plan add",
	},
}

// AnswersSetting is the configuration key for where answers are recorded. SharedAnswers means a file
// that git tracks.
const (
	AnswersSetting = Name + ".answers"
	SharedAnswers  = "shared"
)

func settings() []protocol.Setting {
	return append(threshold.Settings(), protocol.Setting{Field: jsondoc.Field{
		Name: Name, Kind: jsondoc.Object, Doc: "How answers and completed tasks of plans are recorded.",
		Fields: []jsondoc.Field{{
			Name: "answers", Kind: jsondoc.String, Values: []string{"local", SharedAnswers}, Default: `"local"`,
			Doc: "Where answers and completed tasks are recorded. local: in .mdck/answers.json, which git ignores. shared: in .mdck-answers.jsonl, which you commit.",
		}},
	}})
}

// history returns a function that reports whether a file is archived, in the backlog or an
// overview, or a plan whose work is over.
func history(tree fs.FS, folder string) func(name string) bool {
	p := position.ReadProject(tree, folder, bootstrap.Repository{})
	names, over := p.Names, map[string]bool{} // the function must not keep p, which is large
	for _, x := range p.Plans {
		over[x.File.Name] = p.IsHistory(x)
	}
	return func(name string) bool {
		_, away := planfile.PartOf(name)
		return away || over[name] || planfile.IsOverview(names, name)
	}
}
