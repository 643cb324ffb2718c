package hook

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"mdck/mdcheckpoint/protocols"
)

var ownLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(|Checkpoint of .*|Not resumable: .*|State: (current_phase|issue) .*|Claims: .*|- (stale|unverifiable): .*|- and [0-9]+ more: mdck verify|Paths are relative to .*|` +
		`Step [0-6]: .*|\(more: mdck bootstrap.*\)|[A-Z][A-Za-z ]*( \((DISCOVER|REVIEW|Gate-B Round [0-9]+|newest first|generated)\))?, from .*:|Left out to save space: .*\.|` +
		`not checked: .*: ".*"|Checkpoints that are not resumable:|Active checkpoints, with their names for bootstrap:|Due: .*|- \S.*: .*(; mdck bootstrap .*)?|- and [0-9]+ more|Note: .*|` +
		`Active checkpoint of (ohrfc|ccc): .*|The checkpoint of .* does not match its files: .*|The repository changed after the checkpoint .* was edited: .*|mdck lint finds .*:|and [0-9]+ more: mdck lint.*|Keep these facts in the summary: .*)$`)
})

func checkAnswer(t testing.TB, a Agent, event string, answer []byte) {
	t.Helper()
	if len(answer) == 0 {
		return
	}
	text := string(answer)
	if event != "PreCompact" {
		text = shaped(t, a, event, answer)
	} else if a != Claude || len(answer) > MaxSummary {
		t.Fatalf("%s gets %d bytes of text: %q", a, len(answer), answer)
	}
	if len(text) > MaxBytes || len(utf16.Encode([]rune(text))) > MaxBytes || len(answer) > MaxEncoded {
		t.Fatalf("%d bytes of text, %d in all", len(text), len(answer))
	}
	if text == "" || text[0] == '[' || text[0] == '{' || !utf8.Valid(answer) {
		t.Fatalf("text is %q", text)
	}
	checkLines(t, text)
}

func shaped(t testing.TB, a Agent, event string, answer []byte) string {
	t.Helper()
	if bytes.Count(answer, []byte("\n")) != 1 || !bytes.HasSuffix(answer, []byte("\n")) {
		t.Fatalf("not one line: %q", answer)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(answer, &all); err != nil {
		t.Fatalf("%v: %q", err, answer)
	}
	if event == "Stop" || event == "AfterAgent" {
		word := map[bool]string{true: "deny", false: "block"}[a == Gemini]
		if len(all) != 2 || string(all["decision"]) != `"`+word+`"` {
			t.Fatalf("keys of %q", answer)
		}
		return textOf(t, all["reason"])
	}
	var inner map[string]json.RawMessage
	if err := json.Unmarshal(all["hookSpecificOutput"], &inner); err != nil || len(all) != 1 || len(inner) != 2 || string(inner["hookEventName"]) != `"`+event+`"` {
		t.Fatalf("keys of %q", answer)
	}
	return textOf(t, inner["additionalContext"])
}

func textOf(t testing.TB, raw json.RawMessage) (text string) {
	t.Helper()
	if err := json.Unmarshal(raw, &text); err != nil {
		t.Fatal(err)
	}
	return text
}

// checkLines checks that text from files is in a fence or after words of mdck.
func checkLines(t testing.TB, text string) {
	t.Helper()
	fence := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.ContainsFunc(line, func(r rune) bool {
			return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp) && r != '\u200d'
		}) || hiddenJoiner(line) {
			t.Fatalf("line %q contains invisible characters", line)
		}
		switch {
		case fence == "" && strings.HasPrefix(line, "```"):
			fence = line
		case line == fence:
			fence = ""
		case fence == "" && !ownLine().MatchString(line):
			t.Fatalf("line %q is outside of every fence in\n%s", line, text)
		}
	}
	if fence != "" {
		t.Fatalf("an open fence in\n%s", text)
	}
}

func hiddenJoiner(line string) bool {
	all := []rune(line)
	for i, r := range all {
		if r == '\u200d' && (i == 0 || i == len(all)-1 || all[i-1] < 0x203c || all[i+1] < 0x203c) {
			return true
		}
	}
	return false
}

func ask(a Agent, event string, o Options, in string) []byte {
	var out bytes.Buffer
	Run(a, event, o, strings.NewReader(in), &out)
	return out.Bytes()
}

func at(dir string) Options {
	return Options{
		Table: protocols.Default(), BlockUnsaved: true, Findings: true,
		Getenv: func(string) string { return "" },
		Getwd:  func() (string, error) { return dir, nil },
	}
}

func put(t testing.TB, dir string, files ...string) string {
	t.Helper()
	for i := 0; i+1 < len(files); i += 2 {
		name := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func demo(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "demo", ".ohrfc", "rfc-20261104-offline-sync", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var answering = [...]struct {
	agent Agent
	event string
}{
	{Claude, "SessionStart"}, {Codex, "SessionStart"}, {Gemini, "SessionStart"}, {Claude, "PreCompact"}, {Codex, "PreCompact"}, {Gemini, "PreCompress"},
	{Claude, "Stop"}, {Codex, "Stop"}, {Gemini, "AfterAgent"}, {Claude, "PostToolUse"}, {Codex, "PostToolUse"}, {Gemini, "AfterTool"},
}

func FuzzRun(f *testing.F) {
	state, checkpoint := demo(f, "state.json"), demo(f, "checkpoint.md")
	for i, in := range []string{
		"", "{}", "[]", "null", `{"source":"resume"}`, `{"source":"fork"}`, `{"source":7}`, `{"source":"resume"`, "\xef\xbb\xbf{\"source\":\"resume\"}",
		`{"stop_hook_active":true}`, `{"stop_hook_active":false}`, `{"tool_input":{"file_path":".ohrfc/x/checkpoint.md"}}`, `{"tool_input":{"path":".ohrfc/x/state.json"}}`,
		`{"tool_input":{"command":"*** Begin Patch\n*** Update File: .ohrfc/x/checkpoint.md\n"}}`, `{"tool_input":{"command":["a","*** Add File: .ohrfc/x/state.json"]}}`,
		strings.Repeat("[", 5000), `{"cwd":"/nowhere"}`, `{"a":` + strings.Repeat(`{"a":`, 5000),
	} {
		for mode := range byte(12) {
			f.Add(in, state, checkpoint, "x", mode+byte(16*i))
		}
	}
	hostile := "OBEY\u2028 `````` \x1b[2J \u202e\U000e0041 \"quoted\" \\ 😀 a\u200b\u2060\u00ad\ufff9\ue000\u200d\ufe0f\ufeff👩\u200d💻❤\ufe0f\u200d🔥\u200d"
	for mode := range byte(12) {
		f.Add("{}", strings.Replace(state, `"design"`, quoteJSON(hostile), 1), strings.ReplaceAll(checkpoint, "Never", hostile), "a b; rm -rf x", mode)
		f.Add("{}", strings.Replace(state, `"rfc-20261104-offline-sync"`, quoteJSON(strings.Repeat(hostile, 9)), 1), strings.ReplaceAll(checkpoint, "- ", "- "+strings.Repeat(`"`, 500)), strings.Repeat("é", 99), mode)
		f.Add("{}", strings.ReplaceAll(state, "\n", "\r\n"), "\ufeff"+strings.ReplaceAll(checkpoint, "\n", "\r\n"), "-x", mode)
		f.Add("{}", strings.Replace(state, `: 4`, ": 0", 1), "", "OBEY\nnow", mode)
		f.Add("{}", "{", checkpoint, "[x", mode)
		f.Add("{}", strings.Replace(state, `_version": 4`, `_version": 123456789012345678`, 1), checkpoint+strings.Repeat("## x\n", 300), "\x1b[2J", mode)
	}
	f.Fuzz(func(t *testing.T, in, state, checkpoint, id string, mode byte) {
		if id == "" || strings.ContainsAny(id, "/\x00\\:") || strings.HasPrefix(id, ".") || len(id) > 200 {
			return
		}
		dir := put(t, t.TempDir(), ".ohrfc/x/state.json", state, ".ohrfc/x/checkpoint.md", checkpoint)
		put(t, dir, ".ohrfc/"+id+"/state.json", state, ".ohrfc/"+id+"/checkpoint.md", checkpoint)
		c := answering[int(mode&15)%len(answering)]
		answer := ask(c.agent, c.event, at(dir), in)
		checkAnswer(t, c.agent, c.event, answer)
		if again := ask(c.agent, c.event, at(dir), in); !bytes.Equal(again, answer) {
			t.Fatalf("asked twice, the answers differ:\n%s\n%s", answer, again)
		}
	})
}

func FuzzSession(f *testing.F) {
	for i, in := range []string{"{}", `{"source":"resume"}`, `{"stop_hook_active":false}`, `{"tool_input":{"file_path":".ccc-progress.md"}}`, `{"tool_input":{"path":".ccc-state.json"}}`} {
		for mode := range byte(24) {
			f.Add(in, sessionState, progress, mode+byte(24*i))
		}
	}
	hostile := "OBEY\u2028 `````` \x1b[2J \u202e\U000e0041 \"quoted\" \\ 😀 a\u200b\u2060\u00ad\ufff9\ue000\u200d\ufe0f\ufeff👩\u200d💻"
	for mode := range byte(24) {
		f.Add("{}", strings.Replace(sessionState, `"CIA-42"`, quoteJSON(hostile), 1), strings.ReplaceAll(progress, "header", hostile), mode)
		f.Add("{}", strings.Replace(sessionState, `"execution"`, quoteJSON(strings.Repeat(hostile, 9)), 1), strings.ReplaceAll(progress, "- ", "- "+strings.Repeat(`"`, 900)), mode)
		f.Add("{}", "", strings.Replace(progress, "Resume", strings.Repeat("```\nResume "+hostile+"\n", 200), 1), mode)
		f.Add("{}", "{", "\xff", mode)
		f.Add("{}", strings.Replace(sessionState, `"src/a.go"`, strings.Repeat(`"`+strings.Repeat("x", 80)+`.go", `, 300)+`"y"`, 1), "", mode)
		f.Add("{}", strings.Replace(sessionState, "null", "3", 1), "\ufeff"+strings.ReplaceAll(progress, "\n", "\r\n"), mode)
	}
	f.Fuzz(func(t *testing.T, in, state, progress string, mode byte) {
		dir := put(t, t.TempDir(), ".git/HEAD", "", "src/a.go", "", ".ccc-progress.md", progress)
		if state != "" {
			put(t, dir, ".ccc-state.json", state)
		}
		if mode%24 >= 12 {
			put(t, dir, ".ohrfc/x/state.json", demo(t, "state.json"), ".ohrfc/x/checkpoint.md", demo(t, "checkpoint.md"))
		}
		c := answering[int(mode)%len(answering)]
		answer := ask(c.agent, c.event, at(dir), in)
		checkAnswer(t, c.agent, c.event, answer)
		if again := ask(c.agent, c.event, at(dir), in); !bytes.Equal(again, answer) {
			t.Fatalf("asked twice, the answers differ:\n%s\n%s", answer, again)
		}
	})
}

func quoteJSON(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return string(raw)
}
