package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"mdck/internal/report"
)

// A statusRow is a line of mdck status. What is not known is zero.
type statusRow struct {
	protocol string
	id       string
	name     string // of what is worked on; "" where that is the id
	agent    string // of an epic
	path     string // as the user is shown it
	place    string // directory that it lies in, likewise
	file     string // what findings have to be about; "" is any file of the checkpoint
	phase    string // phase, stage or step
	status   string // of it
	round    int    // of an RFC
	version  *int
	updated  time.Time
	minutes  *int   // since then
	class    string // of an agent
	next     string
	errors   int
	warnings int
}

// statusColumns are the least widths that columns are cut to for the sake of the
// line: id, phase and next action. The others are never cut.
var statusColumns = [...]int{0, 24, 17, 0, 0, 0, 18}

// statusWidth is how wide a line is at most.
const statusWidth = 100

// printStatus prints a line for each row. Where several have the same name, the place
// stands for the id.
func printStatus(w io.Writer, rows []statusRow) error {
	var cells [][]string
	named := map[string]int{}
	for i := range rows {
		cells = append(cells, rows[i].cells())
		named[rows[i].called(rows[i].id)]++
	}
	for i := range rows {
		if r := &rows[i]; named[r.called(r.id)] > 1 {
			cells[i][1] = r.called(r.place)
		}
	}
	return report.Table(w, cells, statusColumns[:], statusWidth)
}

// called is what the row is called if its checkpoint is called id.
func (r *statusRow) called(id string) string {
	return joinKnown(" in ", r.agent, joinKnown(" ", id, r.name))
}

func (r *statusRow) cells() []string {
	round, version := "", "-"
	if r.round > 0 {
		round = fmt.Sprintf("round %d", r.round)
	}
	if r.version != nil {
		version = fmt.Sprintf("v%d", *r.version)
	}
	return []string{
		r.protocol, r.called(r.id), orDash(joinKnown(" ", r.phase, r.status, round)), version,
		joinKnown(" ", age(r.minutes), r.class), findings(r.errors, r.warnings), orDash(r.next),
	}
}

func orDash(text string) string {
	if strings.TrimSpace(text) == "" {
		return "-"
	}
	return text
}

// age is a time in whole minutes, as a person reads it.
func age(minutes *int) string {
	switch {
	case minutes == nil:
		return "-"
	case *minutes < 0:
		return "future"
	case *minutes < 60:
		return fmt.Sprintf("%dm", *minutes)
	case *minutes < 48*60:
		return fmt.Sprintf("%dh", *minutes/60)
	}
	return fmt.Sprintf("%dd", *minutes/60/24)
}

func findings(errors, warnings int) string {
	switch {
	case errors == 0 && warnings == 0:
		return "clean"
	case warnings == 0:
		return fmt.Sprintf("%dE", errors)
	case errors == 0:
		return fmt.Sprintf("%dW", warnings)
	}
	return fmt.Sprintf("%dE %dW", errors, warnings)
}

// The JSON form of the status. Names are part of the interface.
type (
	jsonStatus struct {
		Version     int            `json:"version"`
		Now         string         `json:"now"` // the time that ages are told at
		Checkpoints []jsonStanding `json:"checkpoints"`
	}
	jsonStanding struct {
		Protocol   string  `json:"protocol"`
		ID         string  `json:"id"`
		Name       string  `json:"name,omitempty"`
		Agent      string  `json:"agent,omitempty"`
		Path       string  `json:"path"`
		Phase      string  `json:"phase"`  // phase, stage or step; "" where it is not known
		Status     string  `json:"status"` // of it, likewise
		Round      int     `json:"round,omitempty"`
		Version    *int    `json:"version"` // null where there is none
		UpdatedAt  *string `json:"updatedAt"`
		AgeMinutes *int    `json:"ageMinutes"`
		Class      string  `json:"class,omitempty"` // of an agent
		Errors     int     `json:"errors"`
		Warnings   int     `json:"warnings"`
		Next       string  `json:"next"`
	}
)

// jsonTime is how times are printed.
const jsonTime = "2006-01-02T15:04:05Z"

func statusJSON(rows []statusRow, now time.Time) jsonStatus {
	out := jsonStatus{Version: 1, Now: now.UTC().Format(jsonTime), Checkpoints: []jsonStanding{}}
	for _, r := range rows {
		s := jsonStanding{
			Protocol: r.protocol, ID: r.id, Name: r.name, Agent: r.agent, Path: r.path, Phase: r.phase, Status: r.status, Round: r.round, Version: r.version,
			AgeMinutes: r.minutes, Class: r.class, Errors: r.errors, Warnings: r.warnings, Next: r.next,
		}
		if r.minutes != nil {
			at := r.updated.UTC().Format(jsonTime)
			s.UpdatedAt = &at
		}
		out.Checkpoints = append(out.Checkpoints, s)
	}
	return out
}
