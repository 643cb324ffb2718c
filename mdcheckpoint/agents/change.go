package agents

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// A Change is what a file should become.
type Change struct {
	Text  string      // of the whole file
	After *Checkpoint // the same, read; nil for what is no checkpoint
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
	e.notes = append(e.notes, fmt.Sprintf(format, args...))
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

// replace makes texts the list at key; nil keeps what is there.
func (e *editor) replace(key string, texts []string) bool {
	return texts != nil && e.Set(quoteAll(texts), key)
}

// add puts those of texts that are missing behind the entries of the list at key, and returns
// them. same returns what two spellings of one entry have in common.
func (e *editor) add(key string, texts []string, same func(string) string) []string {
	there := map[string]bool{}
	for _, item := range e.c.Items(key) {
		there[same(item.Text)] = true
	}
	var added, quoted []string
	for _, t := range texts {
		if !there[same(t)] {
			there[same(t)] = true
			added, quoted = append(added, t), append(quoted, jsondoc.Quote(t))
		}
	}
	if len(e.c.Items(key)) > 0 {
		e.Append(quoted, key)
	} else if len(added) > 0 { // also where a word stands for nothing
		e.replace(key, added)
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

// object spells pairs of a key and JSON as an object on one line.
func object(pairs [][2]string) string {
	members := make([]string, len(pairs))
	for i, p := range pairs {
		members[i] = jsondoc.Quote(p[0]) + ": " + p[1]
	}
	return "{" + strings.Join(members, ", ") + "}"
}
