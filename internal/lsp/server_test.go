package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
)

// demo is a copy of the workspace of an RFC without faults, and the path of its
// checkpoint.
func demo(t *testing.T) (dir, checkpoint string) {
	t.Helper()
	dir = files(t, nil)
	from := filepath.Join("..", "..", "testdata", "demo")
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return dir, filepath.Join(dir, ".ohrfc", "rfc-20261104-offline-sync", "checkpoint.md")
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// codes are the rules of findings.
func codes(all []diagnostic) string {
	var names []string
	for _, d := range all {
		names = append(names, d.Code)
	}
	return strings.Join(names, " ")
}

func TestLife(t *testing.T) {
	t.Run("asked", func(t *testing.T) { start(t, utf16Units).leave() })
	for name, last := range map[string]func(*client){
		"exit alone":                 func(c *client) { c.notify("exit", nil) },
		"exit, not asked":            func(c *client) { c.initialize("{}"); c.notify("exit", nil) },
		"the input ends":             func(c *client) { c.initialize("{}"); c.conn.Close() },
		"nothing is said":            func(c *client) { c.conn.Close() },
		"half a header":              func(c *client) { c.write("Content-Le"); c.conn.Close() },
		"half a message":             func(c *client) { c.write("Content-Length: 10\r\n\r\n{"); c.conn.Close() },
		"no length":                  func(c *client) { c.write("Content-Type: x\r\n\r\n{}") },
		"length of text":             func(c *client) { c.write("Content-Length: ten\r\n\r\n{}") },
		"negative length":            func(c *client) { c.write("Content-Length: -1\r\n\r\n{}") },
		"a long header of no length": func(c *client) { _, _ = io.WriteString(c.conn, strings.Repeat("x", 5000)+"\r\n") }, // the server is gone in the middle
		"length of a disk":           func(c *client) { c.write("Content-Length: 99999999999\r\n\r\n{}") },
	} {
		t.Run(name, func(t *testing.T) {
			c := dial(t)
			last(c)
			err := <-c.end
			_, broken := errors.AsType[*frameError](err)
			if want := strings.Contains(name, "length"); broken != want || !broken && !errors.Is(err, ErrNoShutdown) {
				t.Errorf("the end is %v", err)
			}
		})
	}
	t.Run("the input ends after shutdown", func(t *testing.T) {
		c := start(t, utf16Units)
		c.ask("shutdown", nil)
		c.conn.Close()
		if err := <-c.end; err != nil {
			t.Errorf("the end is %v", err)
		}
	})
}

// TestRefused holds what a client is told that does what it should not, and that the
// server lives on.
func TestRefused(t *testing.T) {
	_, file := demo(t)
	ready := func(c *client) { c.initialize("{}") }
	for name, c := range map[string]struct {
		before func(*client)
		method string
		params any
		code   int
	}{
		"too early":        {func(*client) {}, "textDocument/hover", at(file, 0, 0), notInitialized},
		"unknown, early":   {func(*client) {}, "nonsense", nil, notInitialized},
		"twice":            {ready, "initialize", map[string]any{}, jsonrpc2.CodeInvalidRequest},
		"unknown":          {ready, "textDocument/rename", at(file, 0, 0), jsonrpc2.CodeMethodNotFound},
		"optional":         {ready, "$/nonsense", nil, jsonrpc2.CodeMethodNotFound},
		"wrong kind":       {ready, "textDocument/hover", map[string]any{"position": "here"}, jsonrpc2.CodeInvalidParams},
		"a list":           {ready, "textDocument/hover", []int{1}, jsonrpc2.CodeInvalidParams},
		"a fraction":       {ready, "textDocument/hover", json.RawMessage(`{"position":{"line":1.5}}`), jsonrpc2.CodeInvalidParams},
		"too late":         {func(c *client) { ready(c); c.ask("shutdown", nil) }, "textDocument/hover", at(file, 0, 0), jsonrpc2.CodeInvalidRequest},
		"shut down twice":  {func(c *client) { ready(c); c.ask("shutdown", nil) }, "shutdown", nil, jsonrpc2.CodeInvalidRequest},
		"cancelled before": {ready, "textDocument/hover", at(file, 0, 0), 0},
	} {
		t.Run(name, func(t *testing.T) {
			client := dial(t)
			c.before(client)
			if name == "cancelled before" { // of an id that no request has
				client.notify("$/cancelRequest", map[string]any{"id": 99})
				client.notify("$/cancelRequest", map[string]any{"id": map[string]any{}})
				client.notify("$/cancelRequest", nil)
			}
			code := 0
			if e, ok := client.ask(c.method, c.params)["error"].(map[string]any); ok {
				code = int(e["code"].(float64))
			}
			if code != c.code {
				t.Errorf("the code is %d, want %d", code, c.code)
			}
			client.notify("nonsense", map[string]any{})
			if again := client.ask("nonsense", nil); again["error"] == nil {
				t.Errorf("the server says %v", again)
			}
		})
	}
}

// TestNoMessages holds that what is framed well and is no message is answered, and
// that the session goes on.
func TestNoMessages(t *testing.T) {
	for text, code := range map[string]int{
		`{"jsonrpc":`: jsonrpc2.CodeParseError, `nonsense`: jsonrpc2.CodeParseError, "\xff": jsonrpc2.CodeParseError, ``: jsonrpc2.CodeParseError,
		`{}`: jsonrpc2.CodeInvalidRequest, `null`: jsonrpc2.CodeInvalidRequest, `[]`: jsonrpc2.CodeInvalidRequest, `1`: jsonrpc2.CodeInvalidRequest,
		`[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`: jsonrpc2.CodeInvalidRequest,
		`{"jsonrpc":"2.0","id":{},"method":"shutdown"}`:  jsonrpc2.CodeInvalidRequest,
		`{"jsonrpc":"2.0","id":1,"method":["shutdown"]}`: jsonrpc2.CodeInvalidRequest,
	} {
		t.Run(text, func(t *testing.T) {
			c := start(t, utf16Units)
			c.write(fmt.Sprintf("content-length:%d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n%s", len(text), text))
			m := c.next()
			e, _ := m["error"].(map[string]any)
			if id, there := m["id"]; e == nil || id != nil || !there || int(e["code"].(float64)) != code {
				t.Errorf("the answer is %v, want code %d without an id", m, code)
			}
			c.leave()
		})
	}
}

func TestCancel(t *testing.T) {
	s := New(strings.NewReader(""), &strings.Builder{}, Options{})
	id := jsonrpc2.ID{Str: "a", IsString: true}
	s.Handle(t.Context(), nil, &jsonrpc2.Request{ID: id, Method: "textDocument/hover"})
	params := json.RawMessage(`{"id":"a"}`)
	s.Handle(t.Context(), nil, &jsonrpc2.Request{Notif: true, Method: "$/cancelRequest", Params: &params})
	if !s.cancelled(id) {
		t.Error("it is not cancelled")
	}
	if s.cancelled(id) || len(s.waiting) != 0 {
		t.Error("it still waits")
	}
}

// TestPanic holds that a mistake of ours is an answer, and that the server lives.
func TestPanic(t *testing.T) {
	_, file := demo(t)
	c := start(t, utf16Units)
	c.opens(file, "x")
	c.wait(file, 1)
	s := New(nil, nil, Options{})
	err := s.guarded(func() error { panic("x") })
	if err == nil || answered(err).Code != jsonrpc2.CodeInternalError || !strings.Contains(err.Error(), "mistake of mdck") {
		t.Errorf("the error is %v", err)
	}
	c.leave()
}

func TestDiagnostics(t *testing.T) {
	dir, file := demo(t)
	text := readFile(t, file)
	c := start(t, utf16Units)
	c.opens(file, text)
	clean := codes(c.wait(file, 1))
	c.changes(file, 2, change{Text: "# Nothing\n"})
	if got := c.wait(file, 2); !strings.Contains(codes(got), "ohrfc/title") {
		t.Errorf("found %v", got)
	}
	c.changes(file, 3, change{Text: text})
	if got := codes(c.wait(file, 3)); got != clean {
		t.Errorf("found %q, want %q", got, clean)
	}

	// the file beside it, open too: what is typed there counts here
	state := filepath.Join(filepath.Dir(file), "state.json")
	c.opens(state, readFile(t, state))
	c.wait(state, 1)
	c.wait(file, 3)
	c.changes(state, 2, change{Text: strings.Replace(readFile(t, state), `"checkpoint_version": `, `"checkpoint_version": 9`, 1)})
	if got := codes(c.wait(file, 3)); !strings.Contains(got, "ohrfc/state-mismatch") {
		t.Errorf("found %q with another state", got)
	}
	c.notify("textDocument/didClose", textDocument(state))
	if got := c.wait(state, 0); len(got) > 0 {
		t.Errorf("closed, it has %v", got)
	}
	if got := codes(c.wait(file, 3)); got != clean {
		t.Errorf("found %q, want %q: the file is as it was", got, clean)
	}

	// the file of a claim, changed on disk
	rfc := filepath.Join(filepath.Dir(file), "rfc.md")
	put(t, rfc, "# Other\n")
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	if got := codes(c.wait(file, 3)); !strings.Contains(got, "ohrfc/rfc-hash") {
		t.Errorf("found %q with another rfc.md", got)
	}
	c.notify("textDocument/didSave", textDocument(file))
	c.wait(file, 3)

	// what is no checkpoint is nobody's business
	readme := filepath.Join(dir, "README.md")
	c.opens(readme, "#x \n")
	c.wait(file, 3)
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:Untitled-1", "version": 1, "text": "x"}})
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "untitled:Untitled-1", "version": 2}, "contentChanges": []any{map[string]any{"text": "y"}}})
	c.changes(filepath.Join(dir, "never.md"), 2, change{Text: "x"})
	c.said = nil
	c.leave()
	logged := 0
	for _, m := range c.said {
		switch m["method"] {
		case "window/logMessage":
			logged++
		default:
			t.Errorf("the server says %v", m)
		}
	}
	if logged != 1 {
		t.Errorf("%d lines in the log, want one about never.md", logged)
	}
}

// TestManyEdits holds that neither goroutines nor what is remembered grow with edits,
// and that the last state is judged.
func TestManyEdits(t *testing.T) {
	_, file := demo(t)
	text := readFile(t, file)
	c := start(t, utf8Units)
	c.opens(file, text)
	c.wait(file, 1)
	before := runtime.NumGoroutine()
	const edits = 2000
	for v := 2; v < edits; v += 2 {
		c.changes(file, v, change{Range: &span{}, Text: "é"})
		c.changes(file, v+1, change{Range: &span{End: position{0, 2}}})
	}
	c.changes(file, edits, change{Text: "# Nothing\n"})
	if got := codes(c.wait(file, edits)); !strings.Contains(got, "ohrfc/title") {
		t.Errorf("found %q", got)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines, were %d", after, before)
	}
	c.leave()
}

func TestLargeDocument(t *testing.T) {
	_, file := demo(t)
	c := start(t, utf16Units)
	c.opens(file, strings.Repeat("é\n", 600<<10))
	if got := codes(c.wait(file, 1)); got != "any/too-large" {
		t.Errorf("found %q", got)
	}
	for _, method := range []string{"textDocument/hover", "textDocument/documentSymbol", "textDocument/codeAction", "textDocument/completion"} {
		if m := c.ask(method, at(file, 0, 0)); m["error"] != nil {
			t.Errorf("%s: %v", method, m["error"])
		}
	}
	if m := c.ask("textDocument/formatting", textDocument(file)); m["error"] == nil {
		t.Error("it is formatted")
	}
	c.leave()
}

func TestConfiguration(t *testing.T) {
	dir, file := demo(t)
	c := start(t, utf16Units)
	c.opens(file, readFile(t, file))
	clean := codes(c.wait(file, 1))

	settings := filepath.Join(dir, ".mdck.yaml")
	put(t, settings, "budgets:\n  ohrfc:\n    lines: 3\n")
	c.opens(settings, readFile(t, settings))
	c.changes(file, 2)
	if got := codes(c.wait(file, 2)); !strings.Contains(got, "ohrfc/line-budget") {
		t.Errorf("found %q", got)
	}

	broken := "# «»\nbudgets:\n  ohrfc:\n    limes: 3\n"
	put(t, settings, broken)
	c.changes(settings, 2, change{Text: broken})
	c.notify("textDocument/didSave", textDocument(settings))
	got := c.wait(settings, 2)
	if len(got) != 1 || got[0].Range.Start != (position{3, 4}) || !strings.Contains(got[0].Message, "limes") {
		t.Errorf("found %v in the configuration", got)
	}
	c.changes(file, 3)
	if got := c.wait(file, 3); len(got) > 0 {
		t.Errorf("found %v without a configuration", got)
	}
	c.changes(file, 4)
	c.wait(file, 4)
	if shown := said(c, "window/showMessage"); shown != 1 {
		t.Errorf("the user is told %d times", shown)
	}

	put(t, settings, "ignore: [.ohrfc/]\n")
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	if got := c.wait(file, 4); len(got) > 0 {
		t.Errorf("found %v in what is ignored", got)
	}
	if err := os.Remove(settings); err != nil {
		t.Fatal(err)
	}
	c.changes(file, 5)
	if got := codes(c.wait(file, 5)); got != clean {
		t.Errorf("found %q, want %q", got, clean)
	}
	c.leave()
}

// said is how many messages of a method the server has sent.
func said(c *client, method string) int {
	c.t.Helper()
	c.ask("nonsense", nil)
	return c.counts[method]
}
