package agents

import (
	"cmp"
	"fmt"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/mdcheckpoint/agents"
)

const inboxHelp = `Prints one line for each message to an agent. A secondary receives messages from the primary; the primary receives messages from all secondaries.

--read prints the unread messages and marks them as read. --reply TEXT prints one message, marks it as read, and answers it. --done does the same, with the answer that the request is done. --message and --from select messages. The checkpoint records the time and the number of unread messages.

Examples:

    mdck agents inbox Secondary-A
    mdck agents inbox Secondary-A --read
    mdck agents inbox Secondary-A --message 3 --reply "still working, section 5"
    mdck agents inbox Agent-Primary --from Secondary-A --done`

type inboxCommand struct {
	agentFlags
	Read    bool   `help:"Print the unread messages and mark them as read."`
	Reply   string `help:"Answer one message and mark it as read." placeholder:"TEXT"`
	Done    bool   `help:"Answer one message and say that the request is done."`
	Message []int  `help:"Select the message with this number, read or unread; repeatable." placeholder:"N"`
	From    string `help:"Select only messages from this agent." placeholder:"ID"`
}

func (c *inboxCommand) Run(std app.Streams) error {
	if !c.Read && !c.Done && c.Reply == "" {
		return c.list(std)
	}
	var read []agents.Letter
	do := func(d *agents.Draft, name string) {
		read = d.Read(agents.Reading{Name: name, From: c.From, Numbers: c.Message, Reply: c.Reply, Done: c.Done})
	}
	return c.run(std, "agents inbox", do, func(*epic) string {
		var texts []string
		for _, l := range read {
			texts = append(texts, l.Text+"\n")
		}
		return strings.Join(texts, "\n")
	})
}

func (c *inboxCommand) list(std app.Streams) error {
	e, err := c.open(std, c.Agent)
	if err != nil {
		return err
	}
	name, err := e.name()
	if err != nil {
		return err
	}
	id := agents.ParseID(name)
	letters, err := agents.Letters(e.tree(), id)
	if err != nil {
		return e.explain(err, name)
	}
	if len(letters) == 0 {
		fmt.Fprintln(std.Err, "mdck: no messages to "+report.OneLine(id))
	}
	marks := map[agents.Mark]string{agents.Unread: "unread", agents.Read: "read"}
	for _, l := range letters {
		_, fault := fmt.Fprintf(std.Out, "%s: %s: %s\n", e.shown(l.Box), app.OrDash(marks[l.Mark]), report.OneLine(l.String()))
		err = cmp.Or(err, fault)
	}
	return err
}
