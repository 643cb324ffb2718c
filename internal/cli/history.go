package cli

import (
	"errors"
	"fmt"
	"time"

	"mdck/internal/history"
	"mdck/internal/report"
)

const historyHelp = `Prints how a checkpoint, or any other Markdown file, grew: a line for each commit that changed it, each write that the ledger in .mdck knows, and the work tree where it differs from HEAD or from the last write, with lines, tokens, number of sections, and the change of lines and tokens. The oldest stands first, so that the last line is what there is now.

Commits come in the order of the history, by first parents, and renames are followed; writes come in the order of the ledger; a write whose result was committed is one line with that commit. Of writes that were not committed the text is known as long as .mdck/backups keeps it. A - is what is not known; the reason stands in brackets. On a terminal lines are cut to its width: first the last column, then times are days, and then sections, changes and versions are left out.

Sections are headings of level 2, or of the level that a format has, of a plan its tasks. A file that is deleted can be named by the path that it had.

Examples:

    mdck history rfc-20261104-sync
    mdck history CLAUDE.md --limit 20 --since 2026-11-01
    mdck history --html history.html
    mdck history .planning/STATE.md --json`

type historyCommand struct {
	Path  string    `arg:"" optional:"" name:"path|id" help:"The file, or the id or directory of a checkpoint (default: the only one of the repository)."`
	Limit int       `help:"Print the newest N only; 0 prints all (default: 100)." default:"100" placeholder:"N"`
	Since time.Time `help:"Print what is not older than that." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
	JSON  bool      `help:"Print one JSON object."`
	HTML  string    `help:"Write one page with plots to this file, - for standard output." placeholder:"FILE"`
	settingFlags
}

// Run prints the history of one file.
func (c *historyCommand) Run(std Streams) error {
	switch {
	case c.Limit < 0:
		return fmt.Errorf("--limit is %d, want 0 for all or a number above it", c.Limit)
	case c.JSON && c.HTML != "":
		return errors.New("--json and --html are two forms of the same: not both")
	}
	if err := c.checkPage(); err != nil {
		return err
	}
	p, err := c.past()
	if err != nil {
		return err
	}
	rows, err := p.rows(c, std)
	if len(rows) == 0 {
		return p.nothing(err)
	}
	all := len(rows)
	rows = c.chosen(rows)
	p.cut = len(rows) < all
	if len(rows) == 0 {
		return errors.Join(err, fmt.Errorf("%s: nothing since %s", report.Name(p.shown), history.Stamp(c.Since)))
	}
	p.tell(c, rows, std)
	return errors.Join(err, c.print(p, rows, std))
}

// chosen are the rows that --since and --limit leave.
func (c *historyCommand) chosen(rows []history.Row) []history.Row {
	kept := rows
	if !c.Since.IsZero() {
		kept = nil
		for i := range rows {
			t := rows[i].Time
			if t.IsZero() {
				t = rows[i].WrittenAt // of what a write found
			}
			if t.IsZero() || !t.Before(c.Since) {
				kept = append(kept, rows[i])
			}
		}
	}
	if c.Limit > 0 && len(kept) > c.Limit {
		kept = kept[len(kept)-c.Limit:]
	}
	return kept
}

func (c *historyCommand) print(p *past, rows []history.Row, std Streams) error {
	switch {
	case c.JSON:
		return report.Indented(std.Out, historyJSON(p, rows))
	case c.HTML != "":
		return c.writePage(p, rows, std)
	}
	return printHistory(std.Out, rows)
}
