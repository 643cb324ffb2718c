package agent

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/hook/doctor"
	agentset "mdck/internal/hook/settings"
	"mdck/internal/report"
)

func printReport(w io.Writer, r *doctor.Report) error {
	var b strings.Builder
	fmt.Fprintln(&b, binaryLine(&r.Mdck))
	for i := range r.Agents {
		printAgent(&b, &r.Agents[i])
	}
	if len(r.Problems) > 0 {
		fmt.Fprintln(&b)
	}
	for _, severity := range []string{doctor.Fault, doctor.Warning} {
		for _, p := range r.Problems {
			if p.Severity == severity {
				printProblem(&b, &p)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func binaryLine(b *doctor.Binary) string {
	if b.Path == "" {
		return "mdck is not in PATH, so agents cannot run it"
	}
	which := "which is not the mdck that is running now"
	if b.Running {
		which = "version " + report.OneLine(b.Version)
	}
	return "agents find mdck at " + report.Name(b.Path) + ", " + which
}

func printAgent(b *strings.Builder, a *doctor.Agent) {
	fmt.Fprintf(b, "\n%s (%s)\n", a.Agent, agentset.Of(a.Agent).Title)
	rows := [][]string{{"level", "settings", "hooks of mdck", "which sessions run the hooks"}}
	for _, s := range a.Settings {
		rows = append(rows, []string{s.Level, s.Path, hooksIn(&s), s.Reach})
	}
	writeColumns(b, rows)
	rows = [][]string{{"event", "source", "calls mdck", "bytes of the answer", "result"}}
	for _, e := range a.Events {
		rows = append(rows, eventRow(&e))
	}
	fmt.Fprintln(b)
	writeColumns(b, rows)
}

func hooksIn(s *doctor.Settings) string {
	switch s.State {
	case "missing":
		return "no file"
	case "unreadable":
		return "cannot be read"
	case "none":
		return "none"
	}
	var names []string
	for _, e := range s.Entries {
		name := e.Event
		if e.Matcher != "" {
			name += " (" + e.Matcher + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func eventRow(e *doctor.Event) []string {
	asked, verdict := "no", "-"
	if e.Asked {
		asked, verdict = "yes", "ok"
	}
	if e.Fault != "" {
		verdict = "fault, see below"
	}
	return []string{e.Event, app.OrDash(e.Source), asked, strconv.Itoa(e.Bytes), verdict}
}

func printProblem(b *strings.Builder, p *doctor.Problem) {
	who := ""
	if p.Agent != "" {
		who = string(p.Agent) + ": "
	}
	fmt.Fprintf(b, "%s: %s%s\n", p.Severity, who, report.OneLine(p.Message))
	if p.Hint != "" {
		fmt.Fprintf(b, "  hint: %s\n", report.OneLine(p.Hint))
	}
}

func writeColumns(b *strings.Builder, rows [][]string) {
	for _, line := range report.TableLines(rows, nil, 0, nil) {
		fmt.Fprintln(b, "  "+line)
	}
}
