package position

import (
	"cmp"
	"slices"
	"strings"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/jsondoc"
)

const (
	textOrNull   = jsondoc.String | jsondoc.Null
	numberOrText = jsondoc.String | jsondoc.Number | jsondoc.Null
)

// HandoffFile is the hand-off in the folder of plans.
const HandoffFile = "HANDOFF.json"

const actionsKey = "human_actions_pending"

// HandoffFields describes the keys of HANDOFF.json. Source: GSD, real files.
var HandoffFields = jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
	{Name: "version", Kind: jsondoc.String, Required: true, Values: []string{"1.0"}},
	{Name: "timestamp", Kind: jsondoc.String, Required: true},
	{Name: "phase", Kind: numberOrText, Required: true},
	{Name: "phase_name", Kind: textOrNull},
	{Name: "phase_dir", Kind: textOrNull},
	{Name: "plan", Kind: numberOrText},
	{Name: "task", Kind: numberOrText},
	{Name: "total_tasks", Kind: numberOrText},
	{Name: "status", Kind: jsondoc.String, Required: true, Doc: "paused"},
	{Name: "completed_tasks", Kind: jsondoc.Array, Required: true, Elem: &taskField},
	{Name: "remaining_tasks", Kind: jsondoc.Array, Required: true, Elem: &taskField},
	{Name: "blockers", Kind: jsondoc.Array},
	{Name: actionsKey, Kind: jsondoc.Array},
	{Name: "decisions", Kind: jsondoc.Array},
	{Name: "uncommitted_files", Kind: jsondoc.Array},
	{Name: "next_action", Kind: textOrNull, Required: true},
	{Name: "context_notes", Kind: textOrNull},
	{Name: "async_jobs", Kind: jsondoc.Array},
}}

var taskField = jsondoc.Field{Kind: jsondoc.Object | jsondoc.String, Open: true}

// ParseHandoff parses text as the hand-off called name. Invalid JSON is a [*source.Error].
func ParseHandoff(name, text string) (*SessionFile, error) {
	d, err := jsondoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	l := &SessionFile{File: d.File, Root: d.Root, doc: d}
	l.read()
	l.Next = valueOf(l.File, l.Root.Get("next_action"))
	l.Context.Text, _ = l.Root.Get("context_notes").Str()
	l.Done, l.Remaining = l.items("completed_tasks"), l.items("remaining_tasks")
	l.Blockers, l.Actions = l.items("blockers"), l.items(actionsKey)
	l.Uncommitted = l.items("uncommitted_files")
	return l, nil
}

// items returns the elements of a list. A value that is not a list is the only element.
func (l *SessionFile) items(key string) (all []Item) {
	for _, e := range l.Root.Get(key).List() {
		get := func(keys ...string) string {
			text := ""
			for _, key := range keys {
				text = cmp.Or(text, str(l.File, e.Get(key)))
			}
			return text
		}
		i := Item{Value: valueOf(l.File, e)}
		i.Commit = valueOf(l.File, e.Get("commit"))
		i.ID, i.Status = get("id"), get("status", "type")
		i.Detail = get("workaround", "context", "progress")
		isAction := key == actionsKey && e.Kind&jsondoc.String != 0
		i.Blocking = isYes(get("blocking")) || isAction && !spelling.IsNone(i.Text)
		if i.Text == "" {
			i.Value = Value{get("name", "description", "action", "path", "file", "id"), e.Span}
		}
		all = append(all, i)
	}
	return all
}

func isYes(text string) bool {
	return !spelling.IsNoneWord(text) && !isOne(strings.ToLower(text), "false|no|0|off|non-blocking|nonblocking|not blocking")
}

// Open returns the open tasks, those in progress first.
func (l *SessionFile) Open() []Item {
	var begun, left []Item
	for i, item := range slices.Concat(l.Done, l.Remaining) {
		switch {
		case strings.Contains(item.Status, "progress"):
			begun = append(begun, item)
		case item.Status != "done" && i >= len(l.Done):
			left = append(left, item)
		}
	}
	return append(begun, left...)
}

func (l *SessionFile) schemaNotes() (notes noteList) {
	for _, p := range l.doc.Check(HandoffFields) {
		notes.add(p.Span, "%s", p.Message)
	}
	if status := l.Status; status.Text != "" && status.Text != "paused" {
		notes.add(status.Span, "status is %q; expected %q", status.Text, "paused")
	}
	return notes
}
