package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func text(t *testing.T, o Options, in string) string {
	t.Helper()
	answer := ask(Claude, "SessionStart", o, in)
	checkAnswer(t, Claude, "SessionStart", answer)
	if len(answer) == 0 {
		return ""
	}
	return shaped(t, Claude, "SessionStart", answer)
}

func state(t testing.TB, updated string) string {
	return strings.Replace(demo(t, "state.json"), "2026-11-06T15:40:09Z", updated, 1)
}

func TestReadInput(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		want Input
	}{
		"empty":                   {"", Input{}},
		"first":                   {`{"cwd":"/a","stop_hook_active":false}`, Input{Cwd: "/a", First: true}},
		"first, then more":        {`{"stop_hook_active":false,"x":{"stop_hook_active":true}} x`, Input{First: true}},
		"first, cut off":          {`{"cwd":"/a","stop_hook_active":false`, Input{}},
		"first, broken":           {`{"stop_hook_active":false,"cwd":"/a"]`, Input{}},
		"first, in a list":        {`[{"stop_hook_active":false}]`, Input{}},
		"first, too long":         {`{"stop_hook_active":false,"x":"` + strings.Repeat("x", maxInput) + `"}`, Input{}},
		"first as a text":         {`{"stop_hook_active":"false"}`, Input{}},
		"first as a number":       {`{"stop_hook_active":0}`, Input{}},
		"first as nothing":        {`{"stop_hook_active":null}`, Input{}},
		"first as a list":         {`{"stop_hook_active":[false]}`, Input{}},
		"both":                    {`{"stop_hook_active":false,"stop_hook_active":true}`, Input{}},
		"nested":                  {`{"x":{"stop_hook_active":false}}`, Input{}},
		"no object":               {`["cwd","/a"]`, Input{}},
		"usual":                   {`{"cwd":"/a","source":"clear","x":[{"cwd":"/b"}],"stop_hook_active":true}`, Input{Cwd: "/a", Source: "clear"}},
		"other types":             {`{"cwd":1,"source":["resume"],"stop_hook_active":"true","tool_input":{"file_path":null}}`, Input{}},
		"nested keys are ignored": {`{"tool_response":{"cwd":"/b","file_path":"f"},"cwd":"/a"}`, Input{Cwd: "/a"}},
		"byte order mark":         {"\ufeff{\"cwd\":\"/a\"}", Input{Cwd: "/a"}},
		"broken at the end":       {`{"cwd":"/a","source":"res`, Input{}},
		"text after the event":    {`{"cwd":"/a"}{"cwd":"/b"}`, Input{Cwd: "/a"}},
		"twice":                   {`{"cwd":"/a","cwd":"/b"}`, Input{Cwd: "/b"}},
		"not UTF-8":               {"{\"cwd\":\"/a\xff\"}", Input{Cwd: "/a\ufffd"}},
		"tool":                    {`{"tool_input":{"file_path":"a","content":"x"}}`, Input{Files: []string{"a"}}},
		"tool with path":          {`{"tool_input":{"path":"a"}}`, Input{Files: []string{"a"}}},
		"patch":                   {`{"tool_input":{"command":"*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\r\n*** Move to: c\n*** Delete File: d\n"}}`, Input{Files: []string{"a", "b", "c"}}},
		"patch as words":          {`{"tool_input":{"command":["apply_patch","*** Update File: b"]}}`, Input{Files: []string{"b"}}},
		"deep":                    {`{"cwd":"/a","x":` + strings.Repeat("[", 100_000), Input{}},
		"a key like a string":     {`{"a":"cwd","cwd":"/a","b":{"c":"cwd"},"source":"fork"}`, Input{Cwd: "/a", Source: "fork"}},
		"an object after values":  {`{"a":[1,"cwd",{"cwd":"/b"}],"cwd":"/a"}`, Input{Cwd: "/a"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ReadInput(strings.NewReader(c.in)); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if len(c.in) >= 1000 {
				return
			}
			if got := ReadInput(iotest.OneByteReader(strings.NewReader(c.in))); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("byte by byte: got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestOpenInput(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	go func() { _, _ = io.WriteString(w, `{"source":"resume"}`) }()
	done := make(chan Input)
	go func() { done <- ReadInput(r) }()
	select {
	case got := <-done:
		if got.Source != "resume" {
			t.Errorf("got %+v", got)
		}
	case <-time.After(time.Minute):
		t.Fatal("waits for the end of the pipe")
	}
}

func TestStreamErrors(t *testing.T) {
	dir := put(t, t.TempDir(), ".ohrfc/x/state.json", demo(t, "state.json"))
	silent, other := io.Pipe()
	t.Cleanup(func() { _ = other.Close() })
	usual := ask(Claude, "SessionStart", at(dir), "")
	line := ask(Claude, "SessionStart", at(dir), `{"source":"resume"}`)
	for name, c := range map[string]struct {
		in   io.Reader
		want []byte
	}{
		"fails":      {iotest.ErrReader(errors.New("broken")), usual},
		"panics":     {panicking{}, usual},
		"none":       {nil, usual},
		"is not set": {silent, line}, // one line, because the session may be resumed
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			Run(Claude, "SessionStart", at(dir), c.in, &out)
			checkAnswer(t, Claude, "SessionStart", out.Bytes())
			if !bytes.Equal(out.Bytes(), c.want) || out.Len() == 0 {
				t.Errorf("got %s, want %s", out.Bytes(), c.want)
			}
		})
	}
	Run(Claude, "SessionStart", at(dir), strings.NewReader(""), panicking{})
	Run(Claude, "SessionStart", at(dir), strings.NewReader(""), nil)
	o := at(dir)
	o.Getwd = func() (string, error) { panic("no directory") }
	if out := ask(Claude, "SessionStart", o, ""); out != nil {
		t.Errorf("got %q", out)
	}
}

type panicking struct{}

func (panicking) Read([]byte) (int, error)  { panic("read") }
func (panicking) Write([]byte) (int, error) { panic("written") }

func TestEvents(t *testing.T) {
	dir := put(t, t.TempDir(), ".ohrfc/x/state.json", demo(t, "state.json"), ".ohrfc/x/checkpoint.md", "# x\n", ".ohrfc/x/rfc.md", "x")
	answered := map[Agent][]string{
		Claude: {"SessionStart", "PostToolUse", "PreCompact", "Stop"},
		Codex:  {"SessionStart", "PostToolUse", "Stop"},
		Gemini: {"SessionStart", "AfterTool", "AfterAgent"},
	}
	put(t, dir, ".ohrfc/x/checkpoint.md", strings.Replace(demo(t, "checkpoint.md"), "# Checkpoint", "# Other", 1))
	for _, a := range Agents() {
		events := Events(a)
		if events[0] != "SessionStart" || events[len(events)-1] != "SessionEnd" {
			t.Errorf("%s: events are %v", a, events)
		}
		var got []string
		for _, e := range append(events, "", "sessionstart", "stop", "SessionStart ") {
			in := `{"stop_hook_active":false,"tool_input":{"file_path":"` + filepath.ToSlash(dir) + `/.ohrfc/x/checkpoint.md"}}`
			answer := ask(a, e, at(dir), in)
			checkAnswer(t, a, e, answer)
			if len(answer) > 0 {
				got = append(got, e)
			}
			usual := at(dir)
			usual.BlockUnsaved, usual.Findings = false, false
			if wanted := e == "SessionStart" || a == Claude && e == "PreCompact"; wanted != (len(ask(a, e, usual, in)) > 0) {
				t.Errorf("%s %s: answered without being asked, or not", a, e)
			}
		}
		if !slices.Equal(got, answered[a]) {
			t.Errorf("%s: answers %v, want %v", a, got, answered[a])
		}
	}
	if Events("copilot") != nil {
		t.Error("an unknown agent has events")
	}
}

func TestDisabled(t *testing.T) {
	dir := put(t, t.TempDir(), ".ohrfc/x/state.json", demo(t, "state.json"))
	for value, silent := range map[string]bool{"": false, "0": false, "1": true, "no": true, "false": true} {
		o := at(dir)
		o.Getenv = func(name string) string {
			if name == "MDCK_DISABLED" {
				return value
			}
			return ""
		}
		if got := ask(Claude, "SessionStart", o, "") == nil; got != silent {
			t.Errorf("MDCK_DISABLED=%q: silent is %v", value, got)
		}
	}
}

func TestPlace(t *testing.T) {
	dirs := map[string]string{}
	for _, id := range []string{"event", "variable", "process"} {
		dirs[id] = put(t, t.TempDir(), ".ohrfc/"+id+"/state.json", demo(t, "state.json"))
	}
	file := filepath.Join(put(t, t.TempDir(), "f", ""), "f")
	for name, c := range map[string]struct{ cwd, variable, want string }{
		"directory of the event":            {dirs["event"], dirs["variable"], "event"},
		"directory of the variable":         {"", dirs["variable"], "variable"},
		"neither":                           {"", "", "process"},
		"gone":                              {filepath.Join(dirs["event"], "gone"), dirs["variable"], "variable"},
		"a file":                            {file, "", "process"},
		"relative":                          {".", "", "process"},
		"no path":                           {"\x00", "\x00", "process"},
		"below":                             {filepath.Join(dirs["event"], ".ohrfc"), "", "event"},
		"in the workspace":                  {filepath.Join(dirs["event"], ".ohrfc", "event"), "", "event"},
		"ends in a slash":                   {dirs["event"] + string(filepath.Separator), "", "event"},
		"missing directory of the variable": {"", dirs["variable"] + "x", "process"},
	} {
		t.Run(name, func(t *testing.T) {
			o := at(dirs["process"])
			o.Getenv = func(name string) string {
				if name == "CLAUDE_PROJECT_DIR" {
					return c.variable
				}
				return ""
			}
			if got := text(t, o, `{"cwd":`+quoteJSON(c.cwd)+`}`); !strings.HasPrefix(got, "Checkpoint of "+c.want+" (ohrfc). ") {
				t.Errorf("got %.80q, want that of %s", got, c.want)
			}
		})
	}
	o := at("")
	o.Getwd = func() (string, error) { return "", errors.New("gone") }
	if got := text(t, o, ""); got != "" {
		t.Errorf("without any place: %q", got)
	}
}
