package agents

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/jsondoc"
)

// A Change is the new content of a file.
type Change struct {
	Text  string      // of the whole file
	After *Checkpoint // the same, read; nil unless the file is a checkpoint
	Did   []string    // what was done, for people: "stage S2.P2"
	Notes []string    // what the user should know, a sentence each
	Err   error       // why there is no change; nil if there is one
}

// An editor makes the edits of a checkpoint at a time.
type editor struct {
	*jsondoc.Editor
	c     *Checkpoint // as it is after the edits
	now   time.Time
	did   []string
	added []string // keys that were missing
	notes []string
}

func newEditor(c *Checkpoint, now time.Time) *editor {
	current := *c
	return &editor{Editor: jsondoc.NewEditor(&current.Doc), c: &current, now: now}
}

// done adds to what was done if it was.
func (e *editor) done(is bool, format string, args ...any) {
	if is {
		e.did = append(e.did, fmt.Sprintf(format, args...))
	}
}

// text sets a string, if there is one to set.
func (e *editor) text(key, value, name string) {
	e.done(value != "" && e.SetText(value, key), "%s %q", name, shorten(value))
}

func (e *editor) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(e.notes, text) {
		e.notes = append(e.notes, text)
	}
}

// change returns what the edits make of the checkpoint.
func (e *editor) change() *Change {
	for _, p := range e.c.contradictions() {
		e.note("%s", p.Message)
	}
	e.done(len(e.added) > 0, "added %s", strings.Join(e.added, ", "))
	return &Change{e.c.Text(), e.c, e.did, e.notes, e.Err}
}

// at is the time of the edits in JSON.
func (e *editor) at() string { return jsondoc.Quote(stamp(e.now)) }

// times sets both times of the checkpoint.
func (e *editor) times() {
	e.done(e.Set(e.at(), lastKey), "checkpoint %s", stamp(e.now))
	e.SetText(stamp(e.now.Add(interval)), expectedKey)
}

// coordinate sets a key of coordination_state.
func (e *editor) coordinate(key, json string) {
	if v := e.Get(coordinationKey); !v.IsNothing() && v.Kind != jsondoc.Object {
		e.note("%s is not an object and was not changed", coordinationKey)
		return
	}
	e.Set(json, coordinationKey, key)
}

// list replaces the list at key by all, unless that is nil, and adds those of more that are
// missing. same returns what two spellings of one entry have in common.
func (e *editor) list(key, noun string, all, more []string, same func(string) string) {
	if all != nil {
		all, more = distinct(append(slices.Clip(all), more...), strings.TrimSpace, same), nil
		e.done(e.Set(quoteAll(all), key), "%s", bootstrap.Count(len(all), noun))
	}
	items := e.c.Items(key)
	there := setOf(texts(items), same)
	var added, quoted []string
	for _, text := range more {
		if !there[same(text)] {
			there[same(text)] = true
			added, quoted = append(added, text), append(quoted, jsondoc.Quote(text))
			e.done(true, "%s %q", noun, shorten(text))
		}
	}
	if len(items) == 0 && len(added) > 0 { // also if a word means "nothing"
		e.Set(quoteAll(added), key)
	} else {
		e.Append(quoted, key)
	}
}

// drop removes the entries of the list at key that are among texts, and returns how many they
// were.
func (e *editor) drop(key string, texts []string) int {
	gone := setOf(texts, identity)
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

// setOf is what texts have in common with other spellings.
func setOf(texts []string, same func(string) string) map[string]bool {
	all := map[string]bool{}
	for _, text := range texts {
		all[same(text)] = true
	}
	return all
}

// quoteAll spells texts as a JSON array.
func quoteAll(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = jsondoc.Quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
