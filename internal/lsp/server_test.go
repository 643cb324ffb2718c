package lsp

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
)

func TestLife(t *testing.T) {
	t.Run("asked", func(t *testing.T) { start(t).leave() })
	for name, last := range map[string]func(*client){
		"exit alone":                 func(c *client) { c.notify("exit", nil) },
		"exit, not asked":            func(c *client) { c.initialize("{}"); c.notify("exit", nil) },
		"the input ends":             func(c *client) { c.initialize("{}"); c.conn.Close() },
		"no message":                 func(c *client) { c.conn.Close() },
		"half a header":              func(c *client) { c.write("Content-Le"); c.conn.Close() },
		"half a message":             func(c *client) { c.write("Content-Length: 10\r\n\r\n{"); c.conn.Close() },
		"no length":                  func(c *client) { c.write("Content-Type: x\r\n\r\n{}") },
		"length of text":             func(c *client) { c.write("Content-Length: ten\r\n\r\n{}") },
		"negative length":            func(c *client) { c.write("Content-Length: -1\r\n\r\n{}") },
		"no message, of some length": func(c *client) { c.write(framed("{}")) },
	} {
		t.Run(name, func(t *testing.T) {
			c := dial(t)
			last(c)
			err := <-c.end
			if broken := strings.Contains(name, "length"); err == nil || broken == errors.Is(err, ErrNoShutdown) {
				t.Errorf("the end is %v", err)
			}
		})
	}
	t.Run("the input ends after shutdown", func(t *testing.T) {
		c := start(t)
		c.ask("shutdown", nil)
		c.conn.Close()
		if err := <-c.end; err != nil {
			t.Errorf("the end is %v", err)
		}
	})
}

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
			if name == "cancelled before" {
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
				t.Errorf("the server reports %v", again)
			}
		})
	}
}

func TestIDs(t *testing.T) {
	for _, id := range []string{
		`0`, `9223372036854775807`, `""`, `"0"`, `"-1"`, `"é𝕏\u0000\\"`,
	} {
		t.Run(id, func(t *testing.T) {
			c := dial(t)
			c.initialize("{}")
			raw := c.raw()
			for _, method := range []string{"textDocument/nonsense", "textDocument/hover", "shutdown"} {
				c.send(map[string]any{"jsonrpc": "2.0", "id": json.RawMessage(id), "method": method, "params": at("/x", 0, 0)})
				want := `{"id":` + id + `,"`
				if text := <-raw; !strings.HasPrefix(text, want) {
					t.Errorf("%s is answered by %q, want %q", method, text, want)
				}
			}
		})
	}
}

func TestPanic(t *testing.T) {
	_, file := demo(t)
	c := start(t)
	c.opens(file, "x")
	c.wait(file, 1)
	s := New(nil, nil, Options{})
	err := s.guarded(func() error { panic("x") })
	if err == nil || asRPC(err).Code != jsonrpc2.CodeInternalError || !strings.Contains(err.Error(), "bug in mdck") {
		t.Errorf("the error is %v", err)
	}
	c.leave()
}
