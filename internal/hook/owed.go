package hook

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/ohrfc"
)

// An owed is a section that has to be there in a phase.
type owed struct{ phase, section string }

// owing are the sections that each phase has behind it, those of a phase in the
// order of the protocol. Source: checkpoint_protocol §1; a phase that the table
// lacks asks for none.
var owing = [...]owed{
	{ohrfc.PhaseDesign, ohrfc.DiscoverKey},
	{ohrfc.PhaseGateA, ohrfc.DiscoverKey}, {ohrfc.PhaseGateA, ohrfc.DesignKey},
	{ohrfc.PhaseGateB, ohrfc.DiscoverKey}, {ohrfc.PhaseGateB, ohrfc.DesignKey},
	{ohrfc.PhaseReview, ohrfc.DiscoverKey}, {ohrfc.PhaseReview, ohrfc.DesignKey},
	{ohrfc.PhaseFinalize, ohrfc.DiscoverKey}, {ohrfc.PhaseFinalize, ohrfc.DesignKey},
}

// unwritten adds the sections that should have been written by now, as far as there
// is a command that writes them.
func (m *mender) unwritten() {
	for _, g := range m.asked() {
		m.section(g)
	}
}

// asked are the groups that current_phase, last_phase and the round ask for and that
// the checkpoint does not hold, each once.
func (m *mender) asked() []ohrfc.MissingGroup {
	var all []ohrfc.MissingGroup
	ask := func(key string, n int) {
		g := ohrfc.MissingGroup{Group: ohrfc.Group(key), N: n}
		if !slices.Contains(all, g) && (m.w.Checkpoint == nil || !m.w.Checkpoint.Holds(key, n)) {
			all = append(all, g)
		}
	}
	phase, round := m.phase, m.round()
	if round > 0 {
		phase = ohrfc.PhaseGateB // was passed, or the round would not be
	}
	for _, o := range owing {
		if o.phase == phase {
			ask(o.section, 0)
		}
	}
	if m.w.Checkpoint != nil {
		for _, g := range m.w.Checkpoint.MissingGroups() { // as lint asks for them
			ask(g.Group.Key, g.N)
		}
	}
	if round > 0 {
		ask(ohrfc.GateBKey, round)
	}
	return all
}

// round is the Gate-B round that the RFC has behind it and that is to be written; 0
// if there is none. A round that is under way counts in no other phase.
func (m *mender) round() int {
	newest, n := 0, m.w.State.Round()
	if m.w.Checkpoint != nil {
		newest = m.w.Checkpoint.NewestRound()
	}
	switch {
	case m.phase == ohrfc.PhaseDesign && n > newest:
		return n
	case m.phase == ohrfc.PhaseDesign || m.phase == ohrfc.PhaseReview:
		return m.w.PendingRound()
	}
	return 0
}

// section adds that a group is not written, if a command writes it.
func (m *mender) section(g ohrfc.MissingGroup) {
	if flags := writing(m.w, g); flags != nil {
		fault := fmt.Sprintf("current_phase is %s, %s is not written", said(m.phase), g.Title())
		m.add([]string{fault}, "append", flags...)
	}
}

// writing are the flags with which mdck append writes the group, found by writing it
// in memory; nil if it could not.
func writing(w *ohrfc.Workspace, g ohrfc.MissingGroup) []string {
	section, round := []string{"--section", g.Group.Key}, []string{"--round", strconv.Itoa(g.N)}
	for _, try := range [...]struct {
		n     int
		force bool
		flags []string
	}{
		{0, false, section},
		{g.N, false, slices.Concat(section, round)},
		{g.N, true, slices.Concat(section, round, []string{"--force"})},
	} {
		asked := ohrfc.Append{Group: g.Group, Round: try.n, Force: try.force, Fillings: specimen(g)}
		if change, err := w.Append(asked, ""); err == nil && change.After != nil && change.After.Holds(g.Group.Key, g.N) {
			return try.flags
		}
	}
	return nil
}

// specimen fills the group with the least that could be written.
func specimen(g ohrfc.MissingGroup) []ohrfc.Filling {
	var all []ohrfc.Filling
	for i := range g.Group.Subsections {
		all = append(all, ohrfc.Filling{Subsection: &g.Group.Subsections[i], Bullets: []string{"New: specimen"}})
	}
	return all
}

// overlay is the tree of w with the files of change.
func overlay(w *ohrfc.Workspace, change *ohrfc.Change) fs.FS {
	return tree.Overlay(w.Tree, map[string]string{w.CheckpointPath: change.Checkpoint, w.Path(ohrfc.StateFile): change.State})
}

// brokenLedger reports whether the ledger of w cannot be read, which stops a stamp.
func brokenLedger(w *ohrfc.Workspace) bool {
	raw, err := fs.ReadFile(w.Tree, w.Path(".mdck/ledger.jsonl"))
	if err != nil {
		return false
	}
	_, err = safefile.ReadLedger(bytes.NewReader(raw))
	return err != nil
}
