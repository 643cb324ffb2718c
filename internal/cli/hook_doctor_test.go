package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"mdck/internal/hook"
)

// started is an answer to the start of a session, with that text as JSON has it.
func started(text string) string {
	return `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"` + text + `"}}`
}

func TestJudged(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	for name, c := range map[string]struct {
		agent  hook.Agent
		event  string
		out    string
		bytes  int
		units  int
		shape  string
		wanted string // part of the fault; "" if there is none
	}{
		"nothing":             {hook.Claude, "SessionStart", "", 0, 0, "none", ""},
		"start":               {hook.Codex, "SessionStart", started("é🙂"), 6, 3, "json", ""},
		"start, line feed":    {hook.Gemini, "SessionStart", started("a") + "\n", 1, 1, "json", ""},
		"start as text":       {hook.Claude, "SessionStart", "text", 4, 4, "text", "want JSON with hookSpecificOutput.hookEventName"},
		"start, other event":  {hook.Claude, "PostToolUse", started("a"), 1, 1, "json", `hookEventName is "SessionStart", want "PostToolUse"`},
		"start, more keys":    {hook.Codex, "SessionStart", `{"x":1,` + started("a")[1:], 1, 1, "json", "the keys are x, "},
		"start, flat":         {hook.Codex, "SessionStart", `{"additionalContext":"a"}`, 1, 1, "json", "the keys are additionalContext, want"},
		"start, empty text":   {hook.Codex, "SessionStart", started(""), 0, 0, "json", "additionalContext is empty"},
		"start, bracket":      {hook.Codex, "SessionStart", started("[a"), 2, 2, "json", `the text begins with "["`},
		"start, brace":        {hook.Claude, "SessionStart", started("{a"), 2, 2, "json", `the text begins with "{"`},
		"broken":              {hook.Claude, "SessionStart", `{"a"`, 4, 4, "json", "not valid JSON"},
		"twice":               {hook.Claude, "SessionStart", started("a") + started("a"), 158, 158, "json", "not valid JSON"},
		"no keys":             {hook.Claude, "Stop", `{}`, 2, 2, "json", "without keys"},
		"own limit":           {hook.Gemini, "SessionStart", started(long(9500)), 9500, 9500, "json", ""},
		"over own limit":      {hook.Gemini, "SessionStart", started(long(9501)), 9501, 9501, "json", "9501 bytes, mdck allows itself 9500"},
		"over own, of Claude": {hook.Claude, "SessionStart", started(strings.Repeat("é", 5000)), 10000, 5000, "json", "mdck allows itself"},
		"over Claude's":       {hook.Claude, "SessionStart", started(long(10001)), 10001, 10001, "json", "10001 UTF-16 units, Claude Code passes 10000 whole"},
		"over Codex's":        {hook.Codex, "SessionStart", started(strings.Repeat("é", 5001)), 10002, 5001, "json", "10002 bytes, Codex CLI passes 10000 whole"},
		"stop":                {hook.Claude, "Stop", `{"decision":"block","reason":"r"}`, 1, 1, "json", ""},
		"stop, no reason":     {hook.Codex, "Stop", `{"decision":"block"}`, 5, 5, "json", "want decision, reason"},
		"stop of Gemini":      {hook.Gemini, "AfterAgent", `{"decision":"deny","reason":"r"}`, 1, 1, "json", ""},
		"stop, wrong word":    {hook.Gemini, "AfterAgent", `{"decision":"block","reason":"r"}`, 1, 1, "json", `decision is "block", want "deny"`},
		"compact":             {hook.Claude, "PreCompact", long(500), 500, 500, "text", ""},
		"compact, long":       {hook.Claude, "PreCompact", long(501), 501, 501, "text", "mdck allows itself 500"},
		"compact, JSON":       {hook.Claude, "PreCompact", `{"systemMessage":"a"}`, 1, 1, "json", "JSON where the agent wants none"},
		"compact, bracket":    {hook.Claude, "PreCompact", "[a", 2, 2, "text", `begins with "["`},
		"compact of Codex":    {hook.Codex, "PreCompact", "a", 1, 1, "text", "text where the agent wants none"},
		"other event":         {hook.Claude, "SessionEnd", started("a"), 1, 1, "json", "JSON where the agent wants none"},
	} {
		t.Run(name, func(t *testing.T) {
			e := judged(c.agent, c.event, c.out)
			if e.Bytes != c.bytes || e.Units != c.units || e.Shape != c.shape {
				t.Errorf("%d bytes, %d units, %s; want %d, %d, %s", e.Bytes, e.Units, e.Shape, c.bytes, c.units, c.shape)
			}
			if (e.Fault == "") != (c.wanted == "") || !strings.Contains(e.Fault, c.wanted) {
				t.Errorf("fault is %q, want %q", e.Fault, c.wanted)
			}
		})
	}
}

// TestFaultyAnswer holds that an answer that no agent takes is a fault of the
// whole report, and is shown.
func TestFaultyAnswer(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Chdir(t.TempDir())
	x := &examination{run: func(_ hook.Agent, _ string, o hook.Options, in io.Reader, out io.Writer) {
		_, _ = io.Copy(out, strings.NewReader("[text"))
	}}
	if err := x.agent(hook.Gemini, false); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := x.found.print(&out); err != nil {
		t.Fatal(err)
	}
	if !x.found.faulty() || !strings.Contains(out.String(), "FAULT: text, want JSON") || !strings.Contains(out.String(), "\nfault: gemini: SessionStart startup: text") {
		t.Errorf("printed\n%s", out.String())
	}
}

// TestOptions holds that the flags of the entry that is asked, and no other's, reach
// the answer; what silences mdck does not.
func TestOptions(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	t.Setenv("MDCK_DISABLED", "1")
	t.Setenv("OTHER", "kept")
	t.Chdir(t.TempDir())
	var out bytes.Buffer
	if got := Main([]string{"hook", "install", "claude", "--user", "--block-unsaved", "--findings"}, Streams{In: strings.NewReader(""), Out: &out, Err: &out}); got != OK {
		t.Fatalf("status %d\n%s", got, out.String())
	}
	x := &examination{cwd: "here", run: func(_ hook.Agent, event string, o hook.Options, in io.Reader, _ io.Writer) {
		if o.BlockUnsaved != (event == "Stop") || o.Findings != (event == "PostToolUse") {
			t.Errorf("%s: options are %+v", event, o)
		}
		if o.Getenv("MDCK_DISABLED") != "" || o.Getenv("OTHER") != "kept" {
			t.Errorf("%s: the environment is not the one without MDCK_DISABLED", event)
		}
		if raw, err := io.ReadAll(in); err != nil || !strings.Contains(string(raw), `"cwd":"here","hook_event_name":"`+event+`"`) {
			t.Errorf("%s: input is %s (%v)", event, raw, err)
		}
	}}
	if err := x.agent(hook.Claude, true); err != nil {
		t.Fatal(err)
	}
}
