package read

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
)

// leastStatusWidth is the narrowest table that is printed, in columns.
const leastStatusWidth = 80

type statusStyle struct {
	width  int // maximum, in columns; 0 means none
	colour bool
}

func (c *statusCommand) styleFor(out any) statusStyle {
	style := statusStyle{colour: app.UseColour(c.Color, out, os.Getenv)}
	if app.IsTerminal(out) {
		style.width = max(cmp.Or(app.TerminalWidth(out), report.DefaultWidth), leastStatusWidth)
	}
	return style
}

const (
	ageColumn      = 4
	findingsColumn = 5
	linesColumn    = 6
	tokensColumn   = 7
	charsColumn    = 8
)

func printStatus(w io.Writer, rows []statusRow, style statusStyle) error {
	_, err := io.WriteString(w, strings.Join(statusLines(rows, style), ""))
	return err
}

func statusLines(rows []statusRow, style statusStyle) []string {
	if len(rows) == 0 {
		return nil
	}
	cells := append([][]string{{"PROTOCOL", "ID", "PHASE", "VERSION", "AGE", "FINDINGS", "LINES", "TOKENS", "CHARACTERS", "NEXT"}}, statusCells(rows)...)
	least := []int{0, 24, 17, 8, 0, 0, 0, 0, 0, 18} // minimum width of each column; 0 means never shortened
	if !slices.ContainsFunc(rows, func(r statusRow) bool { return r.chars != nil }) {
		for i := range cells {
			cells[i][charsColumn] = ""
		}
	}
	if style.width == 0 {
		clear(least)
	} else if report.Natural(cells, least) > style.width {
		least = slices.Delete(least, linesColumn, charsColumn+1)
		for i := range cells {
			cells[i] = slices.Delete(cells[i], linesColumn, charsColumn+1)
		}
	}
	hasBudgets := len(least) > charsColumn+1
	lines := report.TableLines(cells, least, style.width, func(i, column int) string {
		if !style.colour || i == 0 || column >= linesColumn && !hasBudgets {
			return ""
		}
		return rows[i-1].colour(column)
	})
	for i := range lines {
		lines[i] += "\n"
	}
	return lines
}

func (r *statusRow) colour(column int) string {
	switch {
	case column == ageColumn:
		return report.ColourOf(r.Age)
	case column == findingsColumn && r.errors > 0:
		return report.ColourOf(schema.Over)
	case column == findingsColumn && r.warnings > 0:
		return report.ColourOf(schema.Near)
	case column == linesColumn && r.lines != nil:
		return report.ColourOf(r.lines.State())
	case column == tokensColumn && r.tokens != nil:
		return report.ColourOf(r.tokens.State())
	case column == charsColumn && r.chars != nil:
		return report.ColourOf(r.chars.State())
	}
	return ""
}

func statusCells(rows []statusRow) [][]string {
	places, files := map[string]string{}, map[string]int{}
	several := map[string]bool{}
	for i := range rows {
		r := &rows[i]
		key := r.protocol + " " + r.id
		if place, seen := places[key]; seen && place != r.place {
			several[key] = true
		}
		places[key] = r.place
		files[r.called(r.place)]++
	}
	var cells [][]string
	for i := range rows {
		r := rows[i]
		id := r.id
		if several[r.protocol+" "+r.id] {
			id = r.place
		}
		if r.Agent != "" && files[r.called(r.place)] > 1 {
			r.Agent = path.Base(r.File)
		}
		line := r.cells()
		line[1] = r.called(id)
		cells = append(cells, line)
	}
	return cells
}

// called returns the text for the column ID.
func (r *statusRow) called(id string) string {
	return app.JoinNonEmpty(" in ", r.Agent, app.JoinNonEmpty(" ", id, r.Name))
}

func (r *statusRow) cells() []string {
	round, version := "", "-"
	if r.Round > 0 {
		round = fmt.Sprintf("round %d", r.Round)
	}
	if r.Version != nil {
		version = fmt.Sprintf("v%d", *r.Version)
	} else if r.VersionText != "" {
		version = "v" + r.VersionText
	}
	return []string{
		r.protocol, r.called(r.id), app.OrDash(app.JoinNonEmpty(" ", r.Phase, r.State, round)), version,
		app.JoinNonEmpty(" ", app.FormatAge(r.minutes), r.Class), r.findings(), report.Usage(r.lines), report.Usage(r.tokens), report.Usage(r.chars), app.OrDash(r.Next),
	}
}

// findings formats the findings and due items, such as "2E 1W 1 due".
func (r *statusRow) findings() string {
	if r.unknown() {
		return "-"
	}
	text := app.JoinNonEmpty(" ", atMost(r.errors, "E"), atMost(r.warnings, "W"))
	text = cmp.Or(text, atMost(r.stale, " stale"))
	return cmp.Or(app.JoinNonEmpty(" ", text, atMost(len(r.due), " due")), "clean")
}

func (r *statusRow) unknown() bool { return r.unread && r.errors == 0 && r.warnings == 0 }

func atMost(n int, unit string) string {
	switch {
	case n == 0:
		return ""
	case n < claim.Most:
		return strconv.Itoa(n) + unit
	}
	return strconv.Itoa(claim.Most) + "+" + unit
}

// The names in the JSON output of mdck status are part of the interface.
type (
	jsonStatus struct {
		Version     int            `json:"version"`
		Now         string         `json:"now"` // time for the ages
		Checkpoints []jsonStanding `json:"checkpoints"`
	}
	jsonStanding struct {
		Protocol   string          `json:"protocol"`
		ID         string          `json:"id"`
		Name       string          `json:"name,omitempty"`
		Agent      string          `json:"agent,omitempty"`
		Path       string          `json:"path"`
		Phase      string          `json:"phase"`  // phase, stage or step, or ""
		Status     string          `json:"status"` // of the phase, or ""
		Round      int             `json:"round,omitempty"`
		Version    *int            `json:"version"` // null without a version
		UpdatedAt  *string         `json:"updatedAt"`
		AgeMinutes *int            `json:"ageMinutes"`
		Class      string          `json:"class,omitempty"`
		Errors     *int            `json:"errors"` // null if unreadable
		Warnings   *int            `json:"warnings"`
		Lines      *schema.Amount  `json:"lines"` // null without a number
		Tokens     *schema.Amount  `json:"tokens"`
		Characters *schema.Amount  `json:"characters,omitempty"` // only with a limit
		Next       string          `json:"next"`
		Because    string          `json:"because,omitempty"`
		Against    []string        `json:"against,omitempty"`
		Unsure     bool            `json:"uncertain,omitempty"`
		Due        []bootstrap.Due `json:"due"`
	}
)

func statusJSON(rows []statusRow, now time.Time) jsonStatus {
	out := jsonStatus{1, spelling.FormatTime(now), []jsonStanding{}}
	for i := range rows {
		out.Checkpoints = append(out.Checkpoints, rows[i].json())
	}
	return out
}

func (r *statusRow) json() jsonStanding {
	s := jsonStanding{
		Protocol: r.protocol, ID: r.id, Name: r.Name, Agent: r.Agent, Path: r.path, Phase: r.Phase, Status: r.State, Round: r.Round, Version: r.Version,
		AgeMinutes: r.minutes, Class: r.Class, Next: r.Next, Because: r.Because, Against: r.Against, Unsure: r.Unsure, Due: append([]bootstrap.Due{}, r.due...), Lines: r.lines, Tokens: r.tokens, Characters: r.chars,
	}
	if !r.unknown() {
		s.Errors, s.Warnings = &r.errors, &r.warnings
	}
	if r.minutes != nil {
		at := spelling.FormatTime(r.Updated)
		s.UpdatedAt = &at
	}
	return s
}
