package cli

import (
	"fmt"
	"path"

	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
)

// rooted reports whether names in the store are paths in the tree.
func (k *restoreSource) rooted() bool {
	return k.target.Protocol == workspace.CCC || k.target.Protocol == workspace.Plan
}

// restoredPlan is the file of plans that name means to restore, whether or not it is there.
func restoredPlan(name string) (t workspace.Target, ok bool, err error) {
	t, known, err := workspace.Unsaved(name)
	return t, name != "" && known && t.Protocol == workspace.Plan && isDir(t.Root) && !isDir(name), err
}

// notForPlans asks for a file of a folder of plans.
func notForPlans(t *workspace.Target) error {
	return hinted(fmt.Errorf("%s holds plans, whose files are taken back one by one", report.Name(t.Shown(t.Path))),
		"mdck restore FILE lists the backups of a plan or of the state, such as "+position.StateNames()[len(position.StateNames())-1])
}

// parsesAsPlan reports what keeps a text from being the file of plans of that name; errors
// call it name.
func parsesAsPlan(file, name, text string) (err error) {
	if path.Ext(file) == ".json" {
		_, err = jsondoc.Parse(name, text)
		return err
	}
	_, err = planfile.Parse(name, text) // as the notes and the state: any text
	return err
}
