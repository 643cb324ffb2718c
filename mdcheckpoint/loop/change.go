package loop

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Change is what the metadata should become.
type Change struct {
	Before *Metadata
	Text   string    // of the whole file
	After  *Metadata // the same, read
	Did    []string  // what was done, for people: "started PLAN"
	Notes  []string  // what the user should know, a sentence each
}

// Changed reports whether there is something to write.
func (c *Change) Changed() bool { return c.Text != c.Before.Doc.File.Text }

// An EscalateError says why the loop may not go on by itself: the fix cycles are
// used up, or a blocker stands. A person has to decide.
type EscalateError struct {
	Step     string
	Blockers []Blocker // that stand; none where the fix cycles are the reason
	fixes    string    // the cycles for people, as they are written
}

func (e *EscalateError) Error() string {
	if len(e.Blockers) == 0 {
		return fmt.Sprintf("escalate: %s fix cycles are used up", e.fixes)
	}
	var names []string
	for i := range e.Blockers {
		names = append(names, fmt.Sprintf("%q", e.Blockers[i].Name()))
	}
	return fmt.Sprintf("escalate: %s is blocked by %s", e.Step, strings.Join(names, ", "))
}

// A draft is the metadata while it is changed: each step is made on the text that
// the one before it made.
type draft struct {
	m     *Metadata // as it is now
	first *Metadata
	now   string
	named [][]string // paths that were set
	did   []string
	notes []string
	err   error
}

func newDraft(m *Metadata, now time.Time) *draft {
	return &draft{m: m, first: m, now: now.UTC().Format(TimeLayout)}
}

func (d *draft) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

// changed reports whether anything was set that was not so before.
func (d *draft) changed() bool { return d.m != d.first }

// get is the value at path as it is now.
func (d *draft) get(path ...string) *jsondoc.Value { return d.m.Doc.Root.Get(path...) }

// set gives the value at path what json spells. Objects on the way that are missing
// or null are made.
func (d *draft) set(json string, path ...string) {
	for i := 1; i < len(path); i++ {
		if v := d.get(path[:i]...); v.IsNothing() {
			d.put("{}", path[:i])
		}
	}
	d.put(json, path)
}

func (d *draft) put(json string, path []string) {
	if d.err == nil {
		edits, err := d.m.Doc.Set(json, path...)
		d.apply(edits, err, path)
	}
}

// text sets a string.
func (d *draft) text(value string, path ...string) {
	d.set(jsondoc.Quote(strings.ToValidUTF8(value, "\ufffd")), path...)
}

// number sets a number. One that is there in another spelling, as 4.0, stays.
func (d *draft) number(n int, path ...string) {
	there, _ := d.get(path...).Number()
	if f, err := strconv.ParseFloat(there, 64); err != nil || f != float64(n) {
		d.set(itoa(n), path...)
	}
}

// push puts values behind those of the array at path. A string there becomes the
// first of the array; an array that is missing is made.
func (d *draft) push(values []string, path ...string) {
	switch v := d.get(path...); {
	case len(values) == 0:
	case v.IsNothing() || v.Kind == jsondoc.Array && len(v.Elements) == 0:
		d.set("["+strings.Join(values, ", ")+"]", path...)
	case v.Kind == jsondoc.String:
		s, _ := v.Str()
		if s != "" {
			values = slices.Concat([]string{jsondoc.Quote(s)}, values)
		}
		d.set("["+strings.Join(values, ", ")+"]", path...)
	default:
		var all []source.Edit
		for _, value := range values {
			edits, err := d.m.Doc.Append(value, path...)
			if err != nil {
				d.fail(err)
				return
			}
			all = append(all, edits...)
		}
		d.apply(all, nil, path)
	}
}

func (d *draft) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// apply makes edits that are about path and reads the result.
func (d *draft) apply(edits []source.Edit, err error, path []string) {
	if d.err != nil || err != nil {
		d.fail(err)
		return
	}
	if len(edits) == 0 {
		return
	}
	text, err := source.Apply(d.m.Doc.File.Text, edits)
	if err != nil {
		d.fail(err)
		return
	}
	m, err := Parse(d.m.Doc.File.Name, text)
	if err != nil {
		d.fail(err)
		return
	}
	d.m = m
	d.named = append(d.named, slices.Clone(path))
}

// change hands out what was made, once it is certain that nothing else changed.
func (d *draft) change() (*Change, error) {
	if d.err != nil {
		return nil, d.err
	}
	c := &Change{Before: d.first, Text: d.m.Doc.File.Text, After: d.m, Did: d.did, Notes: d.notes}
	if !c.Changed() {
		c.Did = nil
	}
	if what := d.stray(d.first.Doc.Root, d.m.Doc.Root, nil); what != "" {
		return nil, fmt.Errorf("%s: the edit would change %q besides", d.m.Doc.File.Name, what)
	}
	return c, nil
}

// stray is the path of a value that changed though nothing set it, or of a key that
// is gone or stands elsewhere; "" if there is none.
func (d *draft) stray(was, is *jsondoc.Value, path []string) string {
	if d.first.Doc.File.Slice(was.Span) == d.m.Doc.File.Slice(is.Span) || d.isNamed(path) {
		return ""
	}
	if was.Kind != jsondoc.Object || is.Kind != jsondoc.Object || len(is.Members) < len(was.Members) {
		if d.holdsNamed(path) && was.Kind == is.Kind && was.Kind == jsondoc.Array && len(was.Elements) == len(is.Elements) {
			return d.strayElement(was, is, path)
		}
		return cmpPath(path)
	}
	for i, m := range was.Members {
		below := append(slices.Clone(path), m.Key)
		if is.Members[i].Key != m.Key {
			return cmpPath(below)
		}
		if what := d.stray(m.Value, is.Members[i].Value, below); what != "" {
			return what
		}
	}
	for _, m := range is.Members[len(was.Members):] {
		if below := append(slices.Clone(path), m.Key); !d.isNamed(below) && !d.holdsNamed(below) {
			return cmpPath(below)
		}
	}
	return ""
}

func (d *draft) strayElement(was, is *jsondoc.Value, path []string) string {
	for i := range was.Elements {
		if what := d.stray(was.Elements[i], is.Elements[i], append(slices.Clone(path), itoa(i))); what != "" {
			return what
		}
	}
	return ""
}

// isNamed reports whether path, or one that it lies below, was set.
func (d *draft) isNamed(path []string) bool {
	return slices.ContainsFunc(d.named, func(n []string) bool { return len(n) <= len(path) && slices.Equal(n, path[:len(n)]) })
}

// holdsNamed reports whether something below path was set.
func (d *draft) holdsNamed(path []string) bool {
	return slices.ContainsFunc(d.named, func(n []string) bool { return len(n) > len(path) && slices.Equal(n[:len(path)], path) })
}

func cmpPath(path []string) string {
	if len(path) == 0 {
		return "the document"
	}
	return strings.Join(path, ".")
}
