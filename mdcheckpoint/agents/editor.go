package agents

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/jsondoc"
)

// A Change is what a file should become.
type Change struct {
	Text  string      // of the whole file
	After *Checkpoint // the same, read; nil unless the file is a checkpoint
	Did   []string    // what was done, for people: "stage S2.P2"
	Notes []string    // what the user should know, a sentence each
}

// An editor makes the edits of a checkpoint.
type editor struct {
	*jsondoc.Editor
	c     *Checkpoint // as it is now
	did   []string
	notes []string
}

func newEditor(c *Checkpoint) *editor {
	current := *c
	return &editor{Editor: jsondoc.NewEditor(&current.Doc), c: &current}
}

// text sets a string, if there is one to set, and reports it as done.
func (e *editor) text(key, value, name string) {
	if value != "" && e.SetText(value, key) {
		e.did = append(e.did, fmt.Sprintf("%s %q", name, shorten(value)))
	}
}

func (e *editor) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(e.notes, text) {
		e.notes = append(e.notes, text)
	}
}

// change returns what the edits make of the checkpoint.
func (e *editor) change() (*Change, error) {
	if e.Err != nil {
		return nil, e.Err
	}
	for _, p := range e.c.contradictions() {
		e.note("%s", p.Message)
	}
	return &Change{Text: e.c.Text(), After: e.c, Did: e.did, Notes: e.notes}, nil
}

// times sets both times of the checkpoint.
func (e *editor) times(now time.Time) {
	if e.SetText(stamp(now), LastKey) {
		e.did = append(e.did, "checkpoint "+stamp(now))
	}
	e.SetText(stamp(now.Add(Interval)), ExpectedKey)
}

// coordinate sets a key of coordination_state.
func (e *editor) coordinate(key, json string) {
	if v := e.Get(CoordinationKey); !v.IsNothing() && v.Kind != jsondoc.Object {
		e.note("%s is not an object and stays as it is", CoordinationKey)
		return
	}
	e.Set(json, CoordinationKey, key)
}

// list replaces the list at key by all, unless that is nil, and adds those of more that are
// missing. same returns what two spellings of one entry have in common.
func (e *editor) list(key, noun string, all, more []string, same func(string) string) {
	if all != nil {
		all, more = distinct(append(slices.Clip(all), more...), strings.TrimSpace, same), nil
		if e.Set(quoteAll(all), key) {
			e.did = append(e.did, bootstrap.Count(len(all), noun))
		}
	}
	for _, text := range e.add(key, more, same) {
		e.did = append(e.did, fmt.Sprintf("%s %q", noun, shorten(text)))
	}
}

// add puts those of texts that are missing behind the entries of the list at key, and returns
// them.
func (e *editor) add(key string, texts []string, same func(string) string) (added []string) {
	there := map[string]bool{}
	items := e.c.Items(key)
	for _, item := range items {
		there[same(item.Text)] = true
	}
	var quoted []string
	for _, t := range texts {
		if !there[same(t)] {
			there[same(t)] = true
			added, quoted = append(added, t), append(quoted, jsondoc.Quote(t))
		}
	}
	if len(items) == 0 && len(added) > 0 { // also where a word stands for nothing
		e.Set(quoteAll(added), key)
	} else {
		e.Append(quoted, key)
	}
	return added
}

// drop removes the entries of the list at key that are among texts, and returns how many they
// were.
func (e *editor) drop(key string, texts []string) int {
	gone := map[string]bool{}
	for _, t := range texts {
		gone[identity(t)] = true
	}
	stays := func(v *jsondoc.Value) bool {
		text, ok := v.Str()
		return !ok || !gone[identity(text)]
	}
	if v := e.Get(key); len(e.c.Items(key)) > 0 && !stays(v) {
		e.Set("[]", key)
		return 1
	}
	return e.Filter(stays, key)
}

// quoteAll spells texts as a JSON array.
func quoteAll(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = jsondoc.Quote(t)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
