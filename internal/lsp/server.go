// Package lsp is a language server. An editor sends the texts of its buffers while the user types.
// It receives the findings of mdck lint, fixes, formatted texts, and the budgets at the cursor.
//
// The findings are those of the command line after all buffers are saved. The server reads files
// and runs git; it writes no files and takes no locks. It handles messages in order. It checks
// documents only when no message is waiting, to skip texts that the user replaces immediately.
package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/sourcegraph/jsonrpc2"

	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/jsondoc"
)

// ErrNoShutdown means that the client ended without a shutdown request.
var ErrNoShutdown = errors.New("the client ended without a shutdown request")

// Options contains the options of a server.
type Options struct {
	Version string
	// Loader is called for each check, because files may change on disk.
	Loader func() *config.Loader
}

// A Server is one session with an editor. Use [New]; the zero value is not valid.
type Server struct {
	Options
	client *editor
	conn   *jsonrpc2.Conn
	coming chan *jsonrpc2.Request // messages to handle; nil marks the end
	done   chan struct{}

	// The following fields belong to the goroutine of Serve.
	state     state
	asked     initializeParams
	documents map[string]*document // by path
	stale     []*document
	faults    map[string]string // directory -> configuration errors that the user has seen
}

type state int

const (
	fresh state = iota
	running
	shut
)

// New returns a server that reads from in and writes to out.
func New(in io.Reader, out io.Writer, o Options) *Server {
	return &Server{
		Options: o, client: &editor{Reader: in, Writer: out}, coming: make(chan *jsonrpc2.Request, maxAhead), done: make(chan struct{}),
		documents: map[string]*document{}, faults: map[string]string{},
	}
}

// An editor adapts the streams of an editor to jsonrpc2. The caller of [New] closes them.
type editor struct {
	io.Reader
	io.Writer
	jsonrpc2.VSCodeObjectCodec
	end func()
	err error // why reading ended; nil until end is called
}

// ReadObject returns an error only after all earlier messages are handled, because jsonrpc2 then
// closes the connection.
func (c *editor) ReadObject(r *bufio.Reader, v any) error {
	err := c.VSCodeObjectCodec.ReadObject(r, v)
	if err != nil {
		c.err = err
		c.end()
	}
	return err
}

// WriteObject uses [jsondoc.Exactly] to keep the value of ids, which the client compares.
func (c *editor) WriteObject(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	text = jsondoc.Visible(jsondoc.Exactly(text))
	if _, err := fmt.Fprintf(w, "Content-Length: %d\r\n\r\n", len(text)); err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

func (*editor) Close() error { return nil }

// Printf discards the log of jsonrpc2, because editors show standard error.
func (*editor) Printf(string, ...any) {}

// Serve handles messages until the client exits. The error may be [ErrNoShutdown]. Call Serve only
// once.
func (s *Server) Serve() error {
	s.client.end = func() {
		s.receive(nil)
		<-s.done
	}
	s.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(s.client, s.client), s, jsonrpc2.SetLogger(s.client))
	defer close(s.done)
	for {
		switch m := s.next(); {
		case m != nil && m.Method != "exit":
			s.work(m)
		case m == nil && !errors.Is(s.client.err, io.EOF) && !errors.Is(s.client.err, io.ErrUnexpectedEOF):
			return fmt.Errorf("standard input is not a session of the language server protocol: %w", s.client.err)
		case s.state != shut:
			return ErrNoShutdown
		default:
			return nil
		}
	}
}

// maxAhead is how many messages are read ahead, so that one check covers several changes.
const maxAhead = 32

// Handle queues a message from jsonrpc2.
func (s *Server) Handle(_ context.Context, _ *jsonrpc2.Conn, m *jsonrpc2.Request) { s.receive(m) }

func (s *Server) receive(m *jsonrpc2.Request) {
	select {
	case s.coming <- m:
	case <-s.done:
	}
}

func (s *Server) next() *jsonrpc2.Request {
	for len(s.stale) > 0 {
		select {
		case m := <-s.coming:
			return m
		default:
			s.publishNext()
		}
	}
	return <-s.coming
}

// work handles a message, and answers a request. Write errors appear at the next read.
func (s *Server) work(m *jsonrpc2.Request) {
	var result json.RawMessage
	err := s.guarded(func() error {
		value, err := s.call(m)
		if err == nil && !m.Notif {
			result, err = jsondoc.Encode(value, "", "")
		}
		return err
	})
	switch {
	case err == nil && m.Notif:
	case err == nil:
		_ = s.conn.Reply(context.Background(), m.ID, result)
	case m.Notif:
		s.log(fmt.Sprintf("%s: %s", m.Method, err))
	default:
		_ = s.conn.ReplyWithError(context.Background(), m.ID, asRPC(err))
	}
}

func failure(code int64, err error) *jsonrpc2.Error {
	return &jsonrpc2.Error{Code: code, Message: spelling.BreakTags(report.OneLine(err.Error()))}
}

func asRPC(err error) *jsonrpc2.Error {
	if e, ok := errors.AsType[*jsonrpc2.Error](err); ok {
		return e
	}
	return failure(jsonrpc2.CodeInternalError, err)
}

func (s *Server) guarded(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			at := ""
			if _, file, line, ok := runtime.Caller(2); ok {
				at = fmt.Sprintf(" at %s:%d", filepath.Base(file), line)
			}
			err = fmt.Errorf("this is a bug in mdck%s: %v", at, p)
		}
	}()
	return do()
}

// notify sends a notification. Write errors appear at the next read.
func (s *Server) notify(method string, params any) {
	if text, err := jsondoc.Encode(params, "", ""); err == nil {
		_ = s.conn.Notify(context.Background(), method, json.RawMessage(text))
	}
}

func (s *Server) log(text string) {
	s.notify("window/logMessage", messageParams{messageWarning, report.OneLine(text)})
}

// place sets the target of d again, because the configuration may have changed.
func (s *Server) place(d *document) {
	d.target, d.fault = nil, nil
	loader := s.Loader()
	t, ok, err := workspace.NewFinder(loader).Unsaved(d.path)
	if !ok || err != nil {
		if dir := filepath.Dir(d.path); workspace.IsMarkdown(d.path) { // the file may belong to a format
			_, d.fault = loader.For(dir, dir)
		}
		return
	}
	d.target = &t
}

func (s *Server) outdated(d *document) {
	if !slices.Contains(s.stale, d) {
		s.stale = append(s.stale, d)
	}
}

func (s *Server) forget(d *document) {
	s.stale = slices.DeleteFunc(s.stale, func(o *document) bool { return o == d })
}
