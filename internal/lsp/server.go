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
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"

	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/jsondoc"
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
	stream *stream
	coming chan message  // read and not worked on yet, see maxAhead
	done   chan struct{} // closed when nobody takes from coming any more

	// What follows belongs to the goroutine of Serve alone.
	state     state
	encoding  encoding
	client    initializeParams
	documents map[string]*document // by URI
	turn      int                  // counts what touches documents
	stale     []*document          // to be judged, in this order
	counters  map[string]tokens.Counter
	faults    map[string]string // of configurations, by directory, as the user was told
}

// A state is where a session stands.
type state int

const (
	fresh state = iota
	running
	shut
)

// New makes a server that reads messages from in and writes them to out.
func New(in io.Reader, out io.Writer, o Options) *Server {
	return &Server{
		Options: o, stream: newStream(in, out), coming: make(chan message, maxAhead), done: make(chan struct{}),
		documents: map[string]*document{},
		counters:  map[string]tokens.Counter{}, faults: map[string]string{}, encoding: utf16Units,
	}
}

// Serve works until the client says exit or its end of the input is closed. It is
// [ErrNoShutdown] if the client had not asked to shut down, and another error if what
// comes is framed so that no message can be found in it. It may be called once.
func (s *Server) Serve() error {
	go s.receive()
	defer close(s.done)
	for {
		m := s.next()
		if m.end != nil || m.method == "exit" {
			return s.ended(m.end)
		}
		s.work(&m)
	}
}

// maxAhead is how many messages are read before they are worked on: enough that what is typed
// while a text is judged is judged once.
const maxAhead = 32

// receive reads all messages, and their end.
func (s *Server) receive() {
	for {
		m, err := s.stream.next()
		m.end = err
		select {
		case s.coming <- m:
		case <-s.done:
			return
		}
		if err != nil {
			return
		}
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

// next is the next message. While there is none, what is stale is judged.
func (s *Server) next() message {
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
func (s *Server) work(m *message) {
	var text []byte
	err := s.guarded(func() error {
		result, err := s.call(m)
		if err == nil && m.id != nil {
			text, err = jsondoc.Encode(answer{"2.0", m.id, result}, "", "")
		}
		return err
	})
	switch {
	case err == nil && m.id == nil:
	case err == nil:
		_ = s.stream.writeText(text)
	case m.id == nil:
		s.log(fmt.Sprintf("%s: %s", m.method, err))
	default:
		_ = s.stream.write(refusal{"2.0", m.id, asRPC(err)})
	}
}

// asRPC is err as the client gets it.
func asRPC(err error) *rpcError {
	if e, ok := errors.AsType[*rpcError](err); ok {
		return e
	}
	return &rpcError{internalError, report.OneLine(err.Error())}
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
	_ = s.stream.write(request{Version: "2.0", Method: method, Params: params})
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
		d.format = c.FormatModel(t.Format)
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
