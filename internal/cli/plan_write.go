package cli

import (
	"fmt"
	"io"
	"io/fs"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

// onePlan is the file of the plan that name means, or of the only one of the repository.
// done says that the plan was executed.
func (f *configFlags) onePlan(name, command string, talk io.Writer) (t *workspace.Target, done bool, err error) {
	var names []string
	if name != "" {
		names = []string{name}
	}
	folders, err := f.planFolders(names, talk)
	if err != nil {
		return nil, false, err
	}
	var lines []string
	n := 0
	for _, folder := range folders {
		for _, p := range folder.plans() {
			target := folder.target
			t, done = &target, folder.Done(p)
			t.Main, t.Path = p.File.Name, p.File.Name
			if n++; n <= maxIDs {
				lines = append(lines, p.ID().String()+"  "+folder.shown(p))
			}
		}
	}
	switch n {
	case 0:
		return nil, false, noPlans(f.whereHere())
	case 1:
		return t, done, nil
	}
	if n > maxIDs {
		lines = append(lines, fmt.Sprintf("and %d more", n-maxIDs))
	}
	return nil, false, hinted(fmt.Errorf("%d plans found, want one", n), append([]string{"name one: mdck " + command + " PLAN"}, lines...)...)
}

// editOf is the edit that build makes of the file called name: its text as it is in a tree,
// and the change of it.
func editOf(name string, build func(files fs.FS) (before string, c *planfile.Change, err error)) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		files, err := read.Snapshot(name)
		if err != nil {
			return nil, err
		}
		before, c, err := build(files)
		if err != nil {
			return nil, err
		}
		out := &protocol.Change{}
		putChange(out, name, before, true, c)
		return out, nil
	}
}

// putChange adds to out what a file that has, or had, that text should become.
func putChange(out *protocol.Change, name, before string, exists bool, c *planfile.Change) {
	out.Notes = append(out.Notes, c.Notes...)
	if c.Changed() {
		out.Files = append(out.Files, protocol.File{Name: name, Before: before, After: c.Text, Exists: exists, Did: c.Did})
		out.Ledger = append(out.Ledger, claim.Entry{Path: name, Content: claim.ContentHash(c.Text)})
	}
}
