package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"mdck/internal/hook"
	"mdck/internal/report"
)

// print prints what was found: the program, each agent, and the problems, faults
// first.
func (r *doctorReport) print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintln(&b, r.Mdck.line())
	for i := range r.Agents {
		r.Agents[i].print(&b)
	}
	if len(r.Problems) > 0 {
		fmt.Fprintln(&b)
	}
	for _, severity := range []string{fault, warning} {
		for _, p := range r.Problems {
			if p.Severity == severity {
				p.print(&b)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (b *doctorBinary) line() string {
	if b.Path == "" {
		return "mdck: none in PATH"
	}
	version, which := b.Version, "not the one that runs now"
	if version == "" {
		version = "unknown"
	}
	if b.Running {
		which = "the one that runs now"
	}
	return fmt.Sprintf("mdck: %s, version %s, %s", report.Name(b.Path), report.OneLine(version), which)
}

func (a *doctorAgent) print(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s (%s)\n", a.Agent, title(hook.Agent(a.Agent)))
	var rows [][]string
	for _, s := range a.Settings {
		rows = append(rows, []string{s.Level, s.Path, s.what()})
	}
	writeColumns(b, rows)
	rows = [][]string{{"event", "source", "asked", "bytes", "units", "shape", "verdict"}}
	for _, e := range a.Events {
		rows = append(rows, e.row())
	}
	fmt.Fprintln(b)
	writeColumns(b, rows)
}

// what is what the file holds of mdck.
func (s *doctorSettings) what() string {
	switch s.State {
	case "missing":
		return "no file"
	case "unreadable":
		return "cannot be read"
	case "none":
		return "no hook of mdck"
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

func (e *doctorEvent) row() []string {
	asked, shape, verdict := "no", e.Shape, "ok"
	if e.Asked {
		asked = "yes"
	}
	if len(e.Keys) > 0 {
		shape += " (" + strings.Join(e.Keys, ", ") + ")"
	}
	if e.Fault != "" {
		verdict = "FAULT: " + e.Fault
	}
	source := e.Source
	if source == "" {
		source = "-"
	}
	return []string{e.Event, source, asked, strconv.Itoa(e.Bytes), strconv.Itoa(e.Units), shape, verdict}
}

func (p *doctorProblem) print(b *strings.Builder) {
	who := ""
	if p.Agent != "" {
		who = p.Agent + ": "
	}
	fmt.Fprintf(b, "%s: %s%s\n", p.Severity, who, report.OneLine(p.Message))
	if p.Hint != "" {
		fmt.Fprintf(b, "  hint: %s\n", report.OneLine(p.Hint))
	}
}

// writeColumns prints rows, each indented, in columns that are as wide as their
// widest cell.
func writeColumns(b *strings.Builder, rows [][]string) {
	wide := map[int]int{}
	for _, row := range rows {
		for i, cell := range row {
			row[i] = report.OneLine(cell)
			wide[i] = max(wide[i], utf8.RuneCountInString(row[i]))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += "  " + cell + strings.Repeat(" ", wide[i]-utf8.RuneCountInString(cell))
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
}
