package plan

import (
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

// members returns the plans that name refers to: an id, or a file name such as 03-06-PLAN.md.
func members(tree fs.FS, t protocol.Target, name string) ([]protocol.Member, error) {
	id := strings.TrimSuffix(name, "-PLAN.md")
	if strings.Trim(id, "0123456789.-") != "" || !strings.Contains(id, "-") || strings.HasPrefix(id, "-") {
		return nil, nil
	}
	folder, err := planfile.ReadFolder(tree, t.Folder)
	if folder == nil {
		return nil, err
	}
	var current, archived []protocol.Member
	for _, p := range folder.Plans {
		if !IsCalled(p, id) {
			continue
		}
		m := protocol.Member{ID: p.ID().String(), Path: p.File.Name}
		if _, over := planfile.PartOf(m.Path); over {
			archived = append(archived, m)
		} else {
			current = append(current, m)
		}
	}
	switch {
	case len(current) > 0:
		return current, nil
	case len(archived) > 0:
		return archived, nil
	}
	return nil, protocol.BadRequest("to list the plans: mdck plan order", "there is no plan %q", id)
}

// IsCalled reports whether name is the id of p, its phase, its file name or its directory.
func IsCalled(p *planfile.Plan, name string) bool {
	if strings.EqualFold(path.Ext(name), ".md") {
		return strings.EqualFold(name, path.Base(p.File.Name))
	}
	id := p.ID()
	phase, number, isPair := strings.Cut(name, "-")
	switch {
	case strings.EqualFold(name, id.String()), strings.EqualFold(name, path.Base(path.Dir(p.File.Name))), p.IsNamed(name):
		return true
	case isPair:
		return planfile.Number(phase) == id.Phase && planfile.Number(number) == id.Plan
	}
	return id.Phase != "" && planfile.Number(name) == id.Phase
}
