package agents

import (
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// Name is the name of this protocol.
const Name = "agents"

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Separate: true, Place: place, Status: status, Restart: Restart, Args: args,
	Glance: glance, Summary: summary, Due: due, Allow: allow,
	Members: members,
	Copies:  "mdck agents restore", Copy: backUp,
	HasCopy: func(tree fs.FS, base string) bool { return HasBackup(tree, ".", base) },
	Words: protocol.Words{
		Noun:     "agents of an epic (agents)",
		Searched: CheckpointDir + "/*.json",
		Help:     "mdck help agents says what works on agents",
		Create:   "mdck agents create AGENT --epic DIR makes the checkpoint of an agent",
	},
}

// args names an agent and its epic; of a whole epic it is the epic alone.
func args(t protocol.Target, root string, quote func(string) string) string {
	var words []string
	if t.Path != t.Main {
		base := path.Base(t.Path)
		words = append(words, quote(IDOf(FoldID(strings.TrimSuffix(base, path.Ext(base))))))
	}
	if root != "." {
		words = append(words, "--epic "+quote(root))
	}
	return strings.Join(words, " ")
}
