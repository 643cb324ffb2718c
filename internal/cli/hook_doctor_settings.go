package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"mdck/internal/hook"
	agentset "mdck/internal/hook/settings"
	"mdck/internal/report"
	"mdck/mdcheckpoint/jsondoc"
)

// disabledVariable silences the hooks of mdck.
const disabledVariable = "MDCK_DISABLED"

// switches are the places where settings switch all hooks off, and the value that
// does. Sources: as for agentFiles.
var switches = [...]struct {
	agent hook.Agent
	path  []string
	off   bool
}{
	{hook.Claude, []string{"disableAllHooks"}, true},
	{hook.Gemini, []string{"hooks", "enabled"}, false},
	{hook.Gemini, []string{"hooksConfig", "enabled"}, false},
}

// form says that the entries in f are not those that install would write, or that
// the settings switch them off.
func (x *examination) form(f settingsFile, s *agentset.File) {
	choice := s.Choice(f.agent)
	change, err := s.Install(agentset.Entries(f.agent, choice))
	if did := len(change.Added) + len(change.Changed) + len(change.Removed); err != nil || did > 0 {
		x.problem(warning, f.agent, f.shown()+": the hooks of mdck are not those that this version installs",
			fmt.Sprintf("mdck hook install %s --%s%s", f.agent, f.level, choice.Flags()))
	}
	for _, w := range switches {
		if value, ok := s.Value(w.path...).Bool(); ok && f.agent == w.agent && value == w.off {
			x.problem(fault, f.agent, fmt.Sprintf("%s: %s is %t, so no hook runs", f.shown(), strings.Join(w.path, "."), value), "")
		}
	}
	if f.agent == hook.Gemini {
		x.disabled(f, s)
	}
}

// disabled says which entries the list of Gemini's own switches off.
func (x *examination) disabled(f settingsFile, s *agentset.File) {
	list := s.Value("hooks", "disabled")
	if list == nil || list.Kind != jsondoc.Array {
		return
	}
	for _, v := range list.Elements {
		if name, _ := v.Str(); slices.ContainsFunc(s.Handlers(), func(h agentset.Handler) bool { return h.Ours() && joinedWords(h.Words) == name }) {
			x.problem(fault, f.agent, fmt.Sprintf("%s: hooks.disabled names %q, so it does not run", f.shown(), name), "")
		}
	}
}

// twice says which events are answered more than once, by entries of mdck or by
// command lines of the user that call it.
func (x *examination) twice(a hook.Agent, all []placed) {
	told := map[string]bool{}
	for _, event := range hook.Events(a) {
		for _, what := range agentset.Asked(a, event) {
			var places []string
			for _, h := range all {
				if h.Event == event && h.Asks(a, what) && slices.Contains(h.Calls(), "hook") {
					places = append(places, h.Place.String())
				}
			}
			message := fmt.Sprintf("%s is answered %d times: %s", event, len(places), strings.Join(places, ", "))
			if len(places) > 1 && !told[message] {
				told[message] = true
				x.problem(fault, a, message, "the text comes as often; mdck hook uninstall "+string(a)+" takes the entries out of one file")
			}
		}
	}
}

// blockingEvents are those in which an agent takes status 2 for "do not". Sources:
// as for agentFiles.
var blockingEvents = [...]string{
	"Stop", "SubagentStop", "PreCompact", "UserPromptSubmit", "PreToolUse", "PermissionRequest",
	"AfterAgent", "BeforeAgent", "BeforeTool", "BeforeModel",
}

// blocking says which hooks of the user call mdck where its status 2, "could not
// do the job", blocks the agent.
func (x *examination) blocking(a hook.Agent, all []placed) {
	for _, h := range all {
		i := slices.IndexFunc(h.Calls(), func(c string) bool { return c != "hook" })
		if i < 0 || !slices.Contains(blockingEvents[:], h.Event) {
			continue
		}
		severity := fault
		if line := joinedWords(h.Words); strings.Contains(line, "||") || strings.Contains(line, ";") {
			severity = warning // the line may end in another status
		}
		x.problem(severity, a, fmt.Sprintf("%s: %s runs mdck %s, and status 2 of it blocks the agent there", h.Place, h.Event, h.Calls()[i]),
			"mdck hook "+string(a)+" "+h.Event+" never blocks unless it is asked to")
	}
}

// surroundings examines what all agents share.
func (x *examination) surroundings(all bool) {
	x.found.Version = 1
	if x.found.Problems == nil {
		x.found.Problems = []doctorProblem{}
	}
	if all && !x.installed {
		x.problem(fault, "", "no agent has a hook of mdck in its settings", "mdck hook install AGENT")
	}
	if v := os.Getenv(disabledVariable); v != "" && v != "0" {
		x.problem(warning, "", fmt.Sprintf("%s is %q here: the hooks of an agent that is started from here are silent", disabledVariable, v), "")
	}
	x.found.Mdck = x.binary()
}

// binary is the mdck that an agent would run.
func (x *examination) binary() doctorBinary {
	path, err := exec.LookPath("mdck")
	if err != nil {
		severity := warning
		if x.installed {
			severity = fault
		}
		x.problem(severity, "", "an agent would find no mdck: "+err.Error(), "put it into a directory of PATH")
		return doctorBinary{}
	}
	b := doctorBinary{Path: path, Running: isRunning(path)}
	if b.Running {
		b.Version = ownVersion()
		return b
	}
	b.Version = versionOf(path)
	x.problem(warning, "", "an agent would run "+shownPath(path)+", which is not the mdck that runs now", "")
	return b
}

func isRunning(path string) bool {
	self, err := os.Executable()
	if err != nil {
		return false
	}
	a, err := os.Stat(self)
	b, err2 := os.Stat(path)
	return err == nil && err2 == nil && os.SameFile(a, b)
}

// ownVersion is the version of the program that runs.
func ownVersion() string {
	var out bytes.Buffer
	if (&versionCommand{}).Run(Streams{Out: &out}) != nil {
		return ""
	}
	return firstVersion(out.Bytes())
}

// versionTime is how long another program may take to tell its version.
const versionTime = 3 * time.Second

// versionOf is what the program at path, which an agent would run, says of itself;
// "" if it says nothing.
func versionOf(path string) string {
	ctx, cancel := context.WithTimeout(context.Background(), versionTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "version")
	cmd.WaitDelay = versionTime // for a child of it that keeps the pipe
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return firstVersion(out)
}

// firstVersion is the version in what mdck version prints.
func firstVersion(out []byte) string {
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "mdck "))
}

func joinedWords(words []string) string { return strings.Join(words, " ") }

// asOneLine is an error as a message of one line.
func asOneLine(err error) string { return report.OneLine(strings.ReplaceAll(err.Error(), "\n", "; ")) }
