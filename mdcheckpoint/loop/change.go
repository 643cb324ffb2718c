package loop

import (
	"errors"
	"fmt"
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
	Plan   string    // likewise of plan.md; "" if that does not change
	Did    []string  // what was done, for people: "started PLAN"
	Notes  []string  // what the user should know, a sentence each
}

// Changed reports whether there is something to write.
func (c *Change) Changed() bool { return c.Text != c.Before.Doc.File.Text }

// A Builder makes a change of a track.
type Builder = func(*Track, time.Time) (*Change, error)

// Do returns the builder of what r asks for.
func Do[R any](do func(*Track, R, time.Time) (*Change, error), r R) Builder {
	return func(t *Track, now time.Time) (*Change, error) { return do(t, r, now) }
}

// A Transition is a change that the protocol may forbid.
type Transition struct {
	Verb, Step string // "start" and the like, and the step; "" is the current one
	Force      bool   // make it anyway
}

// Edit returns the edit of the track whose metadata has that slash path that build makes. A
// change without a Verb is allowed in every state.
func Edit(name string, of Transition, build Builder) protocol.Edit {
	made := func(read *protocol.Reader) (*protocol.Change, error) { return edited(read, name, build) }
	if of.Verb == "" {
		return made
	}
	return func(read *protocol.Reader) (*protocol.Change, error) {
		t, err := load(read, name)
		if err != nil {
			return nil, err
		}
		step := of.Step
		if t.Metadata != nil {
			if known, err := t.Metadata.ReadStep(of.Step); err == nil {
				step = known
			}
		}
		return Protocol.Guarded(made, of.Verb+" "+step, of.Force)(read)
	}
}

// load reads the track as the edit sees it.
func load(read *protocol.Reader, name string) (*Track, error) {
	if err := source.CheckSize(read.Tree, name); err != nil {
		return nil, err
	}
	tree, err := read.Snapshot(name)
	if err != nil {
		return nil, err
	}
	return Read(tree, name), nil
}

// planFile returns the change of plan.md. It was read as part of the tree, which notices no
// other writer.
func (t *Track) planFile(read *protocol.Reader, text string) (protocol.File, error) {
	before, _, err := read.Text(t.Beside(PlanFile))
	if err == nil && before != t.Plan.File.Text {
		err = protocol.Refusal("run the command again", "%s was changed by another program meanwhile", PlanFile)
	}
	return protocol.File{Name: t.Beside(PlanFile), Before: before, After: text, Exists: true, Did: []string{"ticked the task"}}, err
}

func edited(read *protocol.Reader, name string, build Builder) (*protocol.Change, error) {
	t, err := load(read, name)
	if err != nil {
		return nil, err
	}
	c, err := build(t, read.Now)
	if request, ok := errors.AsType[*protocol.RequestError](err); ok {
		request.Path = name
	}
	if err != nil {
		return nil, err
	}
	change := &protocol.Change{Notes: c.Notes}
	if !c.Changed() && c.Plan == "" {
		change.None, change.Notes = strings.Join(c.Notes, "\n"), nil
	}
	if c.Plan != "" {
		file, err := t.planFile(read, c.Plan)
		if err != nil {
			return nil, err
		}
		change.Files = append(change.Files, file)
		change.Ledger = append(change.Ledger, claim.Entry{Path: file.Name, Content: claim.ContentHash(c.Plan)})
	}
	if c.Changed() {
		change.Files = append(change.Files, protocol.File{Name: name, Before: c.Before.Doc.File.Text, After: c.Text, Exists: true, Did: c.Did})
		change.Ledger = append(change.Ledger, claim.Entry{Path: name, Content: claim.ContentHash(c.Text)})
	}
	return change, nil
}

// A draft is the metadata while it is changed.
type draft struct {
	*jsondoc.Editor
	m     *Metadata // as it is now
	first *Metadata
	now   string
	did   []string
	notes []string
	plan  string // the text that plan.md gets; "" if it stays
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
	c := &Change{Before: d.first, Text: d.m.Doc.File.Text, After: d.m, Plan: d.plan, Did: d.did, Notes: d.notes}
	if !c.Changed() {
		c.Did = nil
	}
	return c, nil
}
