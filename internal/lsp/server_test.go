package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"mdck/mdcheckpoint/jsondoc"
)

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
	} {
		t.Run(name, func(t *testing.T) {
			c := dial(t)
			last(c)
			err := <-c.end
			_, broken := errors.AsType[*frameError](err)
			if want := strings.Contains(name, "length") || strings.HasPrefix(name, "half"); broken != want || !broken && !errors.Is(err, ErrNoShutdown) {
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

// TestRefused checks what a client is told that does what it should not, and that the
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
		"twice":            {ready, "initialize", map[string]any{}, invalidRequest},
		"unknown":          {ready, "textDocument/rename", at(file, 0, 0), methodNotFound},
		"optional":         {ready, "$/nonsense", nil, methodNotFound},
		"wrong kind":       {ready, "textDocument/hover", map[string]any{"position": "here"}, invalidParams},
		"a list":           {ready, "textDocument/hover", []int{1}, invalidParams},
		"a fraction":       {ready, "textDocument/hover", json.RawMessage(`{"position":{"line":1.5}}`), invalidParams},
		"too late":         {func(c *client) { ready(c); c.ask("shutdown", nil) }, "textDocument/hover", at(file, 0, 0), invalidRequest},
		"shut down twice":  {func(c *client) { ready(c); c.ask("shutdown", nil) }, "shutdown", nil, invalidRequest},
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

// TestNoMessages checks that what is framed well and is no message is answered, by its id
// if it has one, and that the session goes on.
func TestNoMessages(t *testing.T) {
	known := map[string]any{`{"jsonrpc":"2.0","id":1,"method":["shutdown"]}`: 1.0}
	for text, code := range map[string]int{
		`{"jsonrpc":`: parseError, `nonsense`: parseError, "\xff": parseError, ``: parseError,
		`{}`: invalidRequest, `null`: invalidRequest, `[]`: invalidRequest, `1`: invalidRequest,
		`[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`: invalidRequest,
		"{\x00\"\x00i\x00d\x00\"\x00:\x001\x00}\x00":     parseError, "\xff\xfe{\x00}\x00": parseError, // UTF-16
		`{"jsonrpc":"2.0","id":{},"method":"shutdown"}`:  invalidRequest,
		`{"jsonrpc":"2.0","id":1,"method":["shutdown"]}`: invalidRequest,
		`{"jsonrpc":"2.0","id":[1],"method":"shutdown"}`: invalidRequest, `{"jsonrpc":"2.0","id":true,"method":"shutdown"}`: invalidRequest,
		`{"jsonrpc":"2.0","id":null,"method":"shutdown"}`:       invalidRequest,
		strings.Repeat("[", 20000) + strings.Repeat("]", 20000): parseError,
	} {
		t.Run(text[:min(len(text), 60)], func(t *testing.T) {
			c := start(t, utf16Units)
			c.write(fmt.Sprintf("content-length:%d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n%s", len(text), text))
			m := c.next()
			e, _ := m["error"].(map[string]any)
			if id, there := m["id"]; e == nil || id != known[text] || !there || int(e["code"].(float64)) != code {
				t.Errorf("the answer is %v, want code %d and id %v", m, code, known[text])
			} else if strings.Contains(fmt.Sprint(e["message"]), "Go value") {
				t.Errorf("the message is %q, of no use to a client", e["message"])
			}
			c.leave()
		})
	}
}

// TestIDs checks that a request is answered by the id that it has, byte for byte, whatever
// that is, also where it is refused.
func TestIDs(t *testing.T) {
	for _, id := range []string{
		`0`, `-0`, `-1`, `-9223372036854775808`, `9223372036854775807`, `18446744073709551615`, `18446744073709551616`,
		`123456789012345678901234567890`, `1.5`, `1e3`, `-1E-7`, `""`, `"0"`, `"-1"`, `"é𝕏\u0000\\"`, `"\ud800"`, "\"\u009b2J\u202e\x7f\U000e0041\"",
	} {
		t.Run(id, func(t *testing.T) {
			c := dial(t)
			c.initialize("{}")
			raw := c.raw()
			for _, method := range []string{"textDocument/nonsense", "textDocument/hover", "shutdown"} {
				c.send(map[string]any{"jsonrpc": "2.0", "id": json.RawMessage(id), "method": method, "params": at("/x", 0, 0)})
				want := `{"jsonrpc":"2.0","id":` + string(jsondoc.Visible([]byte(id))) + `,"`
				if text := <-raw; !strings.HasPrefix(text, want) {
					t.Errorf("%s is answered by %q, want %q", method, text, want)
				}
			}
		})
	}
}

// TestTooLong checks that a message which nobody should hold is passed over.
func TestTooLong(t *testing.T) {
	c := start(t, utf16Units)
	c.write(fmt.Sprintf("Content-Length: %d\r\n\r\n", maxMessage+1))
	for chunk, left := strings.Repeat(" ", 1<<20), maxMessage+1; left > 0; left -= len(chunk) {
		c.write(chunk[:min(left, len(chunk))])
	}
	if m := c.next(); m["error"] == nil {
		t.Errorf("the answer is %v", m)
	}
	c.leave()
}

// TestPanic checks that a mistake of ours is an answer, and that the server lives.
func TestPanic(t *testing.T) {
	_, file := demo(t)
	c := start(t, utf16Units)
	c.opens(file, "x")
	c.wait(file, 1)
	s := New(nil, nil, Options{})
	err := s.guarded(func() error { panic("x") })
	if err == nil || asRPC(err).Code != internalError || !strings.Contains(err.Error(), "mistake of mdck") {
		t.Errorf("the error is %v", err)
	}
	c.leave()
}

// TestDeaf checks that a server ends whose answer to what is no message nobody takes.
func TestDeaf(t *testing.T) {
	s := New(strings.NewReader("Content-Length: 2\r\n\r\n{}"), broken{}, Options{})
	if err := s.Serve(); !errors.Is(err, ErrNoShutdown) {
		t.Errorf("the end is %v", err)
	}
}

// broken takes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
