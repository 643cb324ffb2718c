package settings

import (
	"regexp"
	"slices"
	"strings"

	"mdck/internal/hook"
)

// Asks reports whether the agent runs the handler for what: a source, a tool, or "", which every
// matcher accepts.
func (h *Handler) Asks(row *Agent, what string) bool {
	m := h.Matcher
	words := "|_0123456789"
	if row.commas {
		words += ",- "
	}
	switch {
	case m == "" || m == "*" || what == "":
		return true
	case h.Event == SessionStart && row.exact:
		return strings.TrimSpace(m) == what
	case strings.Trim(strings.ToLower(m), words+letters[:26]) == "":
		list := strings.FieldsFunc(m, func(r rune) bool { return r == '|' || r == ',' })
		return slices.ContainsFunc(list, func(word string) bool { return strings.TrimSpace(word) == what })
	}
	re, err := regexp.Compile(m)
	return err == nil && re.MatchString(what)
}

// Answered returns the sources or tools for which mdck answers the event; one "" if it has none.
func Answered(a hook.Agent, event string) []string {
	row := Of(a)
	switch event {
	case SessionStart:
		return row.Sources
	case row.Tool:
		return strings.Split(row.Tools, "|")[:1]
	}
	return []string{""}
}

// Choice returns the options of the installed entries.
func (f *File) Choice(a hook.Agent) (c Choice) {
	row := Of(a)
	for _, h := range f.Handlers() {
		if h.Ours() {
			c.Resume = c.Resume || h.Event == SessionStart && h.Asks(&row, "resume")
			c.Findings = c.Findings || h.Event == row.Tool
			c.Save = c.Save || slices.Contains(h.Words, "--save")
			c.BlockUnsaved = c.BlockUnsaved || slices.Contains(h.Words, "--block-unsaved")
		}
	}
	return c
}

// Flags returns the flags of c, each after a blank.
func (c Choice) Flags() string {
	flags := ""
	for _, f := range []struct {
		on   bool
		name string
	}{{c.Resume, "resume"}, {c.BlockUnsaved, "block-unsaved"}, {c.Save, "save"}, {c.Findings, "findings"}} {
		if f.on {
			flags += " --" + f.name
		}
	}
	return flags
}
