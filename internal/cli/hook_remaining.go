package cli

import (
	"fmt"
	"io"
	"strings"

	"mdck/internal/hook"
	"mdck/internal/hook/doctor"
	agentset "mdck/internal/hook/settings"
	"mdck/internal/report"
)

// remaining says what is left to do after an install, and to talk what is in its
// way.
func remaining(std Streams, f settingsFile, done *settingsChange) error {
	in, err := std.doctorInput([]hook.Agent{f.agent})
	if err != nil {
		return err
	}
	for _, p := range doctor.InTheWay(in, f.agent) {
		fmt.Fprintf(std.Err, "mdck: %s: %s\n", p.Severity, report.OneLine(p.Message))
		if p.Hint != "" {
			fmt.Fprintf(std.Err, "mdck: hint: %s\n", report.OneLine(p.Hint))
		}
	}
	if done.none() {
		return nil
	}
	var b strings.Builder
	fmt.Fprintln(&b, "Left to do:")
	for _, line := range agentset.Of(f.agent).Next {
		fmt.Fprintf(&b, "  - %s\n", line)
	}
	fmt.Fprintf(&b, "  - mdck hook doctor %s shows what a session is told\n", f.agent)
	_, err = io.WriteString(std.Out, b.String())
	return err
}
