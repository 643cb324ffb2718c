package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/sourcegraph/jsonrpc2"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/protocols"
)

type lspClient struct {
	t     *testing.T
	conn  *jsonrpc2.Conn
	found chan published
	done  chan app.Status
}

type published struct {
	URI         string
	Version     int
	Diagnostics []lspFinding
}

type lspFinding struct {
	Range    struct{ Start, End place }
	Severity int
	Code     string
	Source   string
	Message  string
}

type place struct{ Line, Character int }

func newLSPClient(t *testing.T, args ...string) *lspClient {
	t.Helper()
	mine, its := net.Pipe()
	e := &lspClient{t: t, found: make(chan published, 100), done: make(chan app.Status, 1)}
	go func() {
		var errs bytes.Buffer
		status := Main(append([]string{"lsp"}, args...), app.Streams{In: its, Out: its, Err: &errs})
		if errs.Len() > 0 {
			t.Errorf("on standard error: %s", errs.String())
		}
		its.Close()
		e.done <- status
	}()
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(mine, jsonrpc2.VSCodeObjectCodec{}), e)
	t.Cleanup(func() { e.conn.Close() })
	e.ask("initialize", json.RawMessage(`{"capabilities":{}}`), nil)
	return e
}

func (e *lspClient) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	if r.Method != "textDocument/publishDiagnostics" {
		return
	}
	var p published
	if err := json.Unmarshal(*r.Params, &p); err != nil {
		e.t.Error(err)
	}
	e.found <- p
}

func (e *lspClient) ask(method string, params, result any) {
	e.t.Helper()
	if err := e.conn.Call(context.Background(), method, params, result); err != nil {
		e.t.Fatal(err)
	}
}

func (e *lspClient) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

func (e *lspClient) findingsFor(file, text string) []lspFinding {
	e.t.Helper()
	uri := "file://" + file
	document := map[string]any{"uri": uri, "version": 1, "languageId": "markdown", "text": text}
	e.notify("textDocument/didOpen", map[string]any{"textDocument": document})
	found := e.next(uri)
	e.notify("textDocument/didClose", map[string]any{"textDocument": document})
	if left := e.next(uri); len(left) > 0 {
		e.t.Errorf("%s has %v when it is closed", file, left)
	}
	return found
}

func (e *lspClient) next(uri string) []lspFinding {
	e.t.Helper()
	for {
		select {
		case p := <-e.found:
			if p.URI == uri {
				return p.Diagnostics
			}
		case <-time.After(30 * time.Second):
			e.t.Fatal("the server published nothing within 30 s")
		}
	}
}

func (e *lspClient) leave() {
	e.t.Helper()
	e.ask("shutdown", nil, nil)
	e.notify("exit", nil)
	if status := <-e.done; status != app.OK {
		e.t.Errorf("the server ended with status %d", status)
	}
}

type jsonFound struct {
	Path, Rule, Severity, Message                string
	Line, Column, UTF16Column, Offset, EndOffset int
}

func linted(t *testing.T, file, input string, args ...string) []jsonFound {
	t.Helper()
	var out, errs bytes.Buffer
	status := Main(append([]string{"lint", "--json"}, args...), app.Streams{In: strings.NewReader(input), Out: &out, Err: &errs})
	var report struct{ Findings []jsonFound }
	if err := json.Unmarshal(out.Bytes(), &report); err != nil || status == app.Failure {
		t.Fatalf("mdck lint %v: status %d, %v\n%s", args, status, err, errs.String())
	}
	due := map[string]bool{} // the server reports no due items
	for _, r := range protocols.Default().Rules() {
		due[r.ID] = r.Due
	}
	return slices.DeleteFunc(report.Findings, func(f jsonFound) bool { return f.Path != file || due[f.Rule] })
}

// placeAt returns a position in UTF-16 code units, as in editors.
func placeAt(text string, offset int) place {
	if rest, ok := strings.CutPrefix(text, "\ufeff"); ok {
		text, offset = rest, max(offset-3, 0)
	}
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	if offset > start && text[offset-1] == '\r' && strings.HasPrefix(text[offset:], "\n") {
		offset--
	}
	before := text[start:offset]
	for before != "" && offset < len(text) && !utf8.RuneStart(text[offset]) && utf8.ValidString(text) {
		offset--
		before = text[start:offset]
	}
	return place{strings.Count(text[:start], "\n"), len(utf16.Encode([]rune(before)))}
}

func (e *lspClient) agree(what, text string, got []lspFinding, want []jsonFound) {
	e.t.Helper()
	got = slices.DeleteFunc(got, func(g lspFinding) bool { return g.Code == "due" })
	want = slices.DeleteFunc(want, func(w jsonFound) bool { return w.Rule == "ohrfc/checkpoint-due" })
	if len(got) != len(want) {
		e.t.Errorf("%s: the server finds %v, mdck lint %v", what, got, want)
		return
	}
	for i, w := range want {
		severity := map[string]int{"error": 1, "warning": 2}[w.Severity]
		g := got[i]
		start, end := placeAt(text, w.Offset), placeAt(text, w.EndOffset)
		if w.Rule == "any/too-large" && strings.Contains(w.Message, "or more") {
			w.Message = g.Message // lint does not know the exact size
		}
		if g.Code != w.Rule || g.Message != w.Message || g.Severity != severity || g.Source != "mdck" || g.Range.Start != start || g.Range.End != end {
			e.t.Errorf("%s: the server finds %+v, mdck lint %+v", what, g, w)
		}
		if character := w.UTF16Column - 1; (g.Range.Start.Line != w.Line-1 || g.Range.Start.Character != character) && start.Character == character {
			e.t.Errorf("%s: the server finds %+v, mdck lint %+v", what, g, w)
		}
	}
}
