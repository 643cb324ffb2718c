package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"mdck/internal/report"
	"mdck/mdcheckpoint/jsondoc"
)

// maxMessage is how many bytes a message may have: a document of 1 MiB has at most six
// times as many in JSON, and larger ones are still told that they are too large.
const maxMessage = 64 << 20

// A stream frames messages as the protocol has it: a header with their length, and
// JSON. What is framed well and is no message is answered and passed over.
type stream struct {
	in    *bufio.Reader
	out   io.Writer
	mutex sync.Mutex // of out
}

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: bufio.NewReader(in), out: out}
}

// next reads the next message. Answers to requests of ours are passed over: nobody waits
// for them.
func (s *stream) next() (message, error) {
	for {
		text, err := s.frame()
		if err != nil && err != errTooLong {
			return message{}, err
		}
		var m message
		answers := false
		if err == nil {
			m, answers, err = parseMessage(text)
		}
		if err == nil && !answers {
			return m, nil
		}
		if err != nil {
			err = s.refuse(&m, text, err)
		}
		if err != nil {
			return message{}, err
		}
	}
}

// refuse answers what is no message: by its id, if it has one.
func (s *stream) refuse(m *message, text []byte, why error) error {
	code := invalidRequest
	if why != errTooLong && !json.Valid(text) {
		code = parseError
	}
	out := refusal{Version: "2.0", Error: &rpcError{code, report.OneLine(why.Error())}}
	if m.hasID() {
		out.ID = m.id
	}
	return s.write(out)
}

// frame reads a header and what it announces.
func (s *stream) frame() ([]byte, error) {
	length, first := -1, true
	for {
		line, err := s.line()
		if err != nil {
			if err == io.EOF && !(first && line == "") {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		if line == "" {
			break
		}
		first = false
		name, value, _ := strings.Cut(line, ":")
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
				return nil, frameErrorf("content length: want a number, found %q", strings.TrimSpace(value))
			}
		}
	}
	if length < 0 {
		return nil, frameErrorf("a message without Content-Length")
	}
	if length > maxMessage {
		return nil, s.skip(length)
	}
	text := make([]byte, length)
	_, err := io.ReadFull(s.in, text)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return text, err
}

var errTooLong = errors.New("the message is too long")

// skip passes over a message that is too long to be held.
func (s *stream) skip(length int) error {
	if _, err := io.CopyN(io.Discard, s.in, int64(length)); err == io.EOF {
		return io.ErrUnexpectedEOF
	} else if err != nil {
		return err
	}
	return errTooLong
}

// A frameError says why a header cannot be read, so that nobody knows where the next
// message begins.
type frameError struct{ reason string }

func (e *frameError) Error() string {
	return "standard input is no session of the language server protocol: " + e.reason
}

func frameErrorf(format string, args ...any) error { return &frameError{fmt.Sprintf(format, args...)} }

// line reads a line of a header, without its ending.
func (s *stream) line() (string, error) {
	line, err := s.in.ReadSlice('\n')
	text := strings.TrimRight(string(line), "\r\n")
	if errors.Is(err, bufio.ErrBufferFull) {
		err = frameErrorf("a header has a line of more than %d bytes", len(line)-1)
	}
	return text, err
}

// write writes a message.
func (s *stream) write(v any) error {
	text, err := jsondoc.Encode(v, "", "")
	if err != nil {
		return err
	}
	return s.writeText(text)
}

// writeText writes the text of a message, without the line ending that some clients do not read.
func (s *stream) writeText(text []byte) error {
	text = bytes.TrimSuffix(text, []byte("\n"))
	s.mutex.Lock()
	defer s.mutex.Unlock()
	_, err := s.out.Write(append(fmt.Appendf(make([]byte, 0, len(text)+64), "Content-Length: %d\r\n\r\n", len(text)), text...))
	return err
}
