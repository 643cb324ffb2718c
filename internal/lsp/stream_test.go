package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// framed is a message as a client sends it.
func framed(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }

// messages reads all messages of a session, and what was answered to what is none.
func messages(session string) (read, answers []string, err error) {
	var out bytes.Buffer
	ends := 0
	s := newStream(strings.NewReader(session), &out, func(error) { ends++ })
	for {
		var text json.RawMessage
		if err = s.ReadObject(&text); err != nil {
			break
		}
		read = append(read, string(text))
	}
	if ends != 1 {
		return nil, nil, fmt.Errorf("the end was told %d times, want once", ends)
	}
	back := newStream(&out, io.Discard, func(error) {})
	for {
		var text json.RawMessage
		if fault := back.ReadObject(&text); fault != nil {
			return read, answers, err
		}
		answers = append(answers, string(text))
	}
}

// FuzzStream states what a session of any bytes comes to: an end that says why, or
// all its messages, of which each that is JSON is read as it was sent and each that is
// not is answered; what follows a message that is none is read as if it were not there.
func FuzzStream(f *testing.F) {
	for _, text := range []string{`{}`, `{"jsonrpc":"2.0","id":1,"method":"x"}`, "", "{", "\x00", "é", "[1,\r\n\r\n2]"} {
		f.Add(text, framed(text))
	}
	f.Add("{}", "Content-Length: -1\r\n\r\n")
	f.Add("{}", "content-LENGTH :2\nX: y\n\n{}")
	f.Add("{}", strings.Repeat("x", 5000))
	f.Add("{}", "Content-Length: 99\r\n\r\n{}")
	f.Add("{}", "\r\n")
	f.Fuzz(func(t *testing.T, text, rest string) {
		alone, refused, err := messages(framed(text) + framed("{}"))
		if err != io.EOF {
			t.Fatalf("%q ends with %v", text, err)
		}
		want := 1
		if json.Valid([]byte(text)) {
			want = 2
		}
		if len(alone) != want || len(alone)+len(refused) != 2 || alone[want-1] != "{}" || want == 2 && alone[0] != strings.TrimSpace(text) && alone[0] != text {
			t.Fatalf("%q is read as %q, answered %q", text, alone, refused)
		}
		all, _, err := messages(framed(text) + rest)
		bad, isFrame := errors.AsType[*frameError](err)
		if err != io.EOF && err != io.ErrUnexpectedEOF && !isFrame {
			t.Fatalf("%q ends with %v", rest, err)
		}
		if isFrame && bad.reason == "" || len(all) < want-1 || len(all) > 0 && want == 2 && all[0] != alone[0] {
			t.Fatalf("before %q, %q is read as %q (%v)", rest, text, all, err)
		}
	})
}
