package plan

import (
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
)

// history returns which files of a folder of plans are history: plans on which the work is over,
// and what is beside those that were put away.
func history(tree fs.FS, folder string) func(name string) bool {
	p := position.ReadProject(tree, folder)
	summed := map[string]bool{} // directories with a summary
	for name := range p.Names {
		summed[path.Dir(name)] = summed[path.Dir(name)] || strings.HasSuffix(name, "SUMMARY.md")
	}
	over, past := map[string]bool{}, map[string]bool{} // by path, and by phase
	for _, x := range p.Plans {
		name, phase := x.File.Name, x.ID().Phase
		if part, _ := planfile.PartOf(name); part != "" {
			over[name] = p.Done(x) || part == path.Dir(name) && summed[part] // a quick task
			continue
		}
		if _, known := past[phase]; !known {
			past[phase] = position.IsPast(tree, x)
		}
		over[name] = p.Done(x) || past[phase]
	}
	return func(name string) bool {
		_, away := planfile.PartOf(name)
		return away || over[name]
	}
}
