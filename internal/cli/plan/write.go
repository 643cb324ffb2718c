package plan

import (
	"fmt"
	"io"
	"io/fs"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

func listOf(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}

func onePlan(f *pick.Picker, name, command string, talk io.Writer, pick func(*planFolder) []*planfile.Plan) (folder *planFolder, p *planfile.Plan, argName string, err error) {
	folders, err := planFolders(f, listOf(name), talk)
	if err != nil && (len(folders) == 0 || name != "") {
		return nil, nil, "", err
	}
	var lines []string
	for _, one := range folders {
		for _, x := range pick(one) {
			folder, p = one, x
			lines = append(lines, "plan "+x.ID().String()+": "+one.displayPath(x))
		}
	}
	n := len(lines)
	if n == 1 {
		return folder, p, readPlanNames(f, folders, name == "").of(folder, p), nil
	}
	err = fmt.Errorf("%s: found %d plans; expected one", command, n)
	if n == 0 {
		err = fmt.Errorf("%s: there is no current plan", command)
	}
	return nil, nil, "", app.WithHints(err, append([]string{"to list the plans: mdck plan order"}, spelling.FirstOf(lines, app.MaxShownNames)...)...)
}

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

func putChange(out *protocol.Change, name, before string, exists bool, c *planfile.Change) {
	out.Notes = append(out.Notes, c.Notes...)
	if c.Changed() {
		out.AddFile(protocol.File{Name: name, Before: before, After: c.Text, Exists: exists, Did: c.Did})
	}
}
