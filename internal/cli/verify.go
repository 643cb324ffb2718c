package cli

import (
	"errors"
	"fmt"
	"path"
	"runtime/debug"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
)

const verifyHelp = `Prints one line for each claim that a checkpoint makes about the files around it: verified, stale or unverifiable. Status 1 if one is stale. Of plans these are the claims of the state, of notes and hand-offs, and the files that the plans of the phase at hand that are done have made.

Examples:

    mdck verify
    mdck verify .ohrfc/rfc-20261104-sync --json
    mdck verify .planning/STATE.md`

type verifyCommand struct {
	Paths []string `arg:"" optional:"" help:"Files or directories."`
	JSON  bool     `help:"Print a JSON array."`
	configFlags
	git   surroundings
	plans map[string]map[string]bool // files of folders of plans that were named, by folder
}

// Run verifies the claims.
func (c *verifyCommand) Run(std Streams) error {
	if len(c.Paths) == 0 {
		if _, err := workspace.Elsewhere(); err != nil {
			return err
		}
	}
	found, err := c.targets(c.Paths, choice{protocol: ofProtocols})
	if err != nil {
		return err
	}
	found, c.plans = planFiles(found)
	defer c.git.close()
	y := newTally(c.JSON, std)
	c.all(found, y)
	if err := y.end(); err != nil {
		return err
	}
	err = errors.Join(y.faults...)
	switch {
	case err == nil && !y.some:
		return nothing(places(found))
	case err == nil && y.stale:
		return errFindings
	}
	return err
}

// all adds the claims of the targets to y, in their order. What holds for them is
// asked before: a configuration is not read by two at a time.
func (c *verifyCommand) all(found []workspace.Target, y *tally) {
	defer debug.SetGCPercent(debug.SetGCPercent(treeGC))
	teams := make([]team, len(found))
	for i := range found {
		teams[i] = c.teamOf(&found[i])
	}
	inOrder(len(found), func(i int) verified { return c.verify(&found[i], teams[i]) }, func(_ int, made verified) { y.add(&made) })
}

// A team is what the ids of issues of a session begin with, or why that is not known.
type team struct {
	name string
	err  error
}

func (c *verifyCommand) teamOf(t *workspace.Target) team {
	if t.Protocol != workspace.CCC {
		return team{}
	}
	found, err := c.configOf(t)
	if err != nil {
		return team{err: err}
	}
	return team{name: found.Team()}
}

// verify is what became of the claims of t.
func (c *verifyCommand) verify(t *workspace.Target, mine team) (y verified) {
	var talk strings.Builder
	defer func() { y.talk = talk.String() }()
	if err := recoverWrite(t, &talk); err != nil {
		y.faults = append(y.faults, err)
		return y
	}
	sequence, err := c.claims(t, mine)
	y.faults = append(y.faults, err)
	if sequence == nil {
		return y
	}
	y.some = true
	for _, note := range sequence.Notes {
		printError(fmt.Errorf("note: %s", note), &talk)
	}
	for _, v := range sequence.Verdicts {
		y.stale = y.stale || v.Status == claim.Stale
		if err := y.print(v, sequence.JSONVerdict(v, t.Shown), c.JSON); err != nil {
			y.faults = append(y.faults, err)
		}
	}
	return y
}

// claims are the claims of t with their verdicts; nil if no checkpoint was written
// yet, or none can be read. What is given beside an error is that of other files.
func (c *verifyCommand) claims(t *workspace.Target, mine team) (*bootstrap.Sequence, error) {
	files := tree.Dir(t.Root)
	switch t.Protocol {
	case workspace.CCC:
		return c.sessionClaims(t, ccc.Read(files, t.Main, t.State), mine)
	case workspace.Agents:
		return agentClaims(t)
	case workspace.Loop:
		return trackClaims(t, c.git.of(t, ""))
	case workspace.Plan:
		return planClaims(t, c.git.of(t, ""), c.plans[t.File(t.Folder)])
	}
	w := ohrfc.Read(files, t.Main)
	if w.Checkpoint == nil {
		return nil, lost(w, t)
	}
	return &bootstrap.Sequence{Checkpoint: t.Main, Files: w.Files, Verdicts: claim.Verify(files, w.Claims())}, nil
}

func (c *verifyCommand) sessionClaims(t *workspace.Target, s *ccc.Session, mine team) (*bootstrap.Sequence, error) {
	for _, name := range t.Files() {
		if err := s.Faults[name]; err != nil {
			return nil, asShown(t, err)
		}
	}
	if mine.err != nil {
		return nil, mine.err
	}
	git := c.git.of(t, mine.name)
	return &bootstrap.Sequence{Checkpoint: t.Main, Files: s.Files, Verdicts: claim.Verify(s.Tree, s.Claims(git.Outside))}, nil
}

// lost says why there is nothing to verify; nil if no checkpoint was written yet.
func lost(w *ohrfc.Workspace, t *workspace.Target) error {
	if err := w.Faults[t.Main]; err != nil {
		return err
	}
	if w.State != nil && w.State.Version() > 0 {
		return fmt.Errorf("%s: no %s, though %s records version %d", t.Shown(path.Dir(t.Main)), ohrfc.CheckpointFile, ohrfc.StateFile, w.State.Version())
	}
	return nil
}

// places is where the checkpoints of all would be.
func places(all []workspace.Target) string {
	var names []string
	for i := range all {
		names = append(names, all[i].Shown(path.Dir(all[i].Main)))
	}
	return strings.Join(names, ", ")
}
