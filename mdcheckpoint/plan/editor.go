package plan

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

// complete completes the type in the tag of a task, or a key of the front matter.
func complete(t protocol.Typing) (from int, all []protocol.Completion) {
	if at := strings.LastIndex(t.Typed, "type="); at >= 0 && inTask(&t, at+len("type=")) {
		for _, name := range planfile.Types() {
			all = append(all, protocol.Completion{Text: name, Detail: "type of a task", Kind: protocol.ValueCompletion})
		}
		return at + len(`type="`), all
	}
	p, err := planfile.Parse(t.Name, t.Above+t.Below)
	if err != nil || !p.Front.Is || !p.Front.Closed || len(t.Above) < p.Front.Body.Start || len(t.Above) > p.Front.Body.End || strings.ContainsAny(t.Typed, ": \t") {
		return 0, nil
	}
	for _, f := range planfile.FrontFields.Fields {
		if p.Front.Root.Get(f.Name) == nil {
			all = append(all, protocol.Completion{Text: f.Name + ": ", Detail: f.Doc, Kind: protocol.KeyCompletion})
		}
	}
	return 0, all
}

// inTask reports whether a quote at a place in what was typed begins the type of a task:
// if it is closed at the cursor, the text has a task with that type, outside of code and
// comments.
func inTask(t *protocol.Typing, at int) bool {
	if at >= len(t.Typed) || t.Typed[at] != '"' && t.Typed[at] != '\'' || strings.IndexByte(t.Typed[at+1:], t.Typed[at]) >= 0 {
		return false
	}
	quote, rest := t.Typed[at:at+1], t.Rest
	if _, after, ok := strings.Cut(rest, quote); ok {
		rest = after
	}
	if !strings.Contains(rest, ">") {
		rest = ">" + rest
	}
	const made = "made-up"
	p, err := planfile.Parse(t.Name, t.Above+t.Typed[:at]+quote+made+quote+rest+t.Below)
	return err == nil && slices.ContainsFunc(p.Tasks, func(task *planfile.Task) bool {
		return task.Type == made && task.Tag.Contains(len(t.Above)+at)
	})
}
