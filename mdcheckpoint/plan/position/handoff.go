package position

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
)

const (
	textOrNull   = jsondoc.String | jsondoc.Null
	numberOrText = jsondoc.String | jsondoc.Number | jsondoc.Null
)

// HandoffFile is the name of the hand-off, in the folder of the plans.
const HandoffFile = "HANDOFF.json"

const actionsKey = "human_actions_pending"

// HandoffFields are the keys of HANDOFF.json. Other keys are fine. Source: GSD; where
// kinds are wider than there: corpus.
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
	{Name: "completed_tasks", Kind: jsondoc.Array, Required: true, Elem: &jsondoc.Field{Kind: jsondoc.Object | jsondoc.String, Open: true}},
	{Name: "remaining_tasks", Kind: jsondoc.Array, Required: true, Elem: &jsondoc.Field{Kind: jsondoc.Object | jsondoc.String, Open: true}},
	{Name: "blockers", Kind: jsondoc.Array},
	{Name: actionsKey, Kind: jsondoc.Array},
	{Name: "decisions", Kind: jsondoc.Array},
	{Name: "uncommitted_files", Kind: jsondoc.Array},
	{Name: "next_action", Kind: textOrNull, Required: true},
	{Name: "context_notes", Kind: textOrNull},
	{Name: "async_jobs", Kind: jsondoc.Array},
}}

// A Handoff is a HANDOFF.json, read.
type Handoff struct {
	Left
	Doc               *jsondoc.Document
	Next              Value
	Done, Remaining   []Item
	Blockers, Actions []Item // what has to be told first
	Uncommitted       []Item
}

// An Item is an element of one of the lists.
type Item struct {
	Value           // its name, description, action or the text itself
	ID       string // of a task
	Status   string // of a task; kind of a blocker
	Commit   Value
	Detail   string // workaround of a blocker, context of an action
	Blocking bool   // the work cannot go on before this action is done: it says so, or is a text alone
}

// ParseHandoff reads text as the hand-off called name. It fails as jsondoc.Parse does.
func ParseHandoff(name, text string) (*Handoff, error) {
	d, err := jsondoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	h := &Handoff{Doc: d}
	get := func(key string) Value { return valueOf(d.File, d.Root.Get(key)) }
	h.Left = Left{get("phase"), get("plan"), get("task"), get("total_tasks"), get("status"), get("timestamp")}
	h.Next = get("next_action")
	h.Done, h.Remaining = h.items("completed_tasks"), h.items("remaining_tasks")
	h.Blockers, h.Actions, h.Uncommitted = h.items("blockers"), h.items(actionsKey), h.items("uncommitted_files")
	return h, nil
}

func (h *Handoff) items(key string) []Item {
	v := h.Doc.Root.Get(key)
	if v == nil {
		return nil
	}
	elements := v.Elements
	if v.Kind&(jsondoc.Object|jsondoc.String) != 0 { // the only one, without the brackets
		elements = []*jsondoc.Value{v}
	}
	all := make([]Item, 0, len(elements))
	for _, e := range elements {
		get := func(key string) string { return str(h.Doc.File, e.Get(key)) }
		i := Item{Value: valueOf(h.Doc.File, e), ID: get("id"), Status: cmp.Or(get("status"), get("type")), Commit: valueOf(h.Doc.File, e.Get("commit"))}
		i.Detail = cmp.Or(get("workaround"), get("context"), get("progress"))
		i.Blocking = isYes(get("blocking")) || key == actionsKey && e.Kind&jsondoc.String != 0 && !saysNone(i.Text)
		if i.Text == "" {
			i.Value = Value{cmp.Or(get("name"), get("description"), get("action"), get("path"), get("file"), i.ID), e.Span}
		}
		all = append(all, i)
	}
	return all
}

// isYes reports whether a value says that something is so: true, "yes", 1, "blocking".
func isYes(text string) bool {
	return !isBlank(text) && !slices.Contains([]string{"false", "no", "0", "off", "non-blocking", "nonblocking", "not blocking"}, strings.ToLower(text))
}

// Open are the tasks to go on with, those that were begun first.
func (h *Handoff) Open() []Item {
	var begun, left []Item
	for i, item := range slices.Concat(h.Done, h.Remaining) {
		switch {
		case strings.Contains(item.Status, "progress"):
			begun = append(begun, item)
		case item.Status != "done" && i >= len(h.Done):
			left = append(left, item)
		}
	}
	return append(begun, left...)
}

// Notes are what does not fit [HandoffFields], and what is odd.
func (h *Handoff) Notes() []Note {
	notes := h.notes("timestamp")
	for _, p := range h.Doc.Check(HandoffFields) {
		notes = append(notes, Note{p.Span, p.Message})
	}
	if h.Status.Text != "" && h.Status.Text != "paused" {
		notes = append(notes, note(h.Status.Span, "status is %q, want %q", h.Status.Text, "paused"))
	}
	return inOrder(notes)
}

// Claims are what the hand-off says of itself, of the tree and of the repository.
func (h *Handoff) Claims(out claim.Outside) []claim.Claim {
	c := &claimer{out: out}
	if name, _ := h.Doc.Root.Get("phase_dir").Str(); name != "" {
		own := path.Dir(h.Doc.File.Name)
		c.file(name, h.Doc.Root.Get("phase_dir").Span, before, func(fs.FS) []string { return []string{own, path.Join(own, phasesDir)} })
	}
	for _, i := range h.Done {
		if hash := strings.ToLower(i.Commit.Text); isHash(hash) {
			c.commit(hash, i.Commit.Span)
		}
	}
	for _, i := range h.Uncommitted {
		if isName(i.Text) {
			c.changed(i.Text, i.Span)
		}
	}
	return c.all
}

// isName reports whether an entry is the name of a file and no prose, which stands
// there too.
func isName(text string) bool {
	return text != "" && !strings.ContainsAny(text, " ()*") && strings.ContainsAny(text, "./")
}
