package read

import (
	"cmp"
	"io"

	"mdck/internal/cli/app"
	"mdck/internal/history"
	"mdck/internal/report"
	"mdck/mdcheckpoint/protocol"
)

func (p *past) events() []protocol.Event {
	if p.target == nil || p.target.Path != p.target.Main || p.target.Row().Events == nil {
		return nil
	}
	text, err := app.ReadFile(p.file)
	if err != nil {
		return nil // rows has reported this error
	}
	return p.target.Row().Events(text)
}

func printEvents(w io.Writer, all []protocol.Event) error {
	if len(all) == 0 {
		return nil
	}
	cells := [][]string{{"step", "time", "status", "note"}}
	for _, e := range all {
		cells = append(cells, []string{e.Step, app.OrDash(e.Time), e.Status, app.OrDash(e.Note)})
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return report.Table(w, cells, nil, 0)
}

const leastWhat = 20 // minimum width of the last column

func printHistory(w io.Writer, rows []history.Row) error {
	cells := [][]string{{"revision", "time", "version", "lines", "tokens", "what"}}
	for i := range rows {
		r := &rows[i]
		line := []string{r.Name(), app.FormatTime(r.Time, !r.Time.IsZero()), app.FormatInt("v%d", r.Version), app.FormatInt("%d", r.Lines), app.FormatInt("%d", r.Tokens), r.What()}
		for j := range line {
			line[j] = app.OrDash(line[j])
		}
		cells = append(cells, line)
	}
	report.AlignRight(cells, 3, 4)
	least, width := make([]int, len(cells[0])), 0
	if app.IsTerminal(w) {
		least[len(least)-1], width = leastWhat, cmp.Or(app.TerminalWidth(w), report.DefaultWidth)
	}
	return report.Table(w, cells, least, width)
}
