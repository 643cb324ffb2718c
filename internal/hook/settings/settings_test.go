package settings

import (
	"slices"
	"strings"
	"testing"

	"mdck/internal/hook"
)

func handlersOf(t *testing.T, text string) []Handler {
	t.Helper()
	f, err := Parse(hook.Claude, "s.json", text)
	if err != nil {
		t.Fatal(err)
	}
	return f.Handlers()
}

func withCommand(fields string) string {
	return `{"hooks":{"Stop":[{"hooks":[{` + fields + `}]}]}}`
}

func TestOurs(t *testing.T) {
	for fields, want := range map[string]bool{
		`"command":"mdck hook claude Stop"`:                                 true,
		`"command":"mdck","args":["hook","codex","Stop","--block-unsaved"]`: true,
		`"command":"/usr/local/bin/mdck  hook gemini AfterAgent"`:           true,
		`"command":"C:\\bin\\MDCK.EXE hook claude Stop"`:                    true,
		`"command":"\"/opt/my tools/mdck\" hook claude SessionStart"`:       true,
		`"command":"'/opt/my tools/mdck' hook claude Stop"`:                 true,
		`"command":"/opt/my\\ tools/mdck hook claude Stop"`:                 true,
		`"command":"mdck hook claude Stop --flag-of-later"`:                 true,
		`"command":"mdck hook claude --findings PostToolUse"`:               true,
		`"command":"/opt/my tools/mdck hook claude Stop"`:                   false,
		`"command":"mdck hook claude Stop\nmake save-my-work"`:              false,
		`"command":"mdck hook claude Stop\rmake save-my-work"`:              false,
		`"command":"mdck hook claude Stop\r"`:                               false,
		`"command":"mdck hook claude Stop\r--findings"`:                     false,
		`"command":"mdck hook claude Stop\n"`:                               false,
		`"command":"mdck hook claude Stop make save-my-work"`:               false,
		`"command":"mdck hook claude Stop save"`:                            false,
		`"command":"mdck hook claude Stop -x"`:                              false,
		`"command":"mdck hook claude Stop --x=y"`:                           false,
		`"command":"mdck hook claude Stop # mine"`:                          false,
		`"command":"mdck hook claude $EVENT"`:                               false,
		`"command":"mdck hook claude \"$EVENT\""`:                           false,
		`"command":"mdck","args":["hook","claude","Stop","save"]`:           false,
		`"command":"/opt/my tools/mdck","args":["hook","claude","Stop"]`:    true,
		`"type":"command","command":"mdck hook claude"`:                     true,
		`"type":"prompt","command":"mdck hook claude Stop"`:                 false,
		`"type":1,"command":"mdck hook claude Stop"`:                        false,
		`"command":"mdck hook claude Stop || true"`:                         false,
		`"command":"mdck hook claude Stop 2>/dev/null"`:                     false,
		`"command":"cd x && mdck hook claude Stop"`:                         false,
		`"command":"xmdck hook claude Stop"`:                                false,
		`"command":"mdck hook other Stop"`:                                  false,
		`"command":"mdck hook install claude"`:                              false,
		`"command":"mdck lint claude Stop"`:                                 false,
		`"command":"mdck lint"`:                                             false,
		`"command":"mdck hook"`:                                             false,
		`"command":"echo","args":["mdck","hook","claude","Stop"]`:           false,
		`"command":""`: false, `"command":7`: false, `"args":["hook","claude","Stop"]`: false,
	} {
		got := false
		for _, h := range handlersOf(t, withCommand(fields)) {
			got = got || h.Ours()
		}
		if got != want {
			t.Errorf("{%s} is ours: %v, want %v", fields, got, want)
		}
	}
}

func TestAsks(t *testing.T) {
	for _, c := range []struct {
		agent          hook.Agent
		event, matcher string
		what           string
		want           bool
	}{
		{hook.Claude, "SessionStart", "", "resume", true},
		{hook.Claude, "SessionStart", "*", "resume", true},
		{hook.Claude, "SessionStart", "startup|clear", "clear", true},
		{hook.Claude, "SessionStart", "startup|clear", "resume", false},
		{hook.Claude, "SessionStart", "start", "startup", false},
		{hook.Codex, "SessionStart", "^(start|re).*", "resume", true},
		{hook.Codex, "SessionStart", "[", "resume", false},
		{hook.Gemini, "SessionStart", "startup|clear", "clear", false},
		{hook.Gemini, "SessionStart", " clear ", "clear", true},
		{hook.Gemini, "AfterTool", "write_file|replace", "replace", true},
		{hook.Claude, "Stop", "anything", "", true},
	} {
		h := Handler{Event: c.event, Matcher: c.matcher}
		row := Of(c.agent)
		if got := h.Asks(&row, c.what); got != c.want {
			t.Errorf("%s: matcher %q of %s asks for %q: %v, want %v", c.agent, c.matcher, c.event, c.what, got, c.want)
		}
	}
}

func TestInstalledIsAsked(t *testing.T) {
	for agent, want := range map[hook.Agent][2]string{
		hook.Claude: {"startup clear compact", "startup resume clear compact fork"},
		hook.Codex:  {"startup clear compact", "startup resume clear compact"},
		hook.Gemini: {"startup clear", "startup resume clear"},
	} {
		row := Of(agent)
		for i, c := range []Choice{{}, {Resume: true}} {
			var got []string
			for _, what := range Answered(agent, "SessionStart") {
				for _, h := range handlersOf(t, install(t, "{}", Entries(agent, c))) {
					if h.Event == "SessionStart" && h.Asks(&row, what) {
						got = append(got, what)
					}
				}
			}
			if strings.Join(got, " ") != want[i] {
				t.Errorf("%s with %+v is asked for %q, want %q", agent, c, got, want[i])
			}
		}
	}
}

func TestChoice(t *testing.T) {
	for _, agent := range hook.Agents() {
		for _, c := range choices() {
			f, err := Parse(hook.Claude, "", install(t, `{"a":1}`, Entries(agent, c)))
			if err != nil {
				t.Fatal(err)
			}
			if got := f.Choice(agent); got != c {
				t.Errorf("%s: choice is %+v, want %+v", agent, got, c)
			}
		}
	}
}

func TestOlderForm(t *testing.T) {
	want := Entries(hook.Claude, Choice{})[1:2]
	const start, end = `{"hooks":{"PreCompact":[`, `]}}`
	for _, before := range []string{
		`{"type":"command","command":"mdck hook claude PreCompact"}`,
		`{"command":"mdck hook claude PreCompact","timeout":3}`,
		`{"type":"command","command":"/a/mdck","x":1,"args":["hook","claude","PreCompact","--old"]}`,
	} {
		if got := install(t, start+`{"hooks":[`+before+`]},{"hooks":[]}`+end, want); got != start+`{"hooks":[]},`+want[0].group()+end {
			t.Errorf("%s became %s", before, got)
		}
	}
	same := start + `{"hooks":[{"x":1,"type":"command","command":"mdck","args":["hook","claude","PreCompact"],"timeout":3}]}` + end
	if got := install(t, same, want); got != same {
		t.Errorf("%s became %s", same, got)
	}
}

func TestAgents(t *testing.T) {
	if got, want := len(table()), len(hook.Agents()); got != want {
		t.Errorf("%d agents have a row, want %d", got, want)
	}
	for _, a := range hook.Agents() {
		row := Of(a)
		events := hook.Events(a)
		for _, e := range append([]string{SessionStart, row.Tool, row.Compact, row.Stop, SessionEnd}, row.Blocking...) {
			if !slices.Contains(events, e) {
				t.Errorf("%s has no event %q", a, e)
			}
		}
		if !slices.Contains(row.Blocking, row.Stop) {
			t.Errorf("%s: blocking %q", a, row.Blocking)
		}
		if row.Title == "" || row.Dir == "" || len(row.Places) == 0 || row.Tools == "" || len(row.Next) == 0 || row.second == 0 {
			t.Errorf("%s: the row lacks something: %+v", a, row)
		}
		for _, m := range row.resumes {
			h := Handler{Event: SessionStart, Matcher: m}
			if !slices.ContainsFunc(row.Sources, func(s string) bool { return h.Asks(&row, s) }) {
				t.Errorf("%s: no source fits %q", a, m)
			}
		}
	}
	if row := Of("other"); row.Title != "other" || row.Places != nil {
		t.Errorf("an agent that is not known has the row %+v", row)
	}
}

// TestCommandLine checks that command lines never change, because users would have to trust them
// again.
func TestCommandLine(t *testing.T) {
	for agent, want := range map[hook.Agent]string{
		hook.Claude: `{"hooks":[{"type":"command","command":"mdck","args":["hook","claude","Stop","--block-unsaved"],"timeout":10}]}`,
		hook.Codex:  `{"hooks":[{"type":"command","command":"mdck hook codex Stop --block-unsaved","timeout":10}]}`,
		hook.Gemini: `{"hooks":[{"type":"command","command":"mdck hook gemini AfterAgent --block-unsaved","timeout":10000}]}`,
	} {
		all := Entries(agent, Choice{BlockUnsaved: true})
		if got := all[len(all)-2].group(); got != want {
			t.Errorf("%s\n%s, want\n%s", agent, got, want)
		}
	}
}

func TestLimits(t *testing.T) {
	large := `{"a":"` + strings.Repeat("x", 1<<20-20) + `"}`
	f, err := Parse(hook.Claude, "", large)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Install(Entries(hook.Claude, Choice{})); err == nil {
		t.Error("settings of 1 MiB got larger")
	}
	if _, err := Parse(hook.Claude, "", strings.Repeat("[", 5000)); err == nil {
		t.Error("5000 levels are read")
	}
	many := `{"hooks":{"Stop":[` + strings.Repeat(`{"hooks":[{"command":"mdck hook claude Stop"}]},`, 15000) + `{}]}}`
	if got := uninstall(t, many); got != `{"hooks":{"Stop":[{}]}}` {
		t.Errorf("15,000 entries leave %d bytes", len(got))
	}
	want := Entries(hook.Claude, Choice{BlockUnsaved: true})
	wantOurs(t, install(t, many, want), want)
}
