package hook

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
)

// stopReason says how the active checkpoint is out of step with the work; "" if it
// is not, or if the agent goes on because of a hook already.
func stopReason(in Input, f *Facts) string {
	s := active(f)
	if s == nil || in.Active {
		return ""
	}
	w := ohrfc.Read(s.Tree, s.Path)
	if w.State == nil || w.Checkpoint == nil {
		return "" // lost or never written: not behind
	}
	faults := stale(w)
	mend := "mdck stamp"
	if section := unwritten(w); section != "" {
		mend = "mdck append --section " + section
		faults = append(faults, fmt.Sprintf("current_phase is %s, %s is not written", said(s.phase), ohrfc.Group(section).TitleFor(w.State.Round())))
	}
	if len(faults) == 0 {
		return ""
	}
	return fmt.Sprintf("The checkpoint of %s is out of step with its files: %s. What mends it: %s.", said(s.id), strings.Join(faults, "; "), s.aimed(mend))
}

// aimed is the command with the id, where that is a plain word of one room.
func (s *standing) aimed(command string) string {
	words := strings.SplitN(command, " ", 3)
	if s.shared || !isPlain(s.id) || len(s.id) > 200 {
		return command
	}
	return strings.Join(slices.Insert(words, 2, s.id), " ")
}

// stepClaims are the claims that say whether a checkpoint is in step with its work.
var stepClaims = [...]string{ohrfc.ClaimHash, ohrfc.ClaimEvidence, ohrfc.ClaimRound, ohrfc.ClaimVersion, ohrfc.ClaimPhase}

// stale are the claims of w that no longer hold, in the order of the file.
func stale(w *ohrfc.Workspace) []string {
	var faults []string
	for _, v := range claim.Verify(w.Tree, w.Claims()) {
		if v.Status == claim.Stale && slices.Contains(stepClaims[:], v.Key) {
			faults = append(faults, fmt.Sprintf("%s: %s, recorded %s", v.Name, said(v.Actual), said(v.Recorded)))
		}
	}
	return faults
}

// exits are the groups that a phase has behind it, the earliest first: those
// without which current_phase is ahead of last_checkpoint_phase. Source:
// checkpoint_protocol §1; a phase that the table lacks asks for none.
var exits = [...]struct{ phase, section string }{
	{ohrfc.PhaseDesign, ohrfc.DiscoverKey},
	{ohrfc.PhaseGateA, ohrfc.DesignKey},
	{ohrfc.PhaseGateB, ohrfc.DesignKey},
	{ohrfc.PhaseReview, ohrfc.DesignKey},
	{ohrfc.PhaseFinalize, ohrfc.DesignKey},
}

// recorded are the values of last_checkpoint_phase in the order of the workflow.
// Source: schema of state.json.
var recorded = [...]string{ohrfc.PhaseDiscover, ohrfc.PhaseDesign, ohrfc.PhaseGateB, ohrfc.PhaseReview}

// unwritten is the key of the group that should have been written by now; "" if
// there is none.
func unwritten(w *ohrfc.Workspace) string {
	if w.State.Round() > w.Checkpoint.NewestRound() && w.State.Phase() == ohrfc.PhaseDesign {
		return ohrfc.GateBKey
	}
	last, _ := w.State.Doc.Root.Get("last_checkpoint_phase").Str()
	for _, e := range exits {
		if e.phase == w.State.Phase() && slices.Index(recorded[:], last) < slices.Index(recorded[:], e.section) {
			return e.section
		}
	}
	return ""
}
