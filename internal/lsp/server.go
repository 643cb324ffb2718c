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
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/tokens"
)

// ErrNoShutdown says that the client left without asking to.
var ErrNoShutdown = errors.New("the client ended without a shutdown request")

// Options are what a server is made with.
type Options struct {
	Version string // of mdck, for the client
	// Loader makes a loader of configurations. It is called for each judgment, so that
	// changes on disk are seen. The error is about the command line.
	Loader func() *config.Loader
}

// A Server is one session with an editor. Its zero value is of no use; see [New].
type Server struct {
	Options
	in  io.Reader
	out io.Writer

	queue *queue
	gone  chan struct{} // closed when no message will be worked on any more
	mutex sync.Mutex
	// waiting are the requests in the queue, and whether they are cancelled.
	waiting map[jsonrpc2.ID]bool

	// What follows belongs to the goroutine of Serve alone.
	conn      *jsonrpc2.Conn
	stream    *stream
	state     state
	encoding  encoding
	client    initializeParams
	documents map[string]*document // by URI
	turn      int                  // counts what touches documents
	stale     []*document          // to be judged, in this order
	counters  map[string]tokens.Counter
	faults    map[string]string // of configurations, by directory, as the user was told
	// What the client was asked: how often, and the patterns of files that it watches
	// with the name of that registration.
	asked      int
	patterns   []string
	registered string
	moved      bool // documents or configurations changed since
}

// A state is where a session stands.
type state int

const (
	fresh state = iota
	running
	shut
)

// A message is one that came or, without a request, the end of the input, and why.
type message struct {
	*jsonrpc2.Request
	end   error
	bytes int // that it takes, about
}

// New makes a server that reads messages from in and writes them to out.
func New(in io.Reader, out io.Writer, o Options) *Server {
	return &Server{
		Options: o, in: in, out: out,
		queue: newQueue(), gone: make(chan struct{}),
		waiting: map[jsonrpc2.ID]bool{}, documents: map[string]*document{},
		counters: map[string]tokens.Counter{}, faults: map[string]string{}, encoding: utf16Units,
	}
}

// silent is the log of the connection: standard error is for the editor's log, and
// what a client does wrong it is told.
type silent struct{}

func (silent) Printf(string, ...any) {}

// Serve works until the client says exit or its end of the input is closed. It is
// [ErrNoShutdown] if the client had not asked to shut down, and another error if what
// comes is framed so that no message can be found in it. It may be called once.
func (s *Server) Serve(ctx context.Context) error {
	s.stream = newStream(s.in, s.out, func(err error) {
		s.queue.put(message{end: err})
		<-s.gone
	})
	s.conn = jsonrpc2.NewConn(ctx, s.stream, s, jsonrpc2.SetLogger(silent{}))
	defer s.conn.Close()
	defer close(s.gone)
	defer s.queue.close()
	for {
		m := s.next()
		if m.Request == nil || m.Method == "exit" {
			return s.ended(m.end)
		}
		s.work(m.Request)
	}
}

// ended is what Serve gives at the end of the input, or at exit.
func (s *Server) ended(why error) error {
	if broken, ok := errors.AsType[*frameError](why); ok {
		return broken
	}
	if errors.Is(why, io.ErrUnexpectedEOF) {
		return frameErrorf("it ends inside a message")
	}
	if s.state != shut {
		return ErrNoShutdown
	}
	return nil
}

// next is the next message. While there is none, what is stale is judged, and then the
// client told what to watch.
func (s *Server) next() message {
	for len(s.stale) > 0 {
		if m, ok := s.queue.take(false); ok {
			return m
		}
		s.publishNext()
	}
	if s.moved {
		s.moved = false
		_ = s.guarded(s.watch)
	}
	m, _ := s.queue.take(true)
	return m
}

// Handle takes a message from the connection. It is called by one goroutine, in the
// order of the messages.
func (s *Server) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	if r.Method == "$/cancelRequest" {
		s.cancel(r)
		return
	}
	if !r.Notif {
		s.mutex.Lock()
		s.waiting[r.ID] = false
		s.mutex.Unlock()
	}
	m := message{Request: r, bytes: len(r.Method) + len(r.ID.Str)}
	if r.Params != nil {
		m.bytes += len(*r.Params)
	}
	s.queue.put(m)
}

// cancel marks a request that waits.
func (s *Server) cancel(r *jsonrpc2.Request) {
	var p cancelParams
	if r.Params == nil || json.Unmarshal(*r.Params, &p) != nil {
		return
	}
	id := idOf(p.ID)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if _, ok := s.waiting[id]; ok {
		s.waiting[id] = true
	}
}

// cancelled reports whether a request was cancelled before it was worked on.
func (s *Server) cancelled(id jsonrpc2.ID) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	defer delete(s.waiting, id)
	return s.waiting[id]
}

// work works on one message, and answers a request.
func (s *Server) work(r *jsonrpc2.Request) {
	if r.Notif {
		if err := s.guarded(func() error { _, err := s.call(r); return err }); err != nil {
			s.log(fmt.Sprintf("%s: %s", r.Method, err))
		}
		return
	}
	id := json.RawMessage(r.ID.Str)
	var text []byte
	err := error(&jsonrpc2.Error{Code: requestCancelled, Message: "cancelled"})
	if !s.cancelled(r.ID) {
		err = s.guarded(func() error {
			result, err := s.call(r)
			if err == nil {
				text, err = json.Marshal(answer{"2.0", id, result})
			}
			return err
		})
	}
	if err == nil {
		_ = s.stream.write(text) // a client that is gone is seen at the input
		return
	}
	_ = s.stream.WriteObject(refusal{"2.0", id, answered(err)})
}

// answered is err as the client is told.
func answered(err error) *jsonrpc2.Error {
	if e, ok := errors.AsType[*jsonrpc2.Error](err); ok {
		return e
	}
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: report.OneLine(err.Error())}
}

// guarded is what do gives; a panic in it is an error, and the server lives on.
func (s *Server) guarded(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			at := ""
			if _, file, line, ok := runtime.Caller(2); ok {
				at = fmt.Sprintf(" at %s:%d", filepath.Base(file), line)
			}
			err = fmt.Errorf("this is a mistake of mdck%s: %v", at, p)
		}
	}()
	return do()
}

// notify tells the client; one that is gone is seen at the input.
func (s *Server) notify(method string, params any) {
	_ = s.conn.Notify(context.Background(), method, params)
}

// log tells the client's log.
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
		d.format = c.FormatNamed(t.Format)
	}
}

// outdated has documents judged again, after those that wait already.
func (s *Server) outdated(all ...*document) {
	for _, d := range all {
		if !slices.Contains(s.stale, d) {
			s.stale = append(s.stale, d)
		}
	}
}
