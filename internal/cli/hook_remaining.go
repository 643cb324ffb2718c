package cli

import (
	"fmt"
	"io"
	"strings"

	"mdck/internal/hook"
	"mdck/internal/report"
)

// nextSteps say what is left to do after an install, by agent. Sources: as for
// agentFiles.
var nextSteps = [...]struct {
	agent hook.Agent
	lines []string
}{
	{hook.Claude, []string{
		"Claude Code 2.1.139 or newer runs these hooks; an older one does not know \"args\"",
		"start a new session, or /clear in one that is open",
	}},
	{hook.Codex, []string{
		"start Codex and trust the hooks with /hooks: until then they do nothing, and nothing says so",
	}},
	{hook.Gemini, []string{"start a new session"}},
}

// remaining says what is left to do after an install, and to talk what is in its
// way.
func remaining(std Streams, f settingsFile, done settingsDone) error {
	var b strings.Builder
	if !done.none() {
		fmt.Fprintln(&b, "Left to do:")
		for _, s := range nextSteps {
			if s.agent == f.agent {
				for _, line := range s.lines {
					fmt.Fprintf(&b, "  - %s\n", line)
				}
			}
		}
		fmt.Fprintf(&b, "  - mdck hook doctor %s shows what a session is told\n", f.agent)
	}
	x := &examination{}
	if err := x.inTheWay(f.agent); err != nil {
		return err
	}
	for _, p := range x.found.Problems {
		fmt.Fprintf(std.Err, "mdck: %s: %s\n", p.Severity, report.OneLine(p.Message))
		if p.Hint != "" {
			fmt.Fprintf(std.Err, "mdck: hint: %s\n", report.OneLine(p.Hint))
		}
	}
	_, err := io.WriteString(std.Out, b.String())
	return err
}

// inTheWay finds what keeps hooks from running, or has them run twice.
func (x *examination) inTheWay(a hook.Agent) error {
	files, err := allSettings(a)
	if err != nil {
		return err
	}
	var all []placed
	for _, f := range files {
		_, in := x.settings(f)
		all = append(all, in...)
	}
	x.installed = true
	x.twice(a, all)
	x.surroundings(false)
	return nil
}
