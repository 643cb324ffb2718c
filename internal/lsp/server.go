// Package lsp is a language server: an editor hands it the texts of its buffers as
// they are typed, and gets what mdck lint finds in them, with fixes, the text that mdck
// fmt prints, budgets where the cursor is, the outline, and headings to complete.
//
// The verdict is that of the command line on the files as they would be if all buffers
// were saved. The server reads files and asks git; it writes none, and takes no lock.
// Messages are worked on one after the other in the order in which they come; findings
// are looked for when none is left, so that texts which are typed over at once cost
// nothing.
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
	"mdck/tokens"
)

// ErrNoShutdown means that the client ended without a shutdown request.
var ErrNoShutdown = errors.New("the client ended without a shutdown request")

// Options are what a server is made with.
type Options struct {
	Version string // of mdck, for the client
	// Loader makes a loader of configurations. It is called for each judgment, so that
	// changes on disk are seen. The error is about the command line.
	Loader func() *config.Loader
}

// A Server is one session with an editor. Use [New]; the zero value is not valid.
type Server struct {
	Options
	client *editor
	conn   *jsonrpc2.Conn
	coming chan *jsonrpc2.Request // read and not worked on yet, see maxAhead; nil is the end of the input
	done   chan struct{}          // closed when nobody takes from coming any more

	// The following fields belong to the goroutine of Serve.
	state     state
	asked     initializeParams
	documents map[string]*document // by path
	stale     []*document          // to be checked, in this order
	counters  map[string]tokens.Counter
	faults    map[string]string // of configurations, by directory, as the user was notified
}

// A state is the state of a session.
type state int

const (
	fresh state = iota
	running
	shut
)

// New makes a server that reads messages from in and writes them to out.
func New(in io.Reader, out io.Writer, o Options) *Server {
	return &Server{
		Options: o, client: &editor{Reader: in, Writer: out}, coming: make(chan *jsonrpc2.Request, maxAhead), done: make(chan struct{}),
		documents: map[string]*document{},
		counters:  map[string]tokens.Counter{}, faults: map[string]string{},
	}
}

// An editor is what jsonrpc2 needs of the two streams of an editor, which the caller of [New] closes.
type editor struct {
	io.Reader
	io.Writer
	jsonrpc2.VSCodeObjectCodec
	end func()
	err error // why no message can be read any more; nil before end is called
}

// ReadObject does not return an error before all messages that were read are worked on: jsonrpc2
// then closes the connection, and nothing can be answered any more.
func (c *editor) ReadObject(r *bufio.Reader, v any) error {
	err := c.VSCodeObjectCodec.ReadObject(r, v)
	if err != nil {
		c.err = err
		c.end()
	}
	return err
}

// WriteObject writes a message whose parts are [jsondoc.Encode]d: the rest is ids, which must be exact.
func (c *editor) WriteObject(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.VSCodeObjectCodec.WriteObject(w, json.RawMessage(jsondoc.Visible(jsondoc.Exactly(text))))
}

// Close does nothing.
func (*editor) Close() error { return nil }

// Printf discards the log of jsonrpc2: editors show standard error to the user.
func (*editor) Printf(string, ...any) {}

// Serve runs until the client sends exit or closes its end of the input. It returns [ErrNoShutdown] if the
// client had not sent shutdown, and another error if the input is not a message. It may be called once.
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

// maxAhead is the number of messages that are read before they are handled, so that text typed during a
// check is checked once.
const maxAhead = 32

// Handle takes a message that jsonrpc2 has read.
func (s *Server) Handle(_ context.Context, _ *jsonrpc2.Conn, m *jsonrpc2.Request) { s.receive(m) }

func (s *Server) receive(m *jsonrpc2.Request) {
	select {
	case s.coming <- m:
	case <-s.done:
	}
}

// next returns the next message. While there is none, it checks stale documents.
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

// work works on one message, and answers a request. A client that is gone is noticed when
// its messages are read.
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

// failure returns an error that the client gets with a code.
func failure(code int64, err error) *jsonrpc2.Error {
	return &jsonrpc2.Error{Code: code, Message: spelling.BreakTags(report.OneLine(err.Error()))}
}

// asRPC is err as the client gets it.
func asRPC(err error) *jsonrpc2.Error {
	if e, ok := errors.AsType[*jsonrpc2.Error](err); ok {
		return e
	}
	return failure(jsonrpc2.CodeInternalError, err)
}

// guarded is what do gives; a panic in it is an error, and the server lives on.
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

// notify sends a notification; a closed client is noticed at the input.
func (s *Server) notify(method string, params any) {
	if text, err := jsondoc.Encode(params, "", ""); err == nil {
		_ = s.conn.Notify(context.Background(), method, json.RawMessage(text))
	}
}

// log writes to the client's log.
func (s *Server) log(text string) {
	s.notify("window/logMessage", messageParams{messageWarning, report.OneLine(text)})
}

// place finds out what d is a file of, which its configuration may have changed since:
// nothing for a file of no known protocol and no format.
func (s *Server) place(d *document) {
	d.target, d.format, d.fault = nil, nil, nil
	loader := s.Loader()
	t, ok, err := workspace.NewFinder(loader).Unsaved(d.path)
	if !ok || err != nil {
		if dir := filepath.Dir(d.path); workspace.IsMarkdown(d.path) { // it may be of a format
			_, d.fault = loader.For(dir, dir)
		}
		return
	}
	d.target = &t
	if c, err := loader.For(t.Dir(), t.Root); err == nil {
		d.format = c.FormatModel(t.Format)
	}
}

// outdated marks a document as stale, after those that are already waiting.
func (s *Server) outdated(d *document) {
	if !slices.Contains(s.stale, d) {
		s.stale = append(s.stale, d)
	}
}

// forget takes d out of what waits.
func (s *Server) forget(d *document) {
	s.stale = slices.DeleteFunc(s.stale, func(o *document) bool { return o == d })
}
