package agents

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// Name is the name of this protocol.
const Name = "agents"

// Protocol describes this protocol to package protocols.
var Protocol = protocol.Protocol{
	Name:     Name,
	Checker:  &Checker,
	Separate: true,
	Place:    place,
	Status:   status,
	Restart:  Restart,
	Args:     args,
	Glance:   glance,
	Summary:  summary,
	Due:      due,
	Allow:    allow,
	Members:  members,
	Start:    &protocol.Start{Keeps: CheckpointDir + ", the checkpoints of parallel agents", Command: []string{Name, "create", "", "--epic", "."}, Ask: "Id of the first agent", Name: "Agent-Primary"},
	Copies:   "mdck agents restore",
	Copy:     backUp,
	HasCopy:  hasBackup,
	Words: protocol.Words{
		Noun:     "agents of an epic (agents)",
		Searched: CheckpointDir + "/*.json",
		Help:     "to list the commands for agents: mdck help agents",
		Create:   "to create the checkpoint of an agent: mdck agents create AGENT --epic DIR",
	},
}

func args(t protocol.Target, root string, quote func(string) string) string {
	var words []string
	if t.Path != t.Main {
		base := path.Base(t.Path)
		words = append(words, quote(idOf(foldID(strings.TrimSuffix(base, path.Ext(base))))))
	}
	if root != "." {
		words = append(words, "--epic "+quote(root))
	}
	return strings.Join(words, " ")
}

func members(tree fs.FS, t protocol.Target, name string) ([]protocol.Member, error) {
	folder, err := ReadFolder(tree, t.Main)
	if err != nil {
		return nil, err
	}
	asked := folder.Find(name)
	var all []protocol.Member
	for _, c := range folder.Agents {
		if c == asked || name == "" && c == c.inUse() {
			all = append(all, protocol.Member{
				ID:    c.DisplayID(),
				Path:  c.Path(),
				About: about(c),
			})
		}
	}
	return all, nil
}

func about(c *Checkpoint) string {
	if c.Err != nil {
		return "cannot be read"
	}
	parts := []string{c.Stage(), c.Status(), c.Feature()}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}
