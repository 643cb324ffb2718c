package plan

import (
	"io/fs"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
)

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
