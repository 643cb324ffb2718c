package settings

import (
	"regexp"
	"slices"
	"strings"

	"mdck/internal/hook"
)

// Asks reports whether agent a runs the handler of an event whose source, or tool,
// is what. Events without one have the empty what, which every matcher fits.
func (h *Handler) Asks(a hook.Agent, what string) bool {
	m := h.Matcher
	switch {
	case m == "" || m == "*" || what == "":
		return true
	case a == hook.Gemini && h.Event == sessionStart:
		return strings.TrimSpace(m) == what
	case !strings.ContainsFunc(m, notExact):
		return slices.Contains(strings.Split(m, "|"), what)
	}
	re, err := regexp.Compile(m)
	return err == nil && re.MatchString(what)
}

// notExact reports whether a rune makes an expression of a matcher, which is a
// list of words else.
func notExact(r rune) bool {
	return r != '|' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

// sources are the ways in which a session starts, by agent. Sources: as for
// dialects.
var sources = [...]struct {
	agent hook.Agent
	all   []string
}{
	{hook.Claude, []string{"startup", "resume", "clear", "compact", "fork"}},
	{hook.Codex, []string{"startup", "resume", "clear", "compact"}},
	{hook.Gemini, []string{"startup", "resume", "clear"}},
}

// Asked are the sources of the event, or the tools, that an agent tells apart and
// mdck answers; the only one is "" where there is nothing to tell apart.
func Asked(a hook.Agent, event string) []string {
	for _, s := range sources {
		if s.agent == a && event == sessionStart {
			return s.all
		}
	}
	for _, d := range dialects {
		if d.agent == a && d.tool == event {
			return strings.Split(d.tools, "|")[:1]
		}
	}
	return []string{""}
}

// Choice is what the entries of mdck in f were installed with.
func (f *File) Choice(a hook.Agent) Choice {
	var c Choice
	for _, d := range dialects {
		if d.agent != a {
			continue
		}
		for _, h := range f.Handlers() {
			if h.Ours() {
				c.Resume = c.Resume || h.Event == sessionStart && h.Asks(a, "resume")
				c.Findings = c.Findings || h.Event == d.tool
				c.BlockUnsaved = c.BlockUnsaved || h.Event == d.stop
			}
		}
	}
	return c
}

// Flags are those that install wants for c, with a blank before each.
func (c Choice) Flags() string {
	flags := ""
	for _, f := range []struct {
		on   bool
		name string
	}{{c.Resume, "resume"}, {c.BlockUnsaved, "block-unsaved"}, {c.Findings, "findings"}} {
		if f.on {
			flags += " --" + f.name
		}
	}
	return flags
}
