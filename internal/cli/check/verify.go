package check

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

const verifyHelp = `Prints one line for each claim that a checkpoint makes about other files: verified, stale, pending or unverifiable. A claim is pending if the current phase is still changing the file. For plans, mdck verifies the state, the notes and the hand-offs. It also checks whether the files created by finished plans of the current phase still exist. Due items are what the protocol requires now. The exit status is 1 if a claim is stale or an item is due, unless only a person can do the item. -q prints only stale claims and due items.

Examples:

    mdck verify
    mdck verify .ohrfc/rfc-20261104-sync --json
    mdck verify .planning/STATE.md`

// Verify is mdck verify.
var Verify = app.Command{Name: "verify", Summary: "check the claims of a checkpoint about other files", Help: verifyHelp, Grammar: &verifyCommand{}}

type verifyCommand struct {
	Paths []string `arg:"" optional:"" help:"Files or directories."`
	JSON  bool     `help:"Print a JSON array."`
	app.TalkFlags
	pick.ConfigFlags
	git   pick.Gits
	found []workspace.Target // the targets on the command line
	past  map[string]bool    // folders with only archived files on the command line
}

func (c *verifyCommand) Run(std app.Streams) error {
	if len(c.Paths) == 0 {
		if _, err := c.Pick.Finder().Elsewhere(); err != nil {
			return err
		}
	}
	verifiable := pick.Query{Offers: pick.HasFiles}
	found, err := c.Pick.Find(c.Paths, verifiable)
	if err != nil {
		return err
	}
	c.found, c.past = found, pick.OnlyPast(found)
	found = workspace.ByFolder(found)
	defer c.git.Close()
	y := &tally{verified: verified{claims: []bootstrap.JSONVerdict{}}, out: bufio.NewWriterSize(std.Out, 32<<10), std: std}
	c.verifyTargets(found, y)
	if err := c.end(y); err != nil {
		return err
	}
	err = errors.Join(y.errs...)
	switch {
	case err == nil && !y.some:
		return c.Pick.UnwrittenError(found)
	case err == nil && y.stale:
		return app.ErrFindings
	}
	return err
}

func (c *verifyCommand) verifyTargets(found []workspace.Target, y *tally) {
	defer debug.SetGCPercent(debug.SetGCPercent(app.WalkGCPercent))
	app.RunInOrder(len(found), 2, func(i int) *verified { return c.verify(&found[i]) }, func(_ int, made *verified) { y.add(made) })
}

func (c *verifyCommand) verify(t *workspace.Target) *verified {
	config, err := c.Pick.ConfigFor(t)
	if err != nil {
		return &verified{errs: []error{err}}
	}
	var talk strings.Builder
	if err := pick.RecoverWrite(t, &talk); err != nil {
		return &verified{talk: talk.String(), errs: []error{err}}
	}
	settings := workspace.Settings{Config: config}
	in := settings.Input(tree.Read(t.Root), t)
	if c.Verbose {
		pick.PrintRead(&talk, t, t.DisplayPath, config)
	}
	git := c.git.ForTarget(t, config.Team())
	repository := t.Repository(git.Git) // one, because it asks git each question once
	in.Committed = repository.Committed
	var read *lint.Checkpoint // nil for a folder
	ask := bootstrap.Input{Tree: in.Tree, Path: t.Folder, ID: t.ID(), Outside: git.Outside, Repository: repository}
	claims := func() (*bootstrap.Sequence, error) { return c.folderClaims(t, ask) }
	if t.Row().Verify == nil {
		in.Outside = git.Outside
		read = in.Checker.Read(in)
		claims = func() (*bootstrap.Sequence, error) { return c.claims(t, in.Tree, read) }
	}
	due := c.due(t, in, read) // before claims, while git looks up commits
	sequence, err := claims()
	y := &verified{errs: []error{err}, some: sequence != nil}
	if sequence != nil {
		c.addSequence(y, t, sequence, &talk)
		c.addDue(y, due)
	}
	y.talk = talk.String()
	return y
}

func (c *verifyCommand) addSequence(v *verified, t *workspace.Target, s *bootstrap.Sequence, talk io.Writer) {
	for _, note := range s.Notes {
		app.PrintError(fmt.Errorf("note: %s", note), talk)
	}
	for _, verdict := range s.Verdicts {
		v.stale = v.stale || verdict.Status == claim.Stale
		c.addTo(v, s.JSONVerdict(verdict, t.DisplayPath), verdict.String)
	}
}

func (c *verifyCommand) addDue(v *verified, all []bootstrap.Due) {
	for _, d := range all {
		v.stale = v.stale || !d.Person
		c.addTo(v, bootstrap.JSONVerdict{Claim: "due", Name: d.Problem, Status: "due", Command: d.Command, Path: d.Path, Line: 1, Column: 1}, func() string {
			return "due: " + d.Problem + "; run: " + d.Command
		})
	}
}

// due returns what is due in t, or in the file that the user named.
func (c *verifyCommand) due(t *workspace.Target, in lint.Input, read *lint.Checkpoint) []bootstrap.Due {
	all := t.Due(in, read)
	if t.Row().Separate && t.Path != t.Main {
		all = slices.DeleteFunc(all, func(d protocol.Due) bool { return d.Path != t.Path })
	}
	return pick.DueItems(t, all)
}

// claims returns the verdicts on t. Of separate files, an unreadable one does not prevent the
// others.
func (c *verifyCommand) claims(t *workspace.Target, files fs.FS, read *lint.Checkpoint) (*bootstrap.Sequence, error) {
	p := t.Row()
	if err := pick.LostError(t, read); err != nil {
		return nil, err
	}
	asked := func(name string) bool { return !p.Separate || t.Path == t.Main || t.Path == name }
	s := &bootstrap.Sequence{Checkpoint: t.Main, Files: read.Files}
	exists := false
	var errs []error
	for _, name := range read.Claimants {
		if !asked(name) {
			continue
		}
		if err := read.Faults[name]; err != nil {
			errs = append(errs, pick.WithRecoveryHints(t, name, err))
			continue
		}
		exists = exists || read.Files[name] != nil
		if n := read.Unclaimed[name]; n > 0 {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: %s not verified: mdck verifies at most %d claims per file", report.Name(t.DisplayPath(name)), spelling.Count(n, "claim"), claim.Most))
		}
	}
	if len(errs) > 0 && !p.Separate || !exists && p.Due == nil {
		return nil, errors.Join(errs...)
	}
	if exists {
		s.Verdicts = claim.Verify(files, slices.DeleteFunc(slices.Clone(read.Claims), func(made claim.Claim) bool { return !asked(made.Path) }))
	}
	return s, errors.Join(errs...)
}

func (c *verifyCommand) folderClaims(t *workspace.Target, in bootstrap.Input) (*bootstrap.Sequence, error) {
	dir := t.File(t.Folder)
	var named []string
	for i := range c.found {
		if o := &c.found[i]; o.File(o.Folder) == dir {
			named = append(named, o.Path)
		}
	}
	slices.Sort(named)
	if len(named) == 1 {
		in.Selected = named[0]
	}
	s, unread := t.Row().Verify(in)
	s.Verdicts = slices.DeleteFunc(s.Verdicts, func(v claim.Verdict) bool { return !slices.Contains(named, v.Path) })
	if c.past[dir] {
		part, _ := t.Row().Part(named[0])
		s.Notes = append(s.Notes, t.DisplayPath(part)+" is archived, so the files of its plans are not verified")
	}
	var errs []error
	for _, name := range named {
		if err := unread[name]; err != nil {
			errs = append(errs, app.WithDisplayPath(t, app.WithPath(name, err)))
		}
	}
	return s, errors.Join(errs...)
}
