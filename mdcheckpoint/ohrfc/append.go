package ohrfc

import (
	"fmt"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// An Append asks for bullets to be written.
type Append struct {
	Group    *schema.Group
	Round    int // of a repeated group; 0 means the newest + 1, or the newest with Add
	Fillings []Filling
	Add      bool // add to the group that is there, rather than write the whole of it
	Replace  bool // a group that is there gives way; with Add, the bullets of its subsections do
	Force    bool // take a round that leaves a gap, or that nobody ran
}

// Append makes the change that a asks for: the group in its place, the newest
// rounds kept, the Meta section and state.json in step. now is the time for
// updated_at. Errors are [*MissingError], [*RequestError] and those of files
// that cannot be read.
func (w *Workspace) Append(a Append, now string) (*Change, error) {
	if err := w.ready(StateFile, RFCFile); err != nil {
		return nil, err
	}
	c, created, err := w.checkpointOrNew()
	if err != nil {
		return nil, err
	}
	if a.Fillings, err = merged(a.Fillings); err != nil {
		return nil, err
	}
	n, err := a.round(c)
	if err != nil {
		return nil, err
	}
	confirms := w.confirms(&a)
	if !created && !confirms && a.held(c, n, a.Replace) {
		return w.again(c, a.repeats(n), now)
	}
	ran := w.ran(c, &a, n)
	if !ran && !a.Force {
		return nil, &protocol.Refused{Path: w.Path(StateFile), Reason: fmt.Sprintf("current_phase is %q, and no Gate-B round that failed is to be written", w.State.Phase())}
	}
	if err := a.stays(c, n); err != nil {
		return nil, err
	}
	written, err := a.apply(c, n)
	if err != nil {
		return nil, err
	}
	phase := a.phase(c, n)
	change, err := w.finish(written, now, finish{did: a.did(c, n), refresh: true, bump: confirms, prune: true, phase: phase})
	if err != nil {
		return nil, err
	}
	if a.Group.Repeats() {
		change.Round = n
	}
	if phase.Name != "" {
		change.Event, change.Forced = appendWord+a.Group.Key, !ran
	}
	return change, nil
}

// confirms reports whether a writes a section that is of an earlier pass through its phase, so
// that even the same bullets say something new.
func (w *Workspace) confirms(a *Append) bool {
	t := TransitionOf(a.Group.Key)
	return a.Replace && !a.Add && t.first() && w.ledBack(t)
}

// ran reports whether a writes no new Gate-B round, or one that runs or failed: Gate-B is open, or
// the RFC is on its way back to it.
func (w *Workspace) ran(c *Checkpoint, a *Append, n int) bool {
	s, at := w.State, rank(w.State.Phase())
	return !a.Group.Repeats() || at < 0 || s.Phase() == PhaseGateB || c.Holds(a.Group.Key, n) || w.unwrittenRound() > 0 ||
		at < rank(PhaseGateB) && !s.passed() && (s.failed() || s.Round() > 0 || s.int("rejection_count") > 0)
}

// merged are fillings with one for each subsection, in the order given, and no
// bullet twice.
func merged(fillings []Filling) ([]Filling, error) {
	var all []Filling
	for _, f := range fillings {
		for _, b := range f.Bullets {
			if OneLine(b) == "" {
				return nil, &RequestError{Reason: fmt.Sprintf("a bullet for %q has no text", f.Subsection.Title)}
			}
			if lint.IsDirective(strings.TrimSpace(b)) {
				return nil, &RequestError{Reason: fmt.Sprintf("the bullet %q is a directive, which is no bullet", b), Hint: "write it into the file, above what it is about"}
			}
			if strings.ContainsAny(b, "\r\n") {
				return nil, &RequestError{Reason: fmt.Sprintf("the bullet %q is more than one line", b)}
			}
		}
		i := len(all)
		for k := range all {
			if all[k].Subsection == f.Subsection {
				i = k
			}
		}
		if i == len(all) {
			all = append(all, Filling{Subsection: f.Subsection})
		}
		var there []string
		for _, b := range all[i].Bullets {
			there = append(there, OneLine(b))
		}
		all[i].Bullets = append(all[i].Bullets, schema.NewBullets(f.Bullets, there)...)
	}
	for _, f := range all {
		if len(f.Bullets) > 0 {
			return all, nil
		}
	}
	return nil, &RequestError{Reason: "no bullets were given"}
}

// did says what writing a is.
func (a *Append) did(c *Checkpoint, n int) string {
	verb := "wrote"
	switch there := c.Match.Group(a.Group.Key, n) != nil; {
	case there && !c.Holds(a.Group.Key, n):
	case there && a.Add && !a.Replace:
		verb = "added to"
	case there && a.Add:
		verb = "replaced bullets of"
	case there:
		verb = "replaced"
	}
	return fmt.Sprintf("%s %q", verb, a.Group.TitleFor(n))
}

// repeats says that the group holds what a has for it.
func (a *Append) repeats(n int) string {
	if a.Add && !a.Replace {
		return fmt.Sprintf("%q holds these bullets already", a.Group.TitleFor(n))
	}
	return fmt.Sprintf("%q holds exactly these bullets already", a.Group.TitleFor(n))
}

// again is the change for an Append of what is there: nothing, unless an earlier
// write left the files out of step.
func (w *Workspace) again(c *Checkpoint, repeats, now string) (*Change, error) {
	change, err := w.finish(c, now, finish{did: "brought up to date", refresh: true, prune: true})
	if err != nil {
		return nil, err
	}
	if change.None != "" {
		change.None = repeats
	} else {
		change.Notes = append(change.Notes, repeats+"; Meta and state.json were brought up to date")
	}
	return change, nil
}

// checkpointOrNew is the checkpoint that is there, or one with nothing but a
// title and an empty Meta section if it is not there or blank.
func (w *Workspace) checkpointOrNew() (c *Checkpoint, created bool, err error) {
	if w.Checkpoint != nil && strings.TrimSpace(strings.TrimPrefix(w.Checkpoint.Text(), "\ufeff")) != "" {
		return w.Checkpoint, false, nil
	}
	id := w.ID
	if id == "" {
		id = w.State.ID()
	}
	c, err = ParseCheckpoint(w.CheckpointPath, "# Checkpoint: "+id+"\n\n## Meta\n")
	return c, true, err
}

// whole reports whether a writes a group of its own and not single bullets.
func (a *Append) whole(c *Checkpoint, n int) bool {
	return !a.Add || !c.Holds(a.Group.Key, n)
}

// apply makes the checkpoint with the group written.
func (a *Append) apply(c *Checkpoint, n int) (*Checkpoint, error) {
	d, err := &draft{c}, error(nil)
	there := c.Match.Group(a.Group.Key, n)
	switch {
	case there == nil || a.Replace && !a.Add:
		err = d.edit([]source.Edit{c.PutGroup(a.Group, n, a.complete())})
	case !c.Holds(a.Group.Key, n):
		err = a.fill(d, there)
	case a.Add:
		err = a.addBullets(d, there, a.Fillings)
	default:
		err = a.taken(there, ", with other bullets", "puts these in their place")
	}
	if err != nil {
		return nil, err
	}
	return d.Checkpoint, a.verify(c, d.Checkpoint, n)
}

// complete are the fillings of a in the order of the format, with an empty one
// for each required subsection that a leaves out and that may be empty.
func (a *Append) complete() []Filling {
	var all []Filling
	for i := range a.Group.Subsections {
		sub := &a.Group.Subsections[i]
		bullets := a.bullets(sub)
		if len(bullets) > 0 || !sub.Optional && sub.Min == 0 {
			all = append(all, Filling{Subsection: sub, Bullets: bullets})
		}
	}
	return all
}

// bullets are those that a has for sub.
func (a *Append) bullets(sub *schema.Subsection) []string {
	for _, f := range a.Fillings {
		if f.Subsection == sub {
			return f.Bullets
		}
	}
	return nil
}

// taken refuses to write a group that is there, and says what would.
func (a *Append) taken(there *schema.GroupMatch, with, replace string) error {
	return &RequestError{
		Reason: fmt.Sprintf("%q already exists%s", there.Title(), with),
		Hint:   fmt.Sprintf("--replace %s; --section %s/SUBSECTION adds single bullets", replace, a.Group.Key),
	}
}

// fill writes into a group that is there and holds nothing. Comments stay, but
// for those of the template.
func (a *Append) fill(d *draft, there *schema.GroupMatch) error {
	if err := d.edit(d.editor().DropStale(there.Section)); err != nil {
		return err
	}
	return a.addBullets(d, there, a.complete())
}

// addBullets adds bullets to those of there, or with Replace puts them in the
// place of those in the same subsections.
func (a *Append) addBullets(d *draft, there *schema.GroupMatch, fillings []Filling) error {
	for _, f := range fillings {
		group := d.Match.Group(a.Group.Key, there.N)
		if group == nil {
			return fmt.Errorf("%s: %q would be lost", d.Document.File.Name, there.Title())
		}
		edits := d.editor().Fill(group, f)
		if sub := group.Subsection(f.Subsection.Title); a.Replace && sub != nil && len(sub.Items()) > 0 {
			edits = d.editor().ReplaceBullets(sub.Items(), f.Bullets)
		}
		if err := d.edit(edits); err != nil {
			return err
		}
	}
	return nil
}
