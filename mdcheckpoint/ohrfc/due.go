package ohrfc

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

// requiredSections returns the keys of the sections that have to exist in a phase, in the
// order of the protocol. Source: checkpoint_protocol §1.
func requiredSections(phase string) []string {
	switch phase {
	case PhaseDesign:
		return []string{DiscoverKey}
	case PhaseGateA, PhaseGateB, PhaseReview, PhaseFinalize:
		return []string{DiscoverKey, DesignKey}
	}
	return nil
}

// due returns a lost checkpoint, or what does not agree with the files, or the sections that
// are missing. What no command provides is left out: nobody could act on it.
func due(in lint.Input, c *lint.Checkpoint) []protocol.Due {
	w := c.Model.(*Model).RFC
	switch {
	case w.State == nil || w.Faults[w.CheckpointPath] != nil:
		return nil
	case w.Checkpoint == nil && w.State.Version() > 0:
		return w.dueIfLost()
	}
	verdicts := claim.Verify(w.Tree, w.Claims())
	stale := staleClaims(verdicts)
	if sections := w.dueSections(w.requiredGroups()...); len(sections) > 0 {
		return w.dueWith(stale, sections[0].Command, sections...) // append brings all else up to date
	}
	var all []protocol.Due
	if len(stale) > 0 && w.stampSuffices() {
		if _, err := in.Entries(); err == nil { // stamp reads them
			all = w.dueWith(stale, []string{"stamp", protocol.TargetWord})
		}
	}
	return append(all, w.dueOtherPhase(verdicts)...)
}

// dueWith returns a Due for each problem with the command that solves it, followed by more.
func (w *Workspace) dueWith(problems, command []string, more ...protocol.Due) []protocol.Due {
	var all []protocol.Due
	for _, p := range problems {
		all = append(all, protocol.Due{Path: w.Path(StateFile), Problem: p, Command: command})
	}
	return append(all, more...)
}

// dueIfLost returns how to get back a checkpoint that was written and does not exist: its
// newest backup, or else its sections.
func (w *Workspace) dueIfLost() []protocol.Due {
	problems := []string{fmt.Sprintf("%s is lost, state.json records checkpoint_version %d", path.Base(w.CheckpointPath), w.State.Version())}
	if w.hasBackup() {
		return w.dueWith(problems, []string{"restore", protocol.TargetWord, "--backup", "latest"})
	}
	sections := w.dueSections(w.requiredGroups()...)
	if len(sections) == 0 {
		sections = w.dueSections(MissingGroup{Group: Group(DiscoverKey)})
	}
	if len(sections) == 0 {
		return nil
	}
	return w.dueWith(problems, sections[0].Command, sections...)
}

// hasBackup reports whether the newest backup of the checkpoint can be restored.
func (w *Workspace) hasBackup() bool {
	dir := w.Path(".mdck/backups")
	newest := ""
	entries, _ := fs.ReadDir(w.Tree, dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), path.Base(w.CheckpointPath)+".") && e.Type().IsRegular() {
			newest = max(newest, e.Name()) // the number in it has leading zeros
		}
	}
	if newest == "" {
		return false
	}
	raw, err := fs.ReadFile(w.Tree, path.Join(dir, newest))
	if err == nil {
		_, err = ParseCheckpoint(w.CheckpointPath, string(raw))
	}
	return err == nil
}

// requiredGroups returns the groups that current_phase, last_phase and the round require
// and that the checkpoint does not have, each once.
func (w *Workspace) requiredGroups() []MissingGroup {
	var all []MissingGroup
	require := func(key string, n int) {
		g := MissingGroup{Group: Group(key), N: n}
		if !slices.Contains(all, g) && (w.Checkpoint == nil || !w.Checkpoint.Holds(key, n)) {
			all = append(all, g)
		}
	}
	phase, round := w.State.Phase(), w.unwrittenRound()
	if round > 0 {
		phase = PhaseGateB // was passed, or there would be no round
	}
	for _, key := range requiredSections(phase) {
		require(key, 0)
	}
	if w.Checkpoint != nil {
		for _, g := range w.Checkpoint.MissingGroups() {
			require(g.Group.Key, g.N)
		}
	}
	if round > 0 {
		require(GateBKey, round)
	}
	return all
}

// unwrittenRound returns the Gate-B round that has ended and is not written; 0 if there is
// none. A round that runs counts in no other phase.
func (w *Workspace) unwrittenRound() int {
	newest, n := 0, w.State.Round()
	if w.Checkpoint != nil {
		newest = w.Checkpoint.NewestRound()
	}
	switch phase := w.State.Phase(); {
	case phase == PhaseDesign && n > newest:
		return n
	case phase == PhaseDesign || phase == PhaseReview:
		return w.PendingRound()
	}
	return 0
}

// dueSections returns those of the groups that a command can write.
func (w *Workspace) dueSections(groups ...MissingGroup) []protocol.Due {
	var all []protocol.Due
	for _, g := range groups {
		if command := w.appendCommand(g); command != nil {
			problem := fmt.Sprintf("current_phase is %s, %s is not written", spelling.Value(w.State.Phase(), protocol.MaxValue), g.Title())
			all = append(all, protocol.Due{Path: w.Path(StateFile), Problem: problem, Command: command})
		}
	}
	return all
}

// appendCommand returns the command that writes the group, found by writing it in memory;
// nil if there is none.
func (w *Workspace) appendCommand(g MissingGroup) []string {
	section, round := []string{"append", protocol.TargetWord, "--section", g.Group.Key}, []string{"--round", strconv.Itoa(g.N)}
	for _, try := range [...]struct {
		n       int
		force   bool
		command []string
	}{
		{0, false, section},
		{g.N, false, slices.Concat(section, round)},
		{g.N, true, slices.Concat(section, round, []string{"--force"})},
	} {
		a := Append{Group: g.Group, Round: try.n, Force: try.force}
		for i := range g.Group.Subsections {
			a.Fillings = append(a.Fillings, Filling{Subsection: &g.Group.Subsections[i], Bullets: []string{"New: specimen"}})
		}
		if change, err := w.Append(a, ""); err == nil && change.After != nil && change.After.Holds(g.Group.Key, g.N) {
			return try.command
		}
	}
	return nil
}

// stampClaims are the claims that mdck stamp brings up to date.
var stampClaims = [...]string{ClaimHash, ClaimEvidence, ClaimRound, ClaimVersion}

// staleClaims returns a line for each of [stampClaims] that is stale.
func staleClaims(verdicts []claim.Verdict) []string {
	var lines []string
	for _, v := range verdicts {
		if v.Status == claim.Stale && slices.Contains(stampClaims[:], v.Key) {
			lines = append(lines, staleLine(&v))
		}
	}
	return lines
}

func staleLine(v *claim.Verdict) string {
	return fmt.Sprintf("%s: %s, recorded %s", v.Name, spelling.Value(v.Actual, protocol.MaxValue), spelling.Value(v.Recorded, protocol.MaxValue))
}

// stampSuffices reports whether mdck stamp would leave none of its claims stale.
func (w *Workspace) stampSuffices() bool {
	change, err := w.Stamp(false, "")
	if err != nil || change.None != "" {
		return false
	}
	after := *w
	var err2 error
	after.Checkpoint, err = ParseCheckpoint(w.CheckpointPath, change.Checkpoint)
	after.State, err2 = ParseState(w.Path(StateFile), change.State)
	return err == nil && err2 == nil && len(staleClaims(claim.Verify(w.Tree, after.Claims()))) == 0
}

// dueOtherPhase returns that state.json records another phase of the last checkpoint than
// Meta. gate_b of the one agrees with any round of Gate-B of the other.
func (w *Workspace) dueOtherPhase(verdicts []claim.Verdict) []protocol.Due {
	for _, v := range verdicts {
		if v.Key == ClaimPhase && v.Status == claim.Stale && ReadPhase(v.Actual) != ReadPhase(v.Recorded) {
			return []protocol.Due{{Path: w.Path(StateFile), Problem: staleLine(&v), Command: []string{"lint", protocol.TargetWord, "--fix", "--from", "meta"}}}
		}
	}
	return nil
}

// allow returns a [protocol.Refused] if the event called name is not possible in the present
// phase.
func allow(_ lint.Input, c *lint.Checkpoint, name string) error {
	w := c.Model.(*Model).RFC
	event, _ := ReadEvent(name)
	_, err := w.move(event, "")
	if refused, ok := errors.AsType[*EventError](err); ok {
		return &protocol.Refused{Transition: name, Path: w.Path(StateFile), Reason: refused.Reason, Never: true}
	}
	return err
}
