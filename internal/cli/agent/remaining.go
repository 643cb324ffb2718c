package agent

import (
	"fmt"
	"io"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/hook"
	"mdck/internal/hook/doctor"
	agentset "mdck/internal/hook/settings"
	"mdck/internal/report"
)

func remaining(std app.Streams, f settingsFile, done *settingsChange) error {
	in, err := doctorInput(std, []hook.Agent{f.Agent})
	if err != nil {
		return err
	}
	for _, p := range doctor.Examine(in).Problems {
		fmt.Fprintf(std.Err, "mdck: %s: %s\n", p.Severity, report.OneLine(p.Message))
		if p.Hint != "" {
			fmt.Fprintf(std.Err, "mdck: hint: %s\n", report.OneLine(p.Hint))
		}
	}
	if done.none() {
		return nil
	}
	var b strings.Builder
	fmt.Fprintln(&b, "Which sessions run the hooks depends on the flag of mdck hook install:")
	for _, place := range in.Files {
		if flag := fmt.Sprintf("  --%-8s ", place.Level); place.Reach != "" && !strings.Contains(b.String(), flag) {
			fmt.Fprintf(&b, "%s%s\n", flag, report.OneLine(place.Reach))
		}
	}
	fmt.Fprintln(&b, "Next steps:")
	for _, line := range agentset.Of(f.Agent).Next {
		fmt.Fprintf(&b, "  - %s\n", line)
	}
	fmt.Fprintf(&b, "  - mdck hook doctor %s shows what a session receives\n", f.Agent)
	_, err = io.WriteString(std.Out, b.String())
	return err
}
