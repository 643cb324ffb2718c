package doctor

import (
	"io"
	"strings"
	"testing"

	"mdck/internal/hook"
	"mdck/internal/hook/settings"
	"mdck/mdcheckpoint/jsondoc"
)

func parse(words []string) (a hook.Agent, event string, o hook.Options, ok bool) {
	for _, w := range words {
		switch {
		case w == "--block-unsaved":
			o.BlockUnsaved = true
		case w == "--findings":
			o.Findings = true
		case strings.HasPrefix(w, "-"):
			return "", "", o, false
		case a == "":
			a = hook.Agent(w)
		case event == "":
			event = w
		default:
			return "", "", o, false
		}
	}
	return a, event, o, event != ""
}

func file(t *testing.T, a hook.Agent, level, text string) File {
	t.Helper()
	s, err := settings.Parse(a, level+".json", text)
	f := File{Agent: a, Level: level, Path: level + ".json", Reach: "sessions", Read: true, Settings: s, Err: err, Name: "/" + level + ".json"}
	if s != nil {
		f.Values = s.Values
	}
	return f
}

func input(a hook.Agent, files ...File) Input {
	return Input{
		Agents: []hook.Agent{a}, Named: true, Files: files, Cwd: "/here", Binary: Binary{Path: "mdck", Running: true},
		Getenv: func(string) string { return "" }, Parse: parse,
		Run: func(hook.Agent, string, hook.Options, io.Reader, io.Writer) {},
	}
}

func entry(event, matcher, command string) string {
	return `{"hooks":{"` + event + `":[{"matcher":` + jsondoc.Quote(matcher) + `,"hooks":[{"type":"command","command":` + jsondoc.Quote(command) + `}]}]}}`
}

func messagesOf(r *Report, severity string) string {
	var all []string
	for _, p := range r.Problems {
		if p.Severity == severity {
			all = append(all, p.Message)
		}
	}
	return strings.Join(all, "\n")
}

func TestProblems(t *testing.T) {
	ours := entry("SessionStart", "startup", "mdck hook claude SessionStart")
	codex := entry("SessionStart", "", "mdck hook codex SessionStart")
	gemini := entry("SessionStart", "startup", "mdck hook gemini SessionStart")
	for name, c := range map[string]struct {
		agent          hook.Agent
		project, user  string
		fault, warning string
	}{
		"well":                {hook.Gemini, gemini, "", "", "are not up to date"},
		"none":                {hook.Claude, `{}`, "", "the settings of Claude Code have no hooks of mdck", ""},
		"unreadable":          {hook.Claude, `{//`, "", "project.json cannot be read, so mdck cannot check its hooks", ""},
		"unreadable, one":     {hook.Claude, `{//`, ours, "not valid JSON", "are not up to date"},
		"event in lower case": {hook.Claude, entry("SessionStart", "", "mdck hook claude sessionstart"), "", `project.json:1:50: "mdck hook claude sessionstart" gets no answer, because claude has no event "sessionstart"`, "are not up to date"},
		"other agent":         {hook.Claude, codex, "", "answers in the format of Codex CLI, but Claude Code runs the hook", "are not up to date"},
		"unknown flag":        {hook.Claude, entry("Stop", "", "mdck hook claude Stop --blockunsaved"), "", "--blockunsaved\" gets no answer; expected mdck hook AGENT EVENT", "are not up to date"},
		"no event":            {hook.Claude, entry("Stop", "", "mdck hook claude"), "", "\"mdck hook claude\" gets no answer", "are not up to date"},
		"other event":         {hook.Claude, entry("Stop", "", "mdck hook claude PreCompact"), "", "answers the event PreCompact, but the hook runs at Stop", "are not up to date"},
		"unknown key":         {hook.Claude, entry("sessionStart", "", "mdck hook claude SessionStart"), "", `"sessionStart" is not an event of Claude Code`, "are not up to date"},
		"in a line":           {hook.Claude, entry("Stop", "", "cd x && mdck hook claude stop"), ours, `has no event "stop"`, "are not up to date"},
		"matcher, case":       {hook.Claude, entry("SessionStart", "Startup", "mdck hook claude SessionStart"), "", `the hook never runs, because its matcher "Startup" matches no session start: startup, resume`, "are not up to date"},
		"matcher, broken":     {hook.Claude, entry("SessionStart", "[", "mdck hook claude SessionStart"), "", `matcher "[" matches no session start`, "are not up to date"},
		"matcher, list":       {hook.Codex, entry("SessionStart", "startup, clear", "mdck hook codex SessionStart"), "", `matcher "startup, clear" matches no session start`, "are not up to date"},
		"matcher of Gemini":   {hook.Gemini, entry("SessionStart", "startup|clear", "mdck hook gemini SessionStart"), "", `matcher "startup|clear" matches no session start`, "are not up to date"},
		"two levels":          {hook.Claude, ours, ours, "", "2 equal hooks answer SessionStart: project.json:1:57, user.json:1:57; Claude Code runs only one of them"},
		"two, not the same":   {hook.Claude, ours, strings.Replace(ours, "mdck hook", "/a/mdck hook", 1), "2 hooks answer SessionStart, so", "are not up to date"},
		"two of Codex":        {hook.Codex, codex, codex, `hooks.state."/project.json:session_start:0:0".trusted_hash is not set`, "are not up to date"},
		"two of Gemini":       {hook.Gemini, gemini, gemini, "", "Gemini CLI runs only one of them"},
		"off for the user":    {hook.Claude, ours, `{"disableAllHooks":true}`, "user.json: disableAllHooks is \"true\", so the hook does not run", "are not up to date"},
		"off, and on again":   {hook.Claude, strings.Replace(ours, "{", `{"disableAllHooks":false,`, 1), `{"disableAllHooks":true}`, "", "are not up to date"},
		"Gemini's is off":     {hook.Gemini, gemini, `{"hooksConfig":{"enabled":false}}`, `user.json: hooksConfig.enabled is "false"`, "are not up to date"},
		"Gemini's list":       {hook.Gemini, gemini, `{"hooksConfig":{"disabled":["mdck hook gemini SessionStart"]}}`, `user.json: hooksConfig.disabled is "mdck hook gemini SessionStart", so`, "are not up to date"},
		"lint":                {hook.Claude, entry("Stop", "", "mdck --no-config lint"), ours, "the hook for Stop runs \"mdck lint\", and exit status 2", "are not up to date"},
		"lint, perhaps":       {hook.Claude, entry("Stop", "", "mdck lint || true"), ours, "", "the hook for Stop runs \"mdck lint\", and exit status 2"},
		"lint in a pipe":      {hook.Claude, entry("Stop", "", "mdck lint | cat"), ours, "", "are not up to date"},
		"lint elsewhere":      {hook.Claude, entry("SessionEnd", "", "mdck lint"), ours, "", "are not up to date"},
	} {
		t.Run(name, func(t *testing.T) {
			files := []File{file(t, c.agent, "project", c.project)}
			if c.user != "" {
				files = append(files, file(t, c.agent, "user", c.user))
			}
			r := Examine(input(c.agent, files...))
			faults, warnings := messagesOf(&r, Fault), messagesOf(&r, Warning)
			if (faults == "") != (c.fault == "") || !strings.Contains(faults, c.fault) || r.Faulty() != (c.fault != "") {
				t.Errorf("faults are\n%s\nwant %q", faults, c.fault)
			}
			if (warnings == "") != (c.warning == "") || !strings.Contains(warnings, c.warning) {
				t.Errorf("warnings are\n%s\nwant %q", warnings, c.warning)
			}
		})
	}
}

func TestSilenced(t *testing.T) {
	for name, c := range map[string]struct {
		agent hook.Agent
		files map[string]string // level -> settings: TOML for Codex, otherwise JSON
		env   string
		fault string
	}{
		"not read":            {hook.Claude, map[string]string{"unread": ""}, "", "project.json applies only to sessions; start the agent there, or add the hooks to your settings: mdck hook install claude --user"},
		"managed":             {hook.Claude, map[string]string{settings.Managed: `{"disableAllHooks": true}`}, "", "managed: disableAllHooks is \"true\", so the hook does not run; "},
		"managed, on again":   {hook.Claude, map[string]string{settings.Managed: `{"disableAllHooks": false}`, settings.User: `{"disableAllHooks": true}`}, "", ""},
		"managed only":        {hook.Claude, map[string]string{settings.Managed: `{"allowManagedHooksOnly": true}`}, "", "managed: allowManagedHooksOnly is \"true\", so the hook does not run; your administrator decides"},
		"not for users":       {hook.Claude, map[string]string{settings.User: `{"allowManagedHooksOnly": true}`}, "", ""},
		"plugins only":        {hook.Claude, map[string]string{settings.Managed: `{"strictPluginOnlyCustomization": ["skills", "hooks"]}`}, "", "managed: strictPluginOnlyCustomization is \"hooks\", so the hook does not run; your administrator decides"},
		"plugins, not hooks":  {hook.Claude, map[string]string{settings.Managed: `{"strictPluginOnlyCustomization": ["skills"]}`}, "", ""},
		"simple":              {hook.Claude, nil, "CLAUDE_CODE_SIMPLE=yes", "the environment: CLAUDE_CODE_SIMPLE is \"1\", so the hook does not run; "},
		"not simple":          {hook.Claude, nil, "CLAUDE_CODE_SIMPLE=0", ""},
		"Codex":               {hook.Codex, map[string]string{settings.User: "x"}, "", "user: projects.\"/main\".trust_level does not have the value \"trusted\", so the hook does not run; start Codex in the directory, and trust the directory"},
		"Codex, the nearest":  {hook.Codex, map[string]string{settings.User: "[projects.\"/here\"]\ntrust_level = \"untrusted\"\n[projects.\"/main\"]\ntrust_level = \"trusted\"\n"}, "", "user: projects.\"/here\".trust_level does not have the value \"trusted\", so the hook does not run; start Codex in the directory, and trust the directory"},
		"Codex, only managed": {hook.Codex, map[string]string{settings.Managed: "allow_managed_hooks_only = true"}, "", "managed: allow_managed_hooks_only is \"true\", so the hook does not run; your administrator decides"},
		"Codex, machine":      {hook.Codex, map[string]string{settings.Default: "features.hooks = false"}, "", "default: features.hooks is \"false\", so the hook does not run; "},
		"Gemini":              {hook.Gemini, map[string]string{settings.Trust: `{"/here": "DO_NOT_TRUST"}`}, "", "trust: \"/here\" does not have the value \"TRUST_FOLDER\", so the hook does not run; start Gemini in the folder, and trust the folder"},
		"Gemini, no file":     {hook.Gemini, map[string]string{settings.Trust: ""}, "", "trust: \"/main\" does not have the value \"TRUST_FOLDER\", so the hook does not run; start Gemini in the folder, and trust the folder"},
		"Gemini, trusted":     {hook.Gemini, map[string]string{settings.Trust: `{"/": "TRUST_FOLDER"}`}, "", ""},
		"Gemini, not asked":   {hook.Gemini, map[string]string{settings.Trust: "", settings.Default: `{"security": {"folderTrust": {"enabled": false}}}`}, "", ""},
		"Gemini, this once":   {hook.Gemini, map[string]string{settings.Trust: ""}, "GEMINI_CLI_TRUST_WORKSPACE=true", ""},
		"Gemini, all lists":   {hook.Gemini, map[string]string{settings.Managed: `{"hooksConfig": {"disabled": ["y"]}}`, settings.User: `{"hooksConfig": {"disabled": ["x", "mdck hook gemini SessionStart"]}}`}, "", "user: hooksConfig.disabled is \"mdck hook gemini SessionStart\", so the hook does not run; "},
	} {
		t.Run(name, func(t *testing.T) {
			f := file(t, c.agent, settings.Project, entry("SessionStart", "", "mdck hook "+string(c.agent)+" SessionStart"))
			f.Dirs = []string{"/here", "/main"}
			_, unread := c.files["unread"]
			f.Read = !unread
			files := []File{f}
			for level, text := range c.files {
				more := File{Agent: c.agent, Level: level, Path: level, Read: true}
				switch parsed, err := settings.Parse(c.agent, level, text); {
				case level == settings.Trust && err == nil:
					more.Values = parsed.Trusted("/here")
				case c.agent == hook.Codex:
					more.Values = settings.TOML(text)
				case err == nil:
					more.Values = parsed.Values
				}
				files = append(files, more)
			}
			in := input(c.agent, files...)
			in.Getenv = func(name string) string {
				value, _ := strings.CutPrefix(c.env, name+"=")
				if value == c.env {
					return ""
				}
				return value
			}
			r := Examine(in)
			got, event := "", r.Agents[0].Events[0]
			for _, p := range r.Problems {
				if p.Severity == Fault {
					got += p.Message + "; " + p.Hint
				}
			}
			if got != c.fault || event.Fault == "" != (c.fault == "") || !event.Asked {
				t.Errorf("the fault is %q, of the event %q; want %q", got, event.Fault, c.fault)
			}
		})
	}
}

func TestInstalled(t *testing.T) {
	for _, a := range hook.Agents() {
		row := settings.Of(a)
		f := file(t, a, "project", "{}")
		change, err := f.Settings.Install(settings.Entries(a, settings.Choice{Resume: true, BlockUnsaved: true, Findings: true}))
		if err != nil {
			t.Fatal(err)
		}
		in := input(a, file(t, a, "project", change.Text))
		in.Getenv = func(name string) string { return map[string]string{hook.DisabledVariable: "1", "OTHER": "1"}[name] }
		in.Run = func(_ hook.Agent, event string, o hook.Options, in io.Reader, _ io.Writer) {
			if o.BlockUnsaved != (event == row.Stop) || o.Findings != (event == row.Tool) || !o.ReadOnly {
				t.Errorf("%s: options are %+v", event, o)
			}
			if o.Getenv(hook.DisabledVariable) != "" || o.Getenv("OTHER") != "1" {
				t.Errorf("%s: the environment is not the one without %s", event, hook.DisabledVariable)
			}
			if raw, err := io.ReadAll(in); err != nil || !strings.Contains(string(raw), `"cwd":"/here","hook_event_name":"`+event+`"`) {
				t.Errorf("%s: input is %s (%v)", event, raw, err)
			}
		}
		r := Examine(in)
		if r.Faulty() {
			t.Errorf("%s: faults are %s", a, messagesOf(&r, Fault))
		}
		if !strings.Contains(messagesOf(&r, Warning), hook.DisabledVariable) {
			t.Errorf("%s: warnings are %s", a, messagesOf(&r, Warning))
		}
	}
}
