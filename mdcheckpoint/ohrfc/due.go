package ohrfc

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// DueRule is the id of the rule that reports overdue sections.
const DueRule = "ohrfc/checkpoint-due"

const missingFile = "ohrfc/missing-file"

func due(in lint.Input, c *lint.Checkpoint) []protocol.Due {
	w := c.Model.(*Model).RFC
	all := w.dueFiles()
	switch {
	case w.State == nil || w.Faults[w.CheckpointPath] != nil:
		return all
	case w.lost():
		return append(all, w.dueIfLost()...)
	}
	verdicts := claim.Verify(w.Tree, w.claims())
	stale := w.staleClaims(verdicts)
	if sections := w.dueSections(); len(sections) > 0 {
		all = append(all, w.dueWith(stale, sections[0].Command, sections...)...) // the append command also updates the stale claims
		return append(all, w.dueRestart()...)
	}
	if change, err := w.stamp(false, ""); len(stale) > 0 && err == nil && change.None == "" {
		if _, err := in.Entries(); err == nil { // the stamp command needs the ledger
			all = append(all, w.dueWith(stale, []string{"stamp", protocol.TargetWord})...)
		}
	}
	return slices.Concat(all, w.dueOtherPhase(verdicts), w.dueRestart())
}

func (w *Workspace) lost() bool {
	return w.Checkpoint == nil && w.Faults[w.CheckpointPath] == nil && w.State.Version() > 0 && !w.finished()
}

func (w *Workspace) dueFiles() []protocol.Due {
	if w.ID == "" {
		return nil
	}
	names, from := []string{StateFile, RFCFile}, w.CheckpointPath
	if rank(w.State.Phase()) >= rank(phaseDesign) {
		names = append(names, EvidenceFile)
	}
	if !w.has(path.Base(from)) {
		from = w.path(StateFile)
	}
	var all []protocol.Due
	for _, name := range names {
		if !w.has(name) {
			all = append(all, protocol.Due{Path: from, Problem: "there is no " + name, Command: []string{"init", Name, protocol.TargetWord}, Rule: missingFile})
		}
	}
	return all
}

func (w *Workspace) dueRestart() []protocol.Due {
	if w.State.Phase() != phaseDesign || !w.has(path.Join(".mdck", protocol.RestartNote)) {
		return nil
	}
	return []protocol.Due{{Path: w.path(StateFile), Problem: "Gate-B failed, and the context was not restarted before phase design", Command: []string{"bootstrap", protocol.TargetWord}, Person: true}}
}

func (w *Workspace) dueWith(problems, command []string, more ...protocol.Due) []protocol.Due {
	var all []protocol.Due
	for _, p := range problems {
		all = append(all, protocol.Due{Path: w.path(StateFile), Problem: p, Command: command})
	}
	return append(all, more...)
}

func (w *Workspace) dueIfLost() []protocol.Due {
	problems := []string{fmt.Sprintf("%s is missing, but state.json records checkpoint_version %d", path.Base(w.CheckpointPath), w.State.Version())}
	if w.hasBackup() {
		return w.dueWith(problems, []string{"restore", protocol.TargetWord, "--backup", "latest"})
	}
	sections := w.dueSections()
	if len(sections) == 0 {
		sections = withCommand(*w.sectionDue(missingGroup{Group: Group(DiscoverKey)}))
	}
	if len(sections) == 0 {
		return nil
	}
	return w.dueWith(problems, sections[0].Command, sections...)
}

func (w *Workspace) hasBackup() bool {
	dir := w.path(protocol.BackupDir)
	entries, _ := fs.ReadDir(w.Tree, dir)
	names := protocol.Backups(entries, path.Base(w.CheckpointPath))
	if len(names) == 0 {
		return false
	}
	text, err := source.ReadFile(w.Tree, path.Join(dir, names[len(names)-1]))
	if err == nil {
		_, err = ParseCheckpoint(w.CheckpointPath, text)
	}
	return err == nil
}

func (w *Workspace) dueSections() []protocol.Due {
	var asked, groups []missingGroup
	if w.finished() && w.Checkpoint == nil {
		return nil
	}
	if w.Checkpoint != nil {
		asked = w.Checkpoint.missingGroups()
	}
	left := func(event Event) bool {
		t := eventTransition(event)
		return rank(w.State.Phase()) > rank(t.From) && w.lacks(t)
	}
	add := func(is bool, key string, n int) {
		if is {
			groups = append(groups, missingGroup{Group: Group(key), N: n})
		}
	}
	round, again := w.unwrittenRound(), left(DesignDone)
	whole := round > 0 && !w.State.changesBaseline() // last_phase then requires all earlier sections
	add(left(DiscoverDone) || whole && !w.Checkpoint.holds(DiscoverKey, 0), DiscoverKey, 0)
	add(!again && whole && !w.Checkpoint.holds(DesignKey, 0), DesignKey, 0)
	add(round > 0, GateBKey, round)
	add(again, DesignKey, 0) // DESIGN comes after the round that led back to it
	if !w.State.changesBaseline() {
		groups = append(groups, asked...)
	}
	var all []protocol.Due
	for i, g := range groups {
		if slices.Contains(groups[:i], g) {
			continue
		}
		d := w.sectionDue(g)
		if d.Rule = DueRule; slices.Contains(asked, g) {
			d.Rule = "ohrfc/missing-group"
		}
		all = append(all, *d)
	}
	return withCommand(all...)
}

func withCommand(all ...protocol.Due) []protocol.Due {
	return slices.DeleteFunc(all, func(d protocol.Due) bool { return d.Command == nil })
}

func (w *Workspace) lacks(t *Transition) bool {
	return w.ledBack(t) || !w.State.changesBaseline() && !w.Checkpoint.holds(t.Section, 0)
}

// ledBack reports whether the RFC came back to the phase of t after the section of t was written.
func (w *Workspace) ledBack(t *Transition) bool {
	known := false // the ledger has a Gate-B failure
	for _, e := range slices.Backward(w.entries()) {
		row, into := readTransition(e.Event)
		switch {
		case e.Event == appendWord+t.Section:
			return false
		case row == nil:
			continue
		case row.Event == BaselineDesign:
			return false
		case rank(row.From) > rank(t.From) && rank(cmp.Or(into, row.To[0])) <= rank(t.From) && (row.Stages != 0 || !w.State.changesBaseline()):
			return true
		}
		known = known || row.Stages != 0
	}
	phase, last := w.State.Phase(), w.State.lastPhase()
	return !known && t.Section == DesignKey && (phase == phaseDesign || phase == phaseGateA) && // at Gate-B, last_checkpoint_phase can refer to the current round
		(last == phaseGateB || last == phaseReview && !w.State.changesBaseline())
}

// appendWord begins the ledger event of a written section, such as "append design".
const appendWord = "append "

// unwrittenRound returns the number of the failed Gate-B round that is not written, or 0.
func (w *Workspace) unwrittenRound() int {
	s, phase := w.State, w.State.Phase()
	n, failed := s.Round(), s.int("rejection_count") > 0 || s.failed() && phase != phaseGateB
	switch {
	case w.advanced() && failed:
		n = w.nextFailure() - 1
	case phase != phaseDesign && (!failed || w.advanced() || phase != phaseGateA && phase != phaseReview):
		return 0
	}
	if n > w.Checkpoint.NewestRound() {
		return n
	}
	return 0
}

func (w *Workspace) sectionDue(g missingGroup) *protocol.Due {
	problem := "the section %s is missing"
	if w.Checkpoint.holds(g.Group.Key, g.N) {
		problem = "the section %s is out of date"
	}
	return &protocol.Due{
		Path: w.path(StateFile), Span: w.State.span("current_phase"), Command: w.appendCommand(g),
		Problem: fmt.Sprintf("current_phase is %s, but "+problem, spelling.Value(w.State.Phase(), protocol.MaxValue), g.Title()),
	}
}

func (w *Workspace) appendCommand(g missingGroup) []string {
	c, _, err := w.checkpointOrNew()
	if err != nil || w.ready(StateFile, RFCFile) != nil || c.Document.CheckClosed() != nil {
		return nil
	}
	a, command := protocol.Append{Group: g.Group}, []string{"append", protocol.TargetWord, "--section", g.Group.Key}
	if !g.Group.Repeats() && c.holds(g.Group.Key, 0) {
		return append(command, "--replace")
	}
	if usual, err := c.choose(a); err != nil || usual.N != g.N {
		a.Value = roundValue(g.N)
		command = append(command, "--round", a.Value)
	}
	write, err := c.choose(a)
	if a.Force = true; err != nil {
		_, err = c.choose(a)
		command = append(command, "--force")
	} else if !w.ran(c, write) {
		command = append(command, "--force")
	}
	if err != nil {
		return nil
	}
	return command
}

var stampClaims = [...]string{claimHash, claimEvidence, claimRound, claimVersion}

func (w *Workspace) staleClaims(verdicts []claim.Verdict) (lines []string) {
	for _, v := range verdicts {
		if v.Status == claim.Stale && slices.Contains(stampClaims[:], v.Key) && (v.Key != claimRound || w.unwrittenRound() == 0) {
			lines = append(lines, staleLine(&v))
		}
	}
	return lines
}

func staleLine(v *claim.Verdict) string {
	return fmt.Sprintf("%s is %s, but the checkpoint records %s", v.Name, spelling.Value(v.Actual, protocol.MaxValue), spelling.Value(v.Recorded, protocol.MaxValue))
}

func (w *Workspace) dueOtherPhase(verdicts []claim.Verdict) []protocol.Due {
	for _, v := range verdicts {
		if v.Key == claimPhase && v.Status == claim.Stale && ReadPhase(v.Actual) != ReadPhase(v.Recorded) {
			return []protocol.Due{{Path: w.path(StateFile), Problem: staleLine(&v), Command: []string{"lint", protocol.TargetWord, "--fix", "--from", "meta"}}}
		}
	}
	return nil
}

// allow returns a [protocol.Refused] if a transition is not allowed now. For name, see
// [TransitionName].
func allow(_ lint.Input, c *lint.Checkpoint, name string) error {
	event, _, _ := strings.Cut(name, toWord)
	read, _ := ReadEvent(event)
	return c.Model.(*Model).RFC.allowed(read)
}

// failsNow reports whether summary.json has the failure of the current Gate-B round.
func (w *Workspace) failsNow() bool {
	if !strings.EqualFold(w.result(), "fail") {
		return false
	}
	recorded, _ := w.summaryRound()
	return !recorded
}

// summaryRound reports whether the ledger records a Gate-B failure with the content of summary.json,
// and whether that is the last failure.
func (w *Workspace) summaryRound() (recorded, last bool) {
	file := w.Files[w.path(SummaryFile)]
	if file == nil {
		return false, false
	}
	hashes, last := slices.Collect(claim.Hashes([]byte(file.Text))), true
	for _, e := range slices.Backward(w.entries()) {
		switch t, _ := readTransition(e.Event); {
		case t == nil || t.Stages == 0:
		case slices.Contains(hashes, e.About):
			return true, last
		default:
			last = false
		}
	}
	return false, false
}
