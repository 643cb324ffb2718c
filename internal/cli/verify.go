package cli

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
)

const verifyHelp = `Prints one line for each claim that a checkpoint makes about the files around it: verified, stale or unverifiable. Status 1 if one is stale.

Examples:

    mdck verify
    mdck verify .ohrfc/rfc-20261104-sync --json`

type verifyCommand struct {
	Paths []string `arg:"" optional:"" help:"Files or directories."`
	JSON  bool     `help:"Print a JSON array."`
	configFlags
}

// Run verifies the claims.
func (c *verifyCommand) Run(std Streams) error {
	found, err := c.targets(c.Paths, choice{})
	if err != nil {
		return err
	}
	stale, none := false, true
	var faults []error
	all := []bootstrap.JSONVerdict{}
	var lines strings.Builder
	for i := range found {
		t := &found[i]
		if err := recoverWrite(t, std.Err); err != nil {
			faults = append(faults, err)
			continue
		}
		w := ohrfc.Read(tree.Dir(t.Root), t.Main)
		if w.Checkpoint == nil {
			faults = append(faults, lost(w, t))
			continue
		}
		none = false
		for _, v := range claim.Verify(w.Tree, w.Claims()) {
			stale = stale || v.Status == claim.Stale
			verdict := bootstrap.NewJSONVerdict(v, w.Checkpoint.Document.File, t.Shown(t.Main))
			all = append(all, verdict)
			fmt.Fprintf(&lines, "%s:%d:%d: %s\n", report.Name(verdict.Path), verdict.Line, verdict.Column, report.OneLine(v.String()))
		}
	}
	if err := c.print(std.Out, all, lines.String()); err != nil {
		return err
	}
	err = errors.Join(faults...)
	switch {
	case err == nil && none:
		return nothing(places(found))
	case err == nil && stale:
		return errFindings
	}
	return err
}

func (c *verifyCommand) print(w io.Writer, all []bootstrap.JSONVerdict, lines string) error {
	if c.JSON {
		return report.Indented(w, all)
	}
	_, err := io.WriteString(w, lines)
	return err
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
