package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// framed is a message as a client sends it.
func framed(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }

// A hearing is what a session comes to: the requests and notifications that the server
// gets, what others were answered, as text, and why it ended.
type hearing struct {
	read, answers []string
	end           error
}

// note notes a message, as an [asked].
func (h *hearing) note(m message) {
	heard := asked{Method: m.method}
	if m.id != nil {
		heard.ID = value(string(m.id))
	}
	if m.params != nil {
		heard.Params = []any{value(string(m.params))}
	}
	h.read = append(h.read, fmt.Sprintf("%#v", heard))
}

// An asked is a request or, with no id, a notification. Params is a list of one, or nil for
// none: they may be null.
type asked struct {
	ID     any
	Method string
	Params []any
}

// hear reads a session as the server does.
func hear(t *testing.T, session string) (h hearing) {
	t.Helper()
	var out bytes.Buffer
	s := newStream(strings.NewReader(session), &out)
	for h.end == nil {
		var m message
		if m, h.end = s.next(); h.end == nil {
			h.note(m)
		}
	}
	for back := newStream(&out, io.Discard); ; {
		text, err := back.frame()
		if err != nil {
			return h
		}
		h.answers = append(h.answers, string(text))
	}
}

// value is what a text is to encoding/json, with numbers as they are written; nil where it
// is not valid.
func value(text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if !json.Valid([]byte(text)) || d.Decode(&v) != nil {
		return nil
	}
	return v
}

// meant is the reference: what the specification of JSON-RPC makes of a text. One that
// asks nothing is an answer to us, or is refused with a code and its id, or nil for none.
func meant(text string) (request *asked, answer bool, code int, id any) {
	if !json.Valid([]byte(text)) {
		return nil, false, parseError, nil
	}
	m, _ := value(text).(map[string]any)
	_, hasID := m["id"]
	switch m["id"].(type) {
	case string, json.Number:
		id = m["id"]
	}
	name, isText := m["method"].(string)
	_, hasMethod := m["method"]
	_, result := m["result"]
	_, failed := m["error"]
	switch params, there := m["params"]; {
	case isText && hasID == (id != nil):
		request = &asked{ID: id, Method: name}
		if there {
			request.Params = []any{params}
		}
		return request, false, 0, nil
	case !hasMethod && (result || failed):
		return nil, true, 0, nil
	}
	return nil, false, invalidRequest, id
}

// holds is an error if a session of that one message comes to something else than meant.
func (h *hearing) holds(text string) error {
	request, answer, code, id := meant(text)
	switch {
	case request != nil:
		if want := fmt.Sprintf("%#v", *request); len(h.answers) > 0 || len(h.read) != 1 || h.read[0] != want {
			return fmt.Errorf("it is read as %q and answered %q, want it read as %s", h.read, h.answers, want)
		}
	case len(h.read) > 0 || answer && len(h.answers) > 0 || !answer && len(h.answers) != 1:
		return fmt.Errorf("it is read as %q and answered %q", h.read, h.answers)
	case !answer:
		m, _ := value(h.answers[0]).(map[string]any)
		e, _ := m["error"].(map[string]any)
		got, there := m["id"]
		if m["jsonrpc"] != "2.0" || !there || got != id || fmt.Sprint(e["code"]) != fmt.Sprint(code) || e["message"] == "" {
			return fmt.Errorf("it is answered %q, want code %d and id %v", h.answers[0], code, id)
		}
	}
	return nil
}

// FuzzStream states what a session of any bytes comes to. A message with a method, and no
// id or one that is a string or a number, is read as encoding/json reads it. An answer to a
// request of ours is passed over. Any other is answered once, with the code that is due and
// by its id. What follows is read as if nothing had been before it, to an end that says why.
func FuzzStream(f *testing.F) {
	for _, text := range []string{
		`{}`, `{"jsonrpc":"2.0","id":1,"method":"x"}`, "", "{", "\x00", "é", "[1,\r\n\r\n2]", `null`, `{"method":"x"}`,
		`{"id":"<\ud800","method":"x","params":null}`, `{"id":-1e400,"method":"\u0000","params":[1.50,{"a":"\ud800>"}]}`,
		`{"id":null,"method":"x"}`, `{"id":[1],"method":"x"}`, `{"id":7,"method":null,"result":1}`, `{"id":7,"result":null}`, `{"error":{}}`,
		`{"ID":7,"Method":"x","method":"y","Result":1}`, `{"id":1,"id":2,"method":"x","result":3}`, "{\"id\":\"\xff\",\"method\":\"\xff\"}",
	} {
		f.Add(text, framed(text))
	}
	f.Add("{}", "Content-Length: -1\r\n\r\n")
	f.Add("{}", "content-LENGTH :2\nX: y\n\n{}")
	f.Add("{}", strings.Repeat("x", 5000))
	f.Add("{}", "Content-Length: 99\r\n\r\n{}")
	f.Add("{}", "\r\n")
	f.Fuzz(func(t *testing.T, text, rest string) {
		first := hear(t, framed(text))
		if err := first.holds(text); err != nil || first.end != io.EOF {
			t.Fatalf("%q: %v; the end is %v", text, err, first.end)
		}
		then, all := hear(t, rest), hear(t, framed(text)+rest)
		bad, isFrame := errors.AsType[*frameError](then.end)
		if then.end != io.EOF && then.end != io.ErrUnexpectedEOF && (!isFrame || bad.reason == "") {
			t.Fatalf("%q ends with %v", rest, then.end)
		}
		then.read, then.answers = append(first.read, then.read...), append(first.answers, then.answers...)
		if !slices.Equal(all.read, then.read) || !slices.Equal(all.answers, then.answers) || all.end.Error() != then.end.Error() {
			t.Fatalf("%q before %q comes to\n%q, want\n%q", text, rest, fmt.Sprint(all), fmt.Sprint(then))
		}
	})
}
