package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"mdck/internal/config"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/source"
)

func TestChangesOutOfRange(t *testing.T) {
	const text = "a𝕏é\r\nb\n"
	for name, c := range map[string]struct {
		start, end position
		want       string
	}{
		"reversed":                     {position{1, 1}, position{0, 0}, "|\n"},
		"after the end of a line":      {position{0, 99}, position{0, math.MaxInt32}, "a𝕏é|\r\nb\n"},
		"after the end of the text":    {position{99, 0}, position{math.MaxInt32, 99}, text + "|"},
		"before it":                    {position{-1, -1}, position{-5, 3}, "|" + text},
		"all of it":                    {position{0, 0}, position{math.MaxInt32, math.MaxInt32}, "|"},
		"inside a surrogate pair":      {position{0, 2}, position{0, 2}, "a|𝕏é\r\nb\n"},
		"from inside a surrogate pair": {position{0, 2}, position{0, 3}, "a|é\r\nb\n"},
		"negative in a line":           {position{1, -7}, position{1, 0}, "a𝕏é\r\n|b\n"},
		"largest position":             {position{math.MaxInt, math.MaxInt}, position{math.MaxInt, math.MaxInt}, text + "|"},
	} {
		m := newMapper(source.NewFile("", text))
		start, end := m.offset(c.start), m.offset(c.end)
		if got := text[:min(start, end)] + "|" + text[max(start, end):]; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestOddMessages(t *testing.T) {
	_, file := demo(t)
	uri := uriOf(file)
	inText := func(text string) string {
		return `{"textDocument":{"uri":"` + uri + `","version":1,"text":"` + text + `"}}`
	}
	for name, c := range map[string]struct{ method, params string }{
		"lone surrogates":          {"textDocument/didOpen", inText(`# \ud800 \udc00x \ud835\udd4f`)},
		"control characters":       {"textDocument/didOpen", inText(`# \u0000\u001b[2J\u202e\r`)},
		"bytes that are not UTF-8": {"textDocument/didOpen", inText("# \xff\xfe\xc3")},
		"a long line":              {"textDocument/didOpen", inText("# " + strings.Repeat("x", 1<<17))},
		"more than a mebibyte":     {"textDocument/didOpen", inText(strings.Repeat(`x\n`, 9<<16))},
		"10,000 findings":          {"textDocument/didOpen", inText(strings.Repeat(`# a \n`, 10_000))},
		"deep lists":               {"textDocument/didOpen", inText(strings.Repeat("> ", 20000) + "- x")},
		"no URI":                   {"textDocument/didOpen", `{"textDocument":{"text":"x"}}`},
		"no document":              {"textDocument/didOpen", `{}`},
		"another scheme":           {"textDocument/didOpen", `{"textDocument":{"uri":"untitled:x","version":1,"text":"x"}}`},
		"a directory":              {"textDocument/didOpen", `{"textDocument":{"uri":"file:///","version":1,"text":"x"}}`},
		"a NUL in the URI":         {"textDocument/didOpen", `{"textDocument":{"uri":"file:///a%00/.ohrfc/x/checkpoint.md","version":1,"text":"x"}}`},
		"bytes in the URI":         {"textDocument/didOpen", `{"textDocument":{"uri":"file:///a%ff%0a/.ohrfc/x/checkpoint.md","version":1,"text":"x"}}`},
		"a long URI":               {"textDocument/didOpen", `{"textDocument":{"uri":"file:///` + strings.Repeat("a/", 50000) + `.ohrfc/x/checkpoint.md","version":1,"text":"x"}}`},
		"change, not open":         {"textDocument/didChange", `{"textDocument":{"uri":"file:///x.md","version":2},"contentChanges":[{"text":"x"}]}`},
		"change of nothing":        {"textDocument/didChange", `{"textDocument":{"uri":"` + uri + `","version":2},"contentChanges":[]}`},
		"change, no list":          {"textDocument/didChange", `{"textDocument":{"uri":"` + uri + `"},"contentChanges":7}`},
		"half a range":             {"textDocument/didChange", `{"textDocument":{"uri":"` + uri + `","version":2},"contentChanges":[{"range":{"start":{"line":1}},"text":"x"}]}`},
		"a place of 2^64":          {"textDocument/didChange", `{"textDocument":{"uri":"` + uri + `","version":2},"contentChanges":[{"range":{"start":{"line":18446744073709551616}},"text":"x"}]}`},
		"save, not open":           {"textDocument/didSave", `{"textDocument":{"uri":"file:///x.md"}}`},
		"close, not open":          {"textDocument/didClose", `{"textDocument":{"uri":"file:///x.md"}}`},
		"events of nonsense":       {"workspace/didChangeWatchedFiles", `{"changes":[{"uri":7}]}`},
		"cancel of nonsense":       {"$/cancelRequest", `{"id":{"id":1}}`},
		"nesting":                  {"textDocument/didOpen", strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000)},
	} {
		t.Run(name, func(t *testing.T) {
			client := start(t)
			client.opens(file, "# x\n")
			text := `{"jsonrpc":"2.0","method":"` + c.method + `","params":` + c.params + `}`
			client.write(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text))
			for _, method := range []string{"hover", "codeAction", "formatting"} {
				p := at(file, 0, 0)
				p["range"] = span{position{math.MaxInt32, 0}, position{-1, -1}}
				if e, _ := client.ask("textDocument/"+method, p)["error"].(map[string]any); e != nil && strings.Contains(fmt.Sprint(e["message"]), "mistake of mdck") {
					t.Errorf("%s: %v", method, e)
				}
			}
			for _, m := range client.unread {
				if raw, _ := json.Marshal(m); strings.Contains(string(raw), "mistake of mdck") {
					t.Errorf("the server sent %s", raw)
				}
			}
			client.leave()
		})
	}
}

type stuck struct{ until chan struct{} }

func (s stuck) Write(b []byte) (int, error) { <-s.until; return len(b), nil }

func TestClientThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size, messages = 256 << 10, 2 * maxAhead
		in, out := io.Pipe()
		deaf := stuck{make(chan struct{})}
		s := New(in, deaf, Options{Loader: func() *config.Loader { return &config.Loader{Table: protocols.Default()} }})
		end, sent := make(chan error, 1), 0
		go func() { end <- s.Serve() }()
		go func() {
			defer out.Close()
			for ; sent < messages; sent++ {
				if _, err := io.WriteString(out, framed(`{"jsonrpc":"2.0","id":1,"method":"nonsense","params":"`+strings.Repeat("x", size)+`"}`)); err != nil {
					return
				}
			}
		}()
		synctest.Wait() // all goroutines are blocked
		if n := len(s.coming); n != maxAhead || sent == messages {
			t.Errorf("%d wait of %d messages, want %d", n, sent, maxAhead)
		}
		close(deaf.until)
		if err := <-end; !errors.Is(err, ErrNoShutdown) || sent != messages {
			t.Errorf("the end is %v after %d messages", err, sent)
		}
	})
}

func TestTags(t *testing.T) {
	const tags = "<system-reminder>[INST]"
	dir := files(t, map[string]string{"[inst]/.ohrfc/x/state.json": `{"current_phase": "` + tags + `"}`})
	uri := "file://" + filepath.ToSlash(dir) + "/[inst]/.ohrfc/x/checkpoint.md"
	client := dial(t)
	client.initialize(`{}`)
	client.opensAs(uri, "# Checkpoint: "+tags+"\n\n## Meta\n- checkpoint_version: "+tags+"\n- STRICTNESS: "+tags+"\n\n## "+tags+" \n- x\n")
	client.unread = append(client.unread, client.next())
	all := span{End: position{99, 0}}
	var texts strings.Builder
	for _, method := range []string{"textDocument/codeAction", "textDocument/hover", tags} {
		raw, err := json.Marshal(client.ask(method, map[string]any{"textDocument": documentID{uri}, "position": position{6, 4}, "range": all, "context": map[string]any{}}))
		if err != nil {
			t.Fatal(err)
		}
		texts.Write(raw)
	}
	raw, _ := json.Marshal(client.unread)
	texts.Write(raw)
	decoded := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", uri, "").Replace(texts.String())
	if strings.Contains(decoded, "<system") || strings.Contains(decoded, "[INST]") || strings.Count(decoded, `<\\system-reminder>[\\INST]`) < 5 {
		t.Errorf("it shows %s", decoded)
	}
	if !strings.Contains(texts.String(), `"uri":"`+uri+`"`) {
		t.Errorf("no %s in %s", uri, texts.String())
	}
	edit := textEdit{NewText: tags}
	for _, e := range []workspaceEdit{{DocumentChanges: []documentEdit{{versionedID{URI: tags}, []textEdit{edit}}}}} {
		text, err := jsondoc.Encode(e, "", "")
		var back workspaceEdit
		if err := errors.Join(err, json.Unmarshal(text, &back)); err != nil || !reflect.DeepEqual(back, e) {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
		if got := spelling.BreakTags(string(text)); got != string(text) {
			t.Errorf("%s has tags", text)
		}
	}
}
