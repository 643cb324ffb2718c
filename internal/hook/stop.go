package hook

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
)

// maxPrompt is how many bytes of a continuation prompt a reason has.
const maxPrompt = 6000

// stopReason says how the checkpoint that is worked on is out of step with the work,
// and the commands that mend it; "" if it is not, if nothing mends it, or if it is
// not sure that no hook kept the agent from ending before.
func stopReason(in Input, f *Facts) string {
	if !in.First {
		return ""
	}
	if f.Prompt != "" {
		return oneLine(append([]string{"A gate is awaited, so the session was saved. Its continuation prompt: " + quoted(strings.Join(strings.Fields(f.Prompt), " "), maxPrompt)}, f.Notes...))
	}
	s := working(f)
	if s == nil {
		return ""
	}
	faults, commands := s.mending(ohrfc.Read(s.Tree, s.Path))
	if len(commands) == 0 {
		return ""
	}
	reason := fmt.Sprintf("The checkpoint of %s is out of step with its files: %s. What mends it: %s.",
		pathSaid(s.id), strings.Join(faults, "; "), strings.Join(commands, ", then "))
	return oneLine(append([]string{reason}, f.Notes...))
}

// mending is what is wrong with w, and the commands that mend it in their order.
// What no command mends is left out: nobody could act on it.
func (s *standing) mending(w *ohrfc.Workspace) (faults, commands []string) {
	m := &mender{standing: s, w: w}
	if w.State == nil || w.Checkpoint == nil && w.Faults[w.CheckpointPath] != nil {
		return nil, nil
	}
	if m.lost() {
		return m.faults, m.commands
	}
	m.unwritten()
	if len(m.commands) == 0 { // a section that is written brings all else up to date
		m.behind()
	} else {
		m.faults = append(stale(w, w.Tree), m.faults...)
	}
	return m.faults, m.commands
}

// A mender collects what is wrong with a workspace.
type mender struct {
	*standing
	w                *ohrfc.Workspace
	faults, commands []string
}

// add takes a fault that a command mends, if there is a way to name that.
func (m *mender) add(fault []string, name string, flags ...string) {
	if line, ok := m.command(name, flags...); ok && len(fault) > 0 {
		m.faults, m.commands = append(m.faults, fault...), append(m.commands, line)
	}
}

// lost reports whether the checkpoint was written and is gone, and how its newest
// backup is taken back. Without one, its sections are to be written again.
func (m *mender) lost() bool {
	if m.w.Checkpoint != nil || m.version <= 0 {
		return false
	}
	fault := fmt.Sprintf("%s is lost, state.json records checkpoint_version %d", path.Base(m.Path), m.version)
	if m.kept() {
		m.add([]string{fault}, "restore", "--backup", "latest")
		return true
	}
	m.unwritten()
	if len(m.commands) == 0 {
		m.section(ohrfc.MissingGroup{Group: ohrfc.Group(ohrfc.DiscoverKey)})
	}
	if len(m.commands) > 0 {
		m.faults = append([]string{fault}, m.faults...)
	}
	return true
}

// kept reports whether the newest backup of the checkpoint can be taken back.
func (m *mender) kept() bool {
	dir := m.w.Path(".mdck/backups")
	newest := ""
	entries, _ := fs.ReadDir(m.Tree, dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), path.Base(m.Path)+".") && e.Type().IsRegular() {
			newest = max(newest, e.Name()) // the number in it has leading zeros
		}
	}
	raw, err := fs.ReadFile(m.Tree, path.Join(dir, newest))
	if newest == "" || err != nil {
		return false
	}
	_, err = ohrfc.ParseCheckpoint(m.Path, string(raw))
	return err == nil
}

// stepClaims are the claims that say whether a checkpoint is in step with its work
// and that mdck stamp brings up to date.
var stepClaims = [...]string{ohrfc.ClaimHash, ohrfc.ClaimEvidence, ohrfc.ClaimRound, ohrfc.ClaimVersion}

// behind adds what a stamp mends, and what it does not.
func (m *mender) behind() {
	if faults := stale(m.w, m.w.Tree); len(faults) > 0 && m.stamps() {
		m.add(faults, "stamp")
	}
	if fault := otherPhase(m.w); fault != "" {
		m.add([]string{fault}, "lint", "--fix", "--from", "meta")
	}
}

// stale are the claims of w that do not hold in a tree, in the order of the file.
func stale(w *ohrfc.Workspace, tree fs.FS) []string {
	var faults []string
	for _, v := range claim.Verify(tree, w.Claims()) {
		if v.Status == claim.Stale && slices.Contains(stepClaims[:], v.Key) {
			faults = append(faults, faultOf(&v))
		}
	}
	return faults
}

func faultOf(v *claim.Verdict) string {
	return fmt.Sprintf("%s: %s, recorded %s", v.Name, said(v.Actual), said(v.Recorded))
}

// otherPhase is that state.json records another phase of the last checkpoint than
// Meta; "" if it does not, also where it has the round behind it as Meta has.
func otherPhase(w *ohrfc.Workspace) string {
	for _, v := range claim.Verify(w.Tree, w.Claims()) {
		if v.Key == ohrfc.ClaimPhase && v.Status == claim.Stale && ohrfc.ReadPhase(v.Actual) != ohrfc.ReadPhase(v.Recorded) {
			return faultOf(&v)
		}
	}
	return ""
}

// stamps reports whether mdck stamp could write, and would leave nothing stale.
func (m *mender) stamps() bool {
	change, err := m.w.Stamp(false, "")
	if err != nil || change.None != "" || brokenLedger(m.w) {
		return false
	}
	after := ohrfc.Read(overlay(m.w, change), m.w.CheckpointPath)
	return len(stale(after, after.Tree)) == 0
}
