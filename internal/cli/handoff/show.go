package handoff

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/handoff"
)

const showHelp = `Prints the sections of the note, and then the facts that no longer match the repository. Decisions, results and completed items begin with the newest.

Examples:

    mdck handoff show
    mdck handoff show --json`

type showCommand struct {
	JSON bool `help:"Print one JSON object."`
	noteFlag
}

func (c *showCommand) Run(std app.Streams) error {
	t, err := c.note("handoff show")
	if err != nil {
		return err
	}
	if err := pick.RecoverWrite(&t, std.Err); err != nil {
		return err
	}
	sheet, err := readSheet(&t)
	if errors.Is(err, fs.ErrNotExist) {
		return app.WithHints(fmt.Errorf("handoff show: %s does not exist", t.DisplayPath(t.Main)), append(pick.RecoveryHints(&t, t.Main), "to create a hand-off: mdck init handoff")...)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return report.Indented(std.Out, sheet)
	}
	_, err = io.WriteString(std.Out, textOf(sheet))
	return err
}

func readSheet(t *workspace.Target) (*handoff.Sheet, error) {
	git := pick.OpenGit(t, "")
	defer git.Close()
	files := tree.Dir(t.Root)
	sheet, claims, err := handoff.ReadSheet(files, t.Main, git.Outside)
	if err != nil {
		return nil, pick.WithRecoveryHints(t, t.Main, err)
	}
	for _, v := range claim.Verify(files, claims) {
		if v.Status == claim.Stale {
			sheet.Stale = append(sheet.Stale, v.String())
		}
	}
	return sheet, nil
}

func textOf(s *handoff.Sheet) string {
	var b strings.Builder
	for _, part := range s.Parts {
		if len(part.Texts) == 1 {
			fmt.Fprintf(&b, "%s: %s\n", part.Title, report.OneLine(part.Texts[0]))
			continue
		}
		fmt.Fprintf(&b, "%s:\n", part.Title)
		for _, text := range part.Texts {
			fmt.Fprintf(&b, "  - %s\n", report.OneLine(text))
		}
	}
	for _, line := range s.Stale {
		fmt.Fprintln(&b, report.OneLine(line))
	}
	return b.String()
}
