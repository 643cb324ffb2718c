package ohrfc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// A Filling contains the bullets for one subsection, each on one line without a marker.
type Filling = schema.Filling

func (c *Checkpoint) editor() *schema.Editor {
	return &schema.Editor{Match: c.Match, Stale: IsTemplateComment, Breaks: true, Blank: true, Tight: true}
}

// IsTemplateComment reports whether text is a comment that says what to write in its place.
func IsTemplateComment(text string) bool {
	body, ok := strings.CutPrefix(text, "<!--")
	if !ok || strings.Index(body, "-->") != len(body)-len("-->") {
		return false // the comment is unclosed, or text follows it on the same line
	}
	body = strings.ToLower(spelling.OneLine(strings.TrimSuffix(body, "-->")))
	if strings.HasPrefix(body, "resolved:") || strings.HasPrefix(body, "per major dec") || strings.HasPrefix(body, "appended per round") {
		return true
	}
	number, rest, _ := strings.Cut(body, " ")
	return strings.HasPrefix(rest, "bullet") && strings.Trim(number, "0123456789-–") == "" && number != ""
}

// appendTo returns the change for a request, or a [*protocol.RequestError] or [*protocol.Refused].
func (w *Workspace) appendTo(a protocol.Append, now string) (*Change, error) {
	if err := w.ready(StateFile, RFCFile); err != nil {
		return nil, err
	}
	c, created, err := w.checkpointOrNew()
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(a.Parts, func(f Filling) bool { return len(f.Bullets) > 0 }) {
		return nil, protocol.BadRequest("", "no bullets given")
	}
	write, err := c.choose(a)
	if err != nil {
		return nil, err
	}
	confirms, holds := w.confirms(&a), c.holds(a.Group.Key, write.N)
	if !created && !confirms && holds && !write.Single && c.editor().HasSameContent(write.Existing, write) {
		return w.again(c, write, now)
	}
	ran := w.ran(c, write)
	if !ran && !a.Force {
		return nil, &protocol.Refused{
			Path:   w.path(StateFile),
			Reason: fmt.Sprintf("current_phase is %q; a Gate-B round can be written only in phase %q, or after a failed round", w.State.Phase(), phaseGateB),
			Open:   []string{"to list the events that are possible now: mdck ohrfc advance"},
		}
	}
	if holds && !write.Single && !write.Replace {
		return nil, taken(write)
	}
	written, err := c.editor().Write(write)
	if err != nil {
		return nil, protocol.AsRequest(err)
	}
	if written.Document.File.Text == c.Text() && !created && !confirms {
		return w.again(c, write, now)
	}
	phase := phaseOf(c, write)
	change, err := w.finish(checkpointOf(written), now, finish{did: did(write, holds), refresh: true, bump: confirms, prune: true, phase: phase})
	if err != nil {
		return nil, err
	}
	if change.Round = write.N; change.None == "" && !(holds && write.Single) {
		change.Due = w.dueAfter(a.Group.Key)
	}
	if phase.Name != "" {
		change.entry.Event, change.entry.Forced = appendWord+a.Group.Key, !ran
	}
	return change, nil
}

func (c *Checkpoint) choose(a protocol.Append) (*schema.Write, error) {
	write, err := a.Choose(c.editor(), "")
	if err != nil {
		return nil, err
	}
	if a.Group.Repeats() && !a.Force && write.Existing == nil && write.N > c.NewestRound()+1 {
		return nil, protocol.BadRequest("the next number is 1; --force accepts any number", "there is no round before %q", write.Title())
	}
	return write, nil
}

// confirms reports whether the request replaces a section of an earlier pass through the phase.
func (w *Workspace) confirms(a *protocol.Append) bool {
	t := sectionTransition(a.Group.Key)
	return a.Replace && a.Only == nil && t.first() && w.ledBack(t)
}

// ran reports whether the Gate-B round in the request took place.
func (w *Workspace) ran(c *Checkpoint, write *schema.Write) bool {
	s, at := w.State, rank(w.State.Phase())
	return !write.Group.Repeats() || at < 0 || s.Phase() == phaseGateB || c.holds(write.Group.Key, write.N) || w.unwrittenRound() > 0 ||
		at < rank(phaseGateB) && !s.passed() && (s.failed() || s.Round() > 0 || s.int("rejection_count") > 0)
}

func did(write *schema.Write, holds bool) string {
	verb := "wrote"
	switch {
	case holds && write.Replace && write.Single:
		verb = "replaced part of"
	case holds && !write.Single:
		verb = "replaced"
	case holds:
		verb = "added to"
	}
	return fmt.Sprintf("%s %q", verb, write.Group.TitleFor(write.N))
}

// again returns the change for text that already exists.
func (w *Workspace) again(c *Checkpoint, write *schema.Write, now string) (*Change, error) {
	repeats := fmt.Sprintf("%q already contains these bullets", write.Group.TitleFor(write.N))
	change, err := w.finish(c, now, finish{did: "updated", refresh: true, prune: true})
	if err != nil {
		return nil, err
	}
	if change.None != "" {
		change.None = repeats
	} else {
		change.Notes = append(change.Notes, repeats+"; updated Meta and state.json")
	}
	return change, nil
}

func (w *Workspace) checkpointOrNew() (c *Checkpoint, created bool, err error) {
	if w.Checkpoint != nil && !spelling.IsBlank(w.Checkpoint.Text()) {
		return w.Checkpoint, false, nil
	}
	c, err = ParseCheckpoint(w.CheckpointPath, "# Checkpoint: "+cmp.Or(w.ID, w.State.ID())+"\n\n## Meta\n")
	return c, true, err
}

func taken(write *schema.Write) error {
	return protocol.BadRequest("--replace replaces all bullets; --section "+write.Group.Key+"/SUBSECTION adds single bullets", "%q already exists, with other bullets", write.Existing.Title())
}

// phaseOf returns the new value of last_phase. The zero Phase means no change.
func phaseOf(c *Checkpoint, write *schema.Write) Phase {
	if write.Single && c.holds(write.Group.Key, write.N) || write.N < c.NewestRound() && write.Group.Repeats() {
		return Phase{}
	}
	if write.Group.Key == GateBKey {
		return Phase{Name: "gate_b_round", Round: write.N}
	}
	return Phase{Name: write.Group.Key} // the key of other groups is the phase
}
