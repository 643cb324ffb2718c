package agents

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Change is what a file should become.
type Change struct {
	Text  string        // of the whole file
	Edits []source.Edit // of the text that was; nil for a file that is new
	After *Checkpoint   // the same, read; nil for what is no checkpoint
	Did   []string      // what was done, for people: "stage S2.P2"
	Notes []string      // what the user should know, a sentence each
}

// An editor gathers edits of a checkpoint, and what they are to achieve.
type editor struct {
	c     *Checkpoint
	edits []source.Edit
	wants []want
	lists []string                        // keys of lists that entries are added to or dropped from
	holds []func(after *Checkpoint) error // what beside wants is to be so
	did   []string
	notes []string
	err   error
}

// A want is a value that a path shall lead to.
type want struct {
	json string
	path []string
}

// set gives the value at path what json spells; it reports whether that is new.
func (e *editor) set(json string, path ...string) bool {
	edits, err := e.c.Doc.Set(json, path...)
	if err != nil {
		e.fail(err)
		return false
	}
	e.edits = append(e.edits, edits...)
	e.wants = append(e.wants, want{json, path})
	return len(edits) > 0
}

func (e *editor) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// text sets a string, if there is one to set, and says so.
func (e *editor) text(key, value, says string) {
	if value != "" && e.set(jsondoc.Quote(value), key) {
		e.did = append(e.did, fmt.Sprintf("%s %q", says, shorten(value)))
	}
}

func (e *editor) note(format string, args ...any) {
	e.notes = append(e.notes, fmt.Sprintf(format, args...))
}

// change makes the change, and reads the result to see that it holds what was
// asked for and everything else that was there.
func (e *editor) change() (*Change, error) {
	if e.err != nil {
		return nil, e.err
	}
	if err := e.fillEmpty(); err != nil {
		return nil, err
	}
	text, err := source.Apply(e.c.Text(), e.edits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.c.Path(), err)
	}
	after, err := Parse(e.c.Path(), text)
	if err != nil {
		return nil, err
	}
	if err := e.verify(after); err != nil {
		return nil, err
	}
	for _, p := range after.contradictions() {
		e.note("%s", p.Message)
	}
	return &Change{Text: text, Edits: e.edits, After: after, Did: e.did, Notes: e.notes}, nil
}

// fillEmpty makes the edit of an object without members, into which no two
// members can be put at a time.
func (e *editor) fillEmpty() error {
	root := e.c.Doc.Root
	if len(root.Members) > 0 {
		return nil
	}
	var members []string
	for _, w := range e.wants {
		members = append(members, jsondoc.Quote(w.path[0])+":"+w.json)
	}
	edits, err := e.c.Doc.Set("{" + strings.Join(members, ",") + "}")
	e.edits = edits
	return err
}

// verify reports the first thing that is not so in after.
func (e *editor) verify(after *Checkpoint) error {
	for _, w := range e.wants {
		if edits, err := after.Doc.Set(w.json, w.path...); err != nil || len(edits) > 0 {
			return fmt.Errorf("%s: %q would not be %s", e.c.Path(), strings.Join(w.path, "."), shorten(w.json))
		}
	}
	for _, holds := range e.holds {
		if err := holds(after); err != nil {
			return err
		}
	}
	return e.intact(after)
}

// intact reports a member of the old text that has gone or changed, though nothing
// named it.
func (e *editor) intact(after *Checkpoint) error {
	was, is := e.c.Doc.Root.Members, after.Doc.Root.Members
	for i, m := range was {
		if i >= len(is) || is[i].Key != m.Key {
			return fmt.Errorf("%s: %q would be lost", e.c.Path(), m.Key)
		}
		raw := func(c *Checkpoint, v *jsondoc.Value) string { return c.Doc.File.Slice(v.Span) }
		if !e.named(m.Key) && raw(e.c, m.Value) != raw(after, is[i].Value) {
			return fmt.Errorf("%s: %q would be changed", e.c.Path(), m.Key)
		}
	}
	return nil
}

func (e *editor) named(key string) bool {
	return slices.Contains(e.lists, key) || slices.ContainsFunc(e.wants, func(w want) bool { return w.path[0] == key })
}
