package read

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/history"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

const historyHelp = `Prints the versions of a checkpoint, or of any other file, oldest first: the git commits that changed it, the writes recorded in the ledger of .mdck, and the file on disk if it is not committed. For each version it prints the number of lines and tokens.

The command follows renames, and the first parent of each merge. If a write was committed, it is shown on the line of its commit. "text not kept" means that .mdck/backups does not have the text of a write. A number that is unknown is printed as -. On a terminal the last column is cut to fit.

For a track, it also lists failed steps, fix cycles, forced changes and decisions.

To see a deleted file, give its old path.

Examples:

    mdck history rfc-20261104-sync
    mdck history CLAUDE.md --limit 20 --since 2026-11-01
    mdck history .planning/STATE.md --json`

// History is mdck history.
var History = app.Command{Name: "history", Summary: "list the versions of a file in git and the ledger", Help: historyHelp, Grammar: &historyCommand{}}

type historyCommand struct {
	Path  string    `arg:"" optional:"" name:"path|id" help:"The file, or the id or directory of a checkpoint (default: the only checkpoint of the repository)."`
	Limit int       `help:"Print only the newest N versions; 0 prints all versions (default: 100)." default:"100" placeholder:"N"`
	Since time.Time `help:"Print only versions since this time." placeholder:"TIME" format:"2006-01-02T15:04:05Z07:00"`
	JSON  bool      `help:"Print one JSON object."`
	pick.SettingFlags
}

// jsonHistory is the JSON output. Its names are part of the interface.
type jsonHistory struct {
	Version  int    `json:"version"`
	Path     string `json:"path"`
	Protocol string `json:"protocol,omitempty"`
	Encoding string `json:"encoding"`
	Budgets  struct {
		Lines  int `json:"lines,omitempty"`
		Tokens int `json:"tokens,omitempty"`
	} `json:"budgets"`
	Complete  bool             `json:"complete"`         // --limit and --since removed nothing
	Revisions []history.Row    `json:"revisions"`        // oldest first
	Events    []protocol.Event `json:"events,omitempty"` // events that the file itself records, by time
}

func (c *historyCommand) Run(std app.Streams) error {
	if c.Limit < 0 {
		return fmt.Errorf("--limit is %d; expected 0 (all) or more", c.Limit)
	}
	p, err := c.past()
	if err != nil {
		return err
	}
	rows, err := p.rows(c.Limit, std.Err)
	if len(rows) == 0 {
		return p.nothing(err)
	}
	kept := c.newest(rows)
	if len(kept) == 0 {
		return errors.Join(err, fmt.Errorf("%s: no versions since %s", report.Name(p.shown), spelling.FormatTime(c.Since)))
	}
	complete := len(kept) == len(rows)
	if !complete && len(kept) == c.Limit {
		p.note("only the newest versions are printed (--limit %d); --limit 0 prints all", len(kept))
	}
	for _, text := range p.notes {
		fmt.Fprintf(std.Err, "mdck: note: %s: %s\n", report.Name(p.shown), report.OneLine(text))
	}
	return errors.Join(err, c.print(p, kept, complete, std))
}

func (c *historyCommand) newest(rows []history.Row) (kept []history.Row) {
	for _, r := range rows {
		if r.Time.IsZero() || !r.Time.Before(c.Since) {
			kept = append(kept, r)
		}
	}
	if c.Limit > 0 && len(kept) > c.Limit {
		kept = kept[len(kept)-c.Limit:]
	}
	return kept
}

func (c *historyCommand) print(p *past, rows []history.Row, complete bool, std app.Streams) error {
	if !c.JSON {
		return errors.Join(printHistory(std.Out, rows), printEvents(std.Out, p.events()))
	}
	all := jsonHistory{Version: 1, Path: p.shown, Encoding: p.settings.Counter.Name(), Complete: complete, Revisions: rows, Events: p.events()}
	all.Budgets.Lines, all.Budgets.Tokens = p.budgets.Lines, p.budgets.Tokens
	if p.target != nil {
		all.Protocol = p.target.Protocol
	}
	return report.Indented(std.Out, all)
}

func (p *past) nothing(err error) error {
	if err = errors.Join(p.absent, err); err == nil {
		err = &fs.PathError{Op: "open", Path: p.shown, Err: fs.ErrNotExist}
	}
	if len(p.notes) > 0 {
		err = app.WithHints(err, "mdck also searched git and the ledger: "+strings.Join(p.notes, "; "))
	}
	return err
}
