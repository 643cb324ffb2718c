package cli

import (
	"strconv"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
)

// planNames are the files of the plans that an id names in the repository of the current
// directory, whatever a command is asked about: a gate has one name in all of them.
type planNames map[string][]string

// planNames reads the names of the repository. every says that folders are all of it, so
// that nothing has to be read again.
func (f *configFlags) planNames(folders []*planFolder, every bool) planNames {
	if !every {
		all := &planSearch{configFlags: f}
		found, _ := all.everywhere() // a plan that cannot be found there has no id there
		ask(found, false)
		folders = all.folders
	}
	n := planNames{}
	for _, folder := range folders {
		for _, p := range folder.plans() {
			if id := p.ID().String(); !folder.past {
				n[id] = append(n[id], folder.target.File(p.File.Name))
			}
		}
	}
	return n
}

// of is how a gate is named: PLAN:TASK, where PLAN is its id or, if others have that
// too, it is not looked for here, or it is odd, the path.
func (n planNames) of(f *planFolder, g *planfile.Gate) string {
	id := g.Plan.ID()
	name := id.String()
	own := len(n[name]) == 1 && n[name][0] == f.target.File(g.Plan.File.Name)
	if !own || id.Phase == "" || strings.Trim(name, "0123456789.-abcdefghijklmnopqrstuvwxyz_") != "" || !isID(name) {
		name = f.shown(g.Plan)
	}
	return name + ":" + strconv.Itoa(g.Number)
}
