package read

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path"
	"strconv"
	"time"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/spelling"
)

// statusColumns are the least widths that columns are cut to for the sake of the
// line: id, phase, version, which may be any text, and next action. The others are
// never cut, and nothing is where a line may be of any width.
func statusColumns(look statusLook) []int {
	least := [...]int{0, 24, 17, 8, 0, 0, 0, 0, 18}
	if look.width == 0 {
		return make([]int, len(least))
	}
	return least[:]
}

// printStatus prints the lines of the rows.
func printStatus(w io.Writer, rows []statusRow, look statusLook) error {
	b := bufio.NewWriterSize(w, 32<<10)
	for _, block := range statusBlocks(rows, look) {
		for _, line := range block {
			b.WriteString(line) // Flush says what went wrong
			b.WriteByte('\n')
		}
	}
	return b.Flush()
}

// statusCells are the cells of the rows, but for the budgets. Where several have the
// same name, the place stands for the id of all that have this id; of an agent with
// several files each is called by that.
func statusCells(rows []statusRow) [][]string {
	places, files := map[string]string{}, map[string]int{}
	several := map[string]bool{} // ids that are not enough
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

// called is what the row is called if its checkpoint is called id.
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
		app.JoinNonEmpty(" ", app.FormatAge(r.minutes), r.Class), r.findings(), app.OrDash(r.Next),
	}
}

// findings are what lint finds and what is due, "2E 1W 1 due"; "-" where nothing could be found
// as the file cannot be read. "clean" is no finding, nothing stale and nothing due.
func (r *statusRow) findings() string {
	switch {
	case r.unknown():
		return "-"
	}
	text := ""
	if r.errors > 0 {
		text = atMost(r.errors) + "E"
	}
	if r.warnings > 0 {
		text = app.JoinNonEmpty(" ", text, atMost(r.warnings)+"W")
	}
	if text == "" && r.stale > 0 {
		text = atMost(r.stale) + " stale"
	}
	if len(r.due) > 0 {
		text = app.JoinNonEmpty(" ", text, strconv.Itoa(len(r.due))+" due")
	}
	return cmp.Or(text, "clean")
}

// unknown reports whether what lint finds says nothing.
func (r *statusRow) unknown() bool { return r.unread && r.errors == 0 && r.warnings == 0 }

// atMost is a number of findings; of claims no more are looked at than [claim.Most], so
// that from there on it is the least that there are.
func atMost(n int) string {
	if n < claim.Most {
		return strconv.Itoa(n)
	}
	return strconv.Itoa(claim.Most) + "+"
}

// The JSON form of the status. Names are part of the interface.
type (
	jsonStatus struct {
		Version     int            `json:"version"`
		Now         string         `json:"now"` // the time that ages refer to
		Checkpoints []jsonStanding `json:"checkpoints"`
	}
	jsonStanding struct {
		Protocol   string          `json:"protocol"`
		ID         string          `json:"id"`
		Name       string          `json:"name,omitempty"`
		Agent      string          `json:"agent,omitempty"`
		Path       string          `json:"path"`
		Phase      string          `json:"phase"`  // phase, stage or step; "" where it is not known
		Status     string          `json:"status"` // of it, likewise
		Round      int             `json:"round,omitempty"`
		Version    *int            `json:"version"` // null where there is none
		UpdatedAt  *string         `json:"updatedAt"`
		AgeMinutes *int            `json:"ageMinutes"`
		Class      string          `json:"class,omitempty"` // of an agent
		Errors     *int            `json:"errors"`          // null where it cannot be read, likewise
		Warnings   *int            `json:"warnings"`
		Lines      *schema.Amount  `json:"lines"` // null where there is nothing to count, likewise
		Tokens     *schema.Amount  `json:"tokens"`
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

// printStatusJSON prints the same as lines.
func printStatusJSON(w io.Writer, rows []statusRow, now time.Time) error {
	return report.Indented(w, statusJSON(rows, now))
}

func (r *statusRow) json() jsonStanding {
	s := jsonStanding{
		Protocol: r.protocol, ID: r.id, Name: r.Name, Agent: r.Agent, Path: r.path, Phase: r.Phase, Status: r.State, Round: r.Round, Version: r.Version,
		AgeMinutes: r.minutes, Class: r.Class, Next: r.Next, Because: r.Because, Against: r.Against, Unsure: r.Unsure, Due: append([]bootstrap.Due{}, r.due...), Lines: r.lines, Tokens: r.tokens,
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
