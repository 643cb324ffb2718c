package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"mdck/internal/config"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocols"
)

type client struct {
	t    testing.TB
	conn net.Conn
	in   chan map[string]any
	end  chan error // result of Serve
	last int        // last request id
	// unread has messages that arrived while the client waited for an answer.
	unread []map[string]any
	counts map[string]int
	loader func() *config.Loader
	server *Server
	texts  atomic.Pointer[chan string] // if set, receives all further messages
}

func (c *client) raw() chan string {
	to := make(chan string, 100)
	c.texts.Store(&to)
	return to
}

const patience = 30 * time.Second

func dial(t testing.TB) *client {
	t.Helper()
	mine, its := net.Pipe()
	c := &client{t: t, conn: mine, in: make(chan map[string]any, 100_000), end: make(chan error, 1), counts: map[string]int{}}
	c.loader = func() *config.Loader { return &config.Loader{Table: protocols.Default()} }
	c.server = New(its, its, Options{Version: "v0", Loader: c.loader})
	go func() {
		c.end <- c.server.Serve()
		its.Close()
	}()
	go c.listen()
	t.Cleanup(func() { mine.Close() })
	return c
}

func (c *client) listen() {
	defer close(c.in)
	r := bufio.NewReader(c.conn)
	for {
		var length int
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			fmt.Sscanf(line, "Content-Length: %d", &length)
		}
		text := make([]byte, length)
		if _, err := io.ReadFull(r, text); err != nil {
			return
		}
		if to := c.texts.Load(); to != nil {
			*to <- string(text)
			continue
		}
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil {
			return
		}
		c.in <- m
	}
}

func framed(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }

func (c *client) write(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.conn, text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) send(v any) {
	c.t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		c.t.Fatal(err)
	}
	c.write(framed(string(text)))
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

func (c *client) next() map[string]any {
	c.t.Helper()
	select {
	case m, ok := <-c.in:
		if !ok {
			c.t.Fatal("the server has ended")
		}
		method, _ := m["method"].(string)
		c.counts[method]++
		return m
	case <-time.After(patience):
		c.t.Fatal("the server sent nothing")
	}
	return nil
}

func (c *client) ask(method string, params any) map[string]any {
	c.t.Helper()
	c.last++
	c.send(map[string]any{"jsonrpc": "2.0", "id": c.last, "method": method, "params": params})
	for {
		m := c.next()
		if id, ok := m["id"].(float64); ok && m["method"] == nil && int(id) == c.last {
			return m
		}
		c.unread = append(c.unread, m)
	}
}

func (c *client) result(method string, params, out any) {
	c.t.Helper()
	m := c.ask(method, params)
	if m["error"] != nil {
		c.t.Fatalf("%s: %v", method, m["error"])
	}
	reread(c.t, m["result"], out)
}

func reread(t testing.TB, from, to any) {
	t.Helper()
	text, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func start(t testing.TB) *client {
	t.Helper()
	c := dial(t)
	c.initialize("{}")
	return c
}

func (c *client) initialize(capabilities string) {
	c.t.Helper()
	c.ask("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": json.RawMessage(capabilities)})
	c.notify("initialized", map[string]any{})
}

func (c *client) opens(path, text string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uriOf(path), "languageId": "markdown", "version": 1, "text": text}})
}

func (c *client) changes(path string, version int, changes ...change) {
	c.t.Helper()
	c.notify("textDocument/didChange", changeParams{versionedID{jsondoc.Exact(uriOf(path)), &version}, changes})
}

// wait returns the next findings for a file, of this version unless it is 0.
func (c *client) wait(path string, version int) []diagnostic {
	c.t.Helper()
	for {
		var m map[string]any
		if len(c.unread) > 0 {
			m, c.unread = c.unread[0], c.unread[1:]
		} else {
			m = c.next()
		}
		if m["method"] != "textDocument/publishDiagnostics" {
			continue
		}
		var p diagnosticsParams
		reread(c.t, m["params"], &p)
		if string(p.URI) == uriOf(path) && (version == 0 || p.Version != nil && *p.Version == version) {
			return p.Diagnostics
		}
	}
}

func (c *client) leave() {
	c.t.Helper()
	c.ask("shutdown", nil)
	c.notify("exit", nil)
	if err := <-c.end; err != nil {
		c.t.Errorf("the end is %v", err)
	}
}

// files writes files to a new directory that mdck treats as a repository.
func files(t testing.TB, texts map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range texts {
		put(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return dir
}

func put(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func textDocument(path string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uriOf(path)}}
}

func at(path string, line, character int) map[string]any {
	p := textDocument(path)
	p["position"] = position{line, character}
	return p
}

// demo copies a workspace with two stale claims.
func demo(t testing.TB) (dir, checkpoint string) {
	t.Helper()
	dir = files(t, nil)
	from := filepath.Join("..", "..", "testdata", "demo")
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	checkpoint = filepath.Join(dir, ".ohrfc", "rfc-20261104-offline-sync", "checkpoint.md")
	state := filepath.Join(filepath.Dir(checkpoint), "state.json")
	put(t, state, strings.Replace(readFile(t, state), `"current_phase": "design"`, `"current_phase": "gate_b"`, 1))
	return dir, checkpoint
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func codes(all []diagnostic) string {
	var names []string
	for _, d := range all {
		names = append(names, d.Code)
	}
	return strings.Join(names, " ")
}

func targetOf(c *client, path string) *workspace.Target {
	d := &document{path: path}
	New(nil, nil, Options{Loader: c.loader}).place(d)
	return d.target
}
