package agents

import (
	"fmt"
	"io"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/mdcheckpoint/agents"
)

const inboxHelp = `Prints a line for each message to an agent: for a secondary those of the primary, for the primary those of all others.

--read prints the messages that nobody read, marks them as read, and records in the checkpoint when that was and how many are left. --reply does the same with one message and sends the answer; --done answers that what it asks for is done. --message and --from choose among several.

Examples:

    mdck agents inbox Secondary-A
    mdck agents inbox Secondary-A --read
    mdck agents inbox Secondary-A --message 3 --reply "still working, section 5"
    mdck agents inbox Agent-Primary --from Secondary-A --done`

type inboxCommand struct {
	agentFlags
	Read    bool   `help:"Print what nobody read, and mark it as read."`
	Reply   string `help:"Answer one message; it counts as read." placeholder:"TEXT"`
	Done    bool   `help:"Answer one message: what it asks for is done."`
	Message []int  `help:"The message with this number, read or not; may be given again." placeholder:"N"`
	From    string `help:"Messages of this agent only." placeholder:"ID"`
}

// Run lists the messages, or reads and answers them.
func (c *inboxCommand) Run(std app.Streams) error {
	w, err := c.run(std, "agents inbox")
	if err != nil {
		return err
	}
	if !c.Read && !c.Done && c.Reply == "" {
		return c.list(std, w)
	}
	var read []agents.Letter
	w.More = func() error {
		var b strings.Builder
		for _, l := range read {
			fmt.Fprintf(&b, "\n%s\n", l.Text)
		}
		_, err := io.WriteString(std.Out, app.EscapeLines(b.String()))
		return err
	}
	return w.change(func(d *agents.Draft) {
		read = d.Read(agents.Reading{Name: w.file, From: c.From, Numbers: c.Message, Reply: c.Reply, Done: c.Done})
	})
}

// list prints a line for each message.
func (c *inboxCommand) list(std app.Streams, w *agentRun) error {
	if err := pick.RecoverWrite(&w.epic.target, std.Err); err != nil {
		return err
	}
	letters, err := agents.Letters(w.epic.tree(), agents.AskedID(w.file))
	if err != nil {
		return w.Explain(err)
	}
	marks := map[agents.Mark]string{agents.Unread: "unread", agents.Read: "read"}
	var b strings.Builder
	for _, l := range letters {
		fmt.Fprintf(&b, "%s: %s: %s\n", w.epic.shown(l.Box), app.OrDash(marks[l.Mark]), report.OneLine(l.String()))
	}
	if len(letters) == 0 {
		fmt.Fprintln(std.Err, "mdck: no messages to "+report.OneLine(agents.AskedID(w.file)))
	}
	_, err = io.WriteString(std.Out, b.String())
	return err
}
