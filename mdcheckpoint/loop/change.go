package loop

import (
	"fmt"
	"mdck/lint"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
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

// A Builder makes a change of a track.
type Builder = func(*Track, time.Time) (*Change, error)

// Edit returns the edit of the track whose metadata has that slash path that build makes.
func Edit(name string, build Builder) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		if err := source.CheckSize(read.Tree, name); err != nil {
			return nil, err
		}
		text, exists, err := read.Text(name)
		if err != nil {
			return nil, err
		}
		texts := map[string]string{}
		if exists {
			texts[name] = text
		}
		c, err := build(Read(read.With(texts), name), read.Now)
		if err != nil {
			return nil, err
		}
		change := &protocol.Change{Notes: c.Notes}
		if c.Changed() {
			change.Files = []protocol.File{{Name: name, Before: text, After: c.Text, Exists: true, Did: c.Did}}
			change.Ledger = []lint.Entry{{Path: name, Content: claim.ContentHash(c.Text)}}
		}
		return change, nil
	}
}

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

// A draft is the metadata while it is changed.
type draft struct {
	*jsondoc.Editor
	m     *Metadata // as it is now
	first *Metadata
	now   string
	did   []string
	notes []string
}

func newDraft(m *Metadata, now time.Time) *draft {
	current := *m
	return &draft{Editor: jsondoc.NewEditor(&current.Doc), m: &current, first: m, now: spelling.FormatTime(now)}
}

func (d *draft) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

// changed reports whether anything was set that was not so before.
func (d *draft) changed() bool { return d.m.Doc != d.first.Doc }

// number sets a number. One that is there in another spelling, as 4.0, stays.
func (d *draft) number(n int, path ...string) {
	there, _ := d.Get(path...).Number()
	if f, err := strconv.ParseFloat(there, 64); err != nil || f != float64(n) {
		d.Set(itoa(n), path...)
	}
}

// change returns what was made.
func (d *draft) change() (*Change, error) {
	if d.Err != nil {
		return nil, d.Err
	}
	c := &Change{Before: d.first, Text: d.m.Doc.File.Text, After: d.m, Did: d.did, Notes: d.notes}
	if !c.Changed() {
		c.Did = nil
	}
	return c, nil
}
