package check

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/config"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

const verifyHelp = `Prints one line for each claim that a checkpoint makes about the files around it: verified, stale, pending or unverifiable. Pending is what changed while a phase is at work on it. Status 1 if one is stale. Of plans these are the claims of the state, of notes and hand-offs, and the files that the plans of the phase at hand that are done have made.

Examples:

    mdck verify
    mdck verify .ohrfc/rfc-20261104-sync --json
    mdck verify .planning/STATE.md`

// Verify is mdck verify.
var Verify = app.Command{Name: "verify", Summary: "check what a checkpoint claims about the files around it", Help: verifyHelp, Grammar: app.New[verifyCommand]}

type verifyCommand struct {
	Paths []string `arg:"" optional:"" help:"Files or directories."`
	JSON  bool     `help:"Print a JSON array."`
	pick.ConfigFlags
	git   pick.Gits
	plans map[string]map[string]bool // files of folders of plans that were named, by folder
}

// Run verifies the claims.
func (c *verifyCommand) Run(std app.Streams) error {
	if len(c.Paths) == 0 {
		if _, err := c.Finder().Elsewhere(); err != nil {
			return err
		}
	}
	verifiable := pick.Query{Offers: pick.HasFiles}
	found, err := c.Find(c.Paths, verifiable)
	if err != nil {
		return err
	}
	found, c.plans = planFiles(found)
	defer c.git.Close()
	y := newTally(c.JSON, std)
	c.verifyTargets(found, y)
	if err := y.end(); err != nil {
		return err
	}
	err = errors.Join(y.faults...)
	switch {
	case err == nil && !y.some:
		return c.NoCheckpointError(pick.TargetDirs(found), verifiable)
	case err == nil && y.stale:
		return app.ErrFindings
	}
	return err
}

// verifyTargets adds the claims of the targets to y, in their order. Their configurations are read
// first, as that is not safe for several goroutines.
func (c *verifyCommand) verifyTargets(found []workspace.Target, y *tally) {
	defer debug.SetGCPercent(debug.SetGCPercent(app.WalkGCPercent))
	all := make([]configuration, len(found))
	for i := range found {
		all[i].config, all[i].err = c.ConfigFor(&found[i])
	}
	app.RunInOrder(len(found), func(i int) verified { return c.verify(&found[i], all[i]) }, func(_ int, made verified) { y.add(&made) })
}

// A configuration is the configuration that holds for a target, or why it is not known.
type configuration struct {
	config *config.Config
	err    error
}

// verify is what became of the claims of t.
func (c *verifyCommand) verify(t *workspace.Target, mine configuration) (y verified) {
	var talk strings.Builder
	defer func() { y.talk = talk.String() }()
	if err := pick.RecoverWrite(t, &talk); err != nil {
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
		app.PrintError(fmt.Errorf("note: %s", note), &talk)
	}
	for _, v := range sequence.Verdicts {
		y.stale = y.stale || v.Status == claim.Stale
		if err := y.add(sequence.JSONVerdict(v, t.Shown), bootstrap.VerdictLine(v), c.JSON); err != nil {
			y.faults = append(y.faults, err)
		}
	}
	for _, d := range c.due(t, mine) {
		y.stale = y.stale || !d.Person
		v := bootstrap.JSONVerdict{Claim: "due", Name: d.Problem, Status: "due", Command: d.Command, Path: d.Path, Line: 1, Column: 1}
		if err := y.add(v, "due: "+d.Problem+": "+d.Command, c.JSON); err != nil {
			y.faults = append(y.faults, err)
		}
	}
	return y
}

// due returns what is due of t, or of the file that was asked for.
func (c *verifyCommand) due(t *workspace.Target, mine configuration) []bootstrap.Due {
	all := pick.DueOf(t, workspace.Input(mine.config, nil, tree.Dir(t.Root), t))
	if t.Row().Separate && t.Path != t.Main {
		all = slices.DeleteFunc(all, func(d protocol.Due) bool { return d.Path != t.Path })
	}
	return pick.DueItems(t, all)
}

// claims returns the claims of t with their verdicts; nil if no checkpoint is written yet,
// or none can be read. The error may be about some of its files only.
func (c *verifyCommand) claims(t *workspace.Target, mine configuration) (*bootstrap.Sequence, error) {
	if mine.err != nil {
		return nil, mine.err
	}
	git := c.git.ForTarget(t, mine.config.Team())
	p := t.Row()
	if p.Verify != nil {
		return c.folderClaims(t, p, git)
	}
	in := workspace.Input(mine.config, nil, tree.Dir(t.Root), t)
	in.Outside = git.Outside
	read := p.Checker.Read(in)
	if err := pick.LostError(t, read); err != nil {
		return nil, err
	}
	asked := func(name string) bool { return !p.Separate || t.Path == t.Main || t.Path == name }
	s := &bootstrap.Sequence{Checkpoint: t.Main, Files: read.Files}
	exists := false
	var faults []error
	for _, name := range read.Claimants {
		if !asked(name) {
			continue
		}
		if err := read.Faults[name]; err != nil {
			faults = append(faults, pick.WithRecoveryHints(t, name, err))
			continue
		}
		exists = exists || read.Files[name] != nil
		s.Notes = append(s.Notes, leftOut(t.Shown(name), read.Unclaimed[name])...)
	}
	switch {
	case len(faults) > 0 && !p.Separate, !exists && p.Due == nil:
		return nil, errors.Join(faults...)
	case !exists:
		return s, errors.Join(faults...)
	}
	s.Verdicts = claim.Verify(in.Tree, slices.DeleteFunc(read.Claims, func(made claim.Claim) bool { return !asked(made.Path) }))
	return s, errors.Join(faults...)
}
