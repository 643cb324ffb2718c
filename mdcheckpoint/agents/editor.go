package agents

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/jsondoc"
)

// A Change is the new content of a file.
type Change struct {
	Text  string      // the whole file
	After *Checkpoint // nil unless the file is a checkpoint
	Did   []string    // what changed, such as: stage "S2.P2"
	Notes []string    // sentences for the user
	Err   error       // why there is no change, or nil
}

type editor struct {
	*jsondoc.Editor
	c     *Checkpoint
	now   time.Time
	did   []string
	added []string // keys that the checkpoint lacked
	notes []string
}

func newEditor(c *Checkpoint, now time.Time) *editor {
	current := *c
	return &editor{Editor: jsondoc.NewEditor(&current.Doc), c: &current, now: now}
}

func (e *editor) record(changed bool, format string, args ...any) {
	if changed {
		e.did = append(e.did, fmt.Sprintf(format, args...))
	}
}

func (e *editor) text(key, value, name string) {
	e.record(value != "" && e.SetText(value, key), "%s %q", name, shorten(value))
}

func (e *editor) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(e.notes, text) {
		e.notes = append(e.notes, text)
	}
}

func (e *editor) change() *Change {
	for _, p := range e.c.contradictions() {
		e.note("%s", p.Message)
	}
	e.record(len(e.added) > 0, "added the keys %s", strings.Join(e.added, ", "))
	return &Change{e.c.Text(), e.c, e.did, e.notes, e.Err}
}

func (e *editor) nowJSON() string { return jsondoc.Quote(spelling.FormatTime(e.now)) }

func (e *editor) times() {
	e.record(e.Set(e.nowJSON(), lastKey), "last_checkpoint %s", spelling.FormatTime(e.now))
	e.SetText(spelling.FormatTime(e.now.Add(interval)), expectedKey)
}

func (e *editor) coordinate(key, json string) {
	if v := e.Get(coordinationKey); !v.IsNothing() && v.Kind != jsondoc.Object {
		e.note("%s is not an object and was not changed", coordinationKey)
		return
	}
	e.Set(json, coordinationKey, key)
}

// list replaces the list at key with all and more. If all is nil, it only adds more.
func (e *editor) list(key, noun string, all, more []string, same func(string) string) {
	if all != nil {
		all, more = distinct(append(slices.Clip(all), more...), strings.TrimSpace, same), nil
		e.record(e.Set(quoteAll(all), key), "%s", spelling.Count(len(all), noun))
	}
	items := e.c.Items(key)
	present := setOf(texts(items), same)
	var added, quoted []string
	for _, text := range more {
		if !present[same(text)] {
			present[same(text)] = true
			added, quoted = append(added, text), append(quoted, jsondoc.Quote(text))
			e.record(true, "%s %q", noun, shorten(text))
		}
	}
	if len(items) == 0 && len(added) > 0 { // a word such as "none" is not an entry
		e.Set(quoteAll(added), key)
	} else {
		e.Append(quoted, key)
	}
}

// drop removes texts from the list at key, and returns the number of removed entries.
func (e *editor) drop(key string, texts []string) int {
	removed := setOf(texts, identity)
	keep := func(v *jsondoc.Value) bool {
		text, ok := v.Str()
		return !ok || !removed[identity(text)]
	}
	if v := e.Get(key); len(e.c.Items(key)) > 0 && !keep(v) {
		e.Set("[]", key)
		return 1
	}
	return e.Filter(keep, key)
}

func setOf(texts []string, same func(string) string) map[string]bool {
	all := map[string]bool{}
	for _, text := range texts {
		all[same(text)] = true
	}
	return all
}

func quoteAll(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = jsondoc.Quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
