package agents

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// members returns the checkpoint of the agent that name means or, for "", of every agent: of several
// files of one that which is in use, and those that cannot be read.
func members(tree fs.FS, t protocol.Target, name string) ([]protocol.Member, error) {
	folder, err := ReadFolder(tree, t.Main)
	if err != nil {
		return nil, err
	}
	var all []protocol.Member
	of := folder.ByAgent()
	for _, c := range folder.Agents {
		if of[c.Agent()][0] == c {
			all = append(all, protocol.Member{ID: c.Shown(), Path: c.Base(), About: about(c)})
		}
	}
	for _, fault := range folder.Faults {
		all = append(all, protocol.Member{ID: IDOf(fault.Agent()), Path: fault.Name, About: "cannot be read"})
	}
	if name != "" {
		base := folder.Named(name)
		if all = slices.DeleteFunc(all, func(m protocol.Member) bool { return m.Path != base }); len(all) == 0 && base != "" {
			all = []protocol.Member{{ID: name, Path: base}}
		}
	}
	for i := range all {
		all[i].Path = path.Join(t.Main, all[i].Path)
	}
	return all, nil
}

// about returns the stage, the status and the feature of c, as far as it has them.
func about(c *Checkpoint) string {
	var parts []string
	for _, part := range []string{c.Stage(), c.Status(), c.Feature()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}
