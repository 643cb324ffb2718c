package agent

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/internal/hook"
)

func TestHookFlags(t *testing.T) {
	parser, err := (&app.Command{Name: "hook", Summary: "x", Grammar: &hookCommand{}}).Parser(app.Streams{})
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range append(app.FlagsOf(parser), "--bogus", "-x", "--findings=true") {
		if !strings.HasPrefix(flag, "--") && flag != "-x" || flag == "--help" {
			continue
		}
		known := slices.Contains(app.FlagsOf(parser), flag)
		c, ok := readHook([]string{"claude", flag, "Stop"})
		if ok != known || ok && *c == (hookCommand{Agent: "claude", Event: "Stop"}) {
			t.Errorf("%s: accepted is %v, want %v", flag, ok, known)
		}
	}
	for _, args := range [][]string{nil, {"claude"}, {"claude", "Stop", "x"}} {
		if _, ok := readHook(args); ok {
			t.Errorf("%q is accepted", args)
		}
	}
}

func TestHookAgents(t *testing.T) {
	for _, a := range hook.Agents() {
		var talk bytes.Buffer
		std := app.Streams{In: strings.NewReader(""), Out: &talk, Err: &talk}
		if got := app.PrintErrors(Hook.Run([]string{string(a), hook.Events(a)[1]}, std), std); got != app.OK || talk.Len() > 0 {
			t.Errorf("%s: status %d, %s", a, got, talk.String())
		}
	}
}

func TestHookTyped(t *testing.T) {
	for want, args := range map[string][]string{
		"did you mean: claude":        {"claud", "Stop"},
		`claude has no event "Stopp"`: {"claude", "Stopp"},
		"--findings":                  {"claude", "Stop", "--finding"},
		"missing <agent> <event>":     nil,
	} {
		var out, talk bytes.Buffer
		std := app.Streams{In: strings.NewReader(""), Out: &out, Err: &talk}
		if got := app.PrintErrors(Hook.Run(args, std), std); got != app.Failure || out.Len() > 0 || !strings.Contains(talk.String(), want) {
			t.Errorf("%q: status %d, %s, want 2 and %q", args, got, talk.String(), want)
		}
	}
}

func TestHookGuide(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "hooks.md"))
	if err != nil {
		t.Fatal(err)
	}
	type settings struct {
		Hooks map[string][]struct {
			Hooks []struct {
				Command string
				Args    []string
			}
		}
	}
	var got []string
	for _, block := range strings.Split(string(raw), "```json\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		var s settings
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		for event, entries := range s.Hooks {
			for _, h := range entries[0].Hooks {
				words := append(strings.Fields(h.Command), h.Args...)
				got = append(got, strings.Join(words, " "))
				if c, ok := readHook(words[2:]); !ok || c.Event != event || !slices.Contains(hook.Events(hook.Agent(c.Agent)), event) {
					t.Errorf("%s calls %q", event, words)
				}
			}
		}
	}
	slices.Sort(got)
	if want := []string{
		"mdck hook claude PreCompact", "mdck hook claude SessionEnd", "mdck hook claude SessionStart", "mdck hook claude Stop",
		"mdck hook codex PreCompact", "mdck hook codex SessionEnd", "mdck hook codex SessionStart", "mdck hook codex Stop",
		"mdck hook gemini AfterAgent", "mdck hook gemini PreCompress", "mdck hook gemini SessionEnd", "mdck hook gemini SessionStart",
	}; !slices.Equal(got, want) {
		t.Errorf("the guide calls %q, want %q", got, want)
	}
}
